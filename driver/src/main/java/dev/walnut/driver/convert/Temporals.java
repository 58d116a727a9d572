// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;

/**
 * A point in time as a SQLite value holds it: text of a date, a time or both, with or without a
 * zone; a count of milliseconds or seconds since 1970; a julian day number.
 *
 * <p>Text has the forms that SQLite's date functions read: {@code YYYY-MM-DD}, {@code HH:MM[:SS
 * [.F]]}, or both with a space or a T between, and then perhaps {@code Z} or {@code +HH:MM}.
 * Fractions keep up to nine digits. A missing date is 1970-01-01, a missing time midnight.
 *
 * @param dateTime what the text says, or the instant's local form in the zone it was asked for
 * @param hasDate whether a date was there
 * @param hasTime whether a time was there
 * @param offset the zone in the text; null if there was none
 */
public record Temporals(
    LocalDateTime dateTime, boolean hasDate, boolean hasTime, ZoneOffset offset) {

  private static final LocalDate EPOCH = LocalDate.of(1970, 1, 1);
  private static final double UNIX_EPOCH_JULIAN = 2440587.5;
  private static final double MILLIS_PER_DAY = 86_400_000.0;

  /** The form in which dates of class TEXT are stored unless the connection says otherwise. */
  public static final DateTimeFormatter DEFAULT_FORMAT =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS");

  /** Milliseconds since 1970 of a julian day number. */
  public static long julianToMillis(double julianDay) {
    return Math.round((julianDay - UNIX_EPOCH_JULIAN) * MILLIS_PER_DAY);
  }

  /** The julian day number of milliseconds since 1970. */
  public static double millisToJulian(long millis) {
    return millis / MILLIS_PER_DAY + UNIX_EPOCH_JULIAN;
  }

  /** The time that milliseconds since 1970 are in a zone. */
  public static Temporals ofMillis(long millis, ZoneId zone) {
    Instant instant = Instant.ofEpochMilli(millis);
    LocalDateTime local = LocalDateTime.ofInstant(instant, zone);
    return new Temporals(local, true, true, zone.getRules().getOffset(instant));
  }

  /**
   * Reads text.
   *
   * @param format the connection's own format, tried first; null for none
   */
  public static Temporals parse(String text, DateTimeFormatter format) throws SQLException {
    if (format != null) {
      Temporals formatted = parseWith(text, format);
      if (formatted != null) {
        return formatted;
      }
    }
    try {
      Temporals parsed = new Scanner(text).scan();
      if (parsed != null) {
        return parsed;
      }
    } catch (DateTimeException e) {
      throw DriverErrors.conversion("Error parsing date or time: '" + text + "'", e);
    }
    throw DriverErrors.conversion("Error parsing date or time: '" + text + "'", null);
  }

  private static Temporals parseWith(String text, DateTimeFormatter format) {
    try {
      TemporalAccessor parsed = format.parse(text);
      LocalDate date = parsed.query(TemporalQueries.localDate());
      LocalTime time = parsed.query(TemporalQueries.localTime());
      if (date == null && time == null) {
        return null;
      }
      return new Temporals(
          LocalDateTime.of(date == null ? EPOCH : date, time == null ? LocalTime.MIDNIGHT : time),
          date != null,
          time != null,
          parsed.query(TemporalQueries.offset()));
    } catch (DateTimeException e) {
      // Not in the connection's format: SQLite's own formats are tried next.
      return null;
    }
  }

  /** The instant; text without a zone is local time of the zone given. */
  public Instant instant(ZoneId zone) {
    return offset != null ? dateTime.toInstant(offset) : dateTime.atZone(zone).toInstant();
  }

  /** The local date and time in the zone given; text without a zone says it as it stands. */
  public LocalDateTime local(ZoneId zone) {
    return offset == null ? dateTime : LocalDateTime.ofInstant(dateTime.toInstant(offset), zone);
  }

  public Timestamp timestamp(ZoneId zone) {
    return Timestamp.from(instant(zone));
  }

  /** The date, at midnight of the zone. */
  public Date date(ZoneId zone) {
    return new Date(local(zone).toLocalDate().atStartOfDay(zone).toInstant().toEpochMilli());
  }

  /** The time of day on 1970-01-01 of the zone. */
  public Time time(ZoneId zone) {
    LocalDateTime onEpoch = LocalDateTime.of(EPOCH, local(zone).toLocalTime());
    return new Time(onEpoch.atZone(zone).toInstant().toEpochMilli());
  }

  /** One pass over the text; null if it has another form. */
  private static final class Scanner {
    private final String text;
    private int at;

    Scanner(String text) {
      this.text = text.strip();
    }

    Temporals scan() {
      LocalDate date = null;
      LocalTime time = null;
      if (text.length() >= 10 && text.charAt(4) == '-') {
        date = date();
        if (date == null) {
          return null;
        }
        if (at < text.length()) {
          char c = text.charAt(at);
          if (c != ' ' && c != 'T' && c != 't') {
            return null;
          }
          while (at < text.length() && (text.charAt(at) == ' ' || at == 10)) {
            at++;
          }
          time = time();
          if (time == null) {
            return null;
          }
        }
      } else {
        time = time();
        if (time == null) {
          return null;
        }
      }
      ZoneOffset offset = null;
      if (time != null) {
        while (at < text.length() && text.charAt(at) == ' ') {
          at++;
        }
        if (at < text.length()) {
          offset = offset();
        }
      }
      if (at != text.length()) {
        return null;
      }
      return new Temporals(
          LocalDateTime.of(date == null ? EPOCH : date, time == null ? LocalTime.MIDNIGHT : time),
          date != null,
          time != null,
          offset);
    }

    private LocalDate date() {
      int year = digits(4);
      if (year < 0 || !take('-')) {
        return null;
      }
      int month = digits(2);
      if (month < 0 || !take('-')) {
        return null;
      }
      int day = digits(2);
      return day < 0 ? null : LocalDate.of(year, month, day);
    }

    private LocalTime time() {
      int hour = digits(2);
      if (hour < 0 || !take(':')) {
        return null;
      }
      int minute = digits(2);
      if (minute < 0) {
        return null;
      }
      int second = 0;
      int nanos = 0;
      if (take(':')) {
        second = digits(2);
        if (second < 0) {
          return null;
        }
        if (take('.')) {
          nanos = fraction();
          if (nanos < 0) {
            return null;
          }
        }
      }
      return LocalTime.of(hour, minute, second, nanos);
    }

    private int fraction() {
      int value = 0;
      int count = 0;
      while (at < text.length() && isDigit(text.charAt(at))) {
        if (count < 9) {
          value = value * 10 + text.charAt(at) - '0';
          count++;
        }
        at++;
      }
      if (count == 0) {
        return -1;
      }
      for (int i = count; i < 9; i++) {
        value *= 10;
      }
      return value;
    }

    private ZoneOffset offset() {
      char c = text.charAt(at);
      if (c == 'Z' || c == 'z') {
        at++;
        return ZoneOffset.UTC;
      }
      if (c != '+' && c != '-') {
        return null;
      }
      at++;
      int hours = digits(2);
      if (hours < 0) {
        return null;
      }
      take(':');
      int minutes = at < text.length() ? digits(2) : 0;
      if (minutes < 0) {
        return null;
      }
      int sign = c == '-' ? -1 : 1;
      return ZoneOffset.ofHoursMinutes(sign * hours, sign * minutes);
    }

    private int digits(int count) {
      int value = 0;
      for (int i = 0; i < count; i++) {
        if (at >= text.length() || !isDigit(text.charAt(at))) {
          return -1;
        }
        value = value * 10 + text.charAt(at) - '0';
        at++;
      }
      return value;
    }

    private boolean take(char c) {
      if (at < text.length() && text.charAt(at) == c) {
        at++;
        return true;
      }
      return false;
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }
  }
}
