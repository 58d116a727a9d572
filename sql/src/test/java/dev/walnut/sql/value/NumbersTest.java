// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumbersTest {
  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static double real(String text) {
    return Numbers.textToReal(ascii(text), 0, text.length());
  }

  private static long integer(String text) {
    return Numbers.textToInteger(ascii(text), 0, text.length());
  }

  private static int kind(String text) {
    return Numbers.classify(ascii(text), 0, text.length());
  }

  @Test
  void realsAreWrittenWithUpTo17Digits() {
    assertThat(Numbers.realToString(0.1)).isEqualTo("0.1");
    assertThat(Numbers.realToString(0.1 + 0.2)).isEqualTo("0.30000000000000004");
    assertThat(Numbers.realToString(1 / 3.0)).isEqualTo("0.33333333333333332");
    assertThat(Numbers.realToString(100)).isEqualTo("100.0");
    assertThat(Numbers.realToString(-0.0)).isEqualTo("0.0");
    assertThat(Numbers.realToString(1e16)).isEqualTo("10000000000000000.0");
    assertThat(Numbers.realToString(1e17)).isEqualTo("1.0e+17");
    assertThat(Numbers.realToString(1e100)).isEqualTo("1.0e+100");
    assertThat(Numbers.realToString(1e-5)).isEqualTo("1.0e-05");
    assertThat(Numbers.realToString(0.0001)).isEqualTo("0.0001");
    assertThat(Numbers.realToString(Double.MIN_VALUE)).isEqualTo("4.9406564584124654e-324");
    assertThat(Numbers.realToString(Double.MAX_VALUE)).isEqualTo("1.7976931348623157e+308");
    assertThat(Numbers.realToString(Double.POSITIVE_INFINITY)).isEqualTo("Inf");
    assertThat(Numbers.realToString(Double.NEGATIVE_INFINITY)).isEqualTo("-Inf");
  }

  @Test
  void theSecondRoundingOfSqliteIsKept() {
    // 20895.4285714285724...: 18 digits end in 5, which rounds up.
    assertThat(Numbers.realToString(20895.428571428572)).isEqualTo("20895.428571428573");
  }

  @Test
  void writtenRealsReadBackTheSame() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 100_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (!Double.isNaN(value) && !Double.isInfinite(value)) {
        assertThat(real(Numbers.realToString(value))).as("seed %d", seed).isEqualTo(value);
      }
    }
  }

  @Test
  void readingRoundsCorrectly() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int i = 0; i < 100_000; i++) {
      String text =
          (random.nextLong() >>> (1 + random.nextInt(40))) + "e" + (random.nextInt(660) - 340);
      assertThat(real(text)).as("seed %d: %s", seed, text).isEqualTo(Double.parseDouble(text));
    }
  }

  @Test
  void tiesGoToEvenAlsoWhereTheyAreExact() {
    for (String text :
        new String[] {
          "9007199254740993",
          "9007199254740995",
          "9007199254740993e0",
          "4503599627370497.5",
          "90071992547409930e-1",
          "2.2250738585072011e-308",
          "2.4703282292062327e-324",
          "2.4703282292062328e-324",
          "1.7976931348623158e308",
          "1.7976931348623159e308"
        }) {
      assertThat(real(text)).as(text).isEqualTo(Double.parseDouble(text));
    }
  }

  @Test
  void digitsPastTheNineteenthOrTwentiethDoNotCount() {
    assertThat(real("44438405732804196063")).isEqualTo(44438405732804196060.0);
    assertThat(real("0.04443840573280419606327918")).isEqualTo(0.04443840573280419);
  }

  @Test
  void aPrefixIsEnoughToRead() {
    assertThat(real(" \t12.5abc")).isEqualTo(12.5);
    assertThat(real("1e")).isEqualTo(1.0);
    assertThat(real("1e+")).isEqualTo(1.0);
    assertThat(real(".5")).isEqualTo(0.5);
    assertThat(real("5.")).isEqualTo(5.0);
    assertThat(real(".")).isEqualTo(0.0);
    assertThat(real("")).isEqualTo(0.0);
    assertThat(real("1e400")).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(real("-1e-400")).isEqualTo(-0.0);
    assertThat(integer(" -12abc")).isEqualTo(-12);
    assertThat(integer("1e5")).isEqualTo(1);
    assertThat(integer("9223372036854775808")).isEqualTo(Long.MAX_VALUE);
    assertThat(integer("-9223372036854775808")).isEqualTo(Long.MIN_VALUE);
    assertThat(integer("-99999999999999999999")).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void textIsClassified() {
    assertThat(kind("12")).isEqualTo(Numbers.INTEGER);
    assertThat(kind(" +12 ")).isEqualTo(Numbers.INTEGER);
    assertThat(kind("12.")).isEqualTo(Numbers.REAL);
    assertThat(kind("1e5")).isEqualTo(Numbers.REAL);
    assertThat(kind("12x")).isEqualTo(Numbers.INTEGER_PREFIX);
    assertThat(kind("1e")).isEqualTo(Numbers.INTEGER_PREFIX);
    assertThat(kind("1.5x")).isEqualTo(Numbers.REAL_PREFIX);
    assertThat(kind("x")).isEqualTo(Numbers.NO_NUMBER);
    assertThat(kind("+")).isEqualTo(Numbers.NO_NUMBER);
    assertThat(kind("0x10")).isEqualTo(Numbers.INTEGER_PREFIX);
    assertThat(kind("1\0x")).isEqualTo(Numbers.INTEGER_THEN_ZERO);
  }

  @Test
  void integersAreWrittenAsJavaDoes() {
    for (long value :
        new long[] {0, 9, 10, 99, 100, -1, -10, 12345, Long.MAX_VALUE, Long.MIN_VALUE, -100}) {
      assertThat(new String(Numbers.integerToText(value), StandardCharsets.US_ASCII))
          .isEqualTo(Long.toString(value));
      assertThat(Numbers.integerTextLength(value)).isEqualTo(Long.toString(value).length());
    }
  }
}
