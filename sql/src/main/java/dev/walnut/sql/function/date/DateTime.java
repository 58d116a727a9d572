// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.date;

/**
 * A moment as SQLite's date functions see it, in up to three forms that are computed from each
 * other when needed: milliseconds since the start of Julian day 0 (noon, 24 November 4714 BC),
 * calendar date, time of day. Proleptic Gregorian calendar; years -4713 to 9999.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>D1 A form counts only while its {@code has...} flag is set; code that changes one form
 *       clears the flags of those that depend on it.
 *   <li>D2 A number whose meaning is still open (Julian day or Unix time) is kept in {@code number}
 *       while {@code isNumber}; if it can be a Julian day, {@code julianMillis} is set from it.
 *   <li>D3 The three forms agree but for parts of a millisecond, which only the time of day has.
 * </ul>
 *
 * <p>Not thread-safe; reused from call to call through {@link #clear}.
 */
final class DateTime {
  static final long MILLIS_PER_DAY = 86_400_000L;

  /** The Unix epoch in Julian milliseconds. */
  static final long UNIX_EPOCH = 210_866_760_000_000L;

  /** The last millisecond of the year 9999. */
  private static final long LAST_MILLI = 464_269_060_799_999L;

  /** Numbers below this may be Julian days. */
  private static final double JULIAN_DAY_LIMIT = 5373484.5;

  private static final int NOON = 43_200_000;

  long julianMillis;
  boolean hasJulian;

  int year;
  int month;
  int day;
  boolean hasDate;

  int hour;
  int minute;
  double second;
  boolean hasTime;

  /** Minutes east of UTC that the text gave, still to be subtracted. */
  int zoneMinutes;

  double number;
  boolean isNumber;

  /** Days by which the last month arithmetic ran over the month's end. */
  int overrunDays;

  boolean showsMillis;
  boolean isUtc;
  boolean isLocal;

  /** Set when the moment left the range of years; the result is NULL then. */
  boolean isInvalid;

  void clear() {
    hasJulian = false;
    hasDate = false;
    hasTime = false;
    zoneMinutes = 0;
    isNumber = false;
    overrunDays = 0;
    showsMillis = false;
    isUtc = false;
    isLocal = false;
    isInvalid = false;
  }

  void set(DateTime other) {
    julianMillis = other.julianMillis;
    hasJulian = other.hasJulian;
    year = other.year;
    month = other.month;
    day = other.day;
    hasDate = other.hasDate;
    hour = other.hour;
    minute = other.minute;
    second = other.second;
    hasTime = other.hasTime;
    zoneMinutes = other.zoneMinutes;
    number = other.number;
    isNumber = other.isNumber;
    overrunDays = other.overrunDays;
    showsMillis = other.showsMillis;
    isUtc = other.isUtc;
    isLocal = other.isLocal;
    isInvalid = other.isInvalid;
  }

  void setUnixMillis(long millis) {
    julianMillis = UNIX_EPOCH + millis;
    hasJulian = true;
    isUtc = true;
    isLocal = false;
    dropParts();
  }

  void setNumber(double value) {
    number = value;
    isNumber = true;
    if (value >= 0 && value < JULIAN_DAY_LIMIT) {
      julianMillis = (long) (value * MILLIS_PER_DAY + 0.5);
      hasJulian = true;
    }
  }

  /** Leaves the Julian form alone as the truth. */
  void dropParts() {
    hasDate = false;
    hasTime = false;
    zoneMinutes = 0;
  }

  boolean isInRange() {
    return julianMillis >= 0 && julianMillis <= LAST_MILLI;
  }

  /** Computes the Julian form from the others. */
  void needJulian() {
    if (hasJulian) {
      return;
    }
    int y = hasDate ? year : 2000;
    if (y < -4713 || y > 9999 || isNumber) {
      invalidate();
      return;
    }
    long days = hasDate ? epochDay(y, month, day) : epochDay(2000, 1, 1);
    julianMillis = UNIX_EPOCH + days * MILLIS_PER_DAY;
    hasJulian = true;
    if (hasTime) {
      julianMillis += hour * 3_600_000L + minute * 60_000L + (long) (second * 1000 + 0.5);
      if (zoneMinutes != 0) {
        julianMillis -= zoneMinutes * 60_000L;
        dropParts();
        isUtc = true;
        isLocal = false;
      }
    }
  }

  private void invalidate() {
    clear();
    isInvalid = true;
    julianMillis = 0;
    year = 0;
  }

  /** Computes the calendar date. */
  void needDate() {
    if (hasDate) {
      return;
    }
    if (!hasJulian) {
      year = 2000;
      month = 1;
      day = 1;
    } else if (!isInRange()) {
      invalidate();
      return;
    } else {
      setDateOfEpochDay((julianMillis + NOON) / MILLIS_PER_DAY - 2_440_588);
    }
    hasDate = true;
  }

  /** Computes the time of day. */
  void needTime() {
    if (hasTime) {
      return;
    }
    needJulian();
    int millis = (int) Math.floorMod(julianMillis + NOON, MILLIS_PER_DAY);
    second = (millis % 60_000) / 1000.0;
    int minutes = millis / 60_000;
    minute = minutes % 60;
    hour = minutes / 60;
    isNumber = false;
    hasTime = true;
  }

  void needDateAndTime() {
    needDate();
    needTime();
  }

  /** Day of the week, 0 for Sunday. */
  int dayOfWeek() {
    return (int) (((julianMillis + 129_600_000) / MILLIS_PER_DAY) % 7);
  }

  /** Days since 1970-01-01; the day may lie past the month's end. */
  static long epochDay(int year, int month, int day) {
    // Years that begin in March put the leap day at the end.
    long y = month <= 2 ? year - 1L : year;
    long era = Math.floorDiv(y, 400);
    long yearOfEra = y - era * 400;
    long dayOfYear = (153L * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    long dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return era * 146_097 + dayOfEra - 719_468;
  }

  private void setDateOfEpochDay(long epochDay) {
    long shifted = epochDay + 719_468;
    long era = Math.floorDiv(shifted, 146_097);
    long dayOfEra = shifted - era * 146_097;
    long yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long shiftedMonth = (5 * dayOfYear + 2) / 153;
    day = (int) (dayOfYear - (153 * shiftedMonth + 2) / 5 + 1);
    month = (int) (shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9);
    year = (int) (yearOfEra + era * 400 + (month <= 2 ? 1 : 0));
  }

  /**
   * Adds months and years to the date, which must be there; keeps the day, even past month's end.
   */
  void addToDate(int years, int months) {
    year += years;
    int sum = month + months;
    int carry = sum > 0 ? (sum - 1) / 12 : (sum - 12) / 12;
    year += carry;
    month = sum - carry * 12;
    hasJulian = false;
    findOverrun();
  }

  /** Sets how far the date runs over its month's end. */
  void findOverrun() {
    overrunDays = Math.max(0, day - daysInMonth(year, month));
  }

  private static int daysInMonth(int year, int month) {
    switch (month) {
      case 2:
        return year % 4 != 0 || (year % 100 == 0 && year % 400 != 0) ? 28 : 29;
      case 4:
      case 6:
      case 9:
      case 11:
        return 30;
      default:
        return 31;
    }
  }
}
