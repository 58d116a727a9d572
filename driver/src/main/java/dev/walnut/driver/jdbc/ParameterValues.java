// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.driver.convert.ParameterWriter;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.value.Value;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * Parameters of a prepared statement: those being set, after those of batch entries already added.
 * Values lie in primitive arrays, {@code count} per entry, so that a batch boxes nothing. They are
 * kept apart from the compiled statement because JDBC allows setting them while rows of the last
 * execution are still being read.
 */
final class ParameterValues implements ParameterWriter.Sink {
  private final int count;
  private byte[] types;
  private long[] bits;
  private Object[] references;
  private int entries;

  ParameterValues(int count) {
    this.count = count;
    this.types = new byte[count];
    this.bits = new long[count];
    this.references = new Object[count];
  }

  int count() {
    return count;
  }

  /** Number of batch entries. */
  int entries() {
    return entries;
  }

  @Override
  public void setNull(int number) throws SQLException {
    int i = slot(number);
    types[i] = Value.NULL;
    references[i] = null;
  }

  @Override
  public void setLong(int number, long value) throws SQLException {
    int i = slot(number);
    types[i] = Value.INTEGER;
    bits[i] = value;
  }

  @Override
  public void setDouble(int number, double value) throws SQLException {
    int i = slot(number);
    types[i] = Value.REAL;
    bits[i] = Double.doubleToRawLongBits(value);
  }

  /** Null sets NULL. */
  @Override
  public void setText(int number, String value) throws SQLException {
    setReference(number, Value.TEXT, value);
  }

  /** Null sets NULL. The array is borrowed until the statement has run. */
  @Override
  public void setBlob(int number, byte[] value) throws SQLException {
    setReference(number, Value.BLOB, value);
  }

  private void setReference(int number, int type, Object value) throws SQLException {
    int i = slot(number);
    types[i] = (byte) (value == null ? Value.NULL : type);
    references[i] = value;
  }

  /** Storage class of a parameter being set. */
  int type(int number) throws SQLException {
    return types[slot(number)];
  }

  private int slot(int number) throws SQLException {
    if (number < 1 || number > count) {
      throw DriverErrors.parameterIndex(number, count);
    }
    return entries * count + number - 1;
  }

  /** Sets all parameters to NULL. */
  void clear() {
    int from = entries * count;
    Arrays.fill(types, from, from + count, (byte) Value.NULL);
    Arrays.fill(references, from, from + count, null);
  }

  /** Makes the parameters being set a batch entry; they keep their values for the next one. */
  void addEntry() {
    int from = entries * count;
    int to = from + count;
    if (to + count > types.length) {
      int length = Math.max(to + count, types.length * 2);
      types = Arrays.copyOf(types, length);
      bits = Arrays.copyOf(bits, length);
      references = Arrays.copyOf(references, length);
    }
    System.arraycopy(types, from, types, to, count);
    System.arraycopy(bits, from, bits, to, count);
    System.arraycopy(references, from, references, to, count);
    entries++;
  }

  /** Forgets the batch entries; the parameters being set stay. */
  void clearEntries() {
    if (entries > 0) {
      int from = entries * count;
      types = Arrays.copyOfRange(types, from, from + count);
      bits = Arrays.copyOfRange(bits, from, from + count);
      references = Arrays.copyOfRange(references, from, from + count);
      entries = 0;
    }
  }

  /**
   * Sets the statement's parameters to those being set ({@code entry == entries}) or an entry's.
   */
  void applyTo(SqlStatement statement, int entry) {
    int base = entry * count;
    for (int i = 0; i < count; i++) {
      int at = base + i;
      switch (types[at]) {
        case Value.INTEGER -> statement.setLong(i + 1, bits[at]);
        case Value.REAL -> statement.setDouble(i + 1, Double.longBitsToDouble(bits[at]));
        case Value.TEXT -> statement.setText(i + 1, (String) references[at]);
        case Value.BLOB -> statement.setBlob(i + 1, (byte[]) references[at]);
        default -> statement.setNull(i + 1);
      }
    }
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("[");
    for (int i = entries * count, n = i + count; i < n; i++) {
      text.append(text.length() == 1 ? "" : ", ");
      switch (types[i]) {
        case Value.INTEGER -> text.append(bits[i]);
        case Value.REAL -> text.append(Double.longBitsToDouble(bits[i]));
        case Value.TEXT -> text.append('\'').append(references[i]).append('\'');
        case Value.BLOB -> text.append("blob of ").append(((byte[]) references[i]).length);
        default -> text.append("NULL");
      }
    }
    return text.append(']').toString();
  }
}
