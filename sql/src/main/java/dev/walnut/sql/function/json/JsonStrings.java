// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.sql.function.ByteBuilder;
import dev.walnut.sql.value.Utf8;
import java.util.Arrays;

/** The escapes of JSON's strings: what they stand for, and writing them. */
final class JsonStrings {
  private static final String HEX = "0123456789abcdef";

  private JsonStrings() {}

  static int hexDigit(int c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  private static int hexNumber(byte[] bytes, int from, int to) {
    int number = 0;
    for (int i = from; i < to; i++) {
      number = number << 4 | Math.max(0, hexDigit(bytes[i]));
    }
    return number;
  }

  /** Whether a string element of that type may have escapes. */
  static boolean isEscaped(int type) {
    return type == Jsonb.TEXTJ || type == Jsonb.TEXT5;
  }

  /** The text that a string's payload stands for. */
  static byte[] plain(byte[] bytes, int from, int to, boolean escaped) {
    if (!escaped) {
      return Arrays.copyOfRange(bytes, from, to);
    }
    byte[] text = new byte[to - from];
    int out = 0;
    int i = from;
    while (i < to) {
      int c = bytes[i++];
      if (c != '\\' || i == to) {
        text[out++] = (byte) c;
        continue;
      }
      c = bytes[i++];
      switch (c) {
        case 'u':
          int unit = hexNumber(bytes, i, Math.min(to, i + 4));
          i = Math.min(to, i + 4);
          if ((unit & 0xfc00) == 0xd800 && i + 6 <= to && bytes[i] == '\\' && bytes[i + 1] == 'u') {
            int low = hexNumber(bytes, i + 2, i + 6);
            if ((low & 0xfc00) == 0xdc00) {
              unit = 0x10000 + ((unit & 0x3ff) << 10) + (low & 0x3ff);
              i += 6;
            }
          }
          out = Utf8.write(unit, text, out);
          break;
        case 'x':
          out = Utf8.write(hexNumber(bytes, i, Math.min(to, i + 2)), text, out);
          i = Math.min(to, i + 2);
          break;
        case 'b':
          text[out++] = '\b';
          break;
        case 'f':
          text[out++] = '\f';
          break;
        case 'n':
          text[out++] = '\n';
          break;
        case 'r':
          text[out++] = '\r';
          break;
        case 't':
          text[out++] = '\t';
          break;
        case 'v':
          text[out++] = 0x0b;
          break;
        case '0':
          text[out++] = 0;
          break;
        case '\n':
          break;
        case '\r':
          i += i < to && bytes[i] == '\n' ? 1 : 0;
          break;
        case (byte) 0xe2:
          i = Math.min(to, i + 2); // a line or paragraph separator: the line goes on
          break;
        default:
          text[out++] = (byte) c;
          break;
      }
    }
    return Arrays.copyOf(text, out);
  }

  /** Whether plain text can stand between quotes as it is. */
  static boolean needsNoEscape(byte[] text, int from, int to) {
    for (int i = from; i < to; i++) {
      int c = text[i];
      if (c >= 0 && c < ' ' || c == '"' || c == '\\') {
        return false;
      }
    }
    return true;
  }

  /** Writes plain text as a JSON string with its quotes. */
  static void quote(byte[] text, int from, int to, ByteBuilder out) {
    out.append('"');
    for (int i = from; i < to; i++) {
      character(text[i], out);
    }
    out.append('"');
  }

  private static void character(int c, ByteBuilder out) {
    if (c == '"' || c == '\\') {
      out.append('\\');
      out.append(c);
    } else if (c >= ' ' || c < 0) {
      out.append(c);
    } else {
      control(c, out);
    }
  }

  private static void control(int c, ByteBuilder out) {
    out.append('\\');
    switch (c) {
      case '\b':
        out.append('b');
        break;
      case '\f':
        out.append('f');
        break;
      case '\n':
        out.append('n');
        break;
      case '\r':
        out.append('r');
        break;
      case '\t':
        out.append('t');
        break;
      default:
        out.append("u00");
        out.append(HEX.charAt(c >> 4));
        out.append(HEX.charAt(c & 15));
        break;
    }
  }

  /** Writes the payload of a JSON5 string as a JSON string with its quotes. */
  static void standardize(byte[] bytes, int from, int to, ByteBuilder out) {
    out.append('"');
    int i = from;
    while (i < to) {
      int c = bytes[i++];
      if (c != '\\' || i == to) {
        if (c == '\\') {
          out.append(c);
        } else {
          character(c, out);
        }
        continue;
      }
      c = bytes[i++];
      switch (c) {
        case '\'':
          out.append('\'');
          break;
        case 'v':
          out.append("\\u000b");
          break;
        case '0':
          out.append("\\u0000");
          break;
        case 'x':
          out.append("\\u00");
          out.append(bytes, i, Math.min(2, to - i));
          i = Math.min(to, i + 2);
          break;
        case '\n':
          break;
        case '\r':
          i += i < to && bytes[i] == '\n' ? 1 : 0;
          break;
        case (byte) 0xe2:
          i = Math.min(to, i + 2);
          break;
        default:
          out.append('\\');
          out.append(c);
          break;
      }
    }
    out.append('"');
  }
}
