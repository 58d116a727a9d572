// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.CorruptDatabaseException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RecordTest {
  private final RecordWriter writer = new RecordWriter();
  private final RecordReader reader = new RecordReader();

  private void bind() {
    reader.bind(writer.array(), writer.offset(), writer.length());
  }

  private byte[] bytes() {
    return Arrays.copyOfRange(writer.array(), writer.offset(), writer.offset() + writer.length());
  }

  @Test
  void integersTakeTheShortestFormThatHoldsThem() {
    long[] values = {
      0,
      1,
      2,
      -1,
      127,
      128,
      -128,
      -129,
      32767,
      32768,
      -32768,
      -32769,
      8388607,
      8388608,
      -8388608,
      -8388609,
      Integer.MAX_VALUE,
      Integer.MAX_VALUE + 1L,
      Integer.MIN_VALUE,
      Integer.MIN_VALUE - 1L,
      (1L << 47) - 1,
      1L << 47,
      -(1L << 47),
      -(1L << 47) - 1,
      Long.MAX_VALUE,
      Long.MIN_VALUE
    };
    int[] types = {8, 9, 1, 1, 1, 2, 1, 2, 2, 3, 2, 3, 3, 4, 3, 4, 4, 5, 4, 5, 5, 6, 5, 6, 6, 6};
    for (int i = 0; i < values.length; i++) {
      writer.begin();
      writer.appendLong(values[i]);
      writer.finish();
      bind();
      assertThat(reader.serialType(0)).as("type of %d", values[i]).isEqualTo(types[i]);
      assertThat(reader.typeOf(0)).isEqualTo(RecordReader.INTEGER);
      assertThat(reader.longAt(0)).isEqualTo(values[i]);
      assertThat(reader.doubleAt(0)).isEqualTo((double) values[i]);
    }
  }

  @Test
  void columnsAreReadInAnyOrderAndMissingOnesAreAbsent() {
    byte[] text = "text".getBytes(StandardCharsets.UTF_8);
    writer.begin();
    writer.appendNull();
    writer.appendDouble(1.5);
    writer.appendText(text, 1, 2);
    writer.appendBlob(text, 0, 4);
    writer.appendZeroBlob(3);
    writer.finish();
    bind();
    assertThat(reader.typeOf(3)).isEqualTo(RecordReader.BLOB);
    assertThat(reader.typeOf(5)).isEqualTo(RecordReader.ABSENT);
    assertThat(reader.typeOf(500)).isEqualTo(RecordReader.ABSENT);
    assertThat(reader.longAt(500)).isZero();
    assertThat(reader.isNull(0)).isTrue();
    assertThat(reader.isNull(5)).isFalse();
    assertThat(reader.doubleAt(1)).isEqualTo(1.5);
    assertThat(reader.longAt(1)).isEqualTo(1);
    assertThat(reader.bytesLength(4)).isEqualTo(3);
    assertThat(
            new String(
                reader.bytesArray(2),
                reader.bytesOffset(2),
                reader.bytesLength(2),
                StandardCharsets.UTF_8))
        .isEqualTo("ex");
    assertThat(reader.columnCount()).isEqualTo(5);
  }

  @Test
  void realsOfRealColumnsAreStoredAsIntegersIfThatIsExactAndShort() {
    double[] values = {0, -0.0, 3, -7, 1.5, 1L << 47, (1L << 47) - 1, -(1L << 47), 1e300};
    int[] types = {8, 8, 1, 1, 7, 7, 5, 5, 7};
    for (int i = 0; i < values.length; i++) {
      writer.begin();
      writer.appendRealCompact(values[i]);
      writer.finish();
      bind();
      assertThat(reader.serialType(0)).as("type of %s", values[i]).isEqualTo(types[i]);
      assertThat(reader.doubleAt(0)).isEqualTo(values[i] == 0 ? 0.0 : values[i]);
    }
  }

  @Test
  void notANumberIsNull() {
    writer.begin();
    writer.appendDouble(Double.NaN);
    writer.finish();
    bind();
    assertThat(reader.serialType(0)).isZero();
    byte[] stored = {2, 7, 0x7f, (byte) 0xf8, 0, 0, 0, 0, 0, 0};
    reader.bind(stored, 0, stored.length);
    assertThat(reader.typeOf(0)).isEqualTo(RecordReader.NULL);
  }

  @Test
  void headersGrowPastOneByteAndTheRoomKeptForThem() {
    for (int columns : new int[] {1, 125, 126, 127, 128, 2000, 20_000}) {
      writer.begin();
      for (int i = 0; i < columns; i++) {
        writer.appendLong(i);
      }
      writer.finish();
      bind();
      assertThat(reader.columnCount()).isEqualTo(columns);
      for (int i = 0; i < columns; i++) {
        assertThat(reader.longAt(i)).isEqualTo(i);
      }
    }
  }

  @Test
  void overflowIsFollowedOnlyForColumnsThatReachIntoIt() {
    byte[] blob = new byte[1000];
    Arrays.fill(blob, (byte) 7);
    writer.begin();
    writer.appendLong(300);
    writer.appendBlob(blob, 0, blob.length);
    writer.appendLong(400);
    writer.finish();
    byte[] whole = bytes();
    byte[] local = Arrays.copyOf(whole, 50);
    int[] calls = new int[1];
    reader.bind(
        local,
        0,
        50,
        whole.length,
        (reuse, page, offset, localBytes, total) -> {
          calls[0]++;
          return whole;
        });
    assertThat(reader.longAt(0)).isEqualTo(300);
    assertThat(reader.bytesLength(1)).isEqualTo(1000);
    assertThat(calls[0]).isZero();
    assertThat(reader.longAt(2)).isEqualTo(400);
    assertThat(reader.bytesArray(1)[reader.bytesOffset(1) + 999]).isEqualTo((byte) 7);
    assertThat(reader.longAt(0)).isEqualTo(300);
    assertThat(calls[0]).isEqualTo(1);
  }

  @Test
  void brokenHeadersAreCorrupt() {
    byte[][] records = {
      {},
      {5, 1, 1},
      {2, 6, 0},
      {2, 1, 0, 0},
      {(byte) 0x81},
      {3, (byte) 0x80, (byte) 0x80},
      {2, (byte) 0x81, 1, 0},
      {9, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, -1, -1, -1}
    };
    for (byte[] record : records) {
      reader.bind(record, 0, record.length);
      assertThatThrownBy(() -> reader.longAt(0))
          .as(Arrays.toString(record))
          .isInstanceOf(CorruptDatabaseException.class);
    }
    reader.bind(new byte[] {0}, 0, 1);
    assertThat(reader.typeOf(0)).isEqualTo(RecordReader.ABSENT);
  }

  @Test
  void integersAndRealsCompareExactly() {
    assertThat(KeyComparison.compare(3, 3.0)).isZero();
    assertThat(KeyComparison.compare(3, 3.5)).isNegative();
    assertThat(KeyComparison.compare(-3, -3.5)).isPositive();
    assertThat(KeyComparison.compare(Long.MAX_VALUE, 0x1p63)).isNegative();
    assertThat(KeyComparison.compare(Long.MIN_VALUE, -0x1p63)).isZero();
    assertThat(KeyComparison.compare((1L << 53) + 1, 0x1p53)).isPositive();
    assertThat(KeyComparison.compare(0, Double.NEGATIVE_INFINITY)).isPositive();
    assertThat(KeyComparison.compare(0, Double.POSITIVE_INFINITY)).isNegative();
  }

  @Test
  void collationsAndDirectionsDecideTheOrder() {
    TextComparator byLength = (a, ao, al, b, bo, bl) -> Integer.compare(al, bl);
    KeyDescriptor descriptor =
        new KeyDescriptor(new TextComparator[] {byLength, null}, new boolean[] {true, false});
    SearchKey key = new SearchKey(2);
    key.setColumnCount(2);
    key.setText(0, new byte[] {'x', 'y'}, 0, 2);
    key.setLong(1, 5);
    KeyComparison comparison = new KeyComparison();
    comparison.prepare(key, descriptor, null);
    assertThat(compare(comparison, "ab", 5)).isZero();
    assertThat(compare(comparison, "ab", 4)).isNegative();
    assertThat(compare(comparison, "abc", 5)).isNegative();
    assertThat(compare(comparison, "z", 5)).isPositive();
    key.setColumnCount(1);
    key.setNull(0);
    comparison.prepare(key, descriptor, null);
    assertThat(compare(comparison, "z", 5)).isNegative();
    key.setBlob(0, new byte[0], 0, 0);
    comparison.prepare(key, descriptor, null);
    assertThat(compare(comparison, "z", 5)).isPositive();
  }

  private int compare(KeyComparison comparison, String text, long number) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    writer.begin();
    writer.appendText(encoded, 0, encoded.length);
    writer.appendLong(number);
    writer.finish();
    return comparison.compare(writer.array(), writer.offset(), writer.length(), writer.length());
  }
}
