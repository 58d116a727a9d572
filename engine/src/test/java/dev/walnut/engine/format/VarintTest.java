// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VarintTest {
  @ParameterizedTest
  @CsvSource({
    "0, 00",
    "127, 7f",
    "128, 8100",
    "16383, ff7f",
    "16384, 818000",
    "2097151, ffff7f",
    "268435456, 8180808000",
    "72057594037927935, ffffffffffffff7f",
    "72057594037927936, 80c080808080808000",
    "-1, ffffffffffffffffff",
    "-9223372036854775808, c08080808080808000",
  })
  void knownEncodings(long value, String hex) {
    byte[] expected = HexFormat.of().parseHex(hex);
    byte[] bytes = new byte[12];
    assertThat(Varint.put(bytes, 1, value)).isEqualTo(expected.length);
    assertThat(Arrays.copyOfRange(bytes, 1, 1 + expected.length)).isEqualTo(expected);
    assertThat(Varint.get(bytes, 1)).isEqualTo(value);
    assertThat(Varint.length(bytes, 1)).isEqualTo(expected.length);
    assertThat(Varint.length(value)).isEqualTo(expected.length);
  }

  @Test
  void randomValuesComeBack() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] bytes = new byte[9];
    for (int i = 0; i < 100_000; i++) {
      long value = random.nextLong() >>> random.nextInt(64);
      if (random.nextInt(8) == 0) {
        value = -value;
      }
      int length = Varint.put(bytes, 0, value);
      assertThat(Varint.get(bytes, 0)).as("seed " + seed).isEqualTo(value);
      assertThat(Varint.length(bytes, 0)).isEqualTo(length);
      assertThat(Varint.length(value)).isEqualTo(length);
      assertThat(Varint.fits(bytes, 0, length)).isTrue();
      assertThat(Varint.fits(bytes, 0, length - 1)).isFalse();
    }
  }

  @Test
  void longFormsOfSmallNumbersAreRead() {
    byte[] bytes = {(byte) 0x80, (byte) 0x80, 5, 0, 0, 0, 0, 0, 0};
    assertThat(Varint.get(bytes, 0)).isEqualTo(5);
    assertThat(Varint.length(bytes, 0)).isEqualTo(3);
  }
}
