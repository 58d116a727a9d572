// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.functions;

import dev.walnut.sql.value.Value;
import java.util.Random;

/** Random time values and modifiers, valid and nearly so. */
final class DateSamples {
  private DateSamples() {}

  static Value timeValue(Random random) {
    switch (random.nextInt(12)) {
      case 0:
        return Samples.integer(random.nextInt(5_500_000));
      case 1:
        return Samples.real(random.nextDouble() * 5_400_000);
      case 2:
        return Samples.integer(random.nextInt() * (long) (1 + random.nextInt(300)));
      case 3:
        Value any = Samples.any(random);
        boolean isClock = any.type() == Value.TEXT && any.asString().equals("now");
        return isClock ? Samples.nothing() : any;
      case 4:
        return Samples.text(time(random));
      case 5:
        return Samples.text(Double.toString(random.nextInt(5_000_000) / 2.0));
      default:
        return Samples.text(damaged(dateTime(random), random));
    }
  }

  private static String damaged(String text, Random random) {
    if (random.nextInt(12) > 0) {
      return text;
    }
    StringBuilder damaged = new StringBuilder(text);
    String letters = "0123456789-:.TZz +";
    int at = random.nextInt(damaged.length());
    if (random.nextBoolean()) {
      damaged.setCharAt(at, letters.charAt(random.nextInt(letters.length())));
    } else if (random.nextBoolean()) {
      damaged.deleteCharAt(at);
    } else {
      damaged.insert(at, letters.charAt(random.nextInt(letters.length())));
    }
    return damaged.toString();
  }

  private static String date(Random random) {
    int year = random.nextInt(4) == 0 ? random.nextInt(10_000) : 1960 + random.nextInt(90);
    String sign = random.nextInt(15) == 0 ? "-" : "";
    return String.format(
        "%s%04d-%02d-%02d", sign, year, 1 + random.nextInt(12), 1 + random.nextInt(31));
  }

  private static String time(Random random) {
    StringBuilder time = new StringBuilder();
    time.append(String.format("%02d:%02d", random.nextInt(25), random.nextInt(60)));
    if (random.nextBoolean()) {
      time.append(String.format(":%02d", random.nextInt(60)));
      if (random.nextBoolean()) {
        time.append('.');
        for (int k = random.nextInt(6); k >= 0; k--) {
          time.append(random.nextInt(3) == 0 ? 9 : random.nextInt(10));
        }
      }
    }
    String[] zones = {
      "", "", "", "Z", " z", "+01:00", "-05:30", " +14:00", "+00:00", "+15:00", " "
    };
    return time.append(zones[random.nextInt(zones.length)]).toString();
  }

  private static String dateTime(Random random) {
    switch (random.nextInt(3)) {
      case 0:
        return date(random);
      case 1:
        return date(random) + " " + time(random);
      default:
        return date(random) + (random.nextBoolean() ? "T" : "  ") + time(random);
    }
  }

  static String modifier(Random random) {
    String[] words = {
      "start of day",
      "start of month",
      "start of year",
      "Start Of Day",
      "start of week",
      "unixepoch",
      "julianday",
      "auto",
      "localtime",
      "utc",
      "subsec",
      "subsecond",
      "ceiling",
      "floor",
      "weekday 0",
      "weekday 1",
      "weekday 6",
      "weekday 7",
      "weekday 2.0",
      "weekday 2.5",
      "weekday",
      "bogus",
      "",
      "UNIXEPOCH",
      "Auto"
    };
    String[] units = {
      "day",
      "days",
      "hour",
      "hours",
      "minute",
      "minutes",
      "second",
      "seconds",
      "month",
      "months",
      "year",
      "years",
      "Day",
      "week",
      "MONTHS",
      "secondss"
    };
    String[] signs = {"+", "-", "", "+", "-"};
    String sign = signs[random.nextInt(signs.length)];
    switch (random.nextInt(6)) {
      case 0:
      case 1:
        return words[random.nextInt(words.length)];
      case 2:
        return sign
            + random.nextInt(random.nextBoolean() ? 20 : 100_000)
            + " "
            + units[random.nextInt(units.length)];
      case 3:
        return sign + random.nextInt(100_000) / 1000.0 + " " + units[random.nextInt(units.length)];
      case 4:
        return damaged(sign + time(random), random);
      default:
        String date =
            String.format(
                "%04d-%02d-%02d", random.nextInt(30), random.nextInt(13), random.nextInt(32));
        return damaged(sign + date + (random.nextBoolean() ? "" : " " + time(random)), random);
    }
  }
}
