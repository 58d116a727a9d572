// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Calendar;
import java.util.TimeZone;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@SuppressWarnings("deprecation")
class ResultSetTest extends JdbcTestBase {
  private Statement statement;

  @BeforeEach
  void createStatement() throws SQLException {
    statement = connection.createStatement();
  }

  @AfterEach
  void closeStatement() throws SQLException {
    statement.close();
  }

  private ResultSet query(String sql) throws SQLException {
    return statement.executeQuery(sql);
  }

  private ResultSet firstRow(String sql) throws SQLException {
    ResultSet rows = query(sql);
    assertThat(rows.next()).isTrue();
    return rows;
  }

  @Test
  void thereIsNoRowBeforeNextAndAfterTheLast() throws SQLException {
    ResultSet rows = query("select 1 as id");
    assertThat(rows.isBeforeFirst()).isTrue();
    assertThatThrownBy(() -> rows.getInt(1)).hasMessageContaining("next()");
    assertThat(rows.next()).isTrue();
    assertThat(rows.isFirst()).isTrue();
    assertThat(rows.getRow()).isEqualTo(1);
    assertThat(rows.next()).isFalse();
    assertThat(rows.next()).isFalse();
    assertThat(rows.isAfterLast()).isTrue();
    assertThat(rows.getRow()).isZero();
    assertThatThrownBy(() -> rows.getInt(1)).hasMessageContaining("past its end");
    ResultSet none = query("select 1 where 0");
    assertThat(none.isBeforeFirst()).isFalse();
    assertThatThrownBy(() -> none.getInt(1)).isInstanceOf(SQLException.class);
  }

  @Test
  void columnsAreFoundByNumberAndByTheFirstLabelInAnyCase() throws SQLException {
    ResultSet rows = firstRow("select 1 as a, 2 as A, 3 as b");
    assertThat(rows.getInt("A")).isEqualTo(1);
    assertThat(rows.getInt("a")).isEqualTo(1);
    assertThat(rows.getInt("B")).isEqualTo(3);
    assertThat(rows.findColumn("b")).isEqualTo(3);
    assertThatThrownBy(() -> rows.getInt("zz")).hasMessageContaining("no such column: 'zz'");
    assertThatThrownBy(() -> rows.getInt(4)).hasMessageContaining("out of bounds");
    assertThatThrownBy(() -> rows.getInt(0)).hasMessageContaining("out of bounds");
    assertThatThrownBy(() -> rows.findColumn(null)).isInstanceOf(SQLException.class);
  }

  @Test
  void numbersAreReadAsSqliteReadsThem() throws SQLException {
    ResultSet rows = firstRow("select 3900000000, '12x', 1.9, x'3132', 1e300, -7");
    assertThat(rows.getLong(1)).isEqualTo(3_900_000_000L);
    assertThat(rows.getInt(1)).isEqualTo((int) 3_900_000_000L);
    assertThat(rows.getShort(1)).isEqualTo((short) 3_900_000_000L);
    assertThat(rows.getInt(2)).isEqualTo(12);
    assertThat(rows.getInt(3)).isEqualTo(1);
    assertThat(rows.getFloat(3)).isEqualTo(1.9f);
    assertThat(rows.getDouble(2)).isEqualTo(12.0);
    assertThat(rows.getInt(4)).isEqualTo(12);
    assertThat(rows.getString(5)).isEqualTo("1.0e+300");
    assertThat(rows.getByte(6)).isEqualTo((byte) -7);
    assertThat(rows.getBoolean(6)).isTrue();
    assertThat(rows.getBigDecimal(3)).isEqualByComparingTo("1.9");
    assertThat(rows.getBigDecimal(3, 0)).isEqualByComparingTo("2");
    assertThatThrownBy(() -> rows.getBigDecimal(2)).hasMessageContaining("BigDecimal");
  }

  @Test
  void nullIsZeroFalseOrNullAndWasNull() throws SQLException {
    ResultSet rows = firstRow("select null as k, 5");
    assertThat(rows.getInt(1)).isZero();
    assertThat(rows.wasNull()).isTrue();
    assertThat(rows.getInt(2)).isEqualTo(5);
    assertThat(rows.wasNull()).isFalse();
    assertThat(rows.getBigDecimal(1)).isNull();
    assertThat(rows.wasNull()).isTrue();
    assertThat(rows.getString(1)).isNull();
    assertThat(rows.getBoolean(1)).isFalse();
    assertThat(rows.getBytes(1)).isNull();
    assertThat(rows.getBlob(1)).isNull();
    assertThat(rows.getClob(1)).isNull();
    assertThat(rows.getDate(1)).isNull();
    assertThat(rows.getTimestamp(1)).isNull();
    assertThat(rows.getObject(1)).isNull();
    assertThat(rows.getObject(1, LocalDate.class)).isNull();
    assertThat(rows.getBinaryStream(1)).isNull();
    assertThat(rows.getCharacterStream(1)).isNull();
    assertThat(rows.getURL(1)).isNull();
  }

  @Test
  void datesOfAllFormsAreRead() throws SQLException {
    ResultSet rows =
        firstRow(
            "select '2024-02-29', '2024-03-01 10:11:12', '2024-03-01 10:11:12.123456',"
                + " 1709251200000, 2460370.5");
    assertThat(rows.getDate(1)).isEqualTo(Date.valueOf("2024-02-29"));
    assertThat(rows.getTimestamp(1)).isEqualTo(Timestamp.valueOf("2024-02-29 00:00:00"));
    assertThat(rows.getObject(1, LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
    assertThat(rows.getTimestamp(2).getNanos()).isZero();
    assertThat(rows.getTime(2)).hasToString("10:11:12");
    assertThat(rows.getTimestamp(3)).isEqualTo(Timestamp.valueOf("2024-03-01 10:11:12.123456"));
    assertThat(rows.getObject(3, LocalDateTime.class))
        .isEqualTo(LocalDateTime.parse("2024-03-01T10:11:12.123456"));
    assertThat(rows.getTimestamp(4).getTime()).isEqualTo(1_709_251_200_000L);
    assertThat(rows.getTimestamp(5).getTime()).isEqualTo(1_709_251_200_000L);
    Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
    assertThat(rows.getTimestamp(2, utc).toInstant()).hasToString("2024-03-01T10:11:12Z");
    assertThatThrownBy(() -> firstRow("select 'abc'").getDate(1)).isInstanceOf(SQLException.class);
  }

  @Test
  void currentTimestampIsReadBack() throws SQLException {
    run(
        "create table e(id integer primary key, at datetime default current_timestamp)",
        "insert into e default values");
    ResultSet rows = firstRow("select at from e");
    assertThat(rows.getTimestamp("at").getNanos()).isZero();
    assertThat(rows.getDate("at")).isNotNull();
    assertThat(rows.getTime("at")).isNotNull();
  }

  @Test
  void blobsClobsAndStreamsAreRead() throws Exception {
    ResultSet rows = firstRow("select x'00010203', 'text', 'http://localhost/x'");
    Blob blob = rows.getBlob(1);
    assertThat(blob.length()).isEqualTo(4);
    assertThat(blob.getBytes(2, 2)).containsExactly(1, 2);
    assertThat(blob.position(new byte[] {2, 3}, 1)).isEqualTo(3);
    assertThat(blob.getBinaryStream(2, 3).readAllBytes()).containsExactly(1, 2, 3);
    assertThatThrownBy(() -> blob.getBytes(0, 1)).isInstanceOf(SQLException.class);
    blob.truncate(1);
    assertThat(blob.length()).isEqualTo(1);
    blob.free();
    assertThatThrownBy(blob::length).isInstanceOf(SQLException.class);
    assertThat(rows.getBytes(1)).containsExactly(0, 1, 2, 3);
    assertThat(rows.getBinaryStream(1).readAllBytes()).containsExactly(0, 1, 2, 3);
    Clob clob = rows.getClob(2);
    assertThat(clob.getSubString(2, 2)).isEqualTo("ex");
    assertThat(clob.position("xt", 1)).isEqualTo(3);
    assertThat(clob.getCharacterStream().read()).isEqualTo('t');
    assertThat(clob.getAsciiStream().readAllBytes())
        .isEqualTo("text".getBytes(StandardCharsets.UTF_8));
    clob.free();
    assertThatThrownBy(clob::length).isInstanceOf(SQLException.class);
    assertThat(rows.getAsciiStream(2).readAllBytes())
        .isEqualTo("text".getBytes(StandardCharsets.UTF_8));
    assertThat(rows.getUnicodeStream(2).readAllBytes())
        .isEqualTo("text".getBytes(StandardCharsets.UTF_8));
    assertThat(rows.getNString(2)).isEqualTo("text");
    assertThat(rows.getNClob(2).length()).isEqualTo(4);
    assertThat(rows.getURL(3)).isEqualTo(new URL("http://localhost/x"));
    assertThat(rows.getObject(1, Blob.class).length()).isEqualTo(4);
    assertThat(rows.getObject(2, Clob.class).length()).isEqualTo(4);
  }

  @Test
  void objectsFollowStorageAndDeclaredBigint() throws SQLException {
    run("create table t(a bigint, b integer, c int8)", "insert into t values(1, 1, 1)");
    ResultSet rows = firstRow("select a, b, c, 3900000000, 'x', 1.5, x'01', a+0 from t");
    ResultSetMetaData m = rows.getMetaData();
    assertThat(rows.getObject(1)).isEqualTo(1L);
    assertThat(rows.getObject(2)).isEqualTo(1);
    assertThat(rows.getObject(3)).isEqualTo(1L);
    assertThat(rows.getObject(4)).isEqualTo(3_900_000_000L);
    for (int i = 1; i <= m.getColumnCount(); i++) {
      assertThat(rows.getObject(i).getClass().getName()).isEqualTo(m.getColumnClassName(i));
    }
    assertThat(m.getColumnType(1)).isEqualTo(Types.BIGINT);
    assertThat(m.getColumnType(2)).isEqualTo(Types.INTEGER);
    assertThat(m.getColumnType(4)).isEqualTo(Types.BIGINT);
    assertThat(m.getColumnType(5)).isEqualTo(Types.VARCHAR);
    assertThat(m.getColumnType(6)).isEqualTo(Types.FLOAT);
    assertThat(m.getColumnType(7)).isEqualTo(Types.BLOB);
    assertThatThrownBy(() -> rows.getObject(1, Thread.class)).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> rows.getObject(1, (Class<?>) null)).isInstanceOf(SQLException.class);
  }

  @Test
  void emptyResultsTellDeclaredTypes() throws SQLException {
    run(
        "create table t(a datetime, b timestamp, c date, d time, e boolean, f decimal(10,2),"
            + " g blob, h json, i uuid, j real(6,3), k varchar(20), l double, m smallint)");
    ResultSetMetaData m = query("select * from t where 1=0").getMetaData();
    int[] types = {
      Types.TIMESTAMP, Types.TIMESTAMP, Types.DATE, Types.TIME, Types.BOOLEAN, Types.DECIMAL,
      Types.BLOB, Types.VARCHAR, Types.VARCHAR, Types.REAL, Types.VARCHAR, Types.DOUBLE,
      Types.SMALLINT
    };
    for (int i = 0; i < types.length; i++) {
      assertThat(m.getColumnType(i + 1)).as(m.getColumnName(i + 1)).isEqualTo(types[i]);
    }
    assertThat(m.getColumnTypeName(6)).isEqualTo("DECIMAL");
    assertThat(m.getPrecision(6)).isEqualTo(10);
    assertThat(m.getScale(6)).isEqualTo(2);
    assertThat(m.getPrecision(11)).isEqualTo(20);
    assertThat(m.getColumnDisplaySize(11)).isEqualTo(20);
    assertThat(m.getTableName(1)).isEqualTo("t");
    assertThat(m.isSigned(6)).isTrue();
    assertThat(m.isSigned(8)).isFalse();
    assertThatThrownBy(() -> m.getColumnType(99)).isInstanceOf(SQLException.class);
  }

  @Test
  void metadataTellsKeysAndNullability() throws SQLException {
    run("create table t(id integer primary key autoincrement, n text not null)");
    ResultSetMetaData m = query("select id, n, 1 as one from t").getMetaData();
    assertThat(m.isAutoIncrement(1)).isTrue();
    assertThat(m.isNullable(2)).isEqualTo(ResultSetMetaData.columnNoNulls);
    assertThat(m.isNullable(3)).isEqualTo(ResultSetMetaData.columnNullable);
    assertThat(m.getSchemaName(1)).isEmpty();
    assertThat(m.getCatalogName(1)).isEmpty();
    assertThat(m.getTableName(3)).isEmpty();
    assertThat(m.isReadOnly(1)).isFalse();
    assertThat(m.isSearchable(1)).isTrue();
    assertThat(m.isCurrency(1)).isFalse();
  }

  @Test
  void onlyForwardReadingIsPossible() throws SQLException {
    ResultSet rows = firstRow("select 1");
    assertThat(rows.getType()).isEqualTo(ResultSet.TYPE_FORWARD_ONLY);
    assertThat(rows.getConcurrency()).isEqualTo(ResultSet.CONCUR_READ_ONLY);
    assertThatThrownBy(rows::previous).isInstanceOf(SQLException.class);
    assertThatThrownBy(rows::first).isInstanceOf(SQLException.class);
    assertThatThrownBy(rows::last).isInstanceOf(SQLException.class);
    assertThatThrownBy(rows::beforeFirst).isInstanceOf(SQLException.class);
    assertThatThrownBy(rows::afterLast).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> rows.absolute(1)).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> rows.relative(1)).isInstanceOf(SQLException.class);
    assertThatThrownBy(rows::isLast).isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> rows.setFetchDirection(ResultSet.FETCH_REVERSE))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> rows.updateInt(1, 1))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(rows::deleteRow).isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> rows.getArray(1)).isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> rows.getRef(1)).isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> rows.getRowId(1)).isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> rows.getSQLXML(1)).isInstanceOf(SQLFeatureNotSupportedException.class);
  }

  @Test
  void aClosedResultSetRefusesAllUse() throws SQLException {
    ResultSet rows = firstRow("select 1 as a");
    rows.close();
    rows.close();
    assertThat(rows.isClosed()).isTrue();
    assertThatThrownBy(rows::next).hasMessageContaining("closed");
    assertThatThrownBy(() -> rows.getInt(1)).hasMessageContaining("closed");
    assertThatThrownBy(() -> rows.getInt("nosuch")).hasMessageContaining("closed");
    assertThatThrownBy(rows::getMetaData).hasMessageContaining("closed");
    assertThatThrownBy(rows::isBeforeFirst).hasMessageContaining("closed");
    assertThatThrownBy(rows::getStatement).hasMessageContaining("closed");
  }

  @Test
  void anErrorAmongTheRowsEndsThem() throws SQLException {
    ResultSet rows = query("select 1 union all select abs(-9223372036854775807-1)");
    assertThatThrownBy(
            () -> {
              while (rows.next()) {
                rows.getLong(1);
              }
            })
        .hasMessageContaining("integer overflow");
    assertThat(rows.next()).isFalse();
  }

  @Test
  void decimalTextKeepsItsDigits() throws SQLException {
    run(
        "create table t(d number(10,2), x)",
        "insert into t values('3.14', '12345678901234567.89')");
    ResultSet rows = firstRow("select d, x from t");
    assertThat(rows.getBigDecimal(1)).isEqualTo(new BigDecimal("3.14"));
    assertThat(rows.getBigDecimal(2)).isEqualTo(new BigDecimal("12345678901234567.89"));
  }
}
