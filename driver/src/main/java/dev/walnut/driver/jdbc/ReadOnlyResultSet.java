// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** The half of {@link ResultSet} that changes rows: result sets here are for reading only. */
abstract class ReadOnlyResultSet implements ResultSet {
  private static SQLException readOnly() {
    return DriverErrors.unsupported("changing rows through a result set");
  }

  @Override
  public int getConcurrency() throws SQLException {
    return CONCUR_READ_ONLY;
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    return false;
  }

  @Override
  public boolean rowInserted() throws SQLException {
    return false;
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    return false;
  }

  @Override
  public void refreshRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    throw readOnly();
  }

  @Override
  public void deleteRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void insertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateArray(String label, Array value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateArray(int column, Array value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String label, InputStream value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String label, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(String label, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int column, InputStream value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int column, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateAsciiStream(int column, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBigDecimal(String label, BigDecimal value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBigDecimal(int column, BigDecimal value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String label, InputStream value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String label, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(String label, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int column, InputStream value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int column, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBinaryStream(int column, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String label, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String label, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(String label, Blob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int column, InputStream value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int column, InputStream value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBlob(int column, Blob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBoolean(String label, boolean value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBoolean(int column, boolean value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateByte(String label, byte value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateByte(int column, byte value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBytes(String label, byte[] value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateBytes(int column, byte[] value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String label, Reader value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String label, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(String label, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int column, Reader value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateCharacterStream(int column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String label, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String label, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(String label, Clob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateClob(int column, Clob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDate(String label, Date value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDate(int column, Date value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDouble(String label, double value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateDouble(int column, double value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateFloat(String label, float value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateFloat(int column, float value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateInt(String label, int value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateInt(int column, int value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateLong(String label, long value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateLong(int column, long value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(String label, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(String label, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(int column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNCharacterStream(int column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String label, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String label, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(String label, NClob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int column, Reader value, long length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int column, Reader value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNClob(int column, NClob value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNString(String label, String value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNString(int column, String value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNull(String label) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateNull(int column) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String label, Object value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String label, Object value, SQLType type, int length)
      throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String label, Object value, SQLType type) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(String label, Object value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int column, Object value, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int column, Object value, SQLType type, int length) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int column, Object value, SQLType type) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateObject(int column, Object value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRef(String label, Ref value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRef(int column, Ref value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRow() throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRowId(String label, RowId value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateRowId(int column, RowId value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateSQLXML(String label, SQLXML value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateSQLXML(int column, SQLXML value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateShort(String label, short value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateShort(int column, short value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateString(String label, String value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateString(int column, String value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTime(String label, Time value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTime(int column, Time value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTimestamp(String label, Timestamp value) throws SQLException {
    throw readOnly();
  }

  @Override
  public void updateTimestamp(int column, Timestamp value) throws SQLException {
    throw readOnly();
  }
}
