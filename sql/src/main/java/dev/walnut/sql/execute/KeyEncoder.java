// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.format.Bytes;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * Writes values as bytes so that equal values, and only these, have equal bytes: 1 and 1.0 agree,
 * and under NOCASE {@code 'a'} and {@code 'A'}. Such keys serve DISTINCT, GROUP BY, IN, compounds
 * and hash joins.
 */
final class KeyEncoder {
  byte[] bytes = new byte[64];
  int length;

  void begin() {
    length = 0;
  }

  void append(Value value, Collation collation) {
    switch (value.type()) {
      case Value.INTEGER:
        appendLong((byte) 1, value.integer());
        break;
      case Value.REAL:
        double real = value.real();
        long integer = (long) real;
        if (integer == real && real < 0x1p63) {
          appendLong((byte) 1, integer);
        } else {
          appendLong((byte) 2, Double.doubleToRawLongBits(real));
        }
        break;
      case Value.TEXT:
        appendText(value.bytes(), value.offset(), value.length(), collation);
        break;
      case Value.BLOB:
        appendBytes((byte) 4, value.bytes(), value.offset(), value.length());
        break;
      default:
        require(1);
        bytes[length++] = 0;
        break;
    }
  }

  void appendLong(byte tag, long value) {
    require(9);
    int at = length;
    bytes[at] = tag;
    Bytes.putLong(bytes, at + 1, value);
    length = at + 9;
  }

  private void appendText(byte[] text, int offset, int count, Collation collation) {
    int size = count;
    if (collation == Collation.RTRIM) {
      while (size > 0 && text[offset + size - 1] == ' ') {
        size--;
      }
    }
    int start = length + 5;
    appendBytes((byte) 3, text, offset, size);
    if (collation == Collation.NOCASE) {
      for (int i = start; i < length; i++) {
        byte c = bytes[i];
        if (c >= 'A' && c <= 'Z') {
          bytes[i] = (byte) (c + 32);
        }
      }
    }
  }

  private void appendBytes(byte tag, byte[] source, int offset, int count) {
    require(count + 5);
    bytes[length++] = tag;
    bytes[length++] = (byte) (count >>> 24);
    bytes[length++] = (byte) (count >>> 16);
    bytes[length++] = (byte) (count >>> 8);
    bytes[length++] = (byte) count;
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  private void require(int more) {
    if (bytes.length - length < more) {
      bytes = Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2));
    }
  }
}
