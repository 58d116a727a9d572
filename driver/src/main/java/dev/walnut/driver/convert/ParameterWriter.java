// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import dev.walnut.driver.options.DateClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.SQLException;
import java.sql.Types;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Calendar;

/**
 * Java type to SQL value: what {@code setObject} and the setters of dates and streams store.
 *
 * <p>Numbers and booleans become INTEGER or REAL, {@code BigDecimal} its text, {@code java.sql}
 * dates what the connection's date class says, {@code java.time} objects their ISO text, bytes,
 * blobs and binary streams BLOB, everything else its text.
 */
public final class ParameterWriter {
  /** Where a value goes. */
  public interface Sink {
    void setNull(int number) throws SQLException;

    void setLong(int number, long value) throws SQLException;

    void setDouble(int number, double value) throws SQLException;

    void setText(int number, String value) throws SQLException;

    void setBlob(int number, byte[] value) throws SQLException;
  }

  private static final BigInteger MIN_LONG = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger MAX_LONG = BigInteger.valueOf(Long.MAX_VALUE);

  private ParameterWriter() {}

  /** Stores any object. */
  public static void write(Sink sink, int number, Object value, TimeSettings times)
      throws SQLException {
    if (value == null) {
      sink.setNull(number);
    } else if (value instanceof String s) {
      sink.setText(number, s);
    } else if (value instanceof Number n) {
      writeNumber(sink, number, n);
    } else if (value instanceof Boolean b) {
      sink.setLong(number, b ? 1 : 0);
    } else if (value instanceof byte[] bytes) {
      sink.setBlob(number, bytes);
    } else if (value instanceof java.util.Date d) {
      writeMillis(sink, number, d.getTime(), ZoneId.systemDefault(), times);
    } else if (value instanceof Calendar c) {
      writeMillis(sink, number, c.getTimeInMillis(), ZoneId.systemDefault(), times);
    } else if (value instanceof ZonedDateTime z) {
      sink.setText(number, z.toOffsetDateTime().toString());
    } else if (value instanceof Blob b) {
      sink.setBlob(number, b.getBytes(1, (int) b.length()));
    } else if (value instanceof Clob c) {
      sink.setText(number, c.getSubString(1, (int) c.length()));
    } else if (value instanceof InputStream in) {
      sink.setBlob(number, bytes(in, -1));
    } else if (value instanceof Reader reader) {
      sink.setText(number, text(reader, -1));
    } else if (value instanceof char[] chars) {
      sink.setText(number, new String(chars));
    } else {
      sink.setText(number, value.toString());
    }
  }

  private static void writeNumber(Sink sink, int number, Number value) throws SQLException {
    if (value instanceof Double || value instanceof Float) {
      sink.setDouble(number, value.doubleValue());
    } else if (value instanceof Long
        || value instanceof Integer
        || value instanceof Short
        || value instanceof Byte) {
      sink.setLong(number, value.longValue());
    } else if (value instanceof BigInteger big
        && big.compareTo(MIN_LONG) >= 0
        && big.compareTo(MAX_LONG) <= 0) {
      sink.setLong(number, big.longValue());
    } else {
      sink.setText(number, value.toString());
    }
  }

  /** Stores an object as a JDBC type; {@code scale} is for decimals, negative for none. */
  public static void writeAs(
      Sink sink, int number, Object value, int type, int scale, TimeSettings times)
      throws SQLException {
    if (value == null) {
      sink.setNull(number);
      return;
    }
    switch (type) {
      case Types.BIT:
      case Types.BOOLEAN:
        sink.setLong(number, truth(value) ? 1 : 0);
        break;
      case Types.TINYINT:
      case Types.SMALLINT:
      case Types.INTEGER:
      case Types.BIGINT:
        if (value instanceof Boolean b) {
          sink.setLong(number, b ? 1 : 0);
        } else if (value instanceof Number || value instanceof String) {
          sink.setLong(number, decimal(value).longValue());
        } else {
          write(sink, number, value, times);
        }
        break;
      case Types.REAL:
      case Types.FLOAT:
      case Types.DOUBLE:
        if (value instanceof Number n) {
          sink.setDouble(number, n.doubleValue());
        } else if (value instanceof String) {
          sink.setDouble(number, decimal(value).doubleValue());
        } else {
          write(sink, number, value, times);
        }
        break;
      case Types.NUMERIC:
      case Types.DECIMAL:
        if (value instanceof BigDecimal d && scale >= 0) {
          write(sink, number, d.setScale(scale, java.math.RoundingMode.HALF_UP), times);
        } else {
          write(sink, number, value, times);
        }
        break;
      case Types.CHAR:
      case Types.VARCHAR:
      case Types.LONGVARCHAR:
      case Types.NCHAR:
      case Types.NVARCHAR:
      case Types.LONGNVARCHAR:
        if (value instanceof Number || value instanceof Boolean) {
          sink.setText(number, value.toString());
        } else {
          write(sink, number, value, times);
        }
        break;
      default:
        write(sink, number, value, times);
        break;
    }
  }

  private static boolean truth(Object value) throws SQLException {
    if (value instanceof Boolean b) {
      return b;
    }
    if (value instanceof Number n) {
      return n.doubleValue() != 0;
    }
    String text = value.toString().strip();
    if (text.equalsIgnoreCase("true") || text.equalsIgnoreCase("false")) {
      return text.equalsIgnoreCase("true");
    }
    return decimal(text).signum() != 0;
  }

  private static BigDecimal decimal(Object value) throws SQLException {
    try {
      return value instanceof BigDecimal d ? d : new BigDecimal(value.toString().strip());
    } catch (NumberFormatException e) {
      throw DriverErrors.conversion("'" + value + "' is not a number", e);
    }
  }

  /** Stores a {@code java.sql} date as the connection's date class says. */
  public static void writeMillis(
      Sink sink, int number, long millis, ZoneId zone, TimeSettings times) throws SQLException {
    if (times.dateClass() == DateClass.TEXT) {
      sink.setText(number, times.text(millis, zone));
    } else if (times.dateClass() == DateClass.REAL) {
      sink.setDouble(number, Temporals.millisToJulian(millis));
    } else {
      sink.setLong(number, Math.floorDiv(millis, times.unitMillis()));
    }
  }

  /**
   * All bytes of a stream, or as many as {@code length} says; negative: to the end. Fewer than
   * asked for is an error.
   */
  public static byte[] bytes(InputStream in, long length) throws SQLException {
    if (in == null) {
      return null;
    }
    try {
      if (length < 0) {
        return in.readAllBytes();
      }
      if (length > Integer.MAX_VALUE - 8) {
        throw DriverErrors.argument("length " + length + " is too big");
      }
      byte[] bytes = in.readNBytes((int) length);
      if (bytes.length < length) {
        throw DriverErrors.argument(
            "the stream ended after " + bytes.length + " of " + length + " bytes");
      }
      return bytes;
    } catch (IOException e) {
      throw DriverErrors.conversion("cannot read the parameter's stream: " + e.getMessage(), e);
    }
  }

  /** All characters of a reader, or as many as {@code length} says; negative: to the end. */
  public static String text(Reader reader, long length) throws SQLException {
    if (reader == null) {
      return null;
    }
    try {
      StringBuilder text = new StringBuilder();
      char[] buffer = new char[8192];
      while (length < 0 || text.length() < length) {
        int want =
            length < 0 ? buffer.length : (int) Math.min(buffer.length, length - text.length());
        int got = reader.read(buffer, 0, want);
        if (got < 0) {
          break;
        }
        text.append(buffer, 0, got);
      }
      if (text.length() < length) {
        throw DriverErrors.argument(
            "the reader ended after " + text.length() + " of " + length + " characters");
      }
      return text.toString();
    } catch (IOException e) {
      throw DriverErrors.conversion("cannot read the parameter's reader: " + e.getMessage(), e);
    }
  }
}
