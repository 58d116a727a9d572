// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.functions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Arithmetic;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Hashing;
import dev.walnut.sql.value.Numbers;
import dev.walnut.sql.value.Value;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Values, conversions and operators give what SQLite gives. */
class ValueDifferentialTest {
  private static final int ROUNDS = Integer.getInteger("walnut.differential.rounds", 1);

  private final long seed = Long.getLong("walnut.differential.seed", System.nanoTime());
  private final Random random = new Random(seed);
  private final List<String> differences = new ArrayList<>();
  private Reference reference;

  @BeforeEach
  void open() throws Exception {
    reference = new Reference();
  }

  @AfterEach
  void close() throws Exception {
    reference.close();
  }

  private interface Operation {
    void apply(Value[] arguments, Value result);
  }

  private void check(String expression, Operation operation, Value... arguments) throws Exception {
    String expected = reference.evaluate(expression, arguments);
    Value[] copies = new Value[arguments.length];
    for (int i = 0; i < copies.length; i++) {
      copies[i] = Samples.copy(arguments[i]);
    }
    Value result = new Value();
    String actual;
    try {
      operation.apply(copies, result);
      actual = Reference.describe(result);
    } catch (DatabaseException e) {
      actual = "error: " + e.getMessage();
    }
    if (!actual.equals(expected)) {
      differences.add(
          expression
              + " with "
              + Samples.describe(arguments)
              + "\n   SQLite "
              + expected
              + "\n   ours   "
              + actual);
    }
  }

  private void noDifferences() {
    assertThat(differences.stream().limit(30))
        .as("seed %d, %d differences", seed, differences.size())
        .isEmpty();
  }

  @Test
  void castsGiveWhatSqliteGives() throws Exception {
    List<Value> values = new ArrayList<>(Samples.EDGES);
    for (int i = 0; i < 3000 * ROUNDS; i++) {
      values.add(Samples.any(random));
    }
    for (Value value : values) {
      for (Affinity affinity : Affinity.values()) {
        if (affinity != Affinity.NONE) {
          check(
              "cast(@1 as " + affinity + ")",
              (a, r) -> {
                Affinities.cast(a[0], affinity);
                r.set(a[0]);
              },
              value);
        }
      }
    }
    noDifferences();
  }

  @Test
  void columnsStoreWhatSqliteStores() throws Exception {
    reference.execute("create table t(a)");
    for (Affinity affinity : Affinity.values()) {
      if (affinity == Affinity.NONE) {
        continue;
      }
      reference.execute("drop table t");
      reference.execute("create table t(a " + affinity + ")");
      reference.execute("insert into t values(0)");
      try (PreparedStatement update = reference.prepare("update t set a = cast(? as blob)");
          PreparedStatement plain = reference.prepare("update t set a = ?")) {
        for (Value value : Samples.EDGES) {
          plain.clearParameters();
          String text = value.type() == Value.TEXT ? value.asString() : "";
          if (value.type() == Value.TEXT
              && !java.util.Arrays.equals(
                  text.getBytes(StandardCharsets.UTF_8), value.toByteArray())) {
            continue; // cannot be bound as text
          }
          Reference.bind(plain, 1, value);
          plain.executeUpdate();
          check(
              "(select a from t)",
              (a, r) -> {
                r.set(Samples.copy(value));
                Affinities.applyForStorage(r, affinity);
              });
        }
      }
    }
    noDifferences();
  }

  @Test
  void operatorsGiveWhatSqliteGives() throws Exception {
    String[] names = {"+", "-", "*", "/", "%", "&", "|", "<<", ">>", "||"};
    Operation[] operations = {
      (a, r) -> Arithmetic.add(a[0], a[1], r),
      (a, r) -> Arithmetic.subtract(a[0], a[1], r),
      (a, r) -> Arithmetic.multiply(a[0], a[1], r),
      (a, r) -> Arithmetic.divide(a[0], a[1], r),
      (a, r) -> Arithmetic.remainder(a[0], a[1], r),
      (a, r) -> Arithmetic.bitAnd(a[0], a[1], r),
      (a, r) -> Arithmetic.bitOr(a[0], a[1], r),
      (a, r) -> Arithmetic.shiftLeft(a[0], a[1], r),
      (a, r) -> Arithmetic.shiftRight(a[0], a[1], r),
      (a, r) -> Arithmetic.concatenate(a[0], a[1], r, Integer.MAX_VALUE)
    };
    for (int i = 0; i < 20_000 * ROUNDS; i++) {
      Value a = Samples.any(random);
      Value b = Samples.any(random);
      int k = random.nextInt(names.length);
      check("@1 " + names[k] + " @2", operations[k], a, b);
    }
    for (Value value : Samples.EDGES) {
      check("-@1", (a, r) -> Arithmetic.negate(a[0], r), value);
      check("~@1", (a, r) -> Arithmetic.bitNot(a[0], r), value);
      check("@1 is true", (a, r) -> r.setBoolean(a[0].truth() == 1), value);
    }
    noDifferences();
  }

  @Test
  void comparisonsAndHashesAgreeWithSqlite() throws Exception {
    String[] names = {"BINARY", "NOCASE", "RTRIM"};
    Collation[] collations = {Collation.BINARY, Collation.NOCASE, Collation.RTRIM};
    for (int i = 0; i < 20_000 * ROUNDS; i++) {
      Value a = Samples.any(random);
      Value b = random.nextInt(20) == 0 ? Samples.copy(a) : Samples.any(random);
      if (random.nextInt(4) == 0) {
        double d = a.asDouble() + random.nextInt(3) - 1;
        b = Samples.real(d);
      }
      int k = random.nextInt(3);
      int order = Comparison.compare(a, b, collations[k]);
      assertThat(Integer.signum(Comparison.compare(b, a, collations[k])))
          .isEqualTo(-Integer.signum(order));
      if (order == 0) {
        assertThat(Hashing.hash(a, collations[k])).isEqualTo(Hashing.hash(b, collations[k]));
      }
      // + keeps affinity away; IS and the two orders together give all three outcomes
      check(
          "case when +(@1) is (+(@2)) collate "
              + names[k]
              + " then 0 when @1 is null then -1"
              + " when @2 is null then 1 else case when +(@1) < (+(@2)) collate "
              + names[k]
              + " then -1 else 1 end end",
          (x, r) -> r.setInteger(Integer.signum(order)),
          a,
          b);
    }
    noDifferences();
  }

  @Test
  void textOfRealsAndRealsOfTextAreSqlites() throws Exception {
    for (int i = 0; i < 60_000 * ROUNDS; i++) {
      Value real = Samples.real(Samples.randomReal(random));
      check("@1 || ''", (a, r) -> Arithmetic.concatenate(a[0], Samples.text(""), r, 100), real);
      StringBuilder digits = new StringBuilder(random.nextInt(5) == 0 ? "-" : "");
      int length = 1 + random.nextInt(25);
      for (int k = 0; k < length; k++) {
        digits.append((char) ('0' + random.nextInt(10)));
      }
      digits.insert(random.nextInt(digits.length() + 1), '.');
      if (random.nextBoolean()) {
        digits.append('e').append(random.nextInt(680) - 345);
      }
      check(
          "cast(@1 as real)",
          (a, r) -> r.setReal(Numbers.textToReal(a[0].bytes(), a[0].offset(), a[0].length())),
          Samples.text(digits.toString()));
    }
    noDifferences();
  }
}
