// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import static dev.walnut.sql.function.Arguments.error;

import dev.walnut.sql.function.Arguments;
import dev.walnut.sql.function.ByteBuilder;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Utf8;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/** One place of call of a JSON function. */
final class JsonCall implements ScalarFunction.Call {
  private static final byte[] DEFAULT_INDENT = {' ', ' ', ' ', ' '};

  private static final int STANDARD_TEXT = 1;
  private static final int ANY_TEXT = 2;
  private static final int LIKELY_BINARY = 4;
  private static final int STRICT_BINARY = 8;

  private final JsonFunctions.Kind kind;
  private final boolean binary;
  private final String name;
  private final JsonFunctions.Documents documents = new JsonFunctions.Documents();
  private final JsonFunctions.Documents patches = new JsonFunctions.Documents();
  private JsonPath lastPath;

  JsonCall(JsonFunctions.Kind kind, boolean binary, String name) {
    this.kind = kind;
    this.binary = binary;
    this.name = name;
  }

  @Override
  public void call(FunctionContext context, Value[] arguments, Value result) {
    switch (kind) {
      case JSON:
        json(context, arguments[0], result);
        break;
      case ARRAY:
        array(context, arguments, result);
        break;
      case OBJECT:
        object(context, arguments, result);
        break;
      case EXTRACT:
        extract(context, arguments, result);
        break;
      case SET:
        change(JsonEdit.Operation.SET, context, arguments, result);
        break;
      case INSERT:
        change(JsonEdit.Operation.INSERT, context, arguments, result);
        break;
      case REPLACE:
        change(JsonEdit.Operation.REPLACE, context, arguments, result);
        break;
      case ARRAY_INSERT:
        change(JsonEdit.Operation.ARRAY_INSERT, context, arguments, result);
        break;
      case REMOVE:
        remove(context, arguments, result);
        break;
      case PATCH:
        patch(context, arguments, result);
        break;
      case ARROW:
      case DOUBLE_ARROW:
        arrow(context, arguments, result);
        break;
      case TYPE:
        type(context, arguments, result);
        break;
      case VALID:
        valid(context, arguments, result);
        break;
      case QUOTE:
        quote(context, arguments[0], result);
        break;
      case ARRAY_LENGTH:
        arrayLength(context, arguments, result);
        break;
      case PRETTY:
        pretty(context, arguments, result);
        break;
      case ERROR_POSITION:
        errorPosition(context, arguments[0], result);
        break;
    }
  }

  private void json(FunctionContext context, Value argument, Value result) {
    byte[] document = documents.get(argument, context);
    if (document == null) {
      result.setNull();
    } else {
      JsonValues.json(document, 0, binary, context, result);
    }
  }

  private void array(FunctionContext context, Value[] arguments, Value result) {
    JsonBuffer out = new JsonBuffer(64, context);
    int start = out.begin(Jsonb.ARRAY);
    for (Value argument : arguments) {
      JsonValues.append(argument, JsonValues.Style.BUILT, out, context);
    }
    out.end(start);
    JsonValues.json(out.toArray(), 0, binary, context, result);
  }

  private void object(FunctionContext context, Value[] arguments, Value result) {
    if (arguments.length % 2 != 0) {
      throw error("json_object() requires an even number of arguments");
    }
    JsonBuffer out = new JsonBuffer(64, context);
    int start = out.begin(Jsonb.OBJECT);
    for (int i = 0; i < arguments.length; i += 2) {
      if (arguments[i].type() != Value.TEXT) {
        throw error("json_object() labels must be TEXT");
      }
      JsonValues.string(arguments[i], JsonValues.Style.BUILT, out);
      JsonValues.append(arguments[i + 1], JsonValues.Style.BUILT, out, context);
    }
    out.end(start);
    JsonValues.json(out.toArray(), 0, binary, context, result);
  }

  /** The path that an argument holds; null for NULL. */
  private JsonPath path(Value argument, FunctionContext context) {
    if (argument.isNull()) {
      return null;
    }
    Utf16.blobToText(argument, context.encoding());
    argument.castToText();
    byte[] text = argument.bytes();
    int from = argument.offset();
    int to = from + Arguments.lengthToZero(argument);
    if (lastPath == null
        || !Arrays.equals(lastPath.bytes(), 0, lastPath.bytes().length, text, from, to)) {
      lastPath = JsonPath.of(Arrays.copyOfRange(text, from, to));
    }
    return lastPath;
  }

  private void extract(FunctionContext context, Value[] arguments, Value result) {
    byte[] document = arguments.length < 2 ? null : documents.get(arguments[0], context);
    if (document == null) {
      result.setNull();
      return;
    }
    if (arguments.length == 2) {
      JsonPath path = path(arguments[1], context);
      int found = path == null ? -1 : path.find(document, 0);
      if (found < 0) {
        result.setNull();
      } else {
        JsonValues.sql(document, found, binary, context, result);
      }
      return;
    }
    JsonBuffer out = new JsonBuffer(64, context);
    int start = out.begin(Jsonb.ARRAY);
    for (int i = 1; i < arguments.length; i++) {
      JsonPath path = path(arguments[i], context);
      if (path == null) {
        result.setNull();
        return;
      }
      int found = path.find(document, 0);
      if (found < 0) {
        out.append(Jsonb.NULL);
      } else {
        out.append(document, found, Jsonb.end(document, found, document.length));
      }
    }
    out.end(start);
    JsonValues.json(out.toArray(), 0, binary, context, result);
  }

  private void arrow(FunctionContext context, Value[] arguments, Value result) {
    byte[] document = documents.get(arguments[0], context);
    Value right = arguments[1];
    if (document == null || right.isNull()) {
      result.setNull();
      return;
    }
    JsonPath path;
    if (right.type() == Value.INTEGER) {
      path = JsonPath.ofIndex(right.integer());
    } else {
      Utf16.blobToText(right, context.encoding());
      right.castToText();
      path =
          JsonPath.ofArrow(
              Arrays.copyOfRange(
                  right.bytes(), right.offset(), right.offset() + Arguments.lengthToZero(right)));
    }
    int found = path.find(document, 0);
    if (found < 0) {
      result.setNull();
    } else if (kind == JsonFunctions.Kind.ARROW) {
      JsonValues.json(document, found, false, context, result);
    } else {
      JsonValues.sql(document, found, false, context, result);
      result.clearJsonMark();
    }
  }

  private void change(
      JsonEdit.Operation operation, FunctionContext context, Value[] arguments, Value result) {
    if (arguments.length == 0) {
      result.setNull();
      return;
    }
    if (arguments.length % 2 == 0) {
      throw error(name + "() needs an odd number of arguments");
    }
    byte[] document = documents.get(arguments[0], context);
    for (int i = 1; document != null && i < arguments.length; i += 2) {
      JsonPath path = path(arguments[i], context);
      if (path != null) {
        JsonBuffer value = new JsonBuffer(32, context);
        JsonValues.append(arguments[i + 1], JsonValues.Style.EDITED, value, context);
        document = JsonEdit.apply(document, operation, path, value.toArray(), context);
      }
    }
    if (document == null) {
      result.setNull();
    } else {
      JsonValues.json(document, 0, binary, context, result);
    }
  }

  private void remove(FunctionContext context, Value[] arguments, Value result) {
    byte[] document = arguments.length == 0 ? null : documents.get(arguments[0], context);
    for (int i = 1; document != null && i < arguments.length; i++) {
      JsonPath path = path(arguments[i], context);
      document =
          path == null
              ? null
              : JsonEdit.apply(document, JsonEdit.Operation.REMOVE, path, null, context);
    }
    if (document == null) {
      result.setNull();
    } else {
      JsonValues.json(document, 0, binary, context, result);
    }
  }

  private void patch(FunctionContext context, Value[] arguments, Value result) {
    byte[] target = documents.get(arguments[0], context);
    byte[] patch = target == null ? null : patches.get(arguments[1], context);
    if (patch == null) {
      result.setNull();
      return;
    }
    JsonBuffer out = new JsonBuffer(target.length + patch.length, context);
    JsonEdit.patch(target, 0, patch, 0, patch.length, out, 0);
    JsonValues.json(out.toArray(), 0, binary, context, result);
  }

  /** The element that a function with a document and perhaps a path is about; -1 for none. */
  private int find(byte[] document, Value[] arguments, FunctionContext context) {
    if (document == null || arguments.length == 1) {
      return document == null ? -1 : 0;
    }
    JsonPath path = path(arguments[1], context);
    return path == null ? -1 : path.find(document, 0);
  }

  private void type(FunctionContext context, Value[] arguments, Value result) {
    byte[] document = documents.get(arguments[0], context);
    int at = find(document, arguments, context);
    if (at < 0) {
      result.setNull();
    } else {
      result.setText(Jsonb.typeName(Jsonb.type(document, at)));
    }
  }

  private void arrayLength(FunctionContext context, Value[] arguments, Value result) {
    byte[] document = documents.get(arguments[0], context);
    int at = find(document, arguments, context);
    if (at < 0) {
      result.setNull();
    } else {
      boolean isArray = Jsonb.type(document, at) == Jsonb.ARRAY;
      result.setInteger(isArray ? Jsonb.count(document, at, document.length) : 0);
    }
  }

  private static void quote(FunctionContext context, Value argument, Value result) {
    JsonBuffer out = new JsonBuffer(32, context);
    JsonValues.append(argument, JsonValues.Style.BUILT, out, context);
    JsonValues.json(out.toArray(), 0, false, context, result);
  }

  private static void valid(FunctionContext context, Value[] arguments, Value result) {
    long flags = arguments.length == 1 ? STANDARD_TEXT : arguments[1].asLong();
    if (flags < 1 || flags > 15) {
      throw error("FLAGS parameter to json_valid() must be between 1 and 15");
    }
    Value x = arguments[0];
    if (x.isNull()) {
      result.setNull();
      return;
    }
    boolean valid = false;
    if (x.type() == Value.BLOB) {
      valid =
          (flags & LIKELY_BINARY) != 0 && Jsonb.looksValid(x.bytes(), x.offset(), x.length())
              || (flags & STRICT_BINARY) != 0 && JsonValidity.isValid(x.toByteArray(), context);
    }
    if (!valid && (flags & (STANDARD_TEXT | ANY_TEXT)) != 0) {
      JsonParser parser = JsonValues.parser(x, context);
      valid = parser.parse() != null && ((flags & ANY_TEXT) != 0 || parser.isStandard());
    }
    result.setBoolean(valid);
  }

  private void pretty(FunctionContext context, Value[] arguments, Value result) {
    byte[] document = documents.get(arguments[0], context);
    if (document == null) {
      result.setNull();
      return;
    }
    byte[] indent = DEFAULT_INDENT;
    if (arguments.length == 2 && !arguments[1].isNull()) {
      arguments[1].castToText();
      indent = arguments[1].toByteArray();
    }
    ByteBuilder out = new ByteBuilder(document.length * 2 + 16);
    out.reset(context.maxLength());
    new JsonWriter(out, indent).write(document, 0, document.length);
    out.toText(result);
  }

  /** Counted in characters from 1; 0 for JSON without an error. */
  private static void errorPosition(FunctionContext context, Value x, Value result) {
    if (x.isNull()) {
      result.setNull();
      return;
    }
    if (x.type() == Value.BLOB && Jsonb.looksValid(x.bytes(), x.offset(), x.length())) {
      result.setInteger(JsonValidity.isValid(x.toByteArray(), context) ? 0 : 1);
      return;
    }
    JsonParser parser = JsonValues.parser(x, context);
    parser.parse();
    int offset = parser.errorOffset();
    result.setInteger(offset < 0 ? 0 : 1 + Utf8.length(x.bytes(), x.offset(), offset));
  }
}
