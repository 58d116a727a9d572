// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.BatchUpdateException;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.JDBCType;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.sql.Types;
import java.time.LocalDate;
import org.junit.jupiter.api.Test;

class PreparedStatementTest extends JdbcTestBase {
  @Test
  void parametersAreSetAndKept() throws SQLException {
    try (PreparedStatement p = connection.prepareStatement("select ?, ?2, :x")) {
      p.setInt(1, 1);
      p.setString(2, "b");
      p.setNull(3, Types.VARCHAR);
      assertThat(all(p.executeQuery())).isEqualTo("1|b|null");
      p.setLong(1, 5);
      assertThat(all(p.executeQuery())).isEqualTo("5|b|null");
      p.clearParameters();
      assertThat(all(p.executeQuery())).isEqualTo("null|null|null");
      assertThatThrownBy(() -> p.setInt(4, 1)).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> p.setInt(0, 1)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void parametersMayBeSetWhileRowsAreRead() throws SQLException {
    try (PreparedStatement p = connection.prepareStatement("select ? union all select 9")) {
      p.setInt(1, 1);
      ResultSet rows = p.executeQuery();
      assertThat(rows.next()).isTrue();
      p.setInt(1, 2);
      assertThat(rows.getInt(1)).isEqualTo(1);
      assertThat(rows.next()).isTrue();
      assertThat(all(p.executeQuery())).isEqualTo("2 9");
    }
  }

  @Test
  void eachSetterStoresItsKind() throws SQLException {
    String sql = "select typeof(?1), ?1";
    try (PreparedStatement p = connection.prepareStatement(sql)) {
      p.setBoolean(1, true);
      assertThat(all(p.executeQuery())).isEqualTo("integer|1");
      p.setByte(1, (byte) 2);
      assertThat(all(p.executeQuery())).isEqualTo("integer|2");
      p.setShort(1, (short) 3);
      assertThat(all(p.executeQuery())).isEqualTo("integer|3");
      p.setFloat(1, 1.5f);
      assertThat(all(p.executeQuery())).isEqualTo("real|1.5");
      p.setDouble(1, 2.5);
      assertThat(all(p.executeQuery())).isEqualTo("real|2.5");
      p.setBigDecimal(1, new BigDecimal("3.14"));
      assertThat(all(p.executeQuery())).isEqualTo("text|3.14");
      p.setNString(1, "n");
      assertThat(all(p.executeQuery())).isEqualTo("text|n");
      p.setBytes(1, "b".getBytes(StandardCharsets.UTF_8));
      assertThat(all(p.executeQuery())).isEqualTo("blob|b");
      p.setObject(1, LocalDate.of(2024, 2, 29));
      assertThat(all(p.executeQuery())).isEqualTo("text|2024-02-29");
      p.setObject(1, "7", Types.INTEGER);
      assertThat(all(p.executeQuery())).isEqualTo("integer|7");
      p.setObject(1, "8", JDBCType.INTEGER);
      assertThat(all(p.executeQuery())).isEqualTo("integer|8");
      p.setObject(1, new BigDecimal("1.005"), JDBCType.DECIMAL, 2);
      assertThat(all(p.executeQuery())).isEqualTo("text|1.01");
      p.setURL(1, null);
      assertThat(all(p.executeQuery())).isEqualTo("null|null");
    }
  }

  @Test
  void streamsBlobsAndClobsAreStored() throws SQLException {
    run("create table t(b)");
    byte[] bytes = {0, 1, 2, 3};
    Blob blob = connection.createBlob();
    blob.setBytes(1, bytes);
    Clob clob = connection.createClob();
    clob.setString(1, "clob");
    try (PreparedStatement p = connection.prepareStatement("insert into t values(?)")) {
      p.setBinaryStream(1, new ByteArrayInputStream(bytes));
      p.executeUpdate();
      p.setBinaryStream(1, new ByteArrayInputStream(bytes), 4);
      p.executeUpdate();
      p.setBlob(1, new ByteArrayInputStream(bytes));
      p.executeUpdate();
      p.setBlob(1, blob);
      p.executeUpdate();
      p.setBytes(1, bytes);
      p.executeUpdate();
    }
    assertThat(text("select count(*) || typeof(b) from t where b=x'00010203' group by 1=1"))
        .isEqualTo("5blob");
    run("delete from t");
    try (PreparedStatement p = connection.prepareStatement("insert into t values(?)")) {
      p.setClob(1, clob);
      p.executeUpdate();
      p.setClob(1, new StringReader("clob"));
      p.executeUpdate();
      p.setCharacterStream(1, new StringReader("clobber"), 4);
      p.executeUpdate();
      p.setNCharacterStream(1, new StringReader("clob"));
      p.executeUpdate();
      p.setAsciiStream(1, new ByteArrayInputStream("clob".getBytes(StandardCharsets.UTF_8)));
      p.executeUpdate();
      p.setBlob(1, (Blob) null);
      p.executeUpdate();
    }
    assertThat(text("select count(*) from t where b='clob'")).isEqualTo("5");
    assertThat(text("select count(*) from t where b is null")).isEqualTo("1");
  }

  @Test
  void typesThatSqliteDoesNotHaveAreRefused() throws SQLException {
    try (PreparedStatement p = connection.prepareStatement("select ?")) {
      assertThatThrownBy(() -> p.setArray(1, null))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      assertThatThrownBy(() -> p.setRef(1, null))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      assertThatThrownBy(() -> p.setRowId(1, null))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      assertThatThrownBy(() -> p.setSQLXML(1, null))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      assertThatThrownBy(() -> p.executeQuery("select 1")).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> p.executeUpdate("delete from t")).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> p.addBatch("delete from t")).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void severalStatementsCannotBePreparedAtOnce() throws SQLException {
    assertThatThrownBy(() -> connection.prepareStatement("create table m1(a); create table m2(a)"))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("create table m2(a)");
    assertThat(text("select count(*) from sqlite_schema")).isEqualTo("0");
    try (PreparedStatement p = connection.prepareStatement("select 1; -- no statement")) {
      assertThat(all(p.executeQuery())).isEqualTo("1");
    }
  }

  @Test
  void aBatchRunsForEachEntry() throws SQLException {
    run("create table t(a, b)");
    try (PreparedStatement p = connection.prepareStatement("insert into t values(?,?)")) {
      for (int i = 0; i < 100; i++) {
        p.setInt(1, i);
        p.setString(2, "n" + i);
        p.addBatch();
      }
      assertThat(p.executeBatch()).hasSize(100).containsOnly(1);
      assertThat(p.executeBatch()).isEmpty();
      p.setInt(1, 7);
      p.addBatch();
      p.clearBatch();
      assertThat(p.executeLargeBatch()).isEmpty();
    }
    assertThat(text("select count(*) || ':' || sum(a) from t")).isEqualTo("100:4950");
    assertThat(connection.getAutoCommit()).isTrue();
  }

  @Test
  void aFailedBatchKeepsWhatCameBefore() throws SQLException {
    run("create table t(a unique)");
    try (PreparedStatement p = connection.prepareStatement("insert into t values(?)")) {
      for (int i : new int[] {1, 2, 2, 3}) {
        p.setInt(1, i);
        p.addBatch();
      }
      assertThatThrownBy(p::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e -> assertThat(e.getUpdateCounts()).containsExactly(1, 1));
      assertThat(connection.getAutoCommit()).isTrue();
      assertThat(all("select a from t")).isEqualTo("1 2");
      p.setInt(1, 9);
      p.addBatch();
      assertThat(p.executeBatch()).containsExactly(1);
    }
  }

  @Test
  void aBatchThatRollsBackCountsAsFailed() throws SQLException {
    run("create table t(a unique)");
    try (PreparedStatement p = connection.prepareStatement("insert or rollback into t values(?)")) {
      for (int i : new int[] {1, 1}) {
        p.setInt(1, i);
        p.addBatch();
      }
      assertThatThrownBy(p::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              e -> assertThat(e.getUpdateCounts()).containsExactly(Statement.EXECUTE_FAILED));
    }
    assertThat(text("select count(*) from t")).isEqualTo("0");
  }

  @Test
  void aBatchInATransactionIsPartOfIt() throws SQLException {
    run("create table t(a)");
    connection.setAutoCommit(false);
    try (PreparedStatement p = connection.prepareStatement("insert into t values(?)")) {
      p.setInt(1, 1);
      p.addBatch();
      p.setInt(1, 2);
      p.addBatch();
      p.executeBatch();
    }
    connection.rollback();
    assertThat(text("select count(*) from t")).isEqualTo("0");
  }

  @Test
  void metadataIsThereBeforeTheStatementRuns() throws SQLException {
    run("create table t(id integer primary key, n varchar(20))");
    try (PreparedStatement p = connection.prepareStatement("select id, n as m from t where 1=0")) {
      ResultSetMetaData m = p.getMetaData();
      assertThat(m.getColumnCount()).isEqualTo(2);
      assertThat(m.getColumnLabel(2)).isEqualTo("m");
      assertThat(m.getColumnType(2)).isEqualTo(Types.VARCHAR);
      assertThat(m.getPrecision(2)).isEqualTo(20);
    }
    try (PreparedStatement p = connection.prepareStatement("delete from t where id=?")) {
      assertThat(p.getMetaData()).isNull();
      ParameterMetaData m = p.getParameterMetaData();
      assertThat(m.getParameterCount()).isEqualTo(1);
      assertThat(m.getParameterType(1)).isEqualTo(Types.VARCHAR);
      p.setLong(1, 1);
      assertThat(m.getParameterType(1)).isEqualTo(Types.BIGINT);
      assertThat(m.getParameterClassName(1)).isEqualTo("java.lang.Long");
      assertThatThrownBy(() -> m.getParameterType(2)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void aStatementSurvivesASchemaChange() throws SQLException {
    run("create table t(a)", "insert into t values(1)");
    try (PreparedStatement p = connection.prepareStatement("select * from t")) {
      assertThat(all(p.executeQuery())).isEqualTo("1");
      run("drop table t", "create table t(b, c)", "insert into t values(2,3)");
      ResultSet rows = p.executeQuery();
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt("c")).isEqualTo(3);
    }
  }

  @Test
  void theSameTextTwiceIsTwoStatements() throws SQLException {
    String sql = "select ? union all select 2";
    try (PreparedStatement a = connection.prepareStatement(sql);
        PreparedStatement b = connection.prepareStatement(sql)) {
      a.setInt(1, 1);
      b.setInt(1, 5);
      ResultSet ra = a.executeQuery();
      ResultSet rb = b.executeQuery();
      assertThat(ra.next()).isTrue();
      assertThat(rb.next()).isTrue();
      assertThat(ra.getInt(1)).isEqualTo(1);
      assertThat(rb.getInt(1)).isEqualTo(5);
    }
    try (PreparedStatement again = connection.prepareStatement(sql)) {
      assertThat(all(again.executeQuery())).isEqualTo("null 2");
    }
  }
}
