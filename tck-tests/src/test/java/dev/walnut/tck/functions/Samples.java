// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.functions;

import dev.walnut.sql.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** Values at the edges of their kinds, and random ones, for differential tests. */
final class Samples {
  static final List<Value> EDGES = edges();

  private Samples() {}

  static Value nothing() {
    return new Value();
  }

  static Value integer(long value) {
    Value v = new Value();
    v.setInteger(value);
    return v;
  }

  static Value real(double value) {
    Value v = new Value();
    v.setReal(value);
    return v;
  }

  static Value text(String text) {
    Value v = new Value();
    v.setText(text);
    return v;
  }

  static Value textBytes(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    Value v = new Value();
    v.setText(bytes, 0, bytes.length);
    return v;
  }

  static Value blob(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    Value v = new Value();
    v.setBlob(bytes, 0, bytes.length);
    return v;
  }

  static Value copy(Value value) {
    Value v = new Value();
    v.set(value);
    v.detach();
    return v;
  }

  private static List<Value> edges() {
    List<Value> all = new ArrayList<>();
    all.add(nothing());
    for (long i :
        new long[] {
          0,
          1,
          -1,
          2,
          -2,
          3,
          7,
          10,
          63,
          64,
          -64,
          65,
          100,
          127,
          255,
          1000,
          65535,
          65536,
          1114111,
          1114112,
          2147483647,
          2147483648L,
          -2147483648L,
          4294967296L,
          1L << 53,
          (1L << 53) + 1,
          -(1L << 53),
          -(1L << 53) - 1,
          999999999999999999L,
          1000000000000000000L,
          Long.MAX_VALUE,
          Long.MAX_VALUE - 1,
          Long.MIN_VALUE,
          Long.MIN_VALUE + 1,
          -9223372036854774784L
        }) {
      all.add(integer(i));
    }
    for (double d :
        new double[] {
          0.0,
          -0.0,
          1.0,
          -1.0,
          0.5,
          -0.5,
          1.5,
          2.5,
          -2.5,
          0.1,
          0.2,
          0.3,
          1 / 3.0,
          2 / 3.0,
          3.14159,
          99.995,
          1e15,
          1e16,
          1e17,
          1e18,
          123456789.125,
          1e100,
          -1e100,
          1e300,
          1e308,
          1e-5,
          0.0001,
          1e-300,
          Double.MIN_VALUE,
          Double.MIN_NORMAL,
          Double.MAX_VALUE,
          -Double.MAX_VALUE,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          0x1p63,
          -0x1p63,
          0x1p62,
          0x1.0p53,
          9007199254740993.0,
          9223372036854774784.0,
          -9223372036854774784.0,
          4503599627370497.5,
          1e21,
          1e22,
          1e23,
          0.049999,
          12.0,
          100.0,
          2453736.5,
          1e9,
          63.5,
          64.0
        }) {
      all.add(real(d));
    }
    for (String s :
        new String[] {
          "",
          " ",
          "0",
          "1",
          "-1",
          "+1",
          " 1",
          "1 ",
          " 12 ",
          "\t7\n",
          "abc",
          "ABC",
          "aBc",
          "abc ",
          "1a",
          "1e",
          "1e5",
          "1E5",
          "1e+5",
          "1e-5",
          "1e5x",
          "1.e5",
          ".5",
          "5.",
          ".",
          "-",
          "+",
          "-.5",
          "-.",
          "1.5",
          "1.5 ",
          " 1.5x",
          "0x10",
          "1_000",
          "00012",
          "-0",
          "-0.0",
          "9223372036854775807",
          "9223372036854775808",
          "-9223372036854775808",
          "-9223372036854775809",
          "9223372036854775807 ",
          "9223372036854775808x",
          "123456789012345678901234567890",
          "0.000000000000000000000000000001",
          "1e308",
          "1e309",
          "-1e400",
          "1e-400",
          "1e99999999999",
          "1e-99999999999",
          "Inf",
          "inf",
          "nan",
          "9.223372036854775807e18",
          "18446744073709551616",
          "1 2",
          "1-",
          "--1",
          "+-1",
          "1.2.3",
          "e5",
          ".e5",
          "é",
          "日本語",
          "😀",
          "a😀b",
          "Ä",
          "ä",
          "ß",
          "ÀÉ",
          "hello world",
          "Hello World",
          "%",
          "_",
          "a%b",
          "a_b",
          "*",
          "?",
          "[a-z]",
          "'",
          "it's",
          "\"",
          "\\",
          "\n",
          "abc\0def",
          "\0",
          "000",
          "1e1 ",
          "true",
          "2024-02-29",
          "12:34:56",
          "now",
          "  leading",
          "trailing  ",
          "xxabcxx",
          "\u00a01",
          "1e+",
          "1e-",
          "1.0e",
          "1\0",
          "1\0.5",
          "1.5\0",
          " 1 \0 2",
          "1e\0",
          "\\u0041\\",
          "\\0041x\\\\",
          "\0\\\\",
          "0e0",
          "1d",
          "1f"
        }) {
      all.add(text(s));
    }
    for (String hex :
        new String[] {
          "ff",
          "c3",
          "e4bda0e5",
          "80",
          "c080",
          "eda080",
          "eda0bdedb880",
          "f8888080",
          "61ff62",
          "c3a9c3",
          "fe",
          "efbfbf",
          "efbfbe",
          "f4908080",
          "f0808080",
          "6100c3",
          "bf41",
          "c1bf"
        }) {
      all.add(textBytes(hex));
    }
    for (String hex :
        new String[] {
          "", "00", "31", "3132", "ff00ff", "616263", "31002e35", "3100", "312000", "2d31", "c3a9"
        }) {
      all.add(blob(hex));
    }
    return all;
  }

  /** An edge value, or sometimes a random one. */
  static Value any(Random random) {
    switch (random.nextInt(8)) {
      case 0:
        return integer(random.nextLong() >> random.nextInt(64));
      case 1:
        return real(randomReal(random));
      case 2:
        return text(randomText(random));
      default:
        return copy(EDGES.get(random.nextInt(EDGES.size())));
    }
  }

  static double randomReal(Random random) {
    switch (random.nextInt(4)) {
      case 0:
        double d = Double.longBitsToDouble(random.nextLong());
        return Double.isNaN(d) ? 1.25 : d;
      case 1:
        return random.nextInt(1_000_000) / 1000.0;
      case 2:
        return random.nextGaussian() * Math.pow(10, random.nextInt(24) - 6);
      default:
        return Double.parseDouble(random.nextInt(100_000) + "e" + (random.nextInt(50) - 25));
    }
  }

  /** A short text from a small alphabet, so that matches happen. */
  static String randomText(Random random) {
    String alphabet = random.nextBoolean() ? "abAB%_ " : "abcAé😀*?[]^-%_0123 .x";
    int[] points = alphabet.codePoints().toArray();
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(9);
    for (int i = 0; i < length; i++) {
      text.appendCodePoint(points[random.nextInt(points.length)]);
    }
    return text.toString();
  }

  static String describe(Value... values) {
    StringBuilder all = new StringBuilder();
    for (Value value : values) {
      all.append(all.length() == 0 ? "" : ", ").append(value);
      if (value.type() >= Value.TEXT) {
        all.append(" (").append(HexFormat.of().formatHex(value.toByteArray())).append(')');
      }
    }
    return all.toString();
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
