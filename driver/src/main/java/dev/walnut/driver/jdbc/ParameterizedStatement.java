// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.driver.convert.ParameterWriter;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.Calendar;

/** The setters of a prepared statement. Values are kept until the statement runs. */
@SuppressWarnings("deprecation")
abstract class ParameterizedStatement extends WalnutStatement implements PreparedStatement {
  private final ParameterValues values;

  ParameterizedStatement(WalnutConnection connection, int holdability, int parameterCount) {
    super(connection, holdability);
    this.values = new ParameterValues(parameterCount);
  }

  final ParameterValues values() {
    return values;
  }

  private ParameterValues open() throws SQLException {
    checkOpen();
    return values;
  }

  @Override
  public void clearParameters() throws SQLException {
    open().clear();
  }

  @Override
  public void setNull(int number, int sqlType) throws SQLException {
    open().setNull(number);
  }

  @Override
  public void setNull(int number, int sqlType, String typeName) throws SQLException {
    open().setNull(number);
  }

  @Override
  public void setBoolean(int number, boolean value) throws SQLException {
    open().setLong(number, value ? 1 : 0);
  }

  @Override
  public void setByte(int number, byte value) throws SQLException {
    open().setLong(number, value);
  }

  @Override
  public void setShort(int number, short value) throws SQLException {
    open().setLong(number, value);
  }

  @Override
  public void setInt(int number, int value) throws SQLException {
    open().setLong(number, value);
  }

  @Override
  public void setLong(int number, long value) throws SQLException {
    open().setLong(number, value);
  }

  @Override
  public void setFloat(int number, float value) throws SQLException {
    open().setDouble(number, value);
  }

  @Override
  public void setDouble(int number, double value) throws SQLException {
    open().setDouble(number, value);
  }

  @Override
  public void setBigDecimal(int number, BigDecimal value) throws SQLException {
    open().setText(number, value == null ? null : value.toString());
  }

  @Override
  public void setString(int number, String value) throws SQLException {
    open().setText(number, value);
  }

  @Override
  public void setNString(int number, String value) throws SQLException {
    open().setText(number, value);
  }

  @Override
  public void setBytes(int number, byte[] value) throws SQLException {
    open().setBlob(number, value);
  }

  @Override
  public void setDate(int number, Date value) throws SQLException {
    setDate(number, value, null);
  }

  @Override
  public void setDate(int number, Date value, Calendar calendar) throws SQLException {
    setMillis(number, value, calendar);
  }

  @Override
  public void setTime(int number, Time value) throws SQLException {
    setTime(number, value, null);
  }

  @Override
  public void setTime(int number, Time value, Calendar calendar) throws SQLException {
    setMillis(number, value, calendar);
  }

  @Override
  public void setTimestamp(int number, Timestamp value) throws SQLException {
    setTimestamp(number, value, null);
  }

  @Override
  public void setTimestamp(int number, Timestamp value, Calendar calendar) throws SQLException {
    setMillis(number, value, calendar);
  }

  private void setMillis(int number, java.util.Date value, Calendar calendar) throws SQLException {
    if (value == null) {
      open().setNull(number);
    } else {
      ZoneId zone = calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
      ParameterWriter.writeMillis(open(), number, value.getTime(), zone, connection.times());
    }
  }

  @Override
  public void setObject(int number, Object value) throws SQLException {
    ParameterWriter.write(open(), number, value, connection.times());
  }

  @Override
  public void setObject(int number, Object value, int targetSqlType) throws SQLException {
    ParameterWriter.writeAs(open(), number, value, targetSqlType, -1, connection.times());
  }

  @Override
  public void setObject(int number, Object value, int targetSqlType, int scaleOrLength)
      throws SQLException {
    if (value instanceof InputStream in) {
      open().setBlob(number, ParameterWriter.bytes(in, scaleOrLength));
    } else if (value instanceof Reader reader) {
      open().setText(number, ParameterWriter.text(reader, scaleOrLength));
    } else {
      ParameterWriter.writeAs(
          open(), number, value, targetSqlType, scaleOrLength, connection.times());
    }
  }

  @Override
  public void setObject(int number, Object value, SQLType type) throws SQLException {
    setObject(number, value, vendorNumber(type));
  }

  @Override
  public void setObject(int number, Object value, SQLType type, int scaleOrLength)
      throws SQLException {
    setObject(number, value, vendorNumber(type), scaleOrLength);
  }

  private static int vendorNumber(SQLType type) throws SQLException {
    Integer number = type == null ? null : type.getVendorTypeNumber();
    if (number == null) {
      throw DriverErrors.argument("the SQL type has no number: " + type);
    }
    return number;
  }

  @Override
  public void setBinaryStream(int number, InputStream in) throws SQLException {
    open().setBlob(number, ParameterWriter.bytes(in, -1));
  }

  @Override
  public void setBinaryStream(int number, InputStream in, int length) throws SQLException {
    setBinaryStream(number, in, (long) length);
  }

  @Override
  public void setBinaryStream(int number, InputStream in, long length) throws SQLException {
    open().setBlob(number, ParameterWriter.bytes(in, length(length)));
  }

  @Override
  public void setBlob(int number, InputStream in) throws SQLException {
    setBinaryStream(number, in);
  }

  @Override
  public void setBlob(int number, InputStream in, long length) throws SQLException {
    setBinaryStream(number, in, length);
  }

  @Override
  public void setBlob(int number, Blob value) throws SQLException {
    open().setBlob(number, value == null ? null : value.getBytes(1, (int) value.length()));
  }

  @Override
  public void setAsciiStream(int number, InputStream in) throws SQLException {
    setDecoded(number, ParameterWriter.bytes(in, -1));
  }

  @Override
  public void setAsciiStream(int number, InputStream in, int length) throws SQLException {
    setAsciiStream(number, in, (long) length);
  }

  @Override
  public void setAsciiStream(int number, InputStream in, long length) throws SQLException {
    setDecoded(number, ParameterWriter.bytes(in, length(length)));
  }

  @Override
  public void setUnicodeStream(int number, InputStream in, int length) throws SQLException {
    setAsciiStream(number, in, (long) length);
  }

  private void setDecoded(int number, byte[] bytes) throws SQLException {
    open().setText(number, bytes == null ? null : new String(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public void setCharacterStream(int number, Reader reader) throws SQLException {
    open().setText(number, ParameterWriter.text(reader, -1));
  }

  @Override
  public void setCharacterStream(int number, Reader reader, int length) throws SQLException {
    setCharacterStream(number, reader, (long) length);
  }

  @Override
  public void setCharacterStream(int number, Reader reader, long length) throws SQLException {
    open().setText(number, ParameterWriter.text(reader, length(length)));
  }

  @Override
  public void setNCharacterStream(int number, Reader reader) throws SQLException {
    setCharacterStream(number, reader);
  }

  @Override
  public void setNCharacterStream(int number, Reader reader, long length) throws SQLException {
    setCharacterStream(number, reader, length);
  }

  @Override
  public void setClob(int number, Reader reader) throws SQLException {
    setCharacterStream(number, reader);
  }

  @Override
  public void setClob(int number, Reader reader, long length) throws SQLException {
    setCharacterStream(number, reader, length);
  }

  @Override
  public void setClob(int number, Clob value) throws SQLException {
    open().setText(number, value == null ? null : value.getSubString(1, (int) value.length()));
  }

  @Override
  public void setNClob(int number, Reader reader) throws SQLException {
    setCharacterStream(number, reader);
  }

  @Override
  public void setNClob(int number, Reader reader, long length) throws SQLException {
    setCharacterStream(number, reader, length);
  }

  @Override
  public void setNClob(int number, NClob value) throws SQLException {
    setClob(number, value);
  }

  private static long length(long length) throws SQLException {
    if (length < 0) {
      throw DriverErrors.argument("length " + length + " is negative");
    }
    return length;
  }

  @Override
  public void setURL(int number, URL value) throws SQLException {
    open().setText(number, value == null ? null : value.toString());
  }

  @Override
  public void setArray(int number, Array value) throws SQLException {
    throw DriverErrors.unsupported("the type ARRAY");
  }

  @Override
  public void setRef(int number, Ref value) throws SQLException {
    throw DriverErrors.unsupported("the type REF");
  }

  @Override
  public void setRowId(int number, RowId value) throws SQLException {
    throw DriverErrors.unsupported("the type ROWID");
  }

  @Override
  public void setSQLXML(int number, SQLXML value) throws SQLException {
    throw DriverErrors.unsupported("the type SQLXML");
  }
}
