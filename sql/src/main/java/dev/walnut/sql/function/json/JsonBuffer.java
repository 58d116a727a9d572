// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.function.FunctionContext;
import java.util.Arrays;

/** JSONB being put together, with the shortest headers; see {@link Jsonb}. */
final class JsonBuffer {
  private final int limit;
  private byte[] bytes;
  private int length;

  JsonBuffer(int capacity, FunctionContext context) {
    bytes = new byte[Math.max(16, capacity)];
    limit = context.maxLength();
  }

  int length() {
    return length;
  }

  byte[] toArray() {
    return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
  }

  /** Forgets what came after a length. */
  void truncate(int newLength) {
    length = newLength;
  }

  private void reserve(int more) {
    long wanted = (long) length + more;
    if (wanted > limit) {
      throw new DatabaseException(ResultCode.TOOBIG);
    }
    if (wanted > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, wanted * 2));
    }
  }

  void append(byte[] source, int from, int to) {
    reserve(to - from);
    System.arraycopy(source, from, bytes, length, to - from);
    length += to - from;
  }

  void append(int b) {
    reserve(1);
    bytes[length++] = (byte) b;
  }

  /** Appends an element. */
  void element(int type, byte[] payload, int from, int to) {
    int start = begin(type);
    append(payload, from, to);
    end(start);
  }

  /** Begins an element; what is appended up to {@link #end} is its payload. */
  int begin(int type) {
    append(type);
    return length - 1;
  }

  /** Ends the element that begins at {@code start}: its size is known now. */
  void end(int start) {
    int size = length - start - 1;
    if (size <= 11) {
      bytes[start] |= (byte) (size << 4);
      return;
    }
    int sizeBytes = size < 256 ? 1 : size < 65536 ? 2 : 4;
    reserve(sizeBytes);
    System.arraycopy(bytes, start + 1, bytes, start + 1 + sizeBytes, size);
    length += sizeBytes;
    bytes[start] |= (byte) ((sizeBytes == 1 ? 12 : sizeBytes == 2 ? 13 : 14) << 4);
    for (int i = 0; i < sizeBytes; i++) {
      bytes[start + 1 + i] = (byte) (size >>> (8 * (sizeBytes - 1 - i)));
    }
  }
}
