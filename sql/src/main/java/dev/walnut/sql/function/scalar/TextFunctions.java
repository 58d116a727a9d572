// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import static dev.walnut.sql.function.Arguments.checkedLength;
import static dev.walnut.sql.function.Arguments.lengthToZero;
import static dev.walnut.sql.function.Arguments.toBytes;
import static dev.walnut.sql.function.Arguments.toText;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Utf8;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * Functions that measure, cut and join text: length, octet_length, substr, instr, lower, upper,
 * trim, replace, char, unicode, concat.
 *
 * <p>Parts of an argument are returned as ranges of its bytes, without copying.
 */
public final class TextFunctions {
  private enum Kind {
    LENGTH("length", 1, 1),
    OCTET_LENGTH("octet_length", 1, 1),
    SUBSTR("substr", 2, 3),
    SUBSTRING("substring", 2, 3),
    INSTR("instr", 2, 2),
    LOWER("lower", 1, 1),
    UPPER("upper", 1, 1),
    LTRIM("ltrim", 1, 2),
    RTRIM("rtrim", 1, 2),
    TRIM("trim", 1, 2),
    REPLACE("replace", 3, 3),
    CHAR("char", 0, -1),
    UNICODE("unicode", 1, 1),
    CONCAT("concat", 1, -1),
    CONCAT_WS("concat_ws", 2, -1);

    final String functionName;
    final int minimum;
    final int maximum;

    Kind(String functionName, int minimum, int maximum) {
      this.functionName = functionName;
      this.minimum = minimum;
      this.maximum = maximum;
    }
  }

  private static final byte[] EMPTY = new byte[0];
  private static final byte[] SPACE = {' '};

  private TextFunctions() {}

  public static void register(FunctionRegistry registry) {
    for (Kind kind : Kind.values()) {
      registry.add(new Function(kind));
    }
  }

  /** One of these functions; being stateless, it serves as its own call. */
  private static final class Function extends ScalarFunction implements ScalarFunction.Call {
    private final Kind kind;

    Function(Kind kind) {
      super(kind.functionName, kind.minimum, kind.maximum, true);
      this.kind = kind;
    }

    @Override
    public boolean takesBlob(int argumentIndex) {
      switch (kind) {
        case LENGTH:
        case OCTET_LENGTH:
        case INSTR:
        case CONCAT:
        case CONCAT_WS:
          return true;
        case SUBSTR:
        case SUBSTRING:
          return argumentIndex == 0;
        default:
          return false;
      }
    }

    @Override
    public Call newCall() {
      return this;
    }

    @Override
    public void call(FunctionContext context, Value[] arguments, Value result) {
      switch (kind) {
        case LENGTH:
          length(arguments, result);
          break;
        case OCTET_LENGTH:
          octetLength(context, arguments, result);
          break;
        case SUBSTR:
          substring(arguments, result);
          break;
        case SUBSTRING:
          substring(arguments, result);
          break;
        case INSTR:
          instr(context, arguments, result);
          break;
        case LOWER:
          changeCase(arguments[0], result, 'A', 'Z');
          break;
        case UPPER:
          changeCase(arguments[0], result, 'a', 'z');
          break;
        case LTRIM:
          trim(arguments, result, true, false);
          break;
        case RTRIM:
          trim(arguments, result, false, true);
          break;
        case TRIM:
          trim(arguments, result, true, true);
          break;
        case REPLACE:
          replace(context, arguments, result);
          break;
        case CHAR:
          fromCodePoints(arguments, result);
          break;
        case UNICODE:
          unicode(arguments, result);
          break;
        case CONCAT:
          join(context, arguments, 0, EMPTY, 0, 0, result);
          break;
        case CONCAT_WS:
          concatWithSeparator(context, arguments, result);
          break;
      }
    }
  }

  private static void length(Value[] arguments, Value result) {
    Value x = arguments[0];
    switch (x.type()) {
      case Value.NULL:
        result.setNull();
        break;
      case Value.TEXT:
        result.setInteger(Utf8.length(x.bytes(), x.offset(), lengthToZero(x)));
        break;
      case Value.BLOB:
        result.setInteger(x.length());
        break;
      default:
        x.castToText();
        result.setInteger(x.length());
        break;
    }
  }

  private static void octetLength(FunctionContext context, Value[] arguments, Value result) {
    Value x = arguments[0];
    if (x.isNull()) {
      result.setNull();
    } else {
      toBytes(x);
      result.setInteger(
          x.type() == Value.BLOB || context.encoding() == TextEncoding.UTF8
              ? x.length()
              : Utf16.storedBytes(x, context.encoding()).length);
    }
  }

  /**
   * Counts from 1, from the end if negative; position 0 stands before the first one; a negative
   * length takes what comes before the position.
   */
  private static void substring(Value[] arguments, Value result) {
    Value x = arguments[0];
    if (x.isNull() || arguments[1].isNull() || (arguments.length == 3 && arguments[2].isNull())) {
      result.setNull();
      return;
    }
    boolean isBlob = x.type() == Value.BLOB;
    if (isBlob && x.length() == 0) {
      result.setNull(); // SQLite has no address to give for an empty BLOB
      return;
    }
    toBytes(x);
    byte[] bytes = x.bytes();
    int offset = x.offset();
    int byteLength = isBlob ? x.length() : lengthToZero(x);
    long start = arguments[1].asLong();
    long count = arguments.length == 3 ? arguments[2].asLong() : Long.MAX_VALUE;
    if (count == Long.MIN_VALUE) {
      count++;
    }
    if (start < 0) {
      int characters = isBlob ? byteLength : Utf8.length(bytes, offset, byteLength);
      start += characters;
      if (start < 0) {
        // Positions before the first count too: they use up a positive length.
        if (count >= 0) {
          count = Math.max(0, count + start);
        }
        start = 0;
      }
    } else if (start > 0) {
      start--;
    } else if (count > 0 && arguments.length == 3) {
      count--;
    }
    if (count < 0) {
      long wanted = -count;
      count = Math.min(wanted, start);
      start -= count;
    }
    int end = offset + byteLength;
    int from;
    int to;
    if (isBlob) {
      from = start > byteLength ? end : offset + (int) start;
      to = count > end - from ? end : from + (int) count;
      result.setBlob(bytes, from, to - from);
    } else {
      from = Utf8.advance(bytes, offset, end, start);
      to = count == Long.MAX_VALUE ? end : Utf8.advance(bytes, from, end, count);
      result.setText(bytes, from, to - from);
    }
  }

  private static void instr(FunctionContext context, Value[] arguments, Value result) {
    Value haystack = arguments[0];
    Value needle = arguments[1];
    if (haystack.isNull() || needle.isNull()) {
      result.setNull();
      return;
    }
    boolean asBytes = haystack.type() == Value.BLOB && needle.type() == Value.BLOB;
    toBytes(haystack);
    toBytes(needle);
    if (!asBytes) {
      Utf16.blobToText(haystack, context.encoding());
      Utf16.blobToText(needle, context.encoding());
    }
    byte[] text = haystack.bytes();
    int offset = haystack.offset();
    int end = offset + haystack.length();
    int at =
        ByteSearch.indexOf(
            text, offset, end, needle.bytes(), needle.offset(), needle.length(), !asBytes);
    if (at < 0) {
      result.setInteger(0);
    } else if (asBytes) {
      result.setInteger(at - offset + 1);
    } else {
      // Characters here are counted by their continuation bytes alone.
      int position = 1;
      for (int i = offset + 1; i <= at; i++) {
        if (i == end || (text[i] & 0xc0) != 0x80) {
          position++;
        }
      }
      result.setInteger(position);
    }
  }

  /** Moves ASCII letters between {@code from} and {@code to} to the other case. */
  private static void changeCase(Value x, Value result, char from, char to) {
    if (x.isNull()) {
      result.setNull();
      return;
    }
    toText(x);
    byte[] bytes = x.bytes();
    int offset = x.offset();
    int length = x.length();
    for (int i = 0; i < length; i++) {
      byte c = bytes[offset + i];
      if (c >= from && c <= to) {
        byte[] changed = Arrays.copyOfRange(bytes, offset, offset + length);
        for (; i < length; i++) {
          c = changed[i];
          if (c >= from && c <= to) {
            changed[i] = (byte) (c ^ 0x20);
          }
        }
        result.setText(changed, 0, length);
        return;
      }
    }
    result.setText(bytes, offset, length);
  }

  private static void trim(Value[] arguments, Value result, boolean left, boolean right) {
    Value x = arguments[0];
    if (x.isNull() || (arguments.length == 2 && arguments[1].isNull())) {
      result.setNull();
      return;
    }
    toText(x);
    byte[] bytes = x.bytes();
    int from = x.offset();
    int to = from + x.length();
    byte[] set = SPACE;
    int setFrom = 0;
    int setTo = 1;
    if (arguments.length == 2) {
      toText(arguments[1]);
      set = arguments[1].bytes();
      setFrom = arguments[1].offset();
      setTo = setFrom + lengthToZero(arguments[1]);
    }
    if (left) {
      int step;
      while ((step = prefixInSet(bytes, from, to, set, setFrom, setTo)) > 0) {
        from += step;
      }
    }
    if (right) {
      int step;
      while ((step = suffixInSet(bytes, from, to, set, setFrom, setTo)) > 0) {
        to -= step;
      }
    }
    result.setText(bytes, from, to - from);
  }

  /** Byte length of the first character of the set that a range begins with, or 0. */
  private static int prefixInSet(
      byte[] bytes, int from, int to, byte[] set, int setFrom, int setTo) {
    for (int i = setFrom; i < setTo; ) {
      int next = Utf8.next(set, i, setTo);
      int length = next - i;
      if (length <= to - from && Arrays.equals(bytes, from, from + length, set, i, next)) {
        return length;
      }
      i = next;
    }
    return 0;
  }

  private static int suffixInSet(
      byte[] bytes, int from, int to, byte[] set, int setFrom, int setTo) {
    for (int i = setFrom; i < setTo; ) {
      int next = Utf8.next(set, i, setTo);
      int length = next - i;
      if (length <= to - from && Arrays.equals(bytes, to - length, to, set, i, next)) {
        return length;
      }
      i = next;
    }
    return 0;
  }

  private static void replace(FunctionContext context, Value[] arguments, Value result) {
    if (arguments[0].isNull() || arguments[1].isNull()) {
      result.setNull();
      return;
    }
    for (Value argument : arguments) {
      toText(argument);
    }
    Value x = arguments[0];
    Value pattern = arguments[1];
    Value replacement = arguments[2];
    byte[] text = x.bytes();
    int offset = x.offset();
    int end = offset + x.length();
    int patternLength = pattern.length();
    if (lengthToZero(pattern) == 0) {
      result.setText(text, offset, x.length());
      return;
    }
    if (replacement.isNull()) {
      result.setNull();
      return;
    }
    int matches = 0;
    int at = offset;
    while ((at = find(text, at, end, pattern)) >= 0) {
      matches++;
      at += patternLength;
    }
    if (matches == 0) {
      result.setText(text, offset, x.length());
      return;
    }
    long length = x.length() + (long) matches * (replacement.length() - patternLength);
    byte[] changed = new byte[checkedLength(length, context)];
    int out = 0;
    int from = offset;
    while ((at = find(text, from, end, pattern)) >= 0) {
      System.arraycopy(text, from, changed, out, at - from);
      out += at - from;
      System.arraycopy(
          replacement.bytes(), replacement.offset(), changed, out, replacement.length());
      out += replacement.length();
      from = at + patternLength;
    }
    System.arraycopy(text, from, changed, out, end - from);
    result.setText(changed, 0, changed.length);
  }

  private static int find(byte[] text, int from, int end, Value pattern) {
    return ByteSearch.indexOf(
        text, from, end, pattern.bytes(), pattern.offset(), pattern.length(), false);
  }

  private static void fromCodePoints(Value[] arguments, Value result) {
    byte[] bytes = new byte[arguments.length * 4];
    int length = 0;
    for (Value argument : arguments) {
      long codePoint = argument.asLong();
      length =
          Utf8.write(
              codePoint < 0 || codePoint > 0x10ffff ? 0xfffd : (int) codePoint, bytes, length);
    }
    result.setText(bytes, 0, length);
  }

  private static void unicode(Value[] arguments, Value result) {
    Value x = arguments[0];
    toText(x);
    if (x.isNull() || lengthToZero(x) == 0) {
      result.setNull();
    } else {
      result.setInteger(
          Utf8.codePointAt(x.bytes(), x.offset(), x.offset() + x.length()) & 0xffffffffL);
    }
  }

  /**
   * A BLOB of a UTF-16 database as SQLite's concat() takes it: as many bytes of its UTF-8 text as
   * the BLOB has, zeroes where there are fewer. That may end within a character, whose bytes are
   * then read for what they are.
   */
  private static void blobToConcat(FunctionContext context, Value x) {
    TextEncoding encoding = context.encoding();
    if (x.type() == Value.BLOB && encoding != TextEncoding.UTF8) {
      int length = x.length();
      byte[] text = Utf16.toUtf8(x.bytes(), x.offset(), length, encoding);
      byte[] read = Utf16.fromUtf8(Arrays.copyOf(text, length), 0, length, encoding);
      byte[] readable = Utf16.toUtf8(read, 0, read.length, encoding);
      x.setText(readable, 0, readable.length);
    }
  }

  private static void concatWithSeparator(
      FunctionContext context, Value[] arguments, Value result) {
    Value separator = arguments[0];
    if (separator.isNull()) {
      result.setNull();
      return;
    }
    toBytes(separator);
    blobToConcat(context, separator);
    join(context, arguments, 1, separator.bytes(), separator.offset(), separator.length(), result);
  }

  private static void join(
      FunctionContext context,
      Value[] arguments,
      int first,
      byte[] separator,
      int separatorOffset,
      int separatorLength,
      Value result) {
    long length = 0;
    for (int i = first; i < arguments.length; i++) {
      if (!arguments[i].isNull()) {
        toBytes(arguments[i]);
        blobToConcat(context, arguments[i]);
        length += arguments[i].length() + separatorLength;
      }
    }
    byte[] joined = new byte[checkedLength(Math.max(0, length - separatorLength), context)];
    int out = 0;
    boolean isFirst = true;
    for (int i = first; i < arguments.length; i++) {
      Value argument = arguments[i];
      if (!argument.isNull()) {
        if (!isFirst) {
          System.arraycopy(separator, separatorOffset, joined, out, separatorLength);
          out += separatorLength;
        }
        isFirst = false;
        System.arraycopy(argument.bytes(), argument.offset(), joined, out, argument.length());
        out += argument.length();
      }
    }
    result.setText(joined, 0, out);
  }
}
