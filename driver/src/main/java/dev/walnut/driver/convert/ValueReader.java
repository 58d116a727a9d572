// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.UUID;

/**
 * SQL value to Java type: the conversions that are more than one call of {@link SqlStatement}.
 *
 * <p>{@code getObject} without a class follows the storage class: INTEGER is an {@code Integer}, or
 * a {@code Long} if it needs one or the column is declared BIGINT; REAL a {@code Double}; TEXT a
 * {@code String}; BLOB a {@code byte[]}. Dates are read from text, from a count since 1970 and from
 * julian days, see {@link Temporals}.
 */
public final class ValueReader {
  private ValueReader() {}

  /** The column as {@code getObject(int)} gives it. */
  public static Object object(SqlStatement row, int column, boolean declaredBigint) {
    switch (row.columnType(column)) {
      case Value.INTEGER:
        long value = row.columnLong(column);
        if (declaredBigint || value != (int) value) {
          return value;
        }
        return (int) value;
      case Value.REAL:
        return row.columnDouble(column);
      case Value.TEXT:
        return row.columnText(column);
      case Value.BLOB:
        return row.columnBlob(column);
      default:
        return null;
    }
  }

  /** The column as a decimal; null for NULL. */
  public static BigDecimal bigDecimal(SqlStatement row, int column) throws SQLException {
    switch (row.columnType(column)) {
      case Value.NULL:
        return null;
      case Value.INTEGER:
        return BigDecimal.valueOf(row.columnLong(column));
      case Value.REAL:
        double real = row.columnDouble(column);
        if (Double.isInfinite(real)) {
          throw DriverErrors.conversion("Bad value for type BigDecimal : " + real, null);
        }
        return BigDecimal.valueOf(real);
      default:
        String text = row.columnText(column);
        try {
          return new BigDecimal(text.strip());
        } catch (NumberFormatException e) {
          throw DriverErrors.conversion("Bad value for type BigDecimal : " + text, e);
        }
    }
  }

  /** The column as a boolean: a number that is not 0, or the word true. NULL is false. */
  public static boolean bool(SqlStatement row, int column) {
    if (row.columnLong(column) != 0) {
      return true;
    }
    return row.columnType(column) == Value.TEXT && "true".equalsIgnoreCase(row.columnText(column));
  }

  /** The column as a point in time; null for NULL and the empty text. */
  public static Temporals temporals(
      SqlStatement row, int column, TimeSettings settings, ZoneId zone) throws SQLException {
    switch (row.columnType(column)) {
      case Value.NULL:
        return null;
      case Value.INTEGER:
        return Temporals.ofMillis(row.columnLong(column) * settings.unitMillis(), zone);
      case Value.REAL:
        return Temporals.ofMillis(Temporals.julianToMillis(row.columnDouble(column)), zone);
      default:
        String text = row.columnText(column);
        return text.isEmpty() ? null : Temporals.parse(text, settings.format());
    }
  }

  /** {@code getTimestamp}; a count since 1970 gives that very instant. */
  public static Timestamp timestamp(
      SqlStatement row, int column, TimeSettings settings, ZoneId zone) throws SQLException {
    if (row.columnType(column) == Value.INTEGER) {
      return new Timestamp(row.columnLong(column) * settings.unitMillis());
    }
    Temporals t = temporals(row, column, settings, zone);
    return t == null ? null : t.timestamp(zone);
  }

  /** {@code getDate}; a count since 1970 gives that very instant. */
  public static Date date(SqlStatement row, int column, TimeSettings settings, ZoneId zone)
      throws SQLException {
    if (row.columnType(column) == Value.INTEGER) {
      return new Date(row.columnLong(column) * settings.unitMillis());
    }
    Temporals t = temporals(row, column, settings, zone);
    return t == null ? null : t.date(zone);
  }

  /** {@code getTime}; a count since 1970 gives that very instant. */
  public static Time time(SqlStatement row, int column, TimeSettings settings, ZoneId zone)
      throws SQLException {
    if (row.columnType(column) == Value.INTEGER) {
      return new Time(row.columnLong(column) * settings.unitMillis());
    }
    Temporals t = temporals(row, column, settings, zone);
    return t == null ? null : t.time(zone);
  }

  /**
   * The column as an instance of a class; null for NULL. A class that the table does not know, or a
   * value that the class cannot hold, is a SQLException.
   */
  public static Object as(SqlStatement row, int column, Class<?> type, TimeSettings settings)
      throws SQLException {
    int storage = row.columnType(column);
    if (storage == Value.NULL) {
      return null;
    }
    if (type == String.class || type == CharSequence.class) {
      return row.columnText(column);
    }
    if (Number.class.isAssignableFrom(type)) {
      return number(row, column, type, storage);
    }
    if (type == Boolean.class) {
      return bool(row, column);
    }
    if (type == byte[].class) {
      return row.columnBlob(column);
    }
    if (type == Object.class) {
      return object(row, column, false);
    }
    if (type == UUID.class) {
      return uuid(row, column, storage);
    }
    if (type == Character.class) {
      String text = row.columnText(column);
      if (text.length() != 1) {
        throw mismatch(row, column, type, null);
      }
      return text.charAt(0);
    }
    return temporal(row, column, type, settings);
  }

  private static Object number(SqlStatement row, int column, Class<?> type, int storage)
      throws SQLException {
    if (type == Double.class || type == Float.class) {
      double value =
          storage == Value.INTEGER || storage == Value.REAL
              ? row.columnDouble(column)
              : bigDecimal(row, column).doubleValue();
      if (type == Double.class) {
        return value;
      }
      return (float) value;
    }
    if (storage == Value.INTEGER && type == Long.class) {
      return row.columnLong(column);
    }
    if (storage == Value.INTEGER && type == Number.class) {
      return object(row, column, false);
    }
    BigDecimal value = bigDecimal(row, column);
    if (type == BigDecimal.class || type == Number.class) {
      return value;
    }
    BigInteger integer = value.toBigInteger();
    if (type == BigInteger.class) {
      return integer;
    }
    try {
      if (type == Long.class) {
        return integer.longValueExact();
      }
      if (type == Integer.class) {
        return integer.intValueExact();
      }
      if (type == Short.class) {
        return integer.shortValueExact();
      }
      if (type == Byte.class) {
        return integer.byteValueExact();
      }
    } catch (ArithmeticException e) {
      throw DriverErrors.outOfRange(value + " does not fit " + type.getSimpleName());
    }
    throw mismatch(row, column, type, null);
  }

  private static UUID uuid(SqlStatement row, int column, int storage) throws SQLException {
    if (storage == Value.BLOB) {
      byte[] bytes = row.columnBlob(column);
      if (bytes.length == 16) {
        java.nio.ByteBuffer buffer = java.nio.ByteBuffer.wrap(bytes);
        return new UUID(buffer.getLong(), buffer.getLong());
      }
    } else {
      String text = row.columnText(column);
      if (text.length() == 36) {
        try {
          return UUID.fromString(text);
        } catch (IllegalArgumentException e) {
          throw mismatch(row, column, UUID.class, e);
        }
      }
    }
    throw mismatch(row, column, UUID.class, null);
  }

  private static Object temporal(SqlStatement row, int column, Class<?> type, TimeSettings settings)
      throws SQLException {
    ZoneId zone = ZoneId.systemDefault();
    if (type == Timestamp.class || type == java.util.Date.class) {
      return timestamp(row, column, settings, zone);
    }
    if (type == Date.class) {
      return date(row, column, settings, zone);
    }
    if (type == Time.class) {
      return time(row, column, settings, zone);
    }
    if (type == Year.class) {
      return Year.of((int) row.columnLong(column));
    }
    if (!isTemporal(type)) {
      throw mismatch(row, column, type, null);
    }
    Temporals t = temporals(row, column, settings, zone);
    if (t == null) {
      return null;
    }
    if (type == LocalTime.class || type == OffsetTime.class) {
      if (!t.hasTime()) {
        throw mismatch(row, column, type, null);
      }
    } else if (!t.hasDate()) {
      throw mismatch(row, column, type, null);
    }
    if (type == LocalDate.class) {
      return t.local(zone).toLocalDate();
    }
    if (type == LocalTime.class) {
      return t.local(zone).toLocalTime();
    }
    if (type == LocalDateTime.class) {
      return t.local(zone);
    }
    if (type == Instant.class) {
      return t.instant(zone);
    }
    ZonedDateTime zoned =
        t.offset() == null ? t.dateTime().atZone(zone) : t.dateTime().atZone(t.offset());
    if (type == ZonedDateTime.class) {
      return zoned;
    }
    return type == OffsetTime.class
        ? zoned.toOffsetDateTime().toOffsetTime()
        : zoned.toOffsetDateTime();
  }

  private static boolean isTemporal(Class<?> type) {
    return type == LocalDate.class
        || type == LocalTime.class
        || type == LocalDateTime.class
        || type == Instant.class
        || type == OffsetDateTime.class
        || type == OffsetTime.class
        || type == ZonedDateTime.class;
  }

  private static SQLException mismatch(
      SqlStatement row, int column, Class<?> type, Exception cause) {
    String storage =
        switch (row.columnType(column)) {
          case Value.INTEGER -> "INTEGER";
          case Value.REAL -> "REAL";
          case Value.TEXT -> "TEXT";
          default -> "BLOB";
        };
    return DriverErrors.conversion(
        "Bad value for type " + type.getName() + ": " + storage + " " + row.columnText(column),
        cause);
  }
}
