// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import dev.walnut.engine.format.TextEncoding;
import java.util.Arrays;

/**
 * Text in the encoding of a UTF-16 database, as SQLite reads and writes it where a BLOB is taken
 * for text or a text's bytes are asked for. Cells hold UTF-8 everywhere else.
 *
 * <p>Malformed input never fails. A surrogate, high or low, joins with whatever unit follows it;
 * one at the end is U+FFFD; an odd byte at the end is no text.
 */
public final class Utf16 {
  private Utf16() {}

  /** Makes a BLOB the TEXT that its bytes are in a database of that encoding; others stay. */
  public static void blobToText(Value value, TextEncoding encoding) {
    if (value.type() != Value.BLOB) {
      return;
    }
    if (encoding == TextEncoding.UTF8) {
      value.castToText();
    } else {
      byte[] text = toUtf8(value.bytes(), value.offset(), value.length(), encoding);
      value.setText(text, 0, text.length);
    }
  }

  /** UTF-8 of a range of UTF-16 bytes. */
  public static byte[] toUtf8(byte[] bytes, int offset, int length, TextEncoding encoding) {
    boolean littleEndian = encoding == TextEncoding.UTF16LE;
    int end = offset + (length & ~1);
    byte[] text = new byte[(length >> 1) * 3];
    int out = 0;
    for (int i = offset; i < end; i += 2) {
      int c = unit(bytes, i, littleEndian);
      if (c >= 0xd800 && c < 0xe000) {
        i += 2;
        c =
            i < end
                ? 0x10000 + ((c & 0x3ff) << 10) + (unit(bytes, i, littleEndian) & 0x3ff)
                : 0xfffd;
      }
      out = Utf8.write(c, text, out);
    }
    return out == text.length ? text : Arrays.copyOf(text, out);
  }

  private static int unit(byte[] bytes, int at, boolean littleEndian) {
    int first = bytes[at] & 0xff;
    int second = bytes[at + 1] & 0xff;
    return littleEndian ? second << 8 | first : first << 8 | second;
  }

  /** UTF-16 bytes of a range of UTF-8, read as {@link Utf8#codePointAt} does. */
  public static byte[] fromUtf8(byte[] text, int offset, int length, TextEncoding encoding) {
    boolean littleEndian = encoding == TextEncoding.UTF16LE;
    int end = offset + length;
    byte[] bytes = new byte[length * 2];
    int out = 0;
    for (int i = offset; i < end; i = Utf8.next(text, i, end)) {
      int c = Utf8.codePointAt(text, i, end);
      if (c >>> 16 != 0) {
        int rest = c - 0x10000;
        out = put(bytes, out, 0xd800 + ((rest >> 10) & 0x3ff), littleEndian);
        c = 0xdc00 + (rest & 0x3ff);
      }
      out = put(bytes, out, c, littleEndian);
    }
    return out == bytes.length ? bytes : Arrays.copyOf(bytes, out);
  }

  private static int put(byte[] bytes, int at, int unit, boolean littleEndian) {
    bytes[at] = (byte) (littleEndian ? unit : unit >> 8);
    bytes[at + 1] = (byte) (littleEndian ? unit >> 8 : unit);
    return at + 2;
  }

  /** The bytes of a TEXT or BLOB as a database of that encoding stores them. */
  public static byte[] storedBytes(Value value, TextEncoding encoding) {
    if (value.type() == Value.BLOB || encoding == TextEncoding.UTF8) {
      return value.toByteArray();
    }
    return fromUtf8(value.bytes(), value.offset(), value.length(), encoding);
  }

  /**
   * Concatenation of values, none of them NULL, of which one is a BLOB: the stored bytes of both,
   * one after the other, are the result's text.
   */
  public static void concatenate(Value a, Value b, Value result, TextEncoding encoding) {
    a.castNumberToText();
    b.castNumberToText();
    byte[] left = storedBytes(a, encoding);
    byte[] right = storedBytes(b, encoding);
    byte[] joined = Arrays.copyOf(left, left.length + right.length);
    System.arraycopy(right, 0, joined, left.length, right.length);
    byte[] text = toUtf8(joined, 0, joined.length, encoding);
    result.setText(text, 0, text.length);
  }
}
