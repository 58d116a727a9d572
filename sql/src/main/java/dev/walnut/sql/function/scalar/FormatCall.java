// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import static dev.walnut.sql.function.Arguments.lengthToZero;
import static dev.walnut.sql.function.Arguments.toText;

import dev.walnut.sql.function.ByteBuilder;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Utf8;
import dev.walnut.sql.value.Value;

/**
 * format(format, ...) and its old name printf: SQLite's dialect of C's printf.
 *
 * <p>A conversion is {@code % flags width .precision length letter}. A letter that is none ends the
 * output. Missing arguments are NULL: 0 for numbers, nothing for texts.
 */
public final class FormatCall implements ScalarFunction.Call {
  private static final Value NOTHING = new Value();
  private static final String HEX = "0123456789abcdef";
  private static final byte[] EMPTY = new byte[0];
  private static final byte[] NULL = {'N', 'U', 'L', 'L'};
  private static final byte[] NULL_IN_PARENTHESES = {'(', 'N', 'U', 'L', 'L', ')'};

  private final ByteBuilder out = new ByteBuilder(128);
  private final FormatConversion conversion = new FormatConversion();

  private byte[] format;
  private int position;
  private int end;
  private Value[] arguments;
  private int nextArgument;

  public static void register(FunctionRegistry registry) {
    registry.add(new Function("printf"));
    registry.add(new Function("format"));
  }

  private static final class Function extends ScalarFunction {
    Function(String name) {
      super(name, 0, -1, true);
    }

    @Override
    public Call newCall() {
      return new FormatCall();
    }
  }

  @Override
  public void call(FunctionContext context, Value[] given, Value result) {
    if (given.length == 0 || given[0].isNull()) {
      result.setNull();
      return;
    }
    toText(given[0]);
    format = given[0].bytes();
    position = given[0].offset();
    end = position + lengthToZero(given[0]);
    arguments = given;
    nextArgument = 1;
    out.reset(context.maxLength());
    while (position < end) {
      int from = position;
      while (position < end && format[position] != '%') {
        position++;
      }
      out.append(format, from, position - from);
      if (position == end) {
        break;
      }
      position++;
      if (position == end) {
        out.append('%'); // a single one at the end stands for itself
        break;
      }
      readFlags();
      readWidthAndPrecision();
      skipLength();
      if (position == end || !convert((char) format[position++])) {
        break;
      }
    }
    arguments = null;
    out.toText(result);
  }

  private Value argument() {
    return nextArgument < arguments.length ? arguments[nextArgument++] : NOTHING;
  }

  private void readFlags() {
    conversion.clear();
    for (; position < end; position++) {
      switch (format[position]) {
        case '-':
          conversion.leftAligned = true;
          break;
        case '+':
          conversion.plus = '+';
          break;
        case ' ':
          conversion.plus = ' ';
          break;
        case '#':
          conversion.alternate = true;
          break;
        case '!':
          conversion.exact = true;
          break;
        case '0':
          conversion.zeroPadded = true;
          break;
        case ',':
          conversion.grouped = true;
          break;
        default:
          return;
      }
    }
  }

  private void readWidthAndPrecision() {
    if (position < end && format[position] == '*') {
      int width = (int) argument().asLong();
      if (width < 0) {
        conversion.leftAligned = true;
        width = width == Integer.MIN_VALUE ? 0 : -width;
      }
      conversion.width = width;
      position++;
    } else {
      conversion.width = readNumber();
    }
    if (position < end && format[position] == '.') {
      position++;
      if (position < end && format[position] == '*') {
        int precision = (int) argument().asLong();
        conversion.precision = precision == Integer.MIN_VALUE ? -1 : Math.abs(precision);
        position++;
      } else {
        conversion.precision = readNumber();
      }
    }
  }

  private int readNumber() {
    int number = 0;
    while (position < end && format[position] >= '0' && format[position] <= '9') {
      number = number * 10 + (format[position++] - '0');
    }
    return number & 0x7fffffff;
  }

  private void skipLength() {
    if (position < end && format[position] == 'l') {
      position++;
      if (position < end && format[position] == 'l') {
        position++;
      }
    }
  }

  /** Writes one conversion; false ends the output. */
  private boolean convert(char letter) {
    switch (letter) {
      case 'd':
      case 'i':
        conversion.writeDecimal(argument().asLong(), true, false, out);
        return true;
      case 'r':
        conversion.writeDecimal(argument().asLong(), true, true, out);
        return true;
      case 'u':
        conversion.writeDecimal(argument().asLong(), false, false, out);
        return true;
      case 'x':
        conversion.writeRadix(argument().asLong(), 4, false, false, out);
        return true;
      case 'X':
        conversion.writeRadix(argument().asLong(), 4, true, true, out);
        return true;
      case 'p':
        conversion.writeRadix(argument().asLong(), 4, true, false, out);
        return true;
      case 'o':
        conversion.writeRadix(argument().asLong(), 3, false, false, out);
        return true;
      case 'f':
      case 'e':
      case 'E':
      case 'g':
      case 'G':
        conversion.writeReal(argument().asDouble(), letter, out);
        return true;
      case 's':
      case 'z':
        writeText(argument());
        return true;
      case 'j':
        writeJson(argument());
        return true;
      case 'q':
      case 'Q':
      case 'w':
        writeQuoted(argument(), letter);
        return true;
      case 'c':
        writeCharacter(argument());
        return true;
      case '%':
        pad(new byte[] {'%'}, 0, 1, 1);
        return true;
      case 'n':
        return true;
      default:
        return false;
    }
  }

  private void pad(byte[] text, int offset, int length, long columns) {
    long padding = conversion.width - columns;
    if (!conversion.leftAligned) {
      out.repeat(' ', padding);
    }
    out.append(text, offset, length);
    if (conversion.leftAligned) {
      out.repeat(' ', padding);
    }
  }

  private void writeText(Value value) {
    if (value.isNull()) {
      pad(EMPTY, 0, 0, 0);
      return;
    }
    toText(value);
    byte[] text = value.bytes();
    int offset = value.offset();
    int length = wantedLength(text, offset, lengthToZero(value));
    pad(text, offset, length, columns(text, offset, length));
  }

  /** How many bytes the precision leaves of a text. */
  private int wantedLength(byte[] text, int offset, int length) {
    if (conversion.precision < 0 || conversion.precision >= length) {
      return length;
    }
    return conversion.exact
        ? prefixOfCharacters(text, offset, length, conversion.precision)
        : conversion.precision;
  }

  private static int prefixOfCharacters(byte[] text, int offset, int length, int characters) {
    int i = offset;
    int end = offset + length;
    for (int k = 0; k < characters && i < end; k++) {
      i = Utf8.next(text, i, end);
    }
    return i - offset;
  }

  /** What a text takes of the width: its bytes, or its characters with '!'. */
  private long columns(byte[] text, int offset, int length) {
    return conversion.exact ? characters(text, offset, length) : length;
  }

  private static int characters(byte[] text, int offset, int length) {
    int count = 0;
    for (int i = offset; i < offset + length; i++) {
      if ((text[i] & 0xc0) != 0x80) {
        count++;
      }
    }
    return count;
  }

  /** Puts a backslash before quotes and backslashes and writes controls as JSON does. */
  private void writeJson(Value value) {
    if (value.isNull()) {
      pad(EMPTY, 0, 0, 0);
      return;
    }
    toText(value);
    byte[] text = value.bytes();
    int offset = value.offset();
    int length = wantedLength(text, offset, lengthToZero(value));
    ByteBuilder escaped = new ByteBuilder(length + 16);
    escaped.reset(out.remaining());
    for (int i = offset; i < offset + length; i++) {
      byte c = text[i];
      if (c == '"' || c == '\\') {
        escaped.append('\\');
        escaped.append(c);
      } else if (c >= 0 && c < ' ') {
        int letter = "\b\t\n\f\r".indexOf(c);
        if (letter >= 0) {
          escaped.append('\\');
          escaped.append("btnfr".charAt(letter));
        } else {
          escaped.append("\\u00");
          escaped.append('0' + (c >> 4));
          escaped.append(HEX.charAt(c & 15));
        }
      } else {
        escaped.append(c);
      }
    }
    pad(escaped.bytes(), 0, escaped.length(), columns(escaped.bytes(), 0, escaped.length()));
  }

  private void writeQuoted(Value value, char letter) {
    byte[] text;
    int offset = 0;
    int length;
    if (value.isNull()) {
      text = letter == 'Q' ? NULL : NULL_IN_PARENTHESES;
      length = wantedLength(text, 0, text.length);
      pad(text, 0, length, length);
      return;
    }
    toText(value);
    text = value.bytes();
    offset = value.offset();
    length = wantedLength(text, offset, lengthToZero(value));
    byte quote = (byte) (letter == 'w' ? '"' : '\'');
    boolean escapes =
        conversion.alternate
            && (letter == 'q' || (letter == 'Q' && hasControls(text, offset, length)));
    ByteBuilder quoted = new ByteBuilder(length + 16);
    quoted.reset(out.remaining());
    if (letter == 'Q') {
      if (escapes) {
        quoted.append("unistr(");
      }
      quoted.append('\'');
    }
    for (int i = offset; i < offset + length; i++) {
      byte c = text[i];
      if (escapes && c >= 0 && c < ' ') {
        quoted.append("\\u00");
        quoted.append('0' + (c >> 4));
        quoted.append(HEX.charAt(c & 15));
        continue;
      }
      quoted.append(c);
      if (c == quote || (escapes && c == '\\')) {
        quoted.append(c);
      }
    }
    if (letter == 'Q') {
      quoted.append('\'');
      if (escapes) {
        quoted.append(')');
      }
    }
    pad(quoted.bytes(), 0, quoted.length(), columns(quoted.bytes(), 0, quoted.length()));
  }

  private static boolean hasControls(byte[] text, int offset, int length) {
    for (int i = offset; i < offset + length; i++) {
      if (text[i] >= 0 && text[i] < ' ') {
        return true;
      }
    }
    return false;
  }

  /** The first character, as often as the precision says; a zero byte for no character. */
  private void writeCharacter(Value value) {
    byte[] text = {0};
    int offset = 0;
    int length = 1;
    if (!value.isNull()) {
      toText(value);
      if (value.length() > 0) {
        text = value.bytes();
        offset = value.offset();
        length = Utf8.next(text, offset, offset + value.length()) - offset;
      }
    }
    int copies = Math.max(1, conversion.precision) - 1;
    conversion.width -= copies;
    if (copies > 0 && conversion.width > 1 && !conversion.leftAligned) {
      out.repeat(' ', conversion.width - 1);
      conversion.width = 0;
    }
    if (length == 1) {
      out.repeat(text[offset], copies);
    } else {
      for (int i = 0; i < copies; i++) {
        out.append(text, offset, length);
      }
    }
    pad(text, offset, length, characters(text, offset, length));
  }
}
