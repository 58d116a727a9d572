// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.BuiltinFunctions;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.function.SqlFunction;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Functions give what SQLite gives: the same storage class, the same bytes, the same errors.
 *
 * <p>{@code -Dwalnut.differential.rounds=n} runs n times as many random calls; {@code
 * -Dwalnut.differential.seed=s} repeats a run.
 */
class FunctionDifferentialTest {
  private static final int ROUNDS = Integer.getInteger("walnut.differential.rounds", 1);

  /** Their last digits depend on the C library: compared with a tolerance. */
  private static final Set<String> TRANSCENDENTAL =
      Set.of(
          "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cos", "cosh", "degrees",
          "exp", "ln", "log", "log10", "log2", "pow", "power", "radians", "sin", "sinh", "sqrt",
          "tan", "tanh", "mod");

  private static final Set<String> NOT_COMPARED =
      Set.of(
          "date",
          "time",
          "datetime",
          "julianday",
          "unixepoch",
          "strftime",
          "timediff",
          "sqlite_compileoption_get",
          "sqlite_compileoption_used",
          "->",
          "->>",
          "json_error_position",
          "jsonb_patch",
          "load_extension",
          "sqlite_log");

  private final long seed = Long.getLong("walnut.differential.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<String> differences = new ArrayList<>();
  private final FakeContext context = new FakeContext();
  private final Map<String, ScalarFunction.Call> calls = new HashMap<>();
  private int differenceCount;
  private Reference reference;

  @BeforeEach
  void open() throws Exception {
    reference = new Reference();
  }

  @AfterEach
  void close() throws Exception {
    reference.close();
  }

  private void check(String name, Value... arguments) throws Exception {
    StringBuilder expression = new StringBuilder(name).append('(');
    Value[] copies = new Value[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      expression.append(i == 0 ? "@" : ", @").append(i + 1);
      copies[i] = Samples.copy(arguments[i]);
    }
    String expected = reference.evaluate(expression.append(')').toString(), arguments);
    String actual;
    try {
      ScalarFunction function =
          (ScalarFunction) BuiltinFunctions.registry().find(name, arguments.length);
      Value result = new Value();
      calls
          .computeIfAbsent(name + arguments.length, n -> function.newCall())
          .call(context, copies, result);
      actual = Reference.describe(result);
    } catch (DatabaseException e) {
      actual = "error: " + e.getMessage();
    }
    if (!actual.equals(expected)
        && !(TRANSCENDENTAL.contains(name) && areClose(actual, expected))) {
      differences.add(
          name
              + "("
              + Samples.describe(arguments)
              + ")\n   SQLite "
              + expected
              + "\n   ours   "
              + actual);
    }
  }

  private void report(String call, String expected, String actual) {
    differenceCount++;
    if (differences.size() < 60) {
      differences.add(cut(call) + "\n   SQLite " + cut(expected) + "\n   ours   " + cut(actual));
    }
  }

  private static String cut(String text) {
    return text.length() <= 400 ? text : text.substring(0, 400) + "...";
  }

  private static boolean areClose(String a, String b) {
    if (!a.startsWith("real ") || !b.startsWith("real ")) {
      return false;
    }
    double x = Double.parseDouble(a.substring(5));
    double y = Double.parseDouble(b.substring(5));
    return Math.abs(x - y) <= 4 * Math.ulp(Math.max(Math.abs(x), Math.abs(y)));
  }

  private void noDifferences() {
    assertThat(differences.stream().limit(40))
        .as("seed %d, %d differences", seed, differenceCount)
        .isEmpty();
  }

  @Test
  void scalarFunctionsGiveWhatSqliteGives() throws Exception {
    List<ScalarFunction> functions = new ArrayList<>();
    for (SqlFunction function : BuiltinFunctions.registry().all()) {
      if (function instanceof ScalarFunction
          && function.isDeterministic()
          && !NOT_COMPARED.contains(function.name())) {
        functions.add((ScalarFunction) function);
      }
    }
    for (ScalarFunction function : functions) {
      if (function.accepts(1)) {
        for (Value value : Samples.EDGES) {
          check(function.name(), value);
        }
      }
      int calls = 300 * ROUNDS;
      for (int i = 0; i < calls; i++) {
        int count =
            function.maxArguments() < 0
                ? function.minArguments() + random.nextInt(4)
                : function.minArguments()
                    + random.nextInt(function.maxArguments() - function.minArguments() + 1);
        Value[] arguments = new Value[count];
        for (int k = 0; k < count; k++) {
          arguments[k] = Samples.any(random);
          if (k > 0 && random.nextInt(4) == 0) {
            arguments[k] = Samples.integer(random.nextInt(12) - 4);
          }
        }
        if (function.name().equals("likelihood")) {
          arguments[1] = Samples.real(0.5);
          continue; // the second argument must be a constant
        }
        check(function.name(), arguments);
      }
    }
    noDifferences();
  }

  @Test
  void textFunctionsGiveWhatSqliteGivesForTexts() throws Exception {
    String[] names = {
      "like", "glob", "instr", "trim", "ltrim", "rtrim", "replace", "substr", "unhex"
    };
    int calls = 20_000 * ROUNDS;
    for (int i = 0; i < calls; i++) {
      String name = names[random.nextInt(names.length)];
      Value[] arguments = {
        Samples.text(Samples.randomText(random)), Samples.text(Samples.randomText(random))
      };
      if (name.equals("replace")) {
        arguments =
            new Value[] {arguments[0], arguments[1], Samples.text(Samples.randomText(random))};
      } else if (name.equals("substr")) {
        arguments[1] = Samples.integer(random.nextInt(14) - 7);
        if (random.nextBoolean()) {
          arguments =
              new Value[] {arguments[0], arguments[1], Samples.integer(random.nextInt(14) - 7)};
        }
      } else if (name.equals("like") && random.nextBoolean()) {
        String escapes = "%_ab*é";
        int k = random.nextInt(escapes.length());
        arguments =
            new Value[] {arguments[0], arguments[1], Samples.text(escapes.substring(k, k + 1))};
      }
      if (random.nextInt(6) == 0) {
        arguments[0] = mutated(arguments[0]);
      }
      check(name, arguments);
    }
    noDifferences();
  }

  /** Damages a text's UTF-8. */
  private Value mutated(Value value) {
    byte[] bytes = value.toByteArray();
    if (bytes.length > 0) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    Value mutated = new Value();
    mutated.setText(bytes, 0, bytes.length);
    return mutated;
  }

  @Test
  void roundGivesWhatSqliteGives() throws Exception {
    for (int i = 0; i < 20_000 * ROUNDS; i++) {
      check(
          "round",
          Samples.real(Samples.randomReal(random)),
          Samples.integer(random.nextInt(20) - 1));
      check(
          "round",
          Samples.real((random.nextInt(2_000_001) - 1_000_000) / 1000.0),
          Samples.integer(random.nextInt(4)));
    }
    noDifferences();
  }

  @Test
  void formatGivesWhatSqliteGives() throws Exception {
    String letters = "ddiuxXocsqQwzfeEgGfeg%prjnyla";
    String[] precisions = {
      "", "", ".", ".0", ".1", ".2", ".3", ".5", ".10", ".15", ".16", ".17", ".18", ".20", ".30",
      ".*"
    };
    String[] widths = {"", "", "", "1", "3", "5", "8", "12", "20", "30", "*"};
    for (int i = 0; i < 30_000 * ROUNDS; i++) {
      StringBuilder format = new StringBuilder();
      List<Value> arguments = new ArrayList<>();
      arguments.add(null);
      int conversions = 1 + random.nextInt(2);
      for (int k = 0; k < conversions; k++) {
        format.append("[%");
        while (random.nextInt(3) == 0) {
          format.append("-+ #!0,".charAt(random.nextInt(7)));
        }
        String width = widths[random.nextInt(widths.length)];
        String precision = precisions[random.nextInt(precisions.length)];
        for (String part : new String[] {width, precision}) {
          if (part.endsWith("*")) {
            arguments.add(Samples.integer(random.nextInt(25) - 8));
          }
          format.append(part);
        }
        if (random.nextInt(8) == 0) {
          format.append(random.nextBoolean() ? "l" : "ll");
        }
        char letter = letters.charAt(random.nextInt(letters.length()));
        format.append(letter).append(']');
        if (random.nextInt(10) > 0) {
          boolean real = "feEgG".indexOf(letter) >= 0 && random.nextInt(5) > 0;
          Value argument = real ? Samples.real(Samples.randomReal(random)) : Samples.any(random);
          // %j, which SQLite does not document, counts malformed characters in a way of its own.
          arguments.add(letter == 'j' ? Reference.bindable(argument) : argument);
        }
      }
      arguments.set(0, Samples.text(format.toString()));
      check(random.nextBoolean() ? "printf" : "format", arguments.toArray(new Value[0]));
    }
    noDifferences();
  }

  @Test
  void dateFunctionsGiveWhatSqliteGives() throws Exception {
    String[] names = {"date", "time", "datetime", "julianday", "unixepoch", "strftime", "timediff"};
    for (int i = 0; i < 25_000 * ROUNDS; i++) {
      String name = names[random.nextInt(names.length)];
      List<Value> arguments = new ArrayList<>();
      if (name.equals("strftime")) {
        StringBuilder format = new StringBuilder();
        for (int k = random.nextInt(4); k >= 0; k--) {
          format.append('%').append("defFGgHIjJklmMpPRsSTuUVwWY%xC".charAt(random.nextInt(29)));
        }
        arguments.add(Samples.text(format.toString()));
      }
      arguments.add(DateSamples.timeValue(random));
      if (name.equals("timediff")) {
        arguments.add(DateSamples.timeValue(random));
      } else {
        int modifiers = random.nextInt(3);
        for (int k = 0; k < modifiers; k++) {
          arguments.add(Samples.text(DateSamples.modifier(random)));
        }
      }
      check(name, arguments.toArray(new Value[0]));
    }
    noDifferences();
  }

  @Test
  void extremesUseTheCollation() throws Exception {
    context.collation = Collation.NOCASE;
    for (int i = 0; i < 300; i++) {
      Value a = Samples.text(Samples.randomText(random));
      Value b = Samples.text(Samples.randomText(random));
      for (String name : new String[] {"min", "max", "nullif"}) {
        String expected = reference.evaluate(name + "(@1 collate nocase, @2)", a, b);
        Value result = new Value();
        ((ScalarFunction) BuiltinFunctions.registry().find(name, 2))
            .newCall()
            .call(context, new Value[] {Samples.copy(a), Samples.copy(b)}, result);
        assertThat(Reference.describe(result)).isEqualTo(expected);
      }
    }
  }

  @Test
  void aggregatesGiveWhatSqliteGives() throws Exception {
    reference.execute("create table t(id integer primary key, x, y)");
    List<AggregateFunction> functions = new ArrayList<>();
    for (SqlFunction function : BuiltinFunctions.registry().all()) {
      if (function instanceof AggregateFunction && !function.name().startsWith("json")) {
        functions.add((AggregateFunction) function);
      }
    }
    for (int round = 0; round < 60 * ROUNDS; round++) {
      int kind = random.nextInt(5);
      List<Value[]> rows = new ArrayList<>();
      int count = random.nextInt(8);
      Value fraction = Samples.real(random.nextInt(11) / 10.0);
      for (int i = 0; i < count; i++) {
        rows.add(new Value[] {sample(kind), kind == 4 ? sample(3) : fraction});
      }
      insert(rows);
      for (AggregateFunction function : functions) {
        for (int n = function.minArguments(); n <= function.maxArguments(); n++) {
          compareAggregate(function, n, rows, round % 3 == 0);
        }
      }
    }
    noDifferences();
  }

  private Value sample(int kind) {
    switch (kind) {
      case 0:
        return Samples.integer(random.nextLong() >> random.nextInt(64));
      case 1:
        return Samples.real(Samples.randomReal(random));
      case 2:
        return random.nextBoolean()
            ? Samples.integer(random.nextInt(9) - 4)
            : Samples.real(random.nextInt(100) / 8.0);
      case 3:
        return random.nextInt(4) == 0
            ? Samples.nothing()
            : Samples.text(Samples.randomText(random));
      default:
        return Samples.any(random);
    }
  }

  private void insert(List<Value[]> rows) throws Exception {
    reference.execute("delete from t");
    try (PreparedStatement insert = reference.prepare("insert into t(x, y) values (?1, ?2)")) {
      for (Value[] row : rows) {
        for (int i = 0; i < 2; i++) {
          Value bound = Reference.bindable(row[i]);
          row[i] = bound;
          Reference.bind(insert, i + 1, bound);
        }
        insert.executeUpdate();
      }
    }
  }

  private void compareAggregate(
      AggregateFunction function, int argumentCount, List<Value[]> rows, boolean windowed)
      throws Exception {
    String call =
        function.name() + (argumentCount == 0 ? "(*)" : argumentCount == 1 ? "(x)" : "(x, y)");
    boolean asWindow = windowed && function.isInvertible() && !rows.isEmpty();
    String expected =
        reference.evaluate(
            asWindow
                ? "(select v from (select id, "
                    + call
                    + " over (order by id rows between 2 preceding and current row) as v from t)"
                    + " order by id desc limit 1)"
                : "(select " + call + " from (select x, y from t order by id))");
    String actual;
    try {
      AggregateFunction.Accumulator accumulator = function.newAccumulator();
      for (int i = 0; i < rows.size(); i++) {
        if (asWindow && i >= 3) {
          accumulator.inverse(context, copies(rows.get(i - 3), argumentCount));
        }
        accumulator.step(context, copies(rows.get(i), argumentCount));
        if (asWindow) {
          accumulator.result(context, new Value());
        }
      }
      Value result = new Value();
      accumulator.result(context, result);
      actual = Reference.describe(result);
    } catch (DatabaseException e) {
      actual = "error: " + e.getMessage();
    }
    if (!actual.equals(expected)) {
      StringBuilder text = new StringBuilder(call).append(asWindow ? " window" : "").append(" of");
      for (Value[] row : rows) {
        text.append(" [").append(Samples.describe(row)).append(']');
      }
      report(text.toString(), expected, actual);
    }
  }

  private static Value[] copies(Value[] row, int count) {
    Value[] copies = new Value[count];
    for (int i = 0; i < count; i++) {
      copies[i] = Samples.copy(row[i]);
    }
    return copies;
  }
}
