// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;

/**
 * SQLite's binary form of JSON, read in place.
 *
 * <p>Layout. An element is a header and a payload. The first byte's low four bits are the type, its
 * high four bits the payload's size: 0 to 11 is the size itself, 12 to 15 say that it follows as a
 * big-endian number of 1, 2, 4 or 8 bytes. An array's payload is its elements one after the other,
 * an object's payload labels (elements of a text type) and values by turns. Numbers and texts are
 * kept as they are written in JSON.
 *
 * <p>An element is named by the offset of its header. Every method that follows sizes checks them
 * against a limit, for bytes may come from anywhere; what does not fit is "malformed JSON".
 */
final class Jsonb {
  static final int NULL = 0;
  static final int TRUE = 1;
  static final int FALSE = 2;

  /** An integer as JSON writes it. */
  static final int INT = 3;

  /** A hexadecimal integer. */
  static final int INT5 = 4;

  static final int FLOAT = 5;

  /** A real number without digits before or after the point. */
  static final int FLOAT5 = 6;

  /** Text that needs no escapes in JSON nor has any. */
  static final int TEXT = 7;

  /** Text with JSON's escapes. */
  static final int TEXTJ = 8;

  /** Text with JSON5's escapes, or with characters that JSON must escape. */
  static final int TEXT5 = 9;

  /** Text without escapes, some of whose characters JSON must escape. */
  static final int TEXTRAW = 10;

  static final int ARRAY = 11;
  static final int OBJECT = 12;

  /** How deep arrays and objects may nest. */
  static final int MAX_DEPTH = 1000;

  private Jsonb() {}

  static DatabaseException malformed() {
    return new DatabaseException(ResultCode.ERROR, "malformed JSON");
  }

  static int type(byte[] bytes, int at) {
    return bytes[at] & 15;
  }

  static boolean isText(int type) {
    return type >= TEXT && type <= TEXTRAW;
  }

  /** Where an element's payload begins. */
  static int payload(byte[] bytes, int at) {
    switch ((bytes[at] & 0xff) >> 4) {
      case 12:
        return at + 2;
      case 13:
        return at + 3;
      case 14:
        return at + 5;
      case 15:
        return at + 9;
      default:
        return at + 1;
    }
  }

  /** Where an element ends, which is where the next one begins; checked against {@code limit}. */
  static int end(byte[] bytes, int at, int limit) {
    if (at >= limit) {
      throw malformed();
    }
    int payload = payload(bytes, at);
    int kind = (bytes[at] & 0xff) >> 4;
    if (payload > limit) {
      throw malformed();
    }
    long size = kind;
    if (kind > 11) {
      size = 0;
      for (int i = at + 1; i < payload; i++) {
        size = size << 8 | (bytes[i] & 0xff);
      }
    }
    if (size < 0 || size > limit - payload) {
      throw malformed();
    }
    return payload + (int) size;
  }

  /** Whether a range is one element of a known type, by its header alone. */
  static boolean looksValid(byte[] bytes, int offset, int length) {
    if (length == 0 || type(bytes, offset) > OBJECT) {
      return false;
    }
    try {
      int end = end(bytes, offset, offset + length);
      return end == offset + length
          && (type(bytes, offset) > FALSE || end == payload(bytes, offset));
    } catch (DatabaseException e) {
      return false;
    }
  }

  /** How many elements an array has. */
  static int count(byte[] bytes, int at, int limit) {
    int end = end(bytes, at, limit);
    int count = 0;
    for (int i = payload(bytes, at); i < end; i = end(bytes, i, end)) {
      count++;
    }
    return count;
  }

  /** The name that json_type() gives. */
  static String typeName(int type) {
    switch (type) {
      case NULL:
        return "null";
      case TRUE:
        return "true";
      case FALSE:
        return "false";
      case INT:
      case INT5:
        return "integer";
      case FLOAT:
      case FLOAT5:
        return "real";
      case ARRAY:
        return "array";
      case OBJECT:
        return "object";
      default:
        return "text";
    }
  }
}
