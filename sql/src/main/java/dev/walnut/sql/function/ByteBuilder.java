// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.value.Numbers;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/** Bytes being put together, up to a limit; reusable. Going past the limit is the error TOOBIG. */
public final class ByteBuilder {
  private byte[] bytes;
  private int length;
  private int limit = Integer.MAX_VALUE - 8;

  public ByteBuilder(int capacity) {
    bytes = new byte[capacity];
  }

  /** Empties it and sets the largest length it may grow to. */
  public void reset(int newLimit) {
    length = 0;
    limit = Math.min(newLimit, Integer.MAX_VALUE - 8);
  }

  public int length() {
    return length;
  }

  /** How many bytes may still be appended. */
  public int remaining() {
    return limit - length;
  }

  /** The array in use; valid until the next append. */
  public byte[] bytes() {
    return bytes;
  }

  /** Cuts to a shorter length. */
  public void truncate(int newLength) {
    length = newLength;
  }

  /** Makes room for more bytes and returns the array, to be filled from {@link #length} on. */
  private void reserve(long more) {
    long wanted = length + more;
    if (wanted > limit) {
      throw new DatabaseException(ResultCode.TOOBIG);
    }
    if (wanted > bytes.length) {
      bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8, wanted * 2));
    }
  }

  public void append(int b) {
    if (length == bytes.length || length >= limit) {
      reserve(1);
    }
    bytes[length++] = (byte) b;
  }

  public void append(byte[] source, int offset, int count) {
    reserve(count);
    System.arraycopy(source, offset, bytes, length, count);
    length += count;
  }

  /** Appends ASCII text. */
  public void append(String ascii) {
    int count = ascii.length();
    reserve(count);
    for (int i = 0; i < count; i++) {
      bytes[length++] = (byte) ascii.charAt(i);
    }
  }

  /** Appends a byte several times; none if the count is not positive. */
  public void repeat(int b, long count) {
    if (count > 0) {
      reserve(count);
      Arrays.fill(bytes, length, length + (int) count, (byte) b);
      length += (int) count;
    }
  }

  /** Appends an integer's decimal text. */
  public void appendInteger(long value) {
    int digits = Numbers.integerTextLength(value);
    reserve(digits);
    length += digits;
    Numbers.writeInteger(value, bytes, length);
  }

  /** Appends a number from 0 to 99 with two digits. */
  public void appendTwoDigits(int value) {
    append('0' + value / 10);
    append('0' + value % 10);
  }

  /** Appends a number that is not negative with at least so many digits. */
  public void appendPadded(long value, int digits) {
    repeat('0', digits - Numbers.integerTextLength(value));
    appendInteger(value);
  }

  /** Sets a TEXT with a copy of the bytes. */
  public void toText(Value result) {
    result.setText(Arrays.copyOf(bytes, length), 0, length);
  }
}
