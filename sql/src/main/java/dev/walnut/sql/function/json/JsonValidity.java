// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.function.FunctionContext;

/** The strict check of JSONB: every element is what its type says. */
final class JsonValidity {
  private final byte[] bytes;
  private final FunctionContext context;

  private JsonValidity(byte[] bytes, FunctionContext context) {
    this.bytes = bytes;
    this.context = context;
  }

  static boolean isValid(byte[] bytes, FunctionContext context) {
    if (!Jsonb.looksValid(bytes, 0, bytes.length)) {
      return false;
    }
    try {
      return new JsonValidity(bytes, context).isValid(0, bytes.length, 0);
    } catch (DatabaseException sizesDoNotFit) {
      return false;
    }
  }

  private boolean isValid(int at, int limit, int depth) {
    int end = Jsonb.end(bytes, at, limit);
    int from = Jsonb.payload(bytes, at);
    int type = Jsonb.type(bytes, at);
    switch (type) {
      case Jsonb.NULL:
      case Jsonb.TRUE:
      case Jsonb.FALSE:
        return from == end;
      case Jsonb.INT:
      case Jsonb.INT5:
      case Jsonb.FLOAT:
      case Jsonb.FLOAT5:
        return readsAs(type, from, end, false);
      case Jsonb.TEXT:
        return JsonStrings.needsNoEscape(bytes, from, end);
      case Jsonb.TEXTJ:
      case Jsonb.TEXT5:
        return readsAs(type, from, end, true);
      case Jsonb.TEXTRAW:
        return true;
      case Jsonb.ARRAY:
      case Jsonb.OBJECT:
        return depth < Jsonb.MAX_DEPTH && haveValidChildren(type, from, end, depth);
      default:
        return false;
    }
  }

  private boolean haveValidChildren(int type, int from, int end, int depth) {
    int count = 0;
    for (int i = from; i < end; i = Jsonb.end(bytes, i, end)) {
      boolean label = type == Jsonb.OBJECT && count % 2 == 0;
      if (label && !Jsonb.isText(Jsonb.type(bytes, i)) || !isValid(i, end, depth + 1)) {
        return false;
      }
      count++;
    }
    return type == Jsonb.ARRAY || count % 2 == 0;
  }

  /** Whether the payload, in quotes if it is text, is JSON of that type or a simpler one. */
  private boolean readsAs(int type, int from, int end, boolean quoted) {
    int edge = quoted ? 1 : 0;
    byte[] text = new byte[end - from + 2 * edge];
    System.arraycopy(bytes, from, text, edge, end - from);
    if (quoted) {
      text[0] = '"';
      text[text.length - 1] = '"';
    }
    byte[] parsed = new JsonParser(text, 0, text.length, context).parse();
    if (parsed == null) {
      return false;
    }
    int read = Jsonb.type(parsed, 0);
    return quoted ? read >= Jsonb.TEXT && read <= type : read == type;
  }
}
