// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.driver.convert.ErrorTable;
import dev.walnut.driver.convert.ErrorTable.Phase;
import dev.walnut.driver.convert.TimeSettings;
import dev.walnut.driver.convert.ValueReader;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.value.Value;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.Reader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.time.ZoneId;
import java.util.Calendar;
import java.util.Map;

/**
 * Rows of one execution, read in place: a getter asks the compiled statement's current row.
 *
 * <p>States: BEFORE the first row, on a ROW, AFTER the last, CLOSED. The first row has been fetched
 * already when the result set is made (the execution begins with it), so BEFORE may hold a row that
 * only {@code next} makes readable. When the last row has been passed the execution has ended and
 * holds no lock.
 *
 * <p>Forward only, for reading. {@code next} and {@code close} enter the connection's gate; getters
 * use its cheap way (see {@link ConnectionGate}). A result set is for one thread at a time.
 */
@SuppressWarnings("deprecation")
final class WalnutResultSet extends LabelledResultSet implements SelfWrapper {
  private enum State {
    BEFORE,
    ROW,
    AFTER,
    CLOSED
  }

  private final WalnutConnection connection;
  private final ConnectionGate gate;
  private final WalnutStatement statement;
  private final StatementHandle handle;
  private final SqlStatement source;
  private final ColumnLabels labels;
  private final int columnCount;
  private final long maxRows;
  private boolean firstPending;
  private State state = State.BEFORE;
  private long rowNumber;
  private int lastColumn = -1;
  private int fetchSize;

  /** Rows of an execution that has just begun; {@code hasRow} says what its first step gave. */
  WalnutResultSet(
      WalnutConnection connection,
      WalnutStatement statement,
      SqlStatement source,
      ColumnLabels labels,
      boolean hasRow,
      long maxRows) {
    this.connection = connection;
    this.gate = connection.gate();
    this.statement = statement;
    this.handle = statement == null ? null : statement.handle();
    this.source = source;
    this.labels = labels;
    this.columnCount = labels.count();
    this.maxRows = maxRows;
    this.firstPending = hasRow;
    if (!hasRow) {
      state = State.AFTER;
    }
  }

  /** Rows in memory that no statement gave. */
  static WalnutResultSet ofRows(
      WalnutConnection connection, WalnutStatement statement, RowsStatement rows) {
    boolean hasRow = rows.step();
    return new WalnutResultSet(
        connection, statement, rows, new ColumnLabels(rows.columns()), hasRow, 0);
  }

  @Override
  public boolean next() throws SQLException {
    gate.enter();
    try {
      if (state == State.AFTER) {
        return false;
      }
      checkOpen();
      boolean row;
      if (firstPending) {
        firstPending = false;
        row = true;
      } else if (rowNumber == maxRows && maxRows > 0) {
        source.reset();
        row = false;
      } else {
        if (statement != null) {
          statement.callBegins();
          gate.setRunning(statement);
        }
        row = source.step();
      }
      moveTo(row ? State.ROW : State.AFTER);
      return row;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      moveTo(State.AFTER);
      throw statement == null
          ? ErrorTable.failure(e, Phase.EXECUTE)
          : statement.executionFailure(e);
    } finally {
      if (statement != null) {
        statement.callEnds();
      }
      gate.leave();
      if (state == State.AFTER) {
        ended();
      }
    }
  }

  private void moveTo(State target) {
    if (target == State.ROW) {
      rowNumber++;
      if (state != State.ROW) {
        rowOpened();
      }
    } else if (state == State.ROW) {
      rowClosed();
    }
    lastColumn = -1;
    state = target;
  }

  private void rowOpened() {
    if (handle != null) {
      handle.rowOpened(gate);
    }
  }

  private void rowClosed() {
    if (handle != null) {
      handle.rowClosed(gate);
    }
  }

  private void ended() throws SQLException {
    if (statement != null) {
      statement.executionEnded();
    }
  }

  @Override
  public void close() throws SQLException {
    if (state == State.CLOSED) {
      return;
    }
    gate.enter();
    try {
      closeInside();
    } finally {
      gate.leave();
    }
    if (statement != null) {
      statement.resultSetClosed(this);
    }
  }

  /** Closes; the caller has entered the gate. */
  void closeInside() {
    if (state != State.CLOSED) {
      moveTo(State.CLOSED);
      source.reset();
    }
  }

  @Override
  public boolean isClosed() {
    return state == State.CLOSED;
  }

  private void checkOpen() throws SQLException {
    if (state == State.CLOSED) {
      throw DriverErrors.resultSetClosed();
    }
    if (connection.isClosed()) {
      throw DriverErrors.connectionClosed();
    }
  }

  /** The index (from 0) of a column of the current row; remembers it for {@link #wasNull}. */
  private int index(int column) throws SQLException {
    int index = column - 1;
    if (state != State.ROW || index < 0 || index >= columnCount) {
      throw badAccess(column);
    }
    lastColumn = index;
    return index;
  }

  private SQLException badAccess(int column) throws SQLException {
    checkOpen();
    if (column < 1 || column > columnCount) {
      return DriverErrors.columnIndex(column, columnCount);
    }
    return DriverErrors.sequence(
        state == State.BEFORE || rowNumber == 0
            ? "the result set is not on a row: call next() first"
            : "the result set is not on a row: it is past its end");
  }

  private static SQLException failure(Throwable e) {
    return ErrorTable.failure(e, Phase.EXECUTE);
  }

  @Override
  public boolean wasNull() throws SQLException {
    if (lastColumn < 0) {
      checkOpen();
      return false;
    }
    boolean unlocked = gate.beginRead();
    try {
      return source.columnType(lastColumn) == Value.NULL;
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public String getString(int column) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      return source.columnText(index(column));
    } catch (RuntimeException | OutOfMemoryError e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public boolean getBoolean(int column) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      return ValueReader.bool(source, index(column));
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public byte getByte(int column) throws SQLException {
    return (byte) getLong(column);
  }

  @Override
  public short getShort(int column) throws SQLException {
    return (short) getLong(column);
  }

  @Override
  public int getInt(int column) throws SQLException {
    return (int) getLong(column);
  }

  @Override
  public long getLong(int column) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      return source.columnLong(index(column));
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public float getFloat(int column) throws SQLException {
    return (float) getDouble(column);
  }

  @Override
  public double getDouble(int column) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      return source.columnDouble(index(column));
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public byte[] getBytes(int column) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      return source.columnBlob(index(column));
    } catch (RuntimeException | OutOfMemoryError e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public BigDecimal getBigDecimal(int column) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      return ValueReader.bigDecimal(source, index(column));
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public BigDecimal getBigDecimal(int column, int scale) throws SQLException {
    BigDecimal value = getBigDecimal(column);
    return value == null ? null : value.setScale(scale, RoundingMode.HALF_UP);
  }

  @Override
  public Object getObject(int column) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      int index = index(column);
      return ValueReader.object(source, index, labels.isBigint(index));
    } catch (RuntimeException | OutOfMemoryError e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public Object getObject(int column, Map<String, Class<?>> map) throws SQLException {
    return getObject(column);
  }

  @Override
  public <T> T getObject(int column, Class<T> type) throws SQLException {
    if (type == null) {
      throw DriverErrors.argument("the class is null");
    }
    if (type == Object.class) {
      return type.cast(getObject(column));
    }
    if (type.isAssignableFrom(WalnutBlob.class) && Blob.class.isAssignableFrom(type)) {
      return type.cast(getBlob(column));
    }
    if (Clob.class.isAssignableFrom(type)) {
      return type.cast(getNClob(column));
    }
    if (type == InputStream.class) {
      return type.cast(getBinaryStream(column));
    }
    if (type == Reader.class) {
      return type.cast(getCharacterStream(column));
    }
    boolean unlocked = gate.beginRead();
    try {
      return type.cast(ValueReader.as(source, index(column), type, times()));
    } catch (RuntimeException | OutOfMemoryError e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public Date getDate(int column) throws SQLException {
    return getDate(column, (Calendar) null);
  }

  @Override
  public Date getDate(int column, Calendar calendar) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      return ValueReader.date(source, index(column), times(), zone(calendar));
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public Time getTime(int column) throws SQLException {
    return getTime(column, (Calendar) null);
  }

  @Override
  public Time getTime(int column, Calendar calendar) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      return ValueReader.time(source, index(column), times(), zone(calendar));
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public Timestamp getTimestamp(int column) throws SQLException {
    return getTimestamp(column, (Calendar) null);
  }

  @Override
  public Timestamp getTimestamp(int column, Calendar calendar) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      return ValueReader.timestamp(source, index(column), times(), zone(calendar));
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  private TimeSettings times() {
    return connection.times();
  }

  private static ZoneId zone(Calendar calendar) {
    return calendar == null ? ZoneId.systemDefault() : calendar.getTimeZone().toZoneId();
  }

  @Override
  public InputStream getBinaryStream(int column) throws SQLException {
    byte[] bytes = getBytes(column);
    return bytes == null ? null : new ByteArrayInputStream(bytes);
  }

  @Override
  public InputStream getAsciiStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public InputStream getUnicodeStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Reader getCharacterStream(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new StringReader(text);
  }

  @Override
  public Reader getNCharacterStream(int column) throws SQLException {
    return getCharacterStream(column);
  }

  @Override
  public String getNString(int column) throws SQLException {
    return getString(column);
  }

  @Override
  public Blob getBlob(int column) throws SQLException {
    byte[] bytes = getBytes(column);
    return bytes == null ? null : new WalnutBlob(bytes);
  }

  @Override
  public Clob getClob(int column) throws SQLException {
    return getNClob(column);
  }

  @Override
  public NClob getNClob(int column) throws SQLException {
    String text = getString(column);
    return text == null ? null : new WalnutClob(text);
  }

  @Override
  public URL getURL(int column) throws SQLException {
    String text = getString(column);
    try {
      return text == null ? null : new URL(text);
    } catch (MalformedURLException e) {
      throw DriverErrors.conversion("Bad value for type URL : " + text, e);
    }
  }

  @Override
  public Array getArray(int column) throws SQLException {
    throw DriverErrors.unsupported("the type ARRAY");
  }

  @Override
  public Ref getRef(int column) throws SQLException {
    throw DriverErrors.unsupported("the type REF");
  }

  @Override
  public RowId getRowId(int column) throws SQLException {
    throw DriverErrors.unsupported("the type ROWID (select the column rowid as a number)");
  }

  @Override
  public SQLXML getSQLXML(int column) throws SQLException {
    throw DriverErrors.unsupported("the type SQLXML");
  }

  @Override
  public int findColumn(String label) throws SQLException {
    int number = label == null ? 0 : labels.find(label);
    if (number == 0) {
      checkOpen();
      throw DriverErrors.noSuchColumn(label);
    }
    return number;
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    checkOpen();
    return new WalnutResultSetMetaData(labels, this);
  }

  /** Storage class of a column (from 0) of the row that is or will be current; -1 without one. */
  int storageClass(int index) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      boolean hasRow = state == State.ROW || (state == State.BEFORE && firstPending);
      return hasRow ? source.columnType(index) : -1;
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  /** Whether an INTEGER of the current row needs 64 bits. */
  boolean isWide(int index) throws SQLException {
    boolean unlocked = gate.beginRead();
    try {
      long value = source.columnLong(index);
      return value != (int) value;
    } catch (RuntimeException e) {
      throw failure(e);
    } finally {
      gate.endRead(unlocked);
    }
  }

  @Override
  public Statement getStatement() throws SQLException {
    checkOpen();
    return statement;
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    checkOpen();
    return null;
  }

  @Override
  public void clearWarnings() throws SQLException {
    checkOpen();
  }

  @Override
  public int getRow() throws SQLException {
    checkOpen();
    return state == State.ROW ? (int) rowNumber : 0;
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    checkOpen();
    return state == State.BEFORE;
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    checkOpen();
    return state == State.AFTER && rowNumber > 0;
  }

  @Override
  public boolean isFirst() throws SQLException {
    checkOpen();
    return state == State.ROW && rowNumber == 1;
  }

  @Override
  public boolean isLast() throws SQLException {
    throw DriverErrors.unsupported("isLast on a forward-only result set");
  }

  @Override
  public void beforeFirst() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public void afterLast() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean first() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean last() throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean absolute(int row) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean relative(int rows) throws SQLException {
    throw forwardOnly();
  }

  @Override
  public boolean previous() throws SQLException {
    throw forwardOnly();
  }

  private SQLException forwardOnly() throws SQLException {
    checkOpen();
    return DriverErrors.sequence("the result set is TYPE_FORWARD_ONLY");
  }

  @Override
  public void setFetchDirection(int direction) throws SQLException {
    checkOpen();
    if (direction != FETCH_FORWARD) {
      throw DriverErrors.sequence("the result set is TYPE_FORWARD_ONLY");
    }
  }

  @Override
  public int getFetchDirection() throws SQLException {
    checkOpen();
    return FETCH_FORWARD;
  }

  @Override
  public void setFetchSize(int rows) throws SQLException {
    checkOpen();
    if (rows < 0) {
      throw DriverErrors.argument("fetch size " + rows + " is negative");
    }
    fetchSize = rows;
  }

  @Override
  public int getFetchSize() throws SQLException {
    checkOpen();
    return fetchSize;
  }

  @Override
  public int getType() throws SQLException {
    checkOpen();
    return TYPE_FORWARD_ONLY;
  }

  @Override
  public int getHoldability() throws SQLException {
    checkOpen();
    return statement == null ? CLOSE_CURSORS_AT_COMMIT : statement.getResultSetHoldability();
  }

  @Override
  public String getCursorName() throws SQLException {
    checkOpen();
    return null;
  }
}
