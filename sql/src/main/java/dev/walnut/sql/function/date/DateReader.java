// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.date;

import static dev.walnut.sql.function.Arguments.lengthToZero;
import static dev.walnut.sql.function.Arguments.toText;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Numbers;
import dev.walnut.sql.value.Value;

/**
 * Reads a time value: {@code YYYY-MM-DD}, {@code YYYY-MM-DD HH:MM:SS.FFF} with or without its last
 * parts and a zone, {@code HH:MM...}, {@code now}, a number.
 *
 * <p>A cursor over one text at a time: {@link #open} it, then read.
 */
final class DateReader {
  private byte[] text;
  private int at;
  private int end;

  /** Sets the text to be read; the value must be TEXT. */
  void open(Value value) {
    toText(value);
    text = value.bytes();
    at = value.offset();
    end = at + lengthToZero(value);
  }

  int position() {
    return at;
  }

  void moveTo(int position) {
    at = position;
  }

  boolean isAtEnd() {
    return at >= end;
  }

  int remaining() {
    return end - at;
  }

  byte peek(int ahead) {
    return at + ahead < end ? text[at + ahead] : 0;
  }

  void skip(int count) {
    at += count;
  }

  void skipSpaces() {
    while (at < end && Numbers.isSpace(text[at])) {
      at++;
    }
  }

  /** Whether the rest begins with that lower-case ASCII word, in any case of letters. */
  boolean startsWith(String word) {
    if (end - at < word.length()) {
      return false;
    }
    for (int i = 0; i < word.length(); i++) {
      byte c = text[at + i];
      if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether the rest is that lower-case ASCII word, in any case of letters. */
  boolean is(String word) {
    return end - at == word.length() && startsWith(word);
  }

  /** Whether the next {@code length} bytes are wholly a number. */
  boolean isNumber(int length) {
    return Numbers.classify(text, at, length) >= Numbers.INTEGER;
  }

  double number(int length) {
    return Numbers.textToReal(text, at, length);
  }

  /**
   * The number that the next digits are, which are then behind; -1, and nothing behind, unless
   * there are that many digits of a number up to a maximum.
   */
  int digits(int count, int maximum) {
    if (end - at < count) {
      return -1;
    }
    int value = 0;
    for (int i = 0; i < count; i++) {
      int digit = text[at + i] - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    if (value > maximum) {
      return -1;
    }
    at += count;
    return value;
  }

  private boolean accept(char c) {
    if (at < end && text[at] == c) {
      at++;
      return true;
    }
    return false;
  }

  /** Reads the whole text as a time value into a cleared moment; false if it is none. */
  boolean read(DateTime moment, FunctionContext context) {
    int start = at;
    if (readDate(moment)) {
      return true;
    }
    moment.clear();
    at = start;
    if (readTime(moment)) {
      return true;
    }
    moment.clear();
    at = start;
    if (is("now")) {
      moment.setUnixMillis(context.currentTimeMillis());
      return true;
    }
    if (isNumber(end - at)) {
      moment.setNumber(number(end - at));
      return true;
    }
    if (is("subsec") || is("subsecond")) {
      moment.showsMillis = true;
      moment.setUnixMillis(context.currentTimeMillis());
      return true;
    }
    return false;
  }

  private boolean readDate(DateTime moment) {
    boolean negative = accept('-');
    int year = digits(4, 9999);
    if (year < 0 || !accept('-')) {
      return false;
    }
    int month = digits(2, 12);
    if (month < 1 || !accept('-')) {
      return false;
    }
    int day = digits(2, 31);
    if (day < 1) {
      return false;
    }
    while (at < end && (Numbers.isSpace(text[at]) || text[at] == 'T')) {
      at++;
    }
    if (!isAtEnd() && !readTime(moment)) {
      return false;
    }
    moment.year = negative ? -year : year;
    moment.month = month;
    moment.day = day;
    moment.hasDate = true;
    moment.findOverrun();
    if (moment.zoneMinutes != 0) {
      moment.needJulian();
    }
    return true;
  }

  /** Reads HH:MM, seconds, a fraction, a zone, up to the end of the text. */
  boolean readTime(DateTime moment) {
    int hour = digits(2, 24);
    if (hour < 0 || !accept(':')) {
      return false;
    }
    int minute = digits(2, 59);
    if (minute < 0 || (hour == 24 && minute != 0)) {
      return false;
    }
    double second = 0;
    if (accept(':')) {
      int whole = digits(2, 59);
      if (whole < 0) {
        return false;
      }
      second = whole;
      if (peek(0) == '.' && peek(1) >= '0' && peek(1) <= '9') {
        at++;
        double fraction = 0;
        double scale = 1;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
          fraction = fraction * 10 + (text[at++] - '0');
          scale *= 10;
        }
        // Never so much that rounding to milliseconds would reach the next second.
        second += Math.min(fraction / scale, 0.999);
      }
    }
    if (hour == 24 && second != 0) {
      return false;
    }
    moment.hasJulian = false;
    moment.isNumber = false;
    moment.hasTime = true;
    moment.hour = hour;
    moment.minute = minute;
    moment.second = second;
    return readZone(moment);
  }

  private boolean readZone(DateTime moment) {
    skipSpaces();
    moment.zoneMinutes = 0;
    if (isAtEnd()) {
      return true;
    }
    byte sign = text[at++];
    if (sign == 'Z' || sign == 'z') {
      moment.isUtc = true;
      moment.isLocal = false;
    } else if (sign == '+' || sign == '-') {
      int hours = digits(2, 14);
      if (hours < 0 || !accept(':')) {
        return false;
      }
      int minutes = digits(2, 59);
      if (minutes < 0) {
        return false;
      }
      moment.zoneMinutes = (sign == '-' ? -1 : 1) * (hours * 60 + minutes);
      if (moment.zoneMinutes == 0) {
        moment.isUtc = true;
        moment.isLocal = false;
      }
    } else {
      return false;
    }
    skipSpaces();
    return isAtEnd();
  }
}
