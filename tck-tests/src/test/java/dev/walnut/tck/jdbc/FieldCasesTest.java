// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.jdbc;

import static dev.walnut.tck.jdbc.Databases.column;
import static dev.walnut.tck.jdbc.Databases.execute;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Blob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLTimeoutException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What users of SQLite on the JVM ran into, with the right answers; numbers as in our case list.
 */
class FieldCasesTest {

  @TempDir private Path directory;
  private Connection c;

  @BeforeEach
  void open() throws SQLException {
    c = Databases.memory();
  }

  @AfterEach
  void close() throws SQLException {
    c.close();
  }

  @Test
  void case1EachStatementKeepsItsOwnGeneratedKeys() throws SQLException {
    execute(c, "create table t(id integer primary key autoincrement, n text)");
    try (PreparedStatement first =
            c.prepareStatement("insert into t(n) values('a')", Statement.RETURN_GENERATED_KEYS);
        PreparedStatement second =
            c.prepareStatement("insert into t(n) values('b')", Statement.RETURN_GENERATED_KEYS)) {
      first.executeUpdate();
      second.executeUpdate();
      assertThat(column(first.getGeneratedKeys(), 1)).containsExactly("1");
      assertThat(column(second.getGeneratedKeys(), 1)).containsExactly("2");
    }
  }

  @Test
  void case4TheKeyColumnHasTheNameThatWasAskedFor() throws SQLException {
    execute(c, "create table t(id integer primary key, n text)");
    try (PreparedStatement insert =
        c.prepareStatement("insert into t(n) values('k')", new String[] {"id"})) {
      insert.executeUpdate();
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong("id")).isEqualTo(1);
        assertThat(keys.getLong(1)).isEqualTo(1);
      }
    }
  }

  @Test
  void case7CurrentTimestampReadsBackAsDateTimeAndTimestamp() throws SQLException {
    execute(
        c,
        "create table e(id integer primary key, at datetime default current_timestamp)",
        "insert into e(id) values(1)");
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select at from e")) {
      rows.next();
      assertThat(rows.getTimestamp("at").getNanos()).isZero();
      assertThat(rows.getDate("at")).isNotNull();
      assertThat(rows.getTime("at")).isNotNull();
    }
  }

  @Test
  void case8DateOnlyText() throws SQLException {
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select '2024-02-29'")) {
      rows.next();
      assertThat(rows.getDate(1)).isEqualTo(Date.valueOf("2024-02-29"));
      assertThat(rows.getTimestamp(1)).isEqualTo(Timestamp.valueOf("2024-02-29 00:00:00"));
      assertThat(rows.getObject(1, LocalDate.class)).isEqualTo(LocalDate.of(2024, 2, 29));
    }
  }

  @Test
  void case10MicrosecondsStayMicroseconds() throws SQLException {
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select '2024-03-01 10:11:12.123456'")) {
      rows.next();
      assertThat(rows.getTimestamp(1)).isEqualTo(Timestamp.valueOf("2024-03-01 10:11:12.123456"));
    }
  }

  @Test
  void case11GetObjectConvertsToTheAskedClass() throws SQLException {
    try (Statement s = c.createStatement();
        ResultSet rows =
            s.executeQuery(
                "select '2024-03-01 10:11:12', 7, '3e5c1a0e-6f0b-4a6c-9a42-0a1b2c3d4e5f'")) {
      rows.next();
      assertThat(rows.getObject(1, LocalDateTime.class)).isEqualTo("2024-03-01T10:11:12");
      assertThat(rows.getObject(1, LocalDate.class)).isEqualTo("2024-03-01");
      assertThat(rows.getObject(1, LocalTime.class)).isEqualTo("10:11:12");
      assertThat(rows.getObject(1, Instant.class)).isNotNull();
      assertThat(rows.getObject(1, OffsetDateTime.class)).isNotNull();
      assertThat(rows.getObject(1, Timestamp.class)).isNotNull();
      assertThat(rows.getObject(1, java.util.Date.class)).isNotNull();
      assertThat(rows.getObject(2, Short.class)).isEqualTo((short) 7);
      assertThat(rows.getObject(2, BigInteger.class)).isEqualTo(BigInteger.valueOf(7));
      assertThat(rows.getObject(2, BigDecimal.class)).isEqualByComparingTo("7");
      assertThat(rows.getObject(3, UUID.class))
          .isEqualTo(UUID.fromString("3e5c1a0e-6f0b-4a6c-9a42-0a1b2c3d4e5f"));
      assertThatThrownBy(() -> rows.getObject(3, Thread.class)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void case13WasNullAfterABigDecimal() throws SQLException {
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select null as k, 5")) {
      rows.next();
      assertThat(rows.getBigDecimal(1)).isNull();
      assertThat(rows.wasNull()).isTrue();
      assertThat(rows.getBigDecimal(2)).isEqualByComparingTo("5");
      assertThat(rows.wasNull()).isFalse();
    }
  }

  @Test
  void case14DecimalTextKeepsItsDigits() throws SQLException {
    execute(c, "create table d(a number(10,2), b)");
    try (PreparedStatement insert =
        c.prepareStatement("insert into d values(?, '12345678901234567.89')")) {
      insert.setBigDecimal(1, new BigDecimal("3.14"));
      insert.executeUpdate();
    }
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select a, b from d")) {
      rows.next();
      assertThat(rows.getBigDecimal(1)).isEqualByComparingTo("3.14");
      assertThat(rows.getBigDecimal(2)).isEqualByComparingTo("12345678901234567.89");
    }
  }

  @Test
  void case16ABigintColumnIsLongInTypeClassAndValue() throws SQLException {
    execute(c, "create table b(v bigint)", "insert into b values(1)");
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select v from b")) {
      rows.next();
      ResultSetMetaData metaData = rows.getMetaData();
      assertThat(metaData.getColumnType(1)).isEqualTo(Types.BIGINT);
      assertThat(metaData.getColumnClassName(1)).isEqualTo("java.lang.Long");
      assertThat(rows.getObject(1)).isEqualTo(1L);
    }
  }

  @Test
  void case18DeclaredTypesAgreeInBothKindsOfMetadata() throws SQLException {
    execute(
        c,
        "create table k(a datetime, b timestamp, c date, d time, e boolean, f decimal(10,2), g"
            + " blob, h json, i uuid, j real(6,3), k varchar(20))");
    int[] expected = {
      Types.TIMESTAMP,
      Types.TIMESTAMP,
      Types.DATE,
      Types.TIME,
      Types.BOOLEAN,
      Types.DECIMAL,
      Types.BLOB,
      Types.VARCHAR,
      Types.VARCHAR,
      Types.REAL,
      Types.VARCHAR
    };
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select * from k where 1=0");
        ResultSet columns = c.getMetaData().getColumns(null, null, "k", "%")) {
      ResultSetMetaData metaData = rows.getMetaData();
      for (int i = 0; i < expected.length; i++) {
        assertThat(columns.next()).isTrue();
        String name = metaData.getColumnName(i + 1);
        assertThat(metaData.getColumnType(i + 1)).as(name).isEqualTo(expected[i]);
        assertThat(columns.getInt("DATA_TYPE")).as(name).isEqualTo(expected[i]);
      }
      assertThat(metaData.getPrecision(6)).isEqualTo(10);
      assertThat(metaData.getScale(6)).isEqualTo(2);
      assertThat(metaData.getPrecision(11)).isEqualTo(20);
      assertThat(columns.next()).isFalse();
      assertThat(columns.findColumn("SCOPE_CATALOG")).isPositive();
    }
  }

  @Test
  void case20ForeignKeyMetadata() throws SQLException {
    execute(
        c,
        "create table p(a text, b text, constraint pk_p primary key(b, a))",
        "create table p2(id integer primary key)",
        "create table ch(x text, y text, z integer references p2(id), constraint fk_ch foreign"
            + " key(x, y) references p(a, b) on delete set null on update cascade)");
    DatabaseMetaData metaData = c.getMetaData();
    try (ResultSet keys = metaData.getImportedKeys(null, null, "ch")) {
      keys.next();
      assertThat(keys.getString("PKTABLE_NAME")).isEqualTo("p");
      assertThat(keys.getString("FKCOLUMN_NAME")).isEqualTo("x");
      assertThat(keys.getString("PKCOLUMN_NAME")).isEqualTo("a");
      assertThat(keys.getInt("KEY_SEQ")).isEqualTo(1);
      assertThat(keys.getString("FK_NAME")).isEqualTo("fk_ch");
      assertThat(keys.getInt("UPDATE_RULE")).isEqualTo(DatabaseMetaData.importedKeyCascade);
      assertThat(keys.getInt("DELETE_RULE")).isEqualTo(DatabaseMetaData.importedKeySetNull);
      keys.next();
      assertThat(keys.getString("FKCOLUMN_NAME")).isEqualTo("y");
      assertThat(keys.getInt("KEY_SEQ")).isEqualTo(2);
      keys.next();
      assertThat(keys.getString("PKTABLE_NAME")).isEqualTo("p2");
      assertThat(keys.getInt("UPDATE_RULE")).isEqualTo(DatabaseMetaData.importedKeyNoAction);
      assertThat(keys.next()).isFalse();
    }
    try (ResultSet key = metaData.getPrimaryKeys(null, null, "p")) {
      key.next();
      assertThat(key.getString("COLUMN_NAME")).isEqualTo("a");
      assertThat(key.getInt("KEY_SEQ")).isEqualTo(2);
      key.next();
      assertThat(key.getString("COLUMN_NAME")).isEqualTo("b");
      assertThat(key.getInt("KEY_SEQ")).isEqualTo(1);
    }
  }

  @Test
  void case21AutoincrementInsideTheTableConstraint() throws SQLException {
    execute(
        c,
        "create table am(\"id\" INTEGER, n text, PRIMARY KEY(\"id\" AUTOINCREMENT))",
        "insert into am(n) values('a')",
        "delete from am",
        "insert into am(n) values('b')");
    assertThat(column(c, "select id from am")).containsExactly("2");
    try (ResultSet key = c.getMetaData().getPrimaryKeys(null, null, "am")) {
      assertThat(column(key, "COLUMN_NAME")).containsExactly("id");
    }
  }

  @Test
  void case23ABigintPrimaryKeyIsNotTheRowid() throws SQLException {
    assertThatThrownBy(() -> execute(c, "create table ba(id BIGINT PRIMARY KEY AUTOINCREMENT)"))
        .hasMessageContaining("AUTOINCREMENT is only allowed on an INTEGER PRIMARY KEY");
    execute(c, "create table bb(id BIGINT PRIMARY KEY, n)", "insert into bb(n) values(1)");
    assertThat(column(c, "select coalesce(id, 'null') || rowid from bb")).containsExactly("null1");
  }

  @Test
  void case26ReadingBeforeNextIsAnError() throws SQLException {
    try (Statement s = c.createStatement()) {
      for (String sql : new String[] {"select 1 as id", "select 1 as id where 0"}) {
        try (ResultSet rows = s.executeQuery(sql)) {
          assertThatThrownBy(() -> rows.getInt(1)).isInstanceOf(SQLException.class);
        }
      }
    }
  }

  @Test
  void case27ReadOnlyIsAHintThatRefusesWrites() throws SQLException {
    execute(c, "create table t(a)");
    c.setReadOnly(true);
    assertThat(c.isReadOnly()).isTrue();
    assertThatThrownBy(() -> execute(c, "insert into t values(1)"))
        .isInstanceOf(SQLException.class);
    c.setReadOnly(false);
    execute(c, "insert into t values(1)");
    assertThat(column(c, "select count(*) from t")).containsExactly("1");
  }

  @Test
  void case28BlobsGoInAndOutInEveryWay() throws Exception {
    byte[] bytes = {1, 0, 2, -1};
    execute(c, "create table b(id integer primary key, v blob)");
    try (PreparedStatement insert = c.prepareStatement("insert into b(v) values(?)")) {
      insert.setBytes(1, bytes);
      insert.executeUpdate();
      insert.setBinaryStream(1, new ByteArrayInputStream(bytes), bytes.length);
      insert.executeUpdate();
      insert.setBlob(1, new ByteArrayInputStream(bytes));
      insert.executeUpdate();
      Blob blob = c.createBlob();
      blob.setBytes(1, bytes);
      insert.setBlob(1, blob);
      insert.executeUpdate();
      insert.setNull(1, Types.BLOB);
      insert.executeUpdate();
    }
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery("select v from b order by id")) {
      for (int i = 0; i < 4; i++) {
        rows.next();
        assertThat(rows.getBytes(1)).isEqualTo(bytes);
        assertThat(rows.getBinaryStream(1).readAllBytes()).isEqualTo(bytes);
        assertThat(rows.getBlob(1).getBytes(1, bytes.length)).isEqualTo(bytes);
      }
      rows.next();
      assertThat(rows.getBlob(1)).isNull();
      assertThat(rows.getBytes(1)).isNull();
    }
  }

  @Test
  void case29StatesAndClassesOfErrors() throws SQLException {
    execute(
        c,
        "create table t(id integer primary key, n text unique, m int not null, k int check(k > 0))",
        "insert into t values(1, 'a', 1, 1)");
    state("insert into t values(1, 'b', 1, 1)", 19, "23505", "UNIQUE constraint failed: t.id");
    state("insert into t values(2, 'a', 1, 1)", 19, "23505", "UNIQUE constraint failed: t.n");
    state("insert into t values(2, 'b', null, 1)", 19, "23502", "NOT NULL constraint failed: t.m");
    state("insert into t values(2, 'b', 1, 0)", 19, "23514", "CHECK constraint failed: k > 0");
    state("selec 1", 1, "42", "near \"selec\": syntax error");
    state("select * from nowhere", 1, "42", "no such table: nowhere");
  }

  private void state(String sql, int code, String state, String message) {
    assertThatThrownBy(() -> execute(c, sql))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> {
              assertThat(e.getErrorCode()).as(sql).isEqualTo(code);
              assertThat(e.getSQLState()).as(sql).startsWith(state);
              if (code == 19) {
                assertThat((Throwable) e)
                    .isInstanceOf(SQLIntegrityConstraintViolationException.class);
              }
            })
        .hasMessageContaining(message);
  }

  @Test
  void case31StatementsAfterASemicolonAreNeverDropped() throws SQLException {
    execute(c, "PRAGMA cache_size=123; PRAGMA busy_timeout=9876;");
    assertThat(column(c, "PRAGMA cache_size")).containsExactly("123");
    assertThat(column(c, "PRAGMA busy_timeout")).containsExactly("9876");
    execute(c, "create table m1(a); create table m2(a)");
    assertThat(column(c, "select count(*) from sqlite_schema")).containsExactly("2");
    try (Statement s = c.createStatement()) {
      s.executeUpdate("insert into m1 values(1); insert into m2 values(2)");
    }
    assertThat(column(c, "select a from m1 union all select a from m2")).containsExactly("1", "2");
  }

  @Test
  void case37PageSizeInTheUrlAppliesToANewFile() throws Exception {
    Path file = directory.resolve("new.db");
    try (Connection made =
        DriverManager.getConnection(Databases.URL_PREFIX + file + "?page_size=8192")) {
      execute(made, "create table t(a)");
      assertThat(column(made, "PRAGMA page_size")).containsExactly("8192");
    }
    assertThatThrownBy(
            () ->
                DriverManager.getConnection(
                        Databases.URL_PREFIX + directory.resolve("x.db") + "?no_such_setting=1")
                    .close())
        .isInstanceOf(SQLException.class);
    assertThat(Files.list(directory).map(p -> p.getFileName().toString()))
        .containsExactly("new.db");
  }

  @Test
  void case39AQueryTimeoutStopsTheQuery() throws SQLException {
    try (Statement s = c.createStatement()) {
      s.setQueryTimeout(1);
      long start = System.nanoTime();
      assertThatThrownBy(
              () ->
                  s.executeQuery(
                          "with recursive r(i) as (values(1) union all select i + 1 from r where i"
                              + " < 3000000000) select count(*) from r")
                      .next())
          .isInstanceOf(SQLTimeoutException.class);
      assertThat((System.nanoTime() - start) / 1e9).isBetween(0.9, 5.0);
    }
    assertThat(column(c, "PRAGMA busy_timeout")).containsExactly("3000");
  }

  @Test
  void case41AStatementThatNeverRanAndForeignClasses() throws SQLException {
    try (Statement s = c.createStatement()) {
      assertThat(s.getUpdateCount()).isEqualTo(-1);
      assertThat(s.getResultSet()).isNull();
      assertThat(s.getMoreResults()).isFalse();
    }
    assertThatThrownBy(() -> c.unwrap(String.class)).isInstanceOf(SQLException.class);
    assertThat(c.isWrapperFor(Connection.class)).isTrue();
    assertThatCode(
            () -> {
              try (Statement s = c.createStatement()) {
                assertThat(s.execute("-- nothing")).isFalse();
              } catch (SQLException e) {
                assertThat((Throwable) e).isNotNull();
              }
            })
        .doesNotThrowAnyException();
  }

  @Test
  void case42ClosingTheConnectionClosesWhatHangsOnIt() throws Exception {
    Path file = directory.resolve("hang.db");
    String url = Databases.URL_PREFIX + file;
    try (Connection other = DriverManager.getConnection(url)) {
      execute(other, "create table t(a)", "insert into t values(1), (2), (3)");
      Connection closing = DriverManager.getConnection(url);
      Statement s = closing.createStatement();
      ResultSet rows = s.executeQuery("select a from t");
      rows.next();
      closing.close();
      assertThat(closing.isClosed()).isTrue();
      assertThat(s.isClosed()).isTrue();
      assertThat(rows.isClosed()).isTrue();
      assertThatThrownBy(rows::next).isInstanceOf(SQLException.class);
      assertThatThrownBy(() -> s.execute("select 1")).isInstanceOf(SQLException.class);
      assertThatThrownBy(closing::createStatement).isInstanceOf(SQLException.class);
      execute(other, "PRAGMA busy_timeout=0", "insert into t values(4)");
    }
  }

  @Test
  void case44EveryIsolationLevelIsAcceptedAndSerializableIsTheDefault() throws SQLException {
    assertThat(c.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    for (int level : new int[] {1, 2, 4, 8}) {
      c.setTransactionIsolation(level);
      assertThat(c.getTransactionIsolation()).isGreaterThanOrEqualTo(level);
    }
  }
}
