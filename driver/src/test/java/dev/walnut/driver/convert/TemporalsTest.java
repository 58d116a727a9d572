// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemporalsTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource({
    "2024-03-01, 2024-03-01T00:00",
    "2024-03-01 10:11, 2024-03-01T10:11",
    "2024-03-01T10:11, 2024-03-01T10:11",
    "2024-03-01 10:11:12, 2024-03-01T10:11:12",
    "2024-03-01 10:11:12.1, 2024-03-01T10:11:12.100",
    "2024-03-01 10:11:12.123456, 2024-03-01T10:11:12.123456",
    "2024-03-01 10:11:12.123456789, 2024-03-01T10:11:12.123456789",
    "2024-03-01 10:11:12.1234567899, 2024-03-01T10:11:12.123456789",
    "2024-03-01T10:11:12Z, 2024-03-01T10:11:12",
    "2024-03-01 10:11:12 +02:00, 2024-03-01T10:11:12",
    "2024-03-01 10:11:12-0530, 2024-03-01T10:11:12",
    "10:11:12, 1970-01-01T10:11:12",
    "10:11, 1970-01-01T10:11",
    "2024-02-29, 2024-02-29T00:00",
  })
  void textIsReadAsSqliteReadsIt(String text, String expected) throws SQLException {
    assertThat(Temporals.parse(text, null).dateTime()).isEqualTo(LocalDateTime.parse(expected));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "abc",
        "2024",
        "2024-3-1",
        "2024-02-30",
        "2024-13-01",
        "25:00",
        "10:61",
        "2024-03-01x10:11",
        "2024-03-01 10:11:12.",
        "2024-03-01 10:11:12 Q",
        "2024-03-01 10:11:12+99:00",
        "10:11:12 10"
      })
  void otherTextIsAConversionError(String text) {
    assertThatThrownBy(() -> Temporals.parse(text, null))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("Error parsing");
  }

  @Test
  void microsecondsStayMicroseconds() throws SQLException {
    Temporals t = Temporals.parse("2024-03-01 10:11:12.123456", null);
    assertThat(t.timestamp(ZoneId.systemDefault()))
        .isEqualTo(Timestamp.valueOf("2024-03-01 10:11:12.123456"));
  }

  @Test
  void aZoneInTheTextMovesTheLocalTime() throws SQLException {
    Temporals t = Temporals.parse("2024-03-01T10:11:12Z", null);
    assertThat(t.offset()).isEqualTo(ZoneOffset.UTC);
    assertThat(t.local(BERLIN)).isEqualTo(LocalDateTime.parse("2024-03-01T11:11:12"));
    assertThat(t.instant(BERLIN)).isEqualTo(Instant.parse("2024-03-01T10:11:12Z"));
  }

  @Test
  void textWithoutAZoneIsLocalToTheZoneAskedFor() throws SQLException {
    Temporals t = Temporals.parse("2024-03-01 10:11:12", null);
    assertThat(t.local(BERLIN)).isEqualTo(LocalDateTime.parse("2024-03-01T10:11:12"));
    assertThat(t.instant(BERLIN)).isEqualTo(Instant.parse("2024-03-01T09:11:12Z"));
  }

  @Test
  void theConnectionsFormatIsTriedFirst() throws SQLException {
    DateTimeFormatter format = DateTimeFormatter.ofPattern("dd.MM.yyyy HH:mm");
    assertThat(Temporals.parse("01.03.2024 10:11", format).dateTime())
        .isEqualTo(LocalDateTime.parse("2024-03-01T10:11"));
    assertThat(Temporals.parse("2024-03-01", format).dateTime())
        .isEqualTo(LocalDateTime.parse("2024-03-01T00:00"));
  }

  @Test
  void julianDaysGoBothWays() {
    long millis = Instant.parse("2024-03-01T12:00:00Z").toEpochMilli();
    assertThat(Temporals.millisToJulian(millis)).isEqualTo(2460371.0);
    assertThat(Temporals.julianToMillis(2460371.0)).isEqualTo(millis);
  }
}
