// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.scalar;

import static dev.walnut.sql.function.Arguments.checkedLength;
import static dev.walnut.sql.function.Arguments.error;
import static dev.walnut.sql.function.Arguments.toBytes;
import static dev.walnut.sql.function.Arguments.toText;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Utf8;
import dev.walnut.sql.value.Value;
import java.nio.charset.StandardCharsets;

/** hex, unhex, quote, unistr, unistr_quote: values as other text and back. */
public final class EncodingFunctions {
  private enum Kind {
    HEX("hex", 1, 1),
    UNHEX("unhex", 1, 2),
    QUOTE("quote", 1, 1),
    UNISTR_QUOTE("unistr_quote", 1, 1),
    UNISTR("unistr", 1, 1);

    final String functionName;
    final int minimum;
    final int maximum;

    Kind(String functionName, int minimum, int maximum) {
      this.functionName = functionName;
      this.minimum = minimum;
      this.maximum = maximum;
    }
  }

  private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EMPTY = new byte[0];

  private EncodingFunctions() {}

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
      return kind == Kind.HEX || kind == Kind.QUOTE || kind == Kind.UNISTR_QUOTE;
    }

    @Override
    public Call newCall() {
      return this;
    }

    @Override
    public void call(FunctionContext context, Value[] arguments, Value result) {
      switch (kind) {
        case HEX:
          hex(context, arguments, result);
          break;
        case UNHEX:
          unhex(arguments, result);
          break;
        case QUOTE:
          Quoting.quote(context, arguments[0], result, false);
          break;
        case UNISTR_QUOTE:
          Quoting.quote(context, arguments[0], result, true);
          break;
        case UNISTR:
          unistr(arguments, result);
          break;
      }
    }
  }

  private static void hex(FunctionContext context, Value[] arguments, Value result) {
    Value x = arguments[0];
    if (x.isNull()) {
      result.setText(EMPTY, 0, 0);
      return;
    }
    if (x.type() == Value.TEXT && context.encoding() != TextEncoding.UTF8) {
      byte[] stored = Utf16.storedBytes(x, context.encoding());
      x.setBlob(stored, 0, stored.length);
    }
    toBytes(x);
    byte[] digits = new byte[checkedLength(2L * x.length(), context)];
    writeHex(x.bytes(), x.offset(), x.length(), digits, 0);
    result.setText(digits, 0, digits.length);
  }

  static void writeHex(byte[] bytes, int offset, int length, byte[] target, int at) {
    for (int i = offset; i < offset + length; i++) {
      target[at++] = HEX[(bytes[i] >> 4) & 15];
      target[at++] = HEX[bytes[i] & 15];
    }
  }

  /** NULL unless the text is pairs of hex digits with characters to ignore between the pairs. */
  private static void unhex(Value[] arguments, Value result) {
    Value x = arguments[0];
    Value ignored = arguments.length == 2 ? arguments[1] : null;
    if (x.isNull() || (ignored != null && ignored.isNull())) {
      result.setNull();
      return;
    }
    toText(x);
    int ignoredLength = 0;
    if (ignored != null) {
      toText(ignored);
      ignoredLength = ignored.length();
    }
    byte[] text = x.bytes();
    int i = x.offset();
    int end = i + x.length();
    byte[] bytes = new byte[x.length() / 2 + 1];
    int count = 0;
    while (i < end && text[i] != 0) {
      int high = digit(text[i]);
      if (high >= 0) {
        int low = i + 1 < end ? digit(text[i + 1]) : -1;
        if (low < 0) {
          result.setNull();
          return;
        }
        bytes[count++] = (byte) (high << 4 | low);
        i += 2;
        continue;
      }
      if (ignoredLength == 0 || !contains(ignored, Utf8.codePointAt(text, i, end))) {
        result.setNull();
        return;
      }
      i = Utf8.next(text, i, end);
    }
    result.setBlob(bytes, 0, count);
  }

  private static boolean contains(Value set, int codePoint) {
    byte[] bytes = set.bytes();
    int end = set.offset() + set.length();
    for (int i = set.offset(); i < end; i = Utf8.next(bytes, i, end)) {
      if (Utf8.codePointAt(bytes, i, end) == codePoint) {
        return true;
      }
    }
    return false;
  }

  private static int digit(byte c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }

  /** Replaces the escapes \XXXX, \+XXXXXX, \\uXXXX, \\UXXXXXXXX and \\ by what they stand for. */
  private static void unistr(Value[] arguments, Value result) {
    Value x = arguments[0];
    if (x.isNull()) {
      result.setNull();
      return;
    }
    toText(x);
    byte[] text = x.bytes();
    int i = x.offset();
    int end = i + x.length();
    byte[] plain = new byte[end - i];
    int out = 0;
    while (i < end) {
      if (text[i] == 0) {
        System.arraycopy(text, i, plain, out, end - i); // a zero byte ends the search for escapes
        out += end - i;
        break;
      }
      if (text[i] != '\\') {
        plain[out++] = text[i++];
        continue;
      }
      if (i + 1 < end && text[i + 1] == '\\') {
        plain[out++] = '\\';
        i += 2;
        continue;
      }
      int letters = 1;
      int digits = 4;
      byte kind = i + 1 < end ? text[i + 1] : 0;
      if (kind == '+') {
        letters = 2;
        digits = 6;
      } else if (kind == 'u') {
        letters = 2;
      } else if (kind == 'U') {
        letters = 2;
        digits = 8;
      }
      i += letters;
      int codePoint = 0;
      for (int k = 0; k < digits; k++, i++) {
        int value = i < end ? digit(text[i]) : -1;
        if (value < 0) {
          throw error("invalid Unicode escape");
        }
        codePoint = codePoint << 4 | value;
      }
      out = Utf8.write(codePoint, plain, out);
    }
    result.setText(plain, 0, out);
  }
}
