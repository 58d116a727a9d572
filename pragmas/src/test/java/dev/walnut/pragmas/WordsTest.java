// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WordsTest {
  @ParameterizedTest
  @CsvSource({
    "77, 77",
    "-3, -3",
    "+5, 5",
    "abc, 0",
    "1.9, 1",
    "12x, 12",
    "0x10, 16",
    "0X7fffffff, 2147483647",
    "0x80000000, 0",
    "-0x10, 0",
    "2147483647, 2147483647",
    "2147483648, 0",
    "-2147483648, -2147483648",
    "99999999999, 0",
    "999999999999999999999, 0",
    "'', 0",
    "-, 0",
  })
  void integersAreReadAsSqliteReadsThem(String text, int value) {
    assertThat(Words.integer(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "1000, 1000",
    "-5, -5",
    "abc, 0",
    "'', 0",
    "99999999999999999999, 9223372036854775807",
    "-99999999999999999999, -9223372036854775808",
  })
  void longIntegersStopAtTheirBounds(String text, long value) {
    assertThat(Words.longInteger(text)).isEqualTo(value);
  }

  @ParameterizedTest
  @CsvSource({
    "on, true",
    "YES, true",
    "True, true",
    "1, true",
    "2, true",
    "1.5, true",
    "off, false",
    "no, false",
    "false, false",
    "0, false",
    "0.5, false",
    "banana, false",
    "-1, false",
    "full, false",
    "'', false",
  })
  void switches(String text, boolean on) {
    assertThat(Words.flag(text)).isEqualTo(on);
  }

  @ParameterizedTest
  @CsvSource({"off, 0", "normal, 1", "full, 2", "EXTRA, 3", "3, 3", "abc, 1", "on, 1"})
  void levels(String text, int level) {
    assertThat(Words.level(text, 1, true)).isEqualTo(level);
  }
}
