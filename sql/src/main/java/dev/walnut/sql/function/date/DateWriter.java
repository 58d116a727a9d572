// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.date;

import static dev.walnut.sql.function.Arguments.lengthToZero;
import static dev.walnut.sql.function.Arguments.toText;

import dev.walnut.sql.function.ByteBuilder;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.DecimalWriter;
import dev.walnut.sql.value.Value;

/** Writes a moment: the fixed forms, and strftime's conversions. */
final class DateWriter {
  private final ByteBuilder out = new ByteBuilder(64);
  private final DecimalWriter decimal = new DecimalWriter();

  void start(FunctionContext context) {
    out.reset(context.maxLength());
  }

  void finish(Value result) {
    out.toText(result);
  }

  /** YYYY-MM-DD, with a minus sign for years before 0. */
  void date(DateTime moment) {
    moment.needDate();
    if (moment.year < 0) {
      out.append('-');
    }
    out.appendPadded(Math.abs(moment.year), 4);
    out.append('-');
    out.appendTwoDigits(moment.month);
    out.append('-');
    out.appendTwoDigits(moment.day);
  }

  void space() {
    out.append(' ');
  }

  /** HH:MM:SS, with milliseconds if the moment wants them. */
  void time(DateTime moment) {
    moment.needTime();
    out.appendTwoDigits(moment.hour);
    out.append(':');
    out.appendTwoDigits(moment.minute);
    out.append(':');
    if (moment.showsMillis) {
      millis((int) (1000.0 * moment.second + 0.5));
    } else {
      out.appendTwoDigits((int) moment.second);
    }
  }

  private void millis(int millis) {
    out.appendTwoDigits(millis / 1000);
    out.append('.');
    out.appendPadded(millis % 1000, 3);
  }

  /** A distance as timediff() gives it. */
  void difference(char sign, int years, int months, long millis) {
    out.append(sign);
    out.appendPadded(years, 4);
    out.append('-');
    out.appendTwoDigits(months);
    out.append('-');
    out.appendTwoDigits((int) (millis / DateTime.MILLIS_PER_DAY));
    out.append(' ');
    int rest = (int) (millis % DateTime.MILLIS_PER_DAY);
    out.appendTwoDigits(rest / 3_600_000);
    out.append(':');
    out.appendTwoDigits(rest / 60_000 % 60);
    out.append(':');
    millis(rest % 60_000);
  }

  /** Writes by a format; false if it has a conversion that does not exist. */
  boolean format(Value format, DateTime moment) {
    toText(format);
    byte[] text = format.bytes();
    int at = format.offset();
    int end = at + lengthToZero(format);
    moment.needDateAndTime();
    while (at < end) {
      byte c = text[at++];
      if (c != '%') {
        out.append(c);
      } else if (at == end || !convert((char) text[at++], moment)) {
        return false;
      }
    }
    return true;
  }

  private boolean convert(char letter, DateTime moment) {
    switch (letter) {
      case 'd':
        out.appendTwoDigits(moment.day);
        break;
      case 'e':
        spacePadded(moment.day);
        break;
      case 'f':
        seconds(Math.min(moment.second, 59.999));
        break;
      case 'F':
        year(moment.year);
        out.append('-');
        out.appendTwoDigits(moment.month);
        out.append('-');
        out.appendTwoDigits(moment.day);
        break;
      case 'G':
        year(isoYear(moment));
        break;
      case 'g':
        int yearOfCentury = isoYear(moment) % 100;
        if (yearOfCentury < 0) {
          out.appendInteger(yearOfCentury);
        } else {
          out.appendTwoDigits(yearOfCentury);
        }
        break;
      case 'H':
        out.appendTwoDigits(moment.hour);
        break;
      case 'I':
        out.appendTwoDigits(hourOfHalfDay(moment));
        break;
      case 'j':
        out.appendPadded(dayOfYear(moment) + 1, 3);
        break;
      case 'J':
        julianDay(moment);
        break;
      case 'k':
        spacePadded(moment.hour);
        break;
      case 'l':
        spacePadded(hourOfHalfDay(moment));
        break;
      case 'm':
        out.appendTwoDigits(moment.month);
        break;
      case 'M':
        out.appendTwoDigits(moment.minute);
        break;
      case 'p':
        out.append(moment.hour >= 12 ? "PM" : "AM");
        break;
      case 'P':
        out.append(moment.hour >= 12 ? "pm" : "am");
        break;
      case 'R':
        out.appendTwoDigits(moment.hour);
        out.append(':');
        out.appendTwoDigits(moment.minute);
        break;
      case 's':
        unixSeconds(moment);
        break;
      case 'S':
        out.appendTwoDigits((int) moment.second);
        break;
      case 'T':
        out.appendTwoDigits(moment.hour);
        out.append(':');
        out.appendTwoDigits(moment.minute);
        out.append(':');
        out.appendTwoDigits((int) moment.second);
        break;
      case 'u':
        int day = moment.dayOfWeek();
        out.append('0' + (day == 0 ? 7 : day));
        break;
      case 'U':
        out.appendTwoDigits((dayOfYear(moment) + 7 - moment.dayOfWeek()) / 7);
        break;
      case 'V':
        out.appendTwoDigits(isoWeek(moment));
        break;
      case 'w':
        out.append('0' + moment.dayOfWeek());
        break;
      case 'W':
        out.appendTwoDigits((dayOfYear(moment) + 7 - (moment.dayOfWeek() + 6) % 7) / 7);
        break;
      case 'Y':
        year(moment.year);
        break;
      case '%':
        out.append('%');
        break;
      default:
        return false;
    }
    return true;
  }

  private void year(int year) {
    if (year < 0) {
      out.append('-');
      out.appendPadded(-year, 3); // the sign counts among the four places
    } else {
      out.appendPadded(year, 4);
    }
  }

  private void spacePadded(int value) {
    if (value < 10) {
      out.append(' ');
    }
    out.appendInteger(value);
  }

  private static int hourOfHalfDay(DateTime moment) {
    return (moment.hour + 11) % 12 + 1;
  }

  /** Days since 1 January. */
  private static int dayOfYear(DateTime moment) {
    long today = (moment.julianMillis + 43_200_000) / DateTime.MILLIS_PER_DAY - 2_440_588;
    return (int) (today - DateTime.epochDay(moment.year, 1, 1));
  }

  /** Year of the Thursday of the moment's week, which begins on Monday. */
  private static int isoYear(DateTime moment) {
    DateTime thursday = thursday(moment);
    return thursday.year;
  }

  private static int isoWeek(DateTime moment) {
    DateTime thursday = thursday(moment);
    return dayOfYear(thursday) / 7 + 1;
  }

  private static DateTime thursday(DateTime moment) {
    DateTime thursday = new DateTime();
    thursday.julianMillis =
        moment.julianMillis + (3 - (moment.dayOfWeek() + 6) % 7) * DateTime.MILLIS_PER_DAY;
    thursday.hasJulian = true;
    thursday.needDate();
    return thursday;
  }

  private void seconds(double second) {
    decimal.decodeFixed(second, 3, 16);
    fixed(3, 2);
  }

  private void unixSeconds(DateTime moment) {
    if (moment.showsMillis) {
      double seconds = (moment.julianMillis - DateTime.UNIX_EPOCH) / 1000.0;
      decimal.decodeFixed(seconds, 3, 16);
      fixed(3, 1);
    } else {
      out.appendInteger(moment.julianMillis / 1000 - DateTime.UNIX_EPOCH / 1000);
    }
  }

  /** Writes the decoded number with so many decimals and at least so many digits before them. */
  private void fixed(int decimals, int minimumWhole) {
    if (decimal.isNegative()) {
      out.append('-');
    }
    int point = decimal.pointPosition();
    out.repeat('0', minimumWhole - Math.max(0, point));
    for (int i = 0; i < point; i++) {
      out.append(digit(i));
    }
    out.append('.');
    for (int i = point; i < point + decimals; i++) {
      out.append(i < 0 ? '0' : digit(i));
    }
  }

  private int digit(int index) {
    return index < decimal.count() ? decimal.digits()[index] : '0';
  }

  private void julianDay(DateTime moment) {
    decimal.decodeSignificant(moment.julianMillis / (double) DateTime.MILLIS_PER_DAY, 16, 16);
    int point = decimal.pointPosition();
    int count = decimal.count();
    if (point < -3) {
      // Less than nine seconds after the start of the calendar.
      out.append(digit(0));
      if (count > 1) {
        out.append('.');
        out.append(decimal.digits(), 1, count - 1);
      }
      out.append("e-");
      out.appendPadded(1L - point, 2);
      return;
    }
    if (point <= 0) {
      out.append("0.");
      out.repeat('0', -point);
    }
    for (int i = 0; i < Math.max(count, point); i++) {
      if (i == point && i > 0) {
        out.append('.');
      }
      out.append(i < count ? decimal.digits()[i] : '0');
    }
  }
}
