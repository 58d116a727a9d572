// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ValueRulesTest {
  private static Value of(Object content) {
    Value value = new Value();
    if (content instanceof Long || content instanceof Integer) {
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

  private static String stored(Object content, Affinity affinity) {
    Value value = of(content);
    Affinities.applyForStorage(value, affinity);
    return value.type() + " " + value;
  }

  @Test
  void columnsConvertWhatTheyStore() {
    assertThat(stored("1e3", Affinity.INTEGER)).isEqualTo("1 1000");
    assertThat(stored("9223372036854775808", Affinity.INTEGER))
        .isEqualTo("2 9.2233720368547758e+18");
    assertThat(stored("0x10", Affinity.NUMERIC)).isEqualTo("3 '0x10'");
    assertThat(stored(3.0, Affinity.NUMERIC)).isEqualTo("1 3");
    assertThat(stored(3, Affinity.REAL)).isEqualTo("2 3.0");
    assertThat(stored(1.5, Affinity.TEXT)).isEqualTo("3 '1.5'");
    assertThat(stored("5", Affinity.BLOB)).isEqualTo("3 '5'");
    assertThat(stored(new byte[] {'5'}, Affinity.INTEGER)).isEqualTo("4 x'35'");
    assertThat(stored(9223372036854775807.0, Affinity.INTEGER)).startsWith("2 ");
  }

  @Test
  void theAffinityOfAComparisonIsThatOfItsOperands() {
    assertThat(Affinities.ofComparison(Affinity.INTEGER, Affinity.TEXT))
        .isEqualTo(Affinity.NUMERIC);
    assertThat(Affinities.ofComparison(Affinity.TEXT, Affinity.BLOB)).isEqualTo(Affinity.BLOB);
    assertThat(Affinities.ofComparison(Affinity.TEXT, Affinity.NONE)).isEqualTo(Affinity.TEXT);
    assertThat(Affinities.ofComparison(Affinity.NONE, Affinity.REAL).isNumeric()).isTrue();
    assertThat(Affinities.ofComparison(Affinity.NONE, Affinity.NONE)).isEqualTo(Affinity.NONE);
  }

  @Test
  void valuesSortByClassThenByValue() {
    Object[] sorted = {
      null,
      Double.NEGATIVE_INFINITY,
      Long.MIN_VALUE,
      -1.5,
      -1,
      0,
      0.5,
      1L << 53,
      (1L << 53) + 1,
      (double) ((1L << 53) + 2),
      Long.MAX_VALUE,
      0x1p63,
      Double.POSITIVE_INFINITY,
      "",
      "A",
      "a",
      new byte[0],
      new byte[] {1}
    };
    for (int i = 0; i < sorted.length; i++) {
      for (int k = 0; k < sorted.length; k++) {
        int order = Comparison.compare(of(sorted[i]), of(sorted[k]), Collation.BINARY);
        assertThat(Integer.signum(order)).as("%d %d", i, k).isEqualTo(Integer.compare(i, k));
      }
    }
  }

  @Test
  void equalValuesHaveEqualHashes() {
    assertThat(Hashing.hash(of(1), Collation.BINARY))
        .isEqualTo(Hashing.hash(of(1.0), Collation.BINARY));
    assertThat(Hashing.hash(of(0.0), Collation.BINARY))
        .isEqualTo(Hashing.hash(of(-0.0), Collation.BINARY));
    assertThat(Hashing.hash(of("aB"), Collation.NOCASE))
        .isEqualTo(Hashing.hash(of("Ab"), Collation.NOCASE));
    assertThat(Hashing.hash(of("a  "), Collation.RTRIM))
        .isEqualTo(Hashing.hash(of("a"), Collation.RTRIM));
    assertThat(Hashing.hash(of("a"), Collation.BINARY))
        .isNotEqualTo(Hashing.hash(of("A"), Collation.BINARY));
  }

  @Test
  void integersOverflowToReals() {
    Value result = new Value();
    Arithmetic.add(of(Long.MAX_VALUE), of(1), result);
    assertThat(result.real()).isEqualTo(0x1p63);
    Arithmetic.multiply(of(Long.MIN_VALUE), of(-1), result);
    assertThat(result.real()).isEqualTo(0x1p63);
    Arithmetic.divide(of(Long.MIN_VALUE), of(-1), result);
    assertThat(result.real()).isEqualTo(0x1p63);
    Arithmetic.negate(of(Long.MIN_VALUE), result);
    assertThat(result.real()).isEqualTo(0x1p63);
    Arithmetic.remainder(of(Long.MIN_VALUE), of(-1), result);
    assertThat(result.integer()).isZero();
    Arithmetic.divide(of(1), of(0), result);
    assertThat(result.isNull()).isTrue();
    Arithmetic.subtract(of(Double.POSITIVE_INFINITY), of(Double.POSITIVE_INFINITY), result);
    assertThat(result.isNull()).isTrue();
  }

  @Test
  void shiftsTakeAnyCount() {
    assertThat(Arithmetic.shiftLeft(1, 63)).isEqualTo(Long.MIN_VALUE);
    assertThat(Arithmetic.shiftLeft(1, 64)).isZero();
    assertThat(Arithmetic.shiftLeft(-8, -1)).isEqualTo(-4);
    assertThat(Arithmetic.shiftRight(-1, 1000)).isEqualTo(-1);
    assertThat(Arithmetic.shiftRight(1, -3)).isEqualTo(8);
    assertThat(Arithmetic.shiftRight(-8, Long.MIN_VALUE)).isZero();
    assertThat(Arithmetic.shiftLeft(-8, Long.MIN_VALUE)).isEqualTo(-1);
  }

  @Test
  void concatenationHasALimit() {
    Value result = new Value();
    Arithmetic.concatenate(of("ab"), of(1.5), result, 5);
    assertThat(result.asString()).isEqualTo("ab1.5");
    assertThatThrownBy(() -> Arithmetic.concatenate(of("abc"), of(1.5), result, 5))
        .isInstanceOf(DatabaseException.class)
        .hasMessage("string or blob too big");
  }

  @Test
  void strictColumnsRefuseOtherTypesBySqlitesWords() {
    assertThat(StrictType.INT.accepts(of(1))).isTrue();
    assertThat(StrictType.TEXT.accepts(of(null))).isTrue();
    assertThat(StrictType.INT.accepts(of("x"))).isFalse();
    DatabaseException error = StrictType.INTEGER.mismatch(of("x"), "t", "a");
    assertThat(error).hasMessage("cannot store TEXT value in INTEGER column t.a");
    assertThat(error.resultCode()).isEqualTo(ResultCode.CONSTRAINT_DATATYPE);
    assertThat(StrictType.BLOB.mismatch(of(1), "t", "a"))
        .hasMessage("cannot store INT value in BLOB column t.a");
    assertThat(StrictType.ofDeclaredType("any")).isEqualTo(StrictType.ANY);
    assertThat(StrictType.ofDeclaredType("varchar")).isNull();
  }

  @Test
  void utf16DatabasesCompareTheBytesTheyStore() {
    String[] texts = {
      "", "a", "b", "ab", "é", "Ā", "ā", "\uffff", "😀", "😁", "a😀", "aā", "日本", "日"
    };
    for (String x : texts) {
      for (String y : texts) {
        assertThat(sign(Collation.binaryFor(2), x, y))
            .as("%s %s", x, y)
            .isEqualTo(bytes(x, y, StandardCharsets.UTF_16LE));
        assertThat(sign(Collation.binaryFor(3), x, y))
            .as("%s %s", x, y)
            .isEqualTo(bytes(x, y, StandardCharsets.UTF_16BE));
      }
    }
    assertThat(Collation.binaryFor(2).name()).isEqualTo("BINARY");
    assertThat(Collation.binaryFor(1)).isSameAs(Collation.BINARY);
  }

  private static int sign(Collation collation, String x, String y) {
    byte[] a = x.getBytes(StandardCharsets.UTF_8);
    byte[] b = y.getBytes(StandardCharsets.UTF_8);
    return Integer.signum(collation.compare(a, 0, a.length, b, 0, b.length));
  }

  private static int bytes(String x, String y, java.nio.charset.Charset charset) {
    return Integer.signum(
        java.util.Arrays.compareUnsigned(x.getBytes(charset), y.getBytes(charset)));
  }
}
