// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.sql.Blob;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * Bytes in memory as a {@link Blob}: a copy of a value that was read, or bytes to be stored.
 * Changing it changes no row. Positions count from 1. Not thread-safe.
 */
final class WalnutBlob implements Blob {
  private byte[] bytes;
  private int length;
  private boolean freed;

  WalnutBlob(byte[] bytes) {
    this.bytes = bytes;
    this.length = bytes.length;
  }

  @Override
  public long length() throws SQLException {
    check();
    return length;
  }

  @Override
  public byte[] getBytes(long position, int count) throws SQLException {
    check();
    int from = from(position, count);
    return Arrays.copyOfRange(bytes, from, from + Math.min(count, length - from));
  }

  @Override
  public InputStream getBinaryStream() throws SQLException {
    check();
    return new ByteArrayInputStream(bytes, 0, length);
  }

  @Override
  public InputStream getBinaryStream(long position, long count) throws SQLException {
    check();
    int from = from(position, count);
    if (count > length - from) {
      throw DriverErrors.argument("blob has no " + count + " bytes from position " + position);
    }
    return new ByteArrayInputStream(bytes, from, (int) count);
  }

  @Override
  public long position(byte[] pattern, long start) throws SQLException {
    check();
    if (start < 1) {
      throw DriverErrors.argument("position " + start + " is less than 1");
    }
    for (long i = start - 1; i + pattern.length <= length; i++) {
      int at = (int) i;
      if (Arrays.equals(bytes, at, at + pattern.length, pattern, 0, pattern.length)) {
        return i + 1;
      }
    }
    return -1;
  }

  @Override
  public long position(Blob pattern, long start) throws SQLException {
    return position(pattern.getBytes(1, (int) pattern.length()), start);
  }

  @Override
  public int setBytes(long position, byte[] source) throws SQLException {
    return setBytes(position, source, 0, source.length);
  }

  @Override
  public int setBytes(long position, byte[] source, int offset, int count) throws SQLException {
    check();
    int from = from(position, count);
    java.util.Objects.checkFromIndexSize(offset, count, source.length);
    int end = Math.addExact(from, count);
    if (end > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(end, bytes.length + (bytes.length >> 1)));
    }
    System.arraycopy(source, offset, bytes, from, count);
    length = Math.max(length, end);
    return count;
  }

  @Override
  public OutputStream setBinaryStream(long position) throws SQLException {
    check();
    from(position, 0);
    return new ByteArrayOutputStream() {
      private long next = position;

      @Override
      public synchronized void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public synchronized void write(byte[] source, int offset, int count) {
        try {
          next += setBytes(next, source, offset, count);
        } catch (SQLException e) {
          throw new IllegalStateException(e.getMessage(), e);
        }
      }
    };
  }

  @Override
  public void truncate(long newLength) throws SQLException {
    check();
    if (newLength < 0 || newLength > length) {
      throw DriverErrors.argument("length " + newLength + " is not between 0 and " + length);
    }
    length = (int) newLength;
  }

  @Override
  public void free() {
    freed = true;
    bytes = new byte[0];
    length = 0;
  }

  private int from(long position, long count) throws SQLException {
    if (position < 1 || position > length + 1L || count < 0) {
      throw DriverErrors.argument(
          "position " + position + ", length " + count + " of a blob of " + length + " bytes");
    }
    return (int) position - 1;
  }

  private void check() throws SQLException {
    if (freed) {
      throw DriverErrors.sequence("the blob was freed");
    }
  }
}
