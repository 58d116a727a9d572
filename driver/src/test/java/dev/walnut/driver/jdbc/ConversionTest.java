// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.driver.convert.ParameterWriter;
import dev.walnut.driver.convert.TimeSettings;
import dev.walnut.driver.convert.ValueReader;
import dev.walnut.driver.options.DateClass;
import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.DayOfWeek;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Year;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every row of the table between SQL values and Java types, both ways. */
class ConversionTest {
  private static final TimeSettings TIMES = new TimeSettings(DateClass.INTEGER, 1, null);

  private static RowsStatement row(Object value) {
    Value cell = new Value();
    if (value == null) {
      cell.setNull();
    } else if (value instanceof Long l) {
      cell.setInteger(l);
    } else if (value instanceof Double d) {
      cell.setReal(d);
    } else if (value instanceof byte[] b) {
      cell.setBlob(b, 0, b.length);
    } else {
      cell.setText((String) value);
    }
    RowsStatement rows =
        new RowsStatement(
            List.of(ColumnInfo.ofExpression("x")), List.<Value[]>of(new Value[] {cell}));
    rows.step();
    return rows;
  }

  private static final UUID ID = UUID.fromString("9d0135e7-638a-4148-9fa5-090b8d0a24dc");

  private static byte[] idBytes() {
    return ByteBuffer.allocate(16)
        .putLong(ID.getMostSignificantBits())
        .putLong(ID.getLeastSignificantBits())
        .array();
  }

  static Stream<Arguments> readable() {
    String text = "2024-03-01 10:11:12";
    LocalDateTime time = LocalDateTime.parse("2024-03-01T10:11:12");
    ZoneId zone = ZoneId.systemDefault();
    long millis = 1_700_000_000_123L;
    return Stream.of(
        Arguments.of(7L, Integer.class, 7),
        Arguments.of(7L, Long.class, 7L),
        Arguments.of(7L, Short.class, (short) 7),
        Arguments.of(7L, Byte.class, (byte) 7),
        Arguments.of(7L, Double.class, 7.0),
        Arguments.of(7L, Float.class, 7f),
        Arguments.of(7L, BigInteger.class, BigInteger.valueOf(7)),
        Arguments.of(7L, BigDecimal.class, BigDecimal.valueOf(7)),
        Arguments.of(7L, Number.class, 7),
        Arguments.of(7L, Boolean.class, true),
        Arguments.of(0L, Boolean.class, false),
        Arguments.of(7L, String.class, "7"),
        Arguments.of(7L, Object.class, 7),
        Arguments.of(2024L, Year.class, Year.of(2024)),
        Arguments.of(millis, Instant.class, Instant.ofEpochMilli(millis)),
        Arguments.of(millis, Timestamp.class, new Timestamp(millis)),
        Arguments.of(millis, java.util.Date.class, new Timestamp(millis)),
        Arguments.of(millis, Date.class, new Date(millis)),
        Arguments.of(millis, Time.class, new Time(millis)),
        Arguments.of(
            millis,
            LocalDateTime.class,
            LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), zone)),
        Arguments.of(1.5, Double.class, 1.5),
        Arguments.of(1.5, Float.class, 1.5f),
        Arguments.of(1.5, BigDecimal.class, new BigDecimal("1.5")),
        Arguments.of(1.5, Long.class, 1L),
        Arguments.of(1.5, String.class, "1.5"),
        Arguments.of(1.5, Object.class, 1.5),
        Arguments.of(2460370.5, Instant.class, Instant.parse("2024-03-01T00:00:00Z")),
        Arguments.of("12", Integer.class, 12),
        Arguments.of(
            "12345678901234567.89", BigDecimal.class, new BigDecimal("12345678901234567.89")),
        Arguments.of(
            "12345678901234567890", BigInteger.class, new BigInteger("12345678901234567890")),
        Arguments.of("x", Character.class, 'x'),
        Arguments.of("true", Boolean.class, true),
        Arguments.of("no", Boolean.class, false),
        Arguments.of(ID.toString(), UUID.class, ID),
        Arguments.of(idBytes(), UUID.class, ID),
        Arguments.of(text, LocalDate.class, time.toLocalDate()),
        Arguments.of(text, LocalTime.class, time.toLocalTime()),
        Arguments.of(text, LocalDateTime.class, time),
        Arguments.of(text, Instant.class, time.atZone(zone).toInstant()),
        Arguments.of(text, OffsetDateTime.class, time.atZone(zone).toOffsetDateTime()),
        Arguments.of(text, ZonedDateTime.class, time.atZone(zone)),
        Arguments.of(text, Timestamp.class, Timestamp.valueOf(time)),
        Arguments.of(text, java.util.Date.class, Timestamp.valueOf(time)),
        Arguments.of("2024-02-29", Date.class, Date.valueOf("2024-02-29")),
        Arguments.of("2024-02-29", Timestamp.class, Timestamp.valueOf("2024-02-29 00:00:00")),
        Arguments.of("2024-02-29", LocalDate.class, LocalDate.parse("2024-02-29")),
        Arguments.of("10:11:12", LocalTime.class, LocalTime.parse("10:11:12")),
        Arguments.of("10:11:12", Time.class, Time.valueOf("10:11:12")),
        Arguments.of(
            "2024-03-01T10:11:12+02:00",
            OffsetDateTime.class,
            OffsetDateTime.of(time, ZoneOffset.ofHours(2))),
        Arguments.of(
            "10:11:12+02:00",
            OffsetTime.class,
            OffsetTime.of(time.toLocalTime(), ZoneOffset.ofHours(2))),
        Arguments.of("", Timestamp.class, null),
        Arguments.of(null, Integer.class, null),
        Arguments.of(null, UUID.class, null),
        Arguments.of(null, LocalDate.class, null));
  }

  @ParameterizedTest
  @MethodSource("readable")
  void aValueIsReadAsAClass(Object stored, Class<?> type, Object expected) throws SQLException {
    assertThat(ValueReader.as(row(stored), 0, type, TIMES)).isEqualTo(expected);
  }

  static Stream<Arguments> unreadable() {
    return Stream.of(
        Arguments.of("abc", Integer.class),
        Arguments.of("abc", BigDecimal.class),
        Arguments.of("abc", LocalDate.class),
        Arguments.of("abc", UUID.class),
        Arguments.of("abc", Character.class),
        Arguments.of("2024-03-01", LocalTime.class),
        Arguments.of("10:11", LocalDate.class),
        Arguments.of(3_900_000_000L, Integer.class),
        Arguments.of(70_000L, Short.class),
        Arguments.of(300L, Byte.class),
        Arguments.of(Double.POSITIVE_INFINITY, BigDecimal.class),
        Arguments.of(new byte[3], UUID.class),
        Arguments.of(7L, Thread.class),
        Arguments.of(7L, StringBuilder.class));
  }

  @ParameterizedTest
  @MethodSource("unreadable")
  void aValueThatDoesNotFitIsAnSqlException(Object stored, Class<?> type) {
    assertThatThrownBy(() -> ValueReader.as(row(stored), 0, type, TIMES))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void objectsFollowTheStorageClass() {
    assertThat(ValueReader.object(row(5L), 0, false)).isEqualTo(5);
    assertThat(ValueReader.object(row(5L), 0, true)).isEqualTo(5L);
    assertThat(ValueReader.object(row(3_900_000_000L), 0, false)).isEqualTo(3_900_000_000L);
    assertThat(ValueReader.object(row(1.5), 0, false)).isEqualTo(1.5);
    assertThat(ValueReader.object(row("s"), 0, false)).isEqualTo("s");
    assertThat(ValueReader.object(row(new byte[] {1}), 0, false)).isEqualTo(new byte[] {1});
    assertThat(ValueReader.object(row(null), 0, false)).isNull();
  }

  // ---- Java to SQL

  private static String stored(Object value, TimeSettings times) throws SQLException {
    ParameterValues values = new ParameterValues(1);
    ParameterWriter.write(values, 1, value, times);
    return values.toString();
  }

  static Stream<Arguments> writable() {
    return Stream.of(
        Arguments.of(null, "[NULL]"),
        Arguments.of(true, "[1]"),
        Arguments.of((byte) 1, "[1]"),
        Arguments.of((short) 2, "[2]"),
        Arguments.of(3, "[3]"),
        Arguments.of(4L, "[4]"),
        Arguments.of(1.5f, "[1.5]"),
        Arguments.of(2.5, "[2.5]"),
        Arguments.of(new BigDecimal("3.14"), "['3.14']"),
        Arguments.of(BigInteger.valueOf(5), "[5]"),
        Arguments.of(new BigInteger("12345678901234567890"), "['12345678901234567890']"),
        Arguments.of('c', "['c']"),
        Arguments.of("s", "['s']"),
        Arguments.of(new char[] {'a', 'b'}, "['ab']"),
        Arguments.of(new byte[3], "[blob of 3]"),
        Arguments.of(new WalnutBlob(new byte[4]), "[blob of 4]"),
        Arguments.of(new WalnutClob("text"), "['text']"),
        Arguments.of(new java.io.ByteArrayInputStream(new byte[5]), "[blob of 5]"),
        Arguments.of(new java.io.StringReader("read"), "['read']"),
        Arguments.of(new Timestamp(5), "[5]"),
        Arguments.of(new Date(5), "[5]"),
        Arguments.of(new Time(5), "[5]"),
        Arguments.of(new java.util.Date(5), "[5]"),
        Arguments.of(LocalDate.of(2024, 3, 1), "['2024-03-01']"),
        Arguments.of(LocalTime.of(10, 11), "['10:11']"),
        Arguments.of(LocalDateTime.of(2024, 3, 1, 10, 11), "['2024-03-01T10:11']"),
        Arguments.of(Instant.ofEpochSecond(1_700_000_000), "['2023-11-14T22:13:20Z']"),
        Arguments.of(
            OffsetDateTime.of(2024, 3, 1, 10, 11, 12, 0, ZoneOffset.ofHours(2)),
            "['2024-03-01T10:11:12+02:00']"),
        Arguments.of(
            ZonedDateTime.of(2024, 3, 1, 10, 11, 12, 0, ZoneId.of("Europe/Berlin")),
            "['2024-03-01T10:11:12+01:00']"),
        Arguments.of(ID, "['" + ID + "']"),
        Arguments.of(DayOfWeek.MONDAY, "['MONDAY']"));
  }

  @ParameterizedTest
  @MethodSource("writable")
  void anObjectIsStoredAsAValue(Object value, String expected) throws SQLException {
    assertThat(stored(value, TIMES)).isEqualTo(expected);
  }

  @Test
  void datesAreStoredAsTheDateClassSays() throws SQLException {
    Timestamp time = Timestamp.from(Instant.parse("2024-03-01T12:00:00Z"));
    assertThat(stored(time, new TimeSettings(DateClass.INTEGER, 1000, null)))
        .isEqualTo("[" + time.getTime() / 1000 + "]");
    assertThat(stored(time, new TimeSettings(DateClass.REAL, 1, null))).isEqualTo("[2460371.0]");
    Timestamp local = Timestamp.valueOf("2024-03-01 10:11:12.5");
    assertThat(stored(local, new TimeSettings(DateClass.TEXT, 1, null)))
        .isEqualTo("['2024-03-01 10:11:12.500']");
    assertThat(
            stored(
                local,
                new TimeSettings(DateClass.TEXT, 1, DateTimeFormatter.ofPattern("dd.MM.yyyy"))))
        .isEqualTo("['01.03.2024']");
  }

  @Test
  void aTargetTypeConverts() throws SQLException {
    ParameterValues values = new ParameterValues(7);
    ParameterWriter.writeAs(values, 1, "12", Types.INTEGER, -1, TIMES);
    ParameterWriter.writeAs(values, 2, "1.5", Types.DOUBLE, -1, TIMES);
    ParameterWriter.writeAs(values, 3, 5, Types.VARCHAR, -1, TIMES);
    ParameterWriter.writeAs(values, 4, "true", Types.BOOLEAN, -1, TIMES);
    ParameterWriter.writeAs(values, 5, new BigDecimal("1.005"), Types.DECIMAL, 2, TIMES);
    ParameterWriter.writeAs(values, 6, null, Types.BLOB, -1, TIMES);
    ParameterWriter.writeAs(values, 7, true, Types.BIGINT, -1, TIMES);
    assertThat(values).hasToString("[12, 1.5, '5', 1, '1.01', NULL, 1]");
    assertThatThrownBy(() -> ParameterWriter.writeAs(values, 1, "x", Types.INTEGER, -1, TIMES))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void streamsThatEndTooEarlyAreAnError() {
    assertThatThrownBy(
            () -> ParameterWriter.bytes(new java.io.ByteArrayInputStream(new byte[3]), 5))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> ParameterWriter.text(new java.io.StringReader("abc"), 5))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void bytesOfTextAreUtf8() {
    assertThat(row("é").columnBlob(0)).isEqualTo("é".getBytes(StandardCharsets.UTF_8));
  }
}
