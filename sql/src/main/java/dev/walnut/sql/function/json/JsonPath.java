// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A path into JSON, read step by step: {@code $}, then {@code .label}, {@code ."label"}, {@code
 * [N]}, {@code [#]} or {@code [#-N]} any number of times.
 *
 * <p>As in SQLite a step is looked at only when the walk comes to it, so what stands behind a place
 * that does not exist may be wrong.
 */
final class JsonPath {
  private final byte[] path;
  private final String shown;
  private int position;

  private byte[] key;
  private boolean keyIsEscaped;
  private long index;
  private boolean fromEnd;

  private int label;

  private JsonPath(byte[] path, String shown) {
    this.path = path;
    this.shown = shown;
    rewind();
  }

  /** A path as functions take it. */
  static JsonPath of(byte[] path) {
    JsonPath parsed = new JsonPath(path, new String(path, StandardCharsets.UTF_8));
    if (path.length == 0 || path[0] != '$') {
      throw parsed.bad();
    }
    return parsed;
  }

  /** The right operand of an arrow that is text: a path, a part of one in brackets, or a label. */
  static JsonPath ofArrow(byte[] text) {
    String shown = new String(text, StandardCharsets.UTF_8);
    if (text.length == 0 || text[0] == '$') {
      return of(text);
    }
    boolean brackets = text[0] == '[' && text[text.length - 1] == ']';
    String whole = brackets ? "$" + shown : "$.\"" + shown + "\"";
    return new JsonPath(whole.getBytes(StandardCharsets.UTF_8), shown);
  }

  /** The right operand of an arrow that is an integer: an index, from the end if negative. */
  static JsonPath ofIndex(long index) {
    String whole = index < 0 ? "$[#" + index + "]" : "$[" + index + "]";
    return new JsonPath(whole.getBytes(StandardCharsets.US_ASCII), whole);
  }

  DatabaseException bad() {
    return new DatabaseException(
        ResultCode.ERROR, "bad JSON path: '" + shown.replace("'", "''") + "'");
  }

  String shown() {
    return shown;
  }

  /** Back to the root. */
  void rewind() {
    position = 1;
  }

  boolean atEnd() {
    return position == path.length;
  }

  /** Whether the next step is a label's; any other must be an index's. */
  boolean atLabel() {
    if (path[position] == '.') {
      return true;
    }
    if (path[position] != '[') {
      throw bad();
    }
    return false;
  }

  /** Takes a step by label: {@link #key} is known then. */
  void readLabel() {
    int i = position + 1;
    if (i < path.length && path[i] == '"') {
      int from = ++i;
      keyIsEscaped = false;
      while (i < path.length && path[i] != '"') {
        if (path[i] == '\\') {
          keyIsEscaped = true;
          i++;
        }
        i++;
      }
      if (i >= path.length) {
        throw bad();
      }
      key = Arrays.copyOfRange(path, from, i);
      position = i + 1;
      return;
    }
    int from = i;
    while (i < path.length && path[i] != '.' && path[i] != '[') {
      i++;
    }
    if (i == from) {
      throw bad();
    }
    key = Arrays.copyOfRange(path, from, i);
    keyIsEscaped = false;
    position = i;
  }

  /** Takes a step by index. */
  void readIndex() {
    int i = position + 1;
    fromEnd = i < path.length && path[i] == '#';
    boolean hasNumber = true;
    if (fromEnd) {
      i++;
      hasNumber = i < path.length && path[i] == '-';
      i += hasNumber ? 1 : 0;
    }
    long number = 0;
    int digits = i;
    while (i < path.length && path[i] >= '0' && path[i] <= '9') {
      number = Math.min(Integer.MAX_VALUE, number * 10 + path[i] - '0');
      i++;
    }
    if (hasNumber == (i == digits) || i >= path.length || path[i] != ']') {
      throw bad();
    }
    index = number;
    position = i + 1;
  }

  /** The index of the step just taken in an array of that many elements; may be outside of it. */
  long index(int count) {
    return fromEnd ? count - index : index;
  }

  /** Appends the label of the step just taken to an object. */
  void appendKey(JsonBuffer out) {
    out.element(keyIsEscaped ? Jsonb.TEXT5 : Jsonb.TEXTRAW, key, 0, key.length);
  }

  /** Whether a label element is the one that the step just taken names. */
  boolean matches(byte[] bytes, int at, int limit) {
    int end = Jsonb.end(bytes, at, limit);
    int from = Jsonb.payload(bytes, at);
    int type = Jsonb.type(bytes, at);
    if (!keyIsEscaped && !JsonStrings.isEscaped(type)) {
      return Arrays.equals(bytes, from, end, key, 0, key.length);
    }
    return Arrays.equals(
        JsonStrings.plain(bytes, from, end, JsonStrings.isEscaped(type)),
        JsonStrings.plain(key, 0, key.length, keyIsEscaped));
  }

  /**
   * Follows the whole path from an element.
   *
   * @return the offset of the element found; -1 if there is none
   */
  int find(byte[] bytes, int root) {
    rewind();
    label = -1;
    int at = root;
    int limit = bytes.length;
    while (!atEnd() && at >= 0) {
      int end = Jsonb.end(bytes, at, limit);
      int type = Jsonb.type(bytes, at);
      int child = Jsonb.payload(bytes, at);
      if (atLabel()) {
        readLabel();
        at = type == Jsonb.OBJECT ? member(bytes, child, end) : -1;
      } else if (type == Jsonb.ARRAY) {
        readIndex();
        label = -1;
        at = element(bytes, at, child, end);
      } else {
        at = -1;
      }
      limit = end;
    }
    return at;
  }

  private int member(byte[] bytes, int from, int end) {
    int i = from;
    while (i < end) {
      int value = Jsonb.end(bytes, i, end);
      if (matches(bytes, i, end)) {
        label = i;
        return value;
      }
      i = Jsonb.end(bytes, value, end);
    }
    return -1;
  }

  private int element(byte[] bytes, int array, int from, int end) {
    long wanted = fromEnd ? index(Jsonb.count(bytes, array, end)) : index;
    int i = from;
    if (wanted < 0) {
      return -1;
    }
    while (i < end && wanted > 0) {
      i = Jsonb.end(bytes, i, end);
      wanted--;
    }
    return i < end ? i : -1;
  }

  /** The label of the element found last; -1 if it is no member of an object. */
  int foundLabel() {
    return label;
  }

  /** The path's bytes. */
  byte[] bytes() {
    return path;
  }
}
