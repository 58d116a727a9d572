// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.function.FunctionContext;
import java.util.Arrays;

/**
 * Changes at a path, and merge patches. The result is written anew along the path; all else is
 * copied.
 */
final class JsonEdit {
  /** What is done at the end of a path. */
  enum Operation {
    SET,
    INSERT,
    REPLACE,
    ARRAY_INSERT,
    REMOVE;

    /** Whether a place that does not exist is made. */
    boolean creates() {
      return this == SET || this == INSERT || this == ARRAY_INSERT;
    }
  }

  private final Operation operation;
  private final JsonPath path;
  private final byte[] value;
  private final JsonBuffer out;

  private JsonEdit(Operation operation, JsonPath path, byte[] value, JsonBuffer out) {
    this.operation = operation;
    this.path = path;
    this.value = value;
    this.out = out;
  }

  /**
   * Applies one change.
   *
   * @param value the element to be put there; null for REMOVE
   * @return the changed document; null if the root was removed
   */
  static byte[] apply(
      byte[] document, Operation operation, JsonPath path, byte[] value, FunctionContext context) {
    JsonBuffer out = new JsonBuffer(document.length + 32, context);
    path.rewind();
    new JsonEdit(operation, path, value, out).element(document, 0, document.length);
    return out.length() == 0 ? null : out.toArray();
  }

  private void element(byte[] bytes, int at, int limit) {
    int end = Jsonb.end(bytes, at, limit);
    if (path.atEnd()) {
      atPlace(bytes, at, end);
      return;
    }
    int type = Jsonb.type(bytes, at);
    if (path.atLabel()) {
      path.readLabel();
      if (type == Jsonb.OBJECT) {
        requireIndexLast();
        object(bytes, at, end);
        return;
      }
    } else if (type == Jsonb.ARRAY) {
      path.readIndex();
      array(bytes, at, end);
      return;
    }
    out.append(bytes, at, end);
  }

  private void requireIndexLast() {
    if (operation == Operation.ARRAY_INSERT && path.atEnd()) {
      throw new DatabaseException(ResultCode.ERROR, "not an array element: '" + path.shown() + "'");
    }
  }

  private void atPlace(byte[] bytes, int at, int end) {
    switch (operation) {
      case SET:
      case REPLACE:
        out.append(value, 0, value.length);
        break;
      case INSERT:
      case ARRAY_INSERT:
        out.append(bytes, at, end);
        break;
      case REMOVE:
        break;
    }
  }

  private void object(byte[] bytes, int at, int end) {
    int start = out.begin(Jsonb.OBJECT);
    int i = Jsonb.payload(bytes, at);
    while (i < end) {
      int member = Jsonb.end(bytes, i, end);
      int next = Jsonb.end(bytes, member, end);
      if (path.matches(bytes, i, end)) {
        int before = out.length();
        out.append(bytes, i, member);
        int labelled = out.length();
        element(bytes, member, end);
        if (out.length() == labelled) {
          out.truncate(before);
        }
        out.append(bytes, next, end);
        out.end(start);
        return;
      }
      out.append(bytes, i, next);
      i = next;
    }
    if (operation.creates()) {
      int before = out.length();
      path.appendKey(out);
      if (!create()) {
        out.truncate(before);
      }
    }
    out.end(start);
  }

  private void array(byte[] bytes, int at, int end) {
    long wanted = path.index(Jsonb.count(bytes, at, end));
    int start = out.begin(Jsonb.ARRAY);
    int i = Jsonb.payload(bytes, at);
    for (long k = 0; i < end; k++) {
      int next = Jsonb.end(bytes, i, end);
      if (k == wanted) {
        if (operation == Operation.ARRAY_INSERT && path.atEnd()) {
          out.append(value, 0, value.length);
          out.append(bytes, i, next);
        } else {
          element(bytes, i, end);
        }
        out.append(bytes, next, end);
        out.end(start);
        return;
      }
      out.append(bytes, i, next);
      i = next;
    }
    if (operation.creates() && wanted == Jsonb.count(bytes, at, end)) {
      int before = out.length();
      if (!create()) {
        out.truncate(before);
      }
    }
    out.end(start);
  }

  /** Appends what the rest of the path asks for where nothing is; false if that cannot be made. */
  private boolean create() {
    if (path.atEnd()) {
      out.append(value, 0, value.length);
      return true;
    }
    boolean made;
    if (path.atLabel()) {
      path.readLabel();
      requireIndexLast();
      int start = out.begin(Jsonb.OBJECT);
      path.appendKey(out);
      made = create();
      out.end(start);
    } else {
      path.readIndex();
      int start = out.begin(Jsonb.ARRAY);
      made = path.index(0) == 0 && create();
      out.end(start);
    }
    return made;
  }

  // ---- merge patches

  /** Appends a target as a patch changes it (RFC 7396). */
  static void patch(
      byte[] target, int at, byte[] patch, int patchAt, int patchLimit, JsonBuffer out, int depth) {
    if (depth > Jsonb.MAX_DEPTH) {
      throw Jsonb.malformed();
    }
    int patchEnd = Jsonb.end(patch, patchAt, patchLimit);
    if (Jsonb.type(patch, patchAt) != Jsonb.OBJECT) {
      out.append(patch, patchAt, patchEnd);
      return;
    }
    int start = out.begin(Jsonb.OBJECT);
    boolean isObject = at >= 0 && Jsonb.type(target, at) == Jsonb.OBJECT;
    int from = isObject ? Jsonb.payload(target, at) : 0;
    int end = isObject ? Jsonb.end(target, at, target.length) : 0;
    for (int i = from; i < end; ) {
      int member = Jsonb.end(target, i, end);
      int next = Jsonb.end(target, member, end);
      int change = isRepeated(target, from, i) ? -1 : change(patch, patchAt, patchEnd, target, i);
      if (change < 0) {
        out.append(target, i, next);
      } else if (Jsonb.type(patch, change) != Jsonb.NULL) {
        out.append(target, i, member);
        patch(target, member, patch, change, patchEnd, out, depth + 1);
      }
      i = next;
    }
    for (int i = Jsonb.payload(patch, patchAt); i < patchEnd; ) {
      int member = Jsonb.end(patch, i, patchEnd);
      int next = Jsonb.end(patch, member, patchEnd);
      boolean isLast = change(patch, patchAt, patchEnd, patch, i) == member;
      if (isLast
          && Jsonb.type(patch, member) != Jsonb.NULL
          && find(target, from, end, patch, i) < 0) {
        out.append(patch, i, member);
        patch(target, -1, patch, member, patchEnd, out, depth + 1);
      }
      i = next;
    }
    out.end(start);
  }

  /** Whether an earlier member of the object has the same label. */
  private static boolean isRepeated(byte[] target, int from, int label) {
    return find(target, from, label, target, label) >= 0;
  }

  /** The value of the last member of a patch that has a label; -1 if none has. */
  private static int change(byte[] patch, int patchAt, int patchEnd, byte[] labels, int label) {
    int found = -1;
    int i = Jsonb.payload(patch, patchAt);
    while (i < patchEnd) {
      int member = Jsonb.end(patch, i, patchEnd);
      if (sameLabel(patch, i, member, labels, label)) {
        found = member;
      }
      i = Jsonb.end(patch, member, patchEnd);
    }
    return found;
  }

  private static int find(byte[] target, int from, int end, byte[] labels, int label) {
    int i = from;
    while (i < end) {
      int member = Jsonb.end(target, i, end);
      if (sameLabel(target, i, member, labels, label)) {
        return i;
      }
      i = Jsonb.end(target, member, end);
    }
    return -1;
  }

  private static boolean sameLabel(byte[] a, int aAt, int aEnd, byte[] b, int bAt) {
    int bEnd = Jsonb.end(b, bAt, b.length);
    return Arrays.equals(
        JsonStrings.plain(
            a, Jsonb.payload(a, aAt), aEnd, JsonStrings.isEscaped(Jsonb.type(a, aAt))),
        JsonStrings.plain(
            b, Jsonb.payload(b, bAt), bEnd, JsonStrings.isEscaped(Jsonb.type(b, bAt))));
  }
}
