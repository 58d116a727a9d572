// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import dev.walnut.driver.options.ConnectionSettings;
import dev.walnut.driver.options.DateClass;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/**
 * How a connection stores and reads {@code java.sql} dates.
 *
 * @param dateClass storage class of dates
 * @param unitMillis milliseconds in a unit of INTEGER dates
 * @param format own format of TEXT dates; null for the default
 */
public record TimeSettings(DateClass dateClass, long unitMillis, DateTimeFormatter format) {

  public static TimeSettings of(ConnectionSettings settings) {
    return new TimeSettings(
        settings.dateClass(), settings.dateUnitMillis(), settings.dateFormatter());
  }

  /** The text of a point in time. */
  public String text(long millis, ZoneId zone) {
    LocalDateTime local = LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone);
    return format == null
        ? Temporals.DEFAULT_FORMAT.format(local)
        : format.format(local.atZone(zone));
  }
}
