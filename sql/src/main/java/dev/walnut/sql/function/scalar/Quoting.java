// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import static dev.walnut.sql.function.Arguments.checkedLength;
import static dev.walnut.sql.function.Arguments.lengthToZero;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Value;
import java.nio.charset.StandardCharsets;

/** Values as SQL literals. */
final class Quoting {
  private static final byte[] NULL = ascii("NULL");
  private static final byte[] INFINITY = ascii("9.0e+999");
  private static final byte[] MINUS_INFINITY = ascii("-9.0e+999");
  private static final byte[] HEX = ascii("0123456789abcdef");

  private Quoting() {}

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /**
   * Sets the literal of a value.
   *
   * @param escapeControls whether text with control characters becomes a call of unistr()
   */
  static void quote(FunctionContext context, Value x, Value result, boolean escapeControls) {
    switch (x.type()) {
      case Value.NULL:
        result.setText(NULL, 0, NULL.length);
        break;
      case Value.INTEGER:
        x.castToText();
        result.set(x);
        break;
      case Value.REAL:
        if (Double.isInfinite(x.real())) {
          byte[] text = x.real() > 0 ? INFINITY : MINUS_INFINITY;
          result.setText(text, 0, text.length);
        } else {
          x.castToText();
          result.set(x);
        }
        break;
      case Value.TEXT:
        int length = lengthToZero(x);
        if (escapeControls && hasControls(x.bytes(), x.offset(), length)) {
          escaped(context, x, length, result);
        } else {
          plain(context, x, length, result);
        }
        break;
      default:
        byte[] literal = new byte[checkedLength(2L * x.length() + 3, context)];
        literal[0] = 'X';
        literal[1] = '\'';
        EncodingFunctions.writeHex(x.bytes(), x.offset(), x.length(), literal, 2);
        literal[literal.length - 1] = '\'';
        result.setText(literal, 0, literal.length);
        break;
    }
  }

  private static boolean hasControls(byte[] text, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (text[i] >= 0 && text[i] < ' ') {
        return true;
      }
    }
    return false;
  }

  private static void plain(FunctionContext context, Value x, int length, Value result) {
    byte[] text = x.bytes();
    int offset = x.offset();
    long total = length + 2L;
    for (int i = offset; i < offset + length; i++) {
      if (text[i] == '\'') {
        total++;
      }
    }
    byte[] literal = new byte[checkedLength(total, context)];
    int out = 0;
    literal[out++] = '\'';
    for (int i = offset; i < offset + length; i++) {
      literal[out++] = text[i];
      if (text[i] == '\'') {
        literal[out++] = '\'';
      }
    }
    literal[out++] = '\'';
    result.setText(literal, 0, out);
  }

  private static void escaped(FunctionContext context, Value x, int length, Value result) {
    byte[] text = x.bytes();
    int offset = x.offset();
    byte[] before = ascii("unistr('");
    byte[] literal = new byte[checkedLength(6L * length + before.length + 2, context)];
    System.arraycopy(before, 0, literal, 0, before.length);
    int out = before.length;
    for (int i = offset; i < offset + length; i++) {
      byte c = text[i];
      if (c >= 0 && c < ' ') {
        literal[out++] = '\\';
        literal[out++] = 'u';
        literal[out++] = '0';
        literal[out++] = '0';
        literal[out++] = HEX[c >> 4];
        literal[out++] = HEX[c & 15];
      } else {
        literal[out++] = c;
        if (c == '\'' || c == '\\') {
          literal[out++] = c;
        }
      }
    }
    literal[out++] = '\'';
    literal[out++] = ')';
    result.setText(literal, 0, out);
  }
}
