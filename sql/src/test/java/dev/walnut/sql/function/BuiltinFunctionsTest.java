// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import org.junit.jupiter.api.Test;

/** One or two cases of each function; FunctionDifferentialTest has the many. */
class BuiltinFunctionsTest {
  private boolean caseSensitiveLike;
  private Collation collation = Collation.BINARY;

  private final FunctionContext context =
      new FunctionContext() {
        @Override
        public Collation collation() {
          return collation;
        }

        @Override
        public TextEncoding encoding() {
          return TextEncoding.UTF8;
        }

        @Override
        public long currentTimeMillis() {
          return 1_709_211_845_678L; // 2024-02-29 13:04:05.678
        }

        @Override
        public long changes() {
          return 3;
        }

        @Override
        public long totalChanges() {
          return 12;
        }

        @Override
        public long lastInsertRowid() {
          return 77;
        }

        @Override
        public long random() {
          return -5;
        }

        @Override
        public int maxLength() {
          return 1000;
        }

        @Override
        public int maxLikePatternLength() {
          return 100;
        }

        @Override
        public boolean caseSensitiveLike() {
          return caseSensitiveLike;
        }

        @Override
        public void checkCancelled() {}
      };

  private static Value value(Object content) {
    Value value = new Value();
    if (content instanceof Integer || content instanceof Long) {
      value.setInteger(((Number) content).longValue());
    } else if (content instanceof Double) {
      value.setReal((Double) content);
    } else if (content instanceof String) {
      value.setText((String) content);
    } else if (content instanceof byte[]) {
      value.setBlob((byte[]) content, 0, ((byte[]) content).length);
    }
    return value;
  }

  private String call(String name, Object... arguments) {
    SqlFunction function = BuiltinFunctions.registry().find(name, arguments.length);
    assertThat(function).as(name).isInstanceOf(ScalarFunction.class);
    Value[] values = new Value[arguments.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value(arguments[i]);
    }
    Value result = new Value();
    ((ScalarFunction) function).newCall().call(context, values, result);
    return result.toString();
  }

  private String aggregate(String name, Object[]... rows) {
    SqlFunction function =
        BuiltinFunctions.registry().find(name, rows.length == 0 ? 1 : rows[0].length);
    AggregateFunction.Accumulator accumulator = ((AggregateFunction) function).newAccumulator();
    for (Object[] row : rows) {
      Value[] values = new Value[row.length];
      for (int i = 0; i < row.length; i++) {
        values[i] = value(row[i]);
      }
      accumulator.step(context, values);
    }
    Value result = new Value();
    accumulator.result(context, result);
    return result.toString();
  }

  @Test
  void numericFunctions() {
    assertThat(call("abs", -5)).isEqualTo("5");
    assertThat(call("abs", "x")).isEqualTo("0.0");
    assertThatThrownBy(() -> call("abs", Long.MIN_VALUE)).hasMessage("integer overflow");
    assertThat(call("round", 2.5)).isEqualTo("3.0");
    assertThat(call("round", 1.005, 2)).isEqualTo("1.0");
    assertThat(call("sign", "-3")).isEqualTo("-1");
    assertThat(call("max", 1, "a", 2.5)).isEqualTo("'a'");
    assertThat(call("min", 1, null)).isEqualTo("NULL");
    assertThat(call("ceil", 1.2)).isEqualTo("2.0");
    assertThat(call("log", 2, 8)).isEqualTo("3.0");
    assertThat(call("mod", 5, 0)).isEqualTo("NULL");
    assertThat(call("zeroblob", 2)).isEqualTo("x'0000'");
    assertThat(call("random")).isEqualTo("-5");
    assertThatThrownBy(() -> call("zeroblob", 2000)).hasMessage("string or blob too big");
  }

  @Test
  void textFunctions() {
    assertThat(call("length", "é😀")).isEqualTo("2");
    assertThat(call("octet_length", "é")).isEqualTo("2");
    assertThat(call("substr", "hello", -3, 2)).isEqualTo("'ll'");
    assertThat(call("substr", "hello", 0, 2)).isEqualTo("'h'");
    assertThat(call("instr", "a😀b", "b")).isEqualTo("3");
    assertThat(call("upper", "aé")).isEqualTo("'Aé'");
    assertThat(call("trim", "xxaxx", "x")).isEqualTo("'a'");
    assertThat(call("replace", "aba", "a", "xy")).isEqualTo("'xybxy'");
    assertThat(call("char", 65, 0x1f600)).isEqualTo("'A😀'");
    assertThat(call("unicode", "é")).isEqualTo("233");
    assertThat(call("concat", 1, null, "a")).isEqualTo("'1a'");
    assertThat(call("concat_ws", ",", 1, null, 2)).isEqualTo("'1,2'");
    assertThat(call("hex", "é")).isEqualTo("'C3A9'");
    assertThat(call("unhex", "41-42", "-")).isEqualTo("x'4142'");
    assertThat(call("quote", "it's")).isEqualTo("''it''s''");
    assertThat(call("quote", Double.POSITIVE_INFINITY)).isEqualTo("'9.0e+999'");
    assertThat(call("unistr", "\\0041\\u0042")).isEqualTo("'AB'");
    assertThatThrownBy(() -> call("unistr", "\\q")).hasMessage("invalid Unicode escape");
  }

  @Test
  void patterns() {
    assertThat(call("like", "A%", "abc")).isEqualTo("1");
    assertThat(call("like", "%B%", "abc")).isEqualTo("1");
    assertThat(call("like", "%c", "abC")).isEqualTo("1");
    assertThat(call("like", "a_c", "aéc")).isEqualTo("1");
    assertThat(call("like", "ä", "Ä")).isEqualTo("0");
    assertThat(call("like", "a\\%", "a%", "\\")).isEqualTo("1");
    assertThat(call("glob", "*[a-c]?", "xbz")).isEqualTo("1");
    assertThat(call("glob", "[^a]*", "abc")).isEqualTo("0");
    caseSensitiveLike = true;
    assertThat(call("like", "A%", "abc")).isEqualTo("0");
    assertThatThrownBy(() -> call("like", "a", "a", "xx"))
        .hasMessage("ESCAPE expression must be a single character");
    assertThatThrownBy(() -> call("like", "a".repeat(101), "a"))
        .isInstanceOf(DatabaseException.class)
        .hasMessage("LIKE or GLOB pattern too complex");
  }

  @Test
  void manyRunsInAPatternStayPolynomial() {
    String text = "a".repeat(900);
    assertThat(call("like", "%a".repeat(40) + "%b", text)).isEqualTo("0");
  }

  @Test
  void conditionals() {
    assertThat(call("coalesce", null, null, 3)).isEqualTo("3");
    assertThat(call("iif", 0, 1)).isEqualTo("NULL");
    assertThat(call("iif", 0, 1, 1, 2, 3)).isEqualTo("2");
    assertThat(call("nullif", 1, 1.0)).isEqualTo("NULL");
    collation = Collation.NOCASE;
    assertThat(call("nullif", "a", "A")).isEqualTo("NULL");
    assertThat(call("typeof", 1.0)).isEqualTo("'real'");
  }

  @Test
  void formats() {
    assertThat(call("printf", "%5.2f|%-4d|%04d|%+d", 3.14159, 7, 7, 7))
        .isEqualTo("' 3.14|7   |0007|+7'");
    assertThat(call("printf", "%,d %x %o %c", 1234567, 255, 8, "xyz"))
        .isEqualTo("'1,234,567 ff 10 x'");
    assertThat(call("printf", "%q %Q %w", "a'b", null, "a\"b")).isEqualTo("'a''b NULL a\"\"b'");
    assertThat(call("printf", "%!.17g %g %e", 0.1, 1e-5, 12345.678))
        .isEqualTo("'0.1 1e-05 1.234568e+04'");
    assertThat(call("printf", "%.3e", 5.9055e17)).isEqualTo("'5.905e+17'");
    assertThat(call("printf", "%*d|%-*d|", 4, 1, 4, 2)).isEqualTo("'   1|2   |'");
    assertThatThrownBy(() -> call("printf", "%2000d", 1)).hasMessage("string or blob too big");
    assertThatThrownBy(() -> call("printf", "%02147483647d", 1))
        .hasMessage("string or blob too big");
  }

  @Test
  void datesAndTimes() {
    assertThat(call("datetime", "now")).isEqualTo("'2024-02-29 13:04:05'");
    assertThat(call("current_timestamp")).isEqualTo("'2024-02-29 13:04:05'");
    assertThat(call("date", "2024-01-31", "+1 month")).isEqualTo("'2024-03-02'");
    assertThat(call("date", "2024-01-31", "+1 month", "floor")).isEqualTo("'2024-02-29'");
    assertThat(call("date", "2024-02-30")).isEqualTo("'2024-03-01'");
    assertThat(call("datetime", 1700000000, "unixepoch")).isEqualTo("'2023-11-14 22:13:20'");
    assertThat(call("julianday", "2024-01-01")).isEqualTo("2460310.5");
    assertThat(call("unixepoch", "2024-01-01 00:00:00.5", "subsec")).isEqualTo("1704067200.5");
    assertThat(call("strftime", "%F %j %W %G-%V %p", "2024-12-30 01:00"))
        .isEqualTo("'2024-12-30 365 53 2025-01 AM'");
    assertThat(call("timediff", "2024-03-01", "2023-02-28 12:00"))
        .isEqualTo("'+0001-00-01 12:00:00.000'");
    assertThat(call("date", "2024-13-01")).isEqualTo("NULL");
    assertThat(call("strftime", "%x", "now")).isEqualTo("NULL");
    assertThat(call("strftime")).isEqualTo("NULL");
  }

  @Test
  void sessionFunctions() {
    assertThat(call("changes")).isEqualTo("3");
    assertThat(call("total_changes")).isEqualTo("12");
    assertThat(call("last_insert_rowid")).isEqualTo("77");
    assertThat(call("sqlite_version")).isEqualTo("'3.54.1'");
    assertThat(call("sqlite_compileoption_used", "SQLITE_THREADSAFE")).isEqualTo("1");
    assertThatThrownBy(() -> call("load_extension", "x")).hasMessage("not authorized");
  }

  @Test
  void aggregates() {
    Object[][] rows = {{1}, {2}, {null}, {4.5}};
    assertThat(aggregate("count", rows)).isEqualTo("3");
    assertThat(aggregate("sum", rows)).isEqualTo("7.5");
    assertThat(aggregate("avg", rows)).isEqualTo("2.5");
    assertThat(aggregate("min", rows)).isEqualTo("1");
    assertThat(aggregate("max", rows)).isEqualTo("4.5");
    assertThat(aggregate("median", rows)).isEqualTo("2.0");
    assertThat(aggregate("group_concat", rows)).isEqualTo("'1,2,4.5'");
    assertThat(aggregate("sum")).isEqualTo("NULL");
    assertThat(aggregate("total")).isEqualTo("0.0");
    assertThat(aggregate("sum", new Object[] {1e100}, new Object[] {1.0}, new Object[] {-1e100}))
        .isEqualTo("1.0");
    assertThatThrownBy(() -> aggregate("sum", new Object[] {Long.MAX_VALUE}, new Object[] {1}))
        .hasMessage("integer overflow");
    assertThatThrownBy(() -> aggregate("percentile", new Object[] {1, 101}))
        .hasMessage("the fraction argument to percentile() is not between 0.0 and 100.0");
  }

  @Test
  void theSharedRegistryCannotBeChanged() {
    SqlFunction function = BuiltinFunctions.registry().find("abs", 1);
    assertThatThrownBy(() -> BuiltinFunctions.registry().add(function))
        .isInstanceOf(IllegalStateException.class);
    FunctionRegistry copy = BuiltinFunctions.registry().copy();
    copy.add(function);
    assertThat(copy.find("ABS", 1)).isSameAs(function);
  }
}
