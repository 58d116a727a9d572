// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.sql.function.Arguments;
import dev.walnut.sql.function.ByteBuilder;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** SQL values as JSON and back. */
final class JsonValues {
  /** The two ways in which SQLite puts values into JSON: they differ in bytes, not in meaning. */
  enum Style {
    /** By functions that build JSON: as if text were written and read again. */
    BUILT("9.0e+999"),

    /** By functions that change JSON. */
    EDITED("9e999");

    final String infinity;

    Style(String infinity) {
      this.infinity = infinity;
    }
  }

  private JsonValues() {}

  /** The document that an argument holds, text or JSONB; null for NULL. */
  static byte[] document(Value argument, FunctionContext context) {
    if (argument.isNull()) {
      return null;
    }
    if (argument.type() == Value.BLOB
        && Jsonb.looksValid(argument.bytes(), argument.offset(), argument.length())) {
      return argument.toByteArray();
    }
    byte[] parsed = parser(argument, context).parse();
    if (parsed == null) {
      throw Jsonb.malformed();
    }
    return parsed;
  }

  static JsonParser parser(Value argument, FunctionContext context) {
    Utf16.blobToText(argument, context.encoding());
    argument.castToText();
    return new JsonParser(argument.bytes(), argument.offset(), argument.length(), context);
  }

  /** Appends a value as an element: JSON as such, other text as a string. */
  static void append(Value value, Style style, JsonBuffer out, FunctionContext context) {
    switch (value.type()) {
      case Value.NULL:
        out.append(Jsonb.NULL);
        break;
      case Value.INTEGER:
        value.castToText();
        out.element(Jsonb.INT, value.bytes(), value.offset(), value.offset() + value.length());
        break;
      case Value.REAL:
        real(value, style.infinity, out);
        break;
      case Value.TEXT:
        if (value.isJson()) {
          byte[] json = document(value, context);
          out.append(json, 0, json.length);
        } else {
          string(value, style, out);
        }
        break;
      default:
        if (!Jsonb.looksValid(value.bytes(), value.offset(), value.length())) {
          throw Arguments.error("JSON cannot hold BLOB values");
        }
        out.append(value.bytes(), value.offset(), value.offset() + value.length());
        break;
    }
  }

  private static void real(Value value, String infinity, JsonBuffer out) {
    double real = value.real();
    if (Double.isInfinite(real)) {
      byte[] text = ((real < 0 ? "-" : "") + infinity).getBytes(StandardCharsets.US_ASCII);
      out.element(Jsonb.FLOAT, text, 0, text.length);
    } else {
      value.castToText();
      out.element(Jsonb.FLOAT, value.bytes(), value.offset(), value.offset() + value.length());
    }
  }

  /** Appends a text as a string; numbers count as text here. */
  static void string(Value value, Style style, JsonBuffer out) {
    value.castToText();
    byte[] text = value.bytes();
    int from = value.offset();
    int to = from + value.length();
    if (style == Style.EDITED) {
      out.element(Jsonb.TEXTRAW, text, from, to);
    } else if (JsonStrings.needsNoEscape(text, from, to)) {
      out.element(Jsonb.TEXT, text, from, to);
    } else {
      ByteBuilder quoted = new ByteBuilder(to - from + 16);
      JsonStrings.quote(text, from, to, quoted);
      out.element(Jsonb.TEXTJ, quoted.bytes(), 1, quoted.length() - 1);
    }
  }

  /** Sets a result to a whole element: JSON text, or JSONB. */
  static void json(byte[] bytes, int at, boolean binary, FunctionContext context, Value result) {
    if (binary) {
      int end = Jsonb.end(bytes, at, bytes.length);
      result.setBlob(Arrays.copyOfRange(bytes, at, end), 0, end - at);
    } else {
      ByteBuilder out = new ByteBuilder(bytes.length + bytes.length / 4 + 16);
      out.reset(context.maxLength());
      new JsonWriter(out, null).write(bytes, at, bytes.length);
      out.toText(result);
      result.markJson();
    }
  }

  /** Sets a result to an element as an SQL value; arrays and objects are JSON. */
  static void sql(byte[] bytes, int at, boolean binary, FunctionContext context, Value result) {
    int end = Jsonb.end(bytes, at, bytes.length);
    int payload = Jsonb.payload(bytes, at);
    int type = Jsonb.type(bytes, at);
    switch (type) {
      case Jsonb.NULL:
        result.setNull();
        break;
      case Jsonb.TRUE:
        result.setInteger(1);
        break;
      case Jsonb.FALSE:
        result.setInteger(0);
        break;
      case Jsonb.INT:
      case Jsonb.INT5:
      case Jsonb.FLOAT:
      case Jsonb.FLOAT5:
        JsonNumbers.toValue(type, bytes, payload, end, result);
        break;
      case Jsonb.ARRAY:
      case Jsonb.OBJECT:
        json(bytes, at, binary, context, result);
        break;
      default:
        if (!Jsonb.isText(type)) {
          throw Jsonb.malformed();
        }
        byte[] text = JsonStrings.plain(bytes, payload, end, JsonStrings.isEscaped(type));
        result.setText(text, 0, text.length);
        break;
    }
  }
}
