// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.sql.function.ByteBuilder;

/** Writes JSONB as JSON text, in one line or indented. */
final class JsonWriter {
  private final ByteBuilder out;
  private final byte[] indent;

  /**
   * @param indent what a level is indented by; null: all in one line
   */
  JsonWriter(ByteBuilder out, byte[] indent) {
    this.out = out;
    this.indent = indent;
  }

  /** Writes the element at an offset, which must end within {@code limit}. */
  void write(byte[] bytes, int at, int limit) {
    write(bytes, at, limit, 0);
  }

  private void write(byte[] bytes, int at, int limit, int depth) {
    int end = Jsonb.end(bytes, at, limit);
    int payload = Jsonb.payload(bytes, at);
    switch (Jsonb.type(bytes, at)) {
      case Jsonb.NULL:
        out.append("null");
        break;
      case Jsonb.TRUE:
        out.append("true");
        break;
      case Jsonb.FALSE:
        out.append("false");
        break;
      case Jsonb.INT:
      case Jsonb.FLOAT:
        requireDigits(payload, end);
        out.append(bytes, payload, end - payload);
        break;
      case Jsonb.INT5:
        requireDigits(payload, end);
        JsonNumbers.writeHexadecimal(bytes, payload, end, out);
        break;
      case Jsonb.FLOAT5:
        requireDigits(payload, end);
        JsonNumbers.writeBarePoint(bytes, payload, end, out);
        break;
      case Jsonb.TEXT:
      case Jsonb.TEXTJ:
        out.append('"');
        out.append(bytes, payload, end - payload);
        out.append('"');
        break;
      case Jsonb.TEXT5:
        JsonStrings.standardize(bytes, payload, end, out);
        break;
      case Jsonb.TEXTRAW:
        JsonStrings.quote(bytes, payload, end, out);
        break;
      case Jsonb.ARRAY:
        children(bytes, payload, end, depth, false);
        break;
      case Jsonb.OBJECT:
        children(bytes, payload, end, depth, true);
        break;
      default:
        throw Jsonb.malformed();
    }
  }

  private static void requireDigits(int from, int to) {
    if (from == to) {
      throw Jsonb.malformed();
    }
  }

  private void children(byte[] bytes, int from, int end, int depth, boolean labelled) {
    if (depth >= Jsonb.MAX_DEPTH) {
      throw Jsonb.malformed();
    }
    out.append(labelled ? '{' : '[');
    int i = from;
    while (i < end) {
      if (i > from) {
        out.append(',');
      }
      newLine(depth + 1);
      if (labelled) {
        if (!Jsonb.isText(Jsonb.type(bytes, i))) {
          throw Jsonb.malformed();
        }
        write(bytes, i, end, depth + 1);
        i = Jsonb.end(bytes, i, end);
        out.append(':');
        if (indent != null) {
          out.append(' ');
        }
      }
      write(bytes, i, end, depth + 1);
      i = Jsonb.end(bytes, i, end);
    }
    if (end > from) {
      newLine(depth);
    }
    out.append(labelled ? '}' : ']');
  }

  private void newLine(int depth) {
    if (indent != null) {
      out.append('\n');
      for (int i = 0; i < depth; i++) {
        out.append(indent, 0, indent.length);
      }
    }
  }
}
