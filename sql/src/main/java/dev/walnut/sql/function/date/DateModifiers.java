// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.date;

import dev.walnut.sql.value.Numbers;
import dev.walnut.sql.value.Value;
import java.time.Instant;
import java.time.ZoneId;

/**
 * Applies modifiers such as {@code +1 month}, {@code start of day}, {@code localtime} to a moment.
 */
final class DateModifiers {
  /** Units with the seconds that fractions of them mean, and the bound of their number. */
  private enum Unit {
    SECOND(1, 4.6427e14),
    MINUTE(60, 7.7379e12),
    HOUR(3600, 1.2897e11),
    DAY(86_400, 5_373_485),
    MONTH(2_592_000, 176_546),
    YEAR(31_536_000, 14_713);

    final String word = name().toLowerCase(java.util.Locale.ROOT);
    final double seconds;
    final double limit;

    Unit(double seconds, double limit) {
      this.seconds = seconds;
      this.limit = limit;
    }
  }

  private static final Unit[] UNITS = Unit.values();

  private static final double FIRST_UNIX_SECOND = -210_866_760_000.0;
  private static final double LAST_UNIX_SECOND = 253_402_300_799.0;
  private static final double MILLIS_LIMIT = 464_269_060_800_000.0;

  /** Outside of these, local time is that of a year from 2000 to 2003 of the same kind. */
  private static final long FIRST_LOCAL = DateTime.UNIX_EPOCH;

  private static final long LAST_LOCAL = 213_014_145_600_000L;

  private final DateReader reader = new DateReader();
  private final DateTime offset = new DateTime();

  /**
   * Applies one modifier.
   *
   * @param index which modifier it is, from 1
   * @return whether it is one that can be applied
   */
  boolean apply(DateTime moment, Value modifier, int index) {
    reader.open(modifier);
    byte first = reader.peek(0);
    switch (first >= 'A' && first <= 'Z' ? first + 32 : first) {
      case 'a':
        return reader.is("auto") && index == 1 && auto(moment);
      case 'c':
        if (!reader.is("ceiling")) {
          return false;
        }
        moment.needJulian();
        moment.dropParts();
        moment.overrunDays = 0;
        return true;
      case 'f':
        if (!reader.is("floor")) {
          return false;
        }
        moment.needJulian();
        moment.julianMillis -= moment.overrunDays * DateTime.MILLIS_PER_DAY;
        moment.dropParts();
        return true;
      case 'j':
        if (!reader.is("julianday") || index > 1 || !moment.hasJulian || !moment.isNumber) {
          return false;
        }
        moment.isNumber = false;
        return true;
      case 'l':
        return reader.is("localtime") && toLocal(moment);
      case 's':
        return reader.startsWith("start of ") ? startOf(moment) : subsecond(moment);
      case 'u':
        return reader.is("unixepoch")
            ? index == 1 && moment.isNumber && unixEpoch(moment)
            : reader.is("utc") && toUtc(moment);
      case 'w':
        return reader.startsWith("weekday ") && weekday(moment);
      case '+':
      case '-':
      case '0':
      case '1':
      case '2':
      case '3':
      case '4':
      case '5':
      case '6':
      case '7':
      case '8':
      case '9':
        return add(moment);
      default:
        return false;
    }
  }

  private boolean auto(DateTime moment) {
    if (!moment.isNumber || moment.hasJulian) {
      moment.isNumber = false;
      return true;
    }
    if (moment.number < FIRST_UNIX_SECOND || moment.number > LAST_UNIX_SECOND) {
      return true; // stays a number without a meaning
    }
    setUnixSeconds(moment, moment.number * 1000.0 + DateTime.UNIX_EPOCH);
    return true;
  }

  private static boolean unixEpoch(DateTime moment) {
    double millis = moment.number * 1000.0 + DateTime.UNIX_EPOCH;
    if (!(millis >= 0 && millis < MILLIS_LIMIT)) {
      return false;
    }
    setUnixSeconds(moment, millis);
    return true;
  }

  private static void setUnixSeconds(DateTime moment, double julianMillis) {
    moment.dropParts();
    moment.julianMillis = (long) (julianMillis + 0.5);
    moment.hasJulian = true;
    moment.isNumber = false;
  }

  private boolean subsecond(DateTime moment) {
    if (!reader.is("subsec") && !reader.is("subsecond")) {
      return false;
    }
    moment.showsMillis = true;
    return true;
  }

  private boolean startOf(DateTime moment) {
    if (!moment.hasJulian && !moment.hasDate && !moment.hasTime) {
      return false;
    }
    reader.skip("start of ".length());
    boolean isMonth = reader.is("month");
    boolean isYear = reader.is("year");
    if (!isMonth && !isYear && !reader.is("day")) {
      return false;
    }
    moment.needDate();
    moment.hour = 0;
    moment.minute = 0;
    moment.second = 0;
    moment.hasTime = true;
    moment.isNumber = false;
    moment.zoneMinutes = 0;
    moment.hasJulian = false;
    if (isMonth || isYear) {
      moment.day = 1;
    }
    if (isYear) {
      moment.month = 1;
    }
    return true;
  }

  private boolean weekday(DateTime moment) {
    reader.skip("weekday ".length());
    if (!reader.isNumber(reader.remaining())) {
      return false;
    }
    double given = reader.number(reader.remaining());
    int wanted = (int) given;
    if (wanted != given || given < 0 || given >= 7) {
      return false;
    }
    moment.needDateAndTime();
    moment.zoneMinutes = 0;
    moment.hasJulian = false;
    moment.needJulian();
    int today = moment.dayOfWeek();
    if (today > wanted) {
      today -= 7;
    }
    moment.julianMillis += (wanted - today) * DateTime.MILLIS_PER_DAY;
    moment.dropParts();
    return true;
  }

  /** ±N unit, ±HH:MM:SS.FFF, ±YYYY-MM-DD with or without a time. */
  private boolean add(DateTime moment) {
    byte sign = reader.peek(0);
    int length = 1;
    boolean isDate = false;
    for (byte c; (c = reader.peek(length)) != 0; length++) {
      if (c == ':' || Numbers.isSpace(c)) {
        break;
      }
      if (c == '-' && (length == 5 || length == 6) && isYear(length - 1)) {
        isDate = true;
        break;
      }
    }
    if (!reader.isNumber(length)) {
      return false;
    }
    if (isDate) {
      return (sign == '+' || sign == '-') && addDate(moment, sign == '-', length - 1);
    }
    if (reader.peek(length) == ':') {
      if (sign == '+' || sign == '-') {
        reader.skip(1);
      }
      return addTime(moment, sign == '-');
    }
    return addUnits(moment, length);
  }

  private boolean isYear(int digits) {
    int start = reader.position();
    reader.skip(1);
    boolean isYear = reader.digits(digits, 14_712) >= 0;
    reader.moveTo(start);
    return isYear;
  }

  private boolean addDate(DateTime moment, boolean negative, int yearDigits) {
    reader.skip(1);
    int years = reader.digits(yearDigits, 14_712);
    reader.skip(1);
    int months = reader.digits(2, 11);
    if (months < 0 || reader.peek(0) != '-') {
      return false;
    }
    reader.skip(1);
    int days = reader.digits(2, 30);
    if (days < 0) {
      return false;
    }
    boolean hasTime = !reader.isAtEnd();
    if (hasTime) {
      // Checked before anything changes: a space, then HH:MM.
      if (!Numbers.isSpace(reader.peek(0))) {
        return false;
      }
      reader.skip(1);
      int start = reader.position();
      boolean isTime = reader.digits(2, 24) >= 0 && reader.peek(0) == ':';
      reader.moveTo(start);
      if (!isTime) {
        return false;
      }
    }
    moment.needDateAndTime();
    moment.addToDate(negative ? -years : years, negative ? -months : months);
    moment.needJulian();
    moment.hasDate = false;
    moment.hasTime = false;
    moment.julianMillis += (negative ? -days : days) * DateTime.MILLIS_PER_DAY;
    return !hasTime || addTime(moment, negative);
  }

  private boolean addTime(DateTime moment, boolean negative) {
    offset.clear();
    if (!reader.readTime(offset)) {
      return false;
    }
    offset.needJulian();
    long millis = Math.floorMod(offset.julianMillis - 43_200_000L, DateTime.MILLIS_PER_DAY);
    moment.needJulian();
    moment.dropParts();
    moment.julianMillis += negative ? -millis : millis;
    return true;
  }

  private boolean addUnits(DateTime moment, int numberLength) {
    double amount = reader.number(numberLength);
    reader.skip(numberLength);
    reader.skipSpaces();
    int length = reader.remaining();
    if (length < 3 || length > 10) {
      return false;
    }
    byte last = reader.peek(length - 1);
    if (last == 's' || last == 'S') {
      length--;
    }
    for (Unit unit : UNITS) {
      if (unit.word.length() == length
          && reader.startsWith(unit.word)
          && amount > -unit.limit
          && amount < unit.limit) {
        moment.needJulian();
        moment.overrunDays = 0;
        double rest = amount;
        if (unit == Unit.MONTH || unit == Unit.YEAR) {
          int whole = (int) amount;
          moment.needDateAndTime();
          moment.addToDate(unit == Unit.YEAR ? whole : 0, unit == Unit.MONTH ? whole : 0);
          rest -= whole;
        }
        moment.needJulian();
        moment.julianMillis += (long) (rest * 1000.0 * unit.seconds + (amount < 0 ? -0.5 : 0.5));
        moment.dropParts();
        return true;
      }
    }
    return false;
  }

  private static boolean toLocal(DateTime moment) {
    if (!moment.isLocal) {
      convertToLocal(moment);
    }
    moment.isUtc = false;
    moment.isLocal = true;
    return true;
  }

  private static void convertToLocal(DateTime moment) {
    moment.needJulian();
    long millis = moment.julianMillis;
    int yearShift = 0;
    if (millis < FIRST_LOCAL || millis > LAST_LOCAL) {
      DateTime shifted = new DateTime();
      shifted.set(moment);
      shifted.needDateAndTime();
      yearShift = 2000 + shifted.year % 4 - shifted.year;
      shifted.year += yearShift;
      shifted.hasJulian = false;
      shifted.needJulian();
      millis = shifted.julianMillis;
    }
    long seconds = millis / 1000 - DateTime.UNIX_EPOCH / 1000;
    long local =
        seconds
            + ZoneId.systemDefault()
                .getRules()
                .getOffset(Instant.ofEpochSecond(seconds))
                .getTotalSeconds();
    double fraction = (moment.julianMillis % 1000) * 0.001;
    moment.julianMillis = DateTime.UNIX_EPOCH + local * 1000;
    moment.hasJulian = true;
    moment.dropParts();
    moment.needDateAndTime();
    moment.year -= yearShift;
    moment.second += fraction;
    moment.hasJulian = false;
    moment.isNumber = false;
    moment.isInvalid = false;
  }

  /** Finds the moment whose local time this is, in a few steps of correction. */
  private static boolean toUtc(DateTime moment) {
    if (moment.isUtc) {
      return true;
    }
    moment.needJulian();
    long wanted = moment.julianMillis;
    long guess = wanted;
    long error = 0;
    DateTime trial = new DateTime();
    for (int i = 0; i < 4; i++) {
      guess -= error;
      trial.clear();
      trial.julianMillis = guess;
      trial.hasJulian = true;
      convertToLocal(trial);
      trial.needJulian();
      error = trial.julianMillis - wanted;
      if (error == 0) {
        break;
      }
    }
    moment.clear(); // SQLite forgets an earlier subsec here, too
    moment.julianMillis = guess;
    moment.hasJulian = true;
    moment.isUtc = true;
    return true;
  }
}
