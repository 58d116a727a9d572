// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.Reader;
import java.io.StringReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.sql.Clob;
import java.sql.NClob;
import java.sql.SQLException;

/**
 * Text in memory as a {@link Clob}: a copy of a value that was read, or text to be stored. Changing
 * it changes no row. Positions count UTF-16 units from 1. Not thread-safe.
 */
final class WalnutClob implements NClob {
  private StringBuilder text;

  WalnutClob(String text) {
    this.text = new StringBuilder(text);
  }

  @Override
  public long length() throws SQLException {
    return text().length();
  }

  @Override
  public String getSubString(long position, int count) throws SQLException {
    int from = from(position, count);
    return text.substring(from, from + Math.min(count, text.length() - from));
  }

  @Override
  public Reader getCharacterStream() throws SQLException {
    return new StringReader(text().toString());
  }

  @Override
  public Reader getCharacterStream(long position, long count) throws SQLException {
    int from = from(position, count);
    if (count > text.length() - from) {
      throw DriverErrors.argument("clob has no " + count + " characters from " + position);
    }
    return new StringReader(text.substring(from, from + (int) count));
  }

  @Override
  public InputStream getAsciiStream() throws SQLException {
    return new ByteArrayInputStream(text().toString().getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public long position(String pattern, long start) throws SQLException {
    if (start < 1) {
      throw DriverErrors.argument("position " + start + " is less than 1");
    }
    int at = start > text().length() ? -1 : text.indexOf(pattern, (int) start - 1);
    return at < 0 ? -1 : at + 1;
  }

  @Override
  public long position(Clob pattern, long start) throws SQLException {
    return position(pattern.getSubString(1, (int) pattern.length()), start);
  }

  @Override
  public int setString(long position, String source) throws SQLException {
    return setString(position, source, 0, source.length());
  }

  @Override
  public int setString(long position, String source, int offset, int count) throws SQLException {
    int from = from(position, count);
    text.replace(
        from, Math.min(text.length(), from + count), source.substring(offset, offset + count));
    return count;
  }

  @Override
  public OutputStream setAsciiStream(long position) throws SQLException {
    from(position, 0);
    return new OutputStream() {
      private long next = position;

      @Override
      public void write(int b) throws java.io.IOException {
        next += put(next, String.valueOf((char) (b & 0x7f)));
      }
    };
  }

  @Override
  public Writer setCharacterStream(long position) throws SQLException {
    from(position, 0);
    return new Writer() {
      private long next = position;

      @Override
      public void write(char[] source, int offset, int count) throws java.io.IOException {
        next += put(next, new String(source, offset, count));
      }

      @Override
      public void flush() {
        // Nothing is held back.
      }

      @Override
      public void close() {
        // The text stays in the clob.
      }
    };
  }

  private int put(long position, String source) throws java.io.IOException {
    try {
      return setString(position, source);
    } catch (SQLException e) {
      throw new java.io.IOException(e.getMessage(), e);
    }
  }

  @Override
  public void truncate(long newLength) throws SQLException {
    if (newLength < 0 || newLength > text().length()) {
      throw DriverErrors.argument("length " + newLength + " is not within the clob");
    }
    text.setLength((int) newLength);
  }

  @Override
  public void free() {
    text = null;
  }

  private int from(long position, long count) throws SQLException {
    if (position < 1 || position > text().length() + 1L || count < 0) {
      throw DriverErrors.argument(
          "position " + position + ", length " + count + " of a clob of " + text.length());
    }
    return (int) position - 1;
  }

  private StringBuilder text() throws SQLException {
    if (text == null) {
      throw DriverErrors.sequence("the clob was freed");
    }
    return text;
  }
}
