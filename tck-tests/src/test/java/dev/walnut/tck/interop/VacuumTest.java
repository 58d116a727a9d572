// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteDataSource;

/** VACUUM and VACUUM INTO beside SQLite's, from equal files. */
class VacuumTest {
  @TempDir private Path directory;

  private static Connection sqlite(Path file) throws SQLException {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + file);
    return withoutSyncs(source.getConnection());
  }

  private static Connection walnut(Path file) throws SQLException {
    return withoutSyncs(WalnutSide.open(file).connection());
  }

  private static Connection withoutSyncs(Connection connection) throws SQLException {
    execute(connection, "PRAGMA synchronous = OFF");
    return connection;
  }

  private static void execute(Connection connection, String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> query(Connection connection, String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        lines.add(JdbcChild.row(rows));
      }
    }
    return lines;
  }

  private static long number(Connection connection, String sql) throws SQLException {
    return Long.parseLong(query(connection, sql).get(0));
  }

  private static void assertSound(Connection connection) throws SQLException {
    assertThat(query(connection, "PRAGMA integrity_check")).containsExactly("'ok'");
  }

  /** All that VACUUM keeps or sets, but for the page count. */
  private static List<String> content(Connection connection) throws SQLException {
    List<String> lines = new ArrayList<>();
    String schema = "SELECT rowid, type, name, tbl_name, sql FROM sqlite_schema";
    lines.addAll(query(connection, schema));
    for (String pragma :
        List.of(
            "schema_version",
            "user_version",
            "application_id",
            "page_size",
            "auto_vacuum",
            "encoding",
            "freelist_count")) {
      lines.add(pragma + " " + query(connection, "PRAGMA " + pragma));
    }
    String tables =
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name";
    for (String quoted : query(connection, tables)) {
      String table = quoted.substring(1, quoted.length() - 1);
      String rowid = table.startsWith("w") ? "1" : "rowid";
      lines.add(table);
      lines.addAll(
          query(connection, "SELECT " + rowid + ", * FROM " + table + " ORDER BY 1, 2, 3"));
    }
    return lines;
  }

  /** The first lines that differ; empty if none do. */
  private static String firstDifference(List<String> ours, List<String> theirs) {
    for (int i = 0; i < Math.max(ours.size(), theirs.size()); i++) {
      String line = i < ours.size() ? ours.get(i) : "nothing";
      String other = i < theirs.size() ? theirs.get(i) : "nothing";
      if (!line.equals(other)) {
        return line + " but SQLite has " + other;
      }
    }
    return "";
  }

  private void fill(Path file, int pageSize, int mode, String encoding, int rows)
      throws SQLException {
    String numbers =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " + rows + ")";
    try (Connection connection = sqlite(file)) {
      execute(
          connection,
          "PRAGMA page_size = " + pageSize,
          "PRAGMA encoding = '" + encoding + "'",
          "PRAGMA auto_vacuum = " + mode,
          "CREATE TABLE plain(x, y)",
          "CREATE TABLE dropped(x)",
          "CREATE TABLE keyed(id INTEGER PRIMARY KEY, v TEXT, w)",
          "CREATE VIEW v1 AS SELECT * FROM plain",
          "CREATE TABLE uniq(a UNIQUE, b, c, UNIQUE(b, a))",
          "CREATE TABLE counted(id INTEGER PRIMARY KEY AUTOINCREMENT, v)",
          "CREATE TRIGGER tr INSTEAD OF DELETE ON v1 BEGIN SELECT 1; END",
          "CREATE TABLE without1(k TEXT, n, d, PRIMARY KEY(n, k)) WITHOUT ROWID",
          "CREATE INDEX by_v ON keyed(v DESC, w)",
          "CREATE INDEX by_w ON keyed(w) WHERE w > 10",
          "BEGIN",
          numbers + " INSERT INTO plain SELECT i, zeroblob(i * 7919 % 300) FROM n",
          numbers + " INSERT INTO dropped SELECT zeroblob(700) FROM n",
          numbers
              + " INSERT INTO keyed SELECT i * 3, 'text ' || (i * 7919 % 10007), i % 100 FROM n",
          numbers
              + " INSERT INTO uniq SELECT 'a' || i, CASE WHEN i % 40 = 0 THEN zeroblob(i * 11)"
              + " ELSE i END, NULL FROM n",
          numbers + " INSERT INTO counted(v) SELECT hex(zeroblob(i % 60)) FROM n",
          numbers
              + " INSERT INTO without1 SELECT substr(hex(zeroblob(200)), 1, i % 400) || i, i % 7,"
              + " i / 3.0 FROM n",
          "DELETE FROM plain WHERE x % 3 = 0",
          "DELETE FROM keyed WHERE id % 7 < 3",
          "DELETE FROM counted WHERE id % 10 > 2",
          "DROP TABLE dropped",
          "COMMIT",
          "PRAGMA user_version = 77",
          "PRAGMA application_id = -5");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "512, 0, UTF-8, 3000",
    "512, 1, UTF-16le, 600",
    "1024, 2, UTF-8, 1500",
    "4096, 0, UTF-16be, 3000",
    "4096, 0, UTF-8, 0",
    "4096, 1, UTF-8, 3000",
    "65536, 0, UTF-8, 3000",
    "65536, 1, UTF-8, 1"
  })
  void theResultHoldsTheSameInNoMorePagesThanSqlites(
      int pageSize, int mode, String encoding, int rows) throws Exception {
    Path ours = directory.resolve("ours.db");
    Path theirs = directory.resolve("theirs.db");
    fill(ours, pageSize, mode, encoding, rows);
    Files.copy(ours, theirs, StandardCopyOption.REPLACE_EXISTING);
    String oursInto = directory.resolve("ours-into.db").toString();
    String theirsInto = directory.resolve("theirs-into.db").toString();
    try (Connection connection = sqlite(theirs)) {
      execute(connection, "VACUUM INTO '" + theirsInto + "'", "VACUUM");
    }
    try (Connection connection = walnut(ours)) {
      List<String> before = query(connection, "SELECT count(*) FROM keyed");
      execute(connection, "VACUUM INTO '" + oursInto + "'");
      assertThat(query(connection, "SELECT count(*) FROM keyed")).isEqualTo(before);
      execute(connection, "VACUUM");
      assertSound(connection);
    }
    compare(ours, theirs);
    compare(Path.of(oursInto), Path.of(theirsInto));
    assertThat(directory.toFile().list())
        .containsExactlyInAnyOrder("ours.db", "theirs.db", "ours-into.db", "theirs-into.db");
  }

  private static void compare(Path ours, Path theirs) throws Exception {
    try (Connection a = walnut(ours);
        Connection c = sqlite(theirs)) {
      assertSound(a);
      assertThat(firstDifference(content(a), content(c))).isEmpty();
      assertThat(number(a, "PRAGMA page_count"))
          .isLessThanOrEqualTo(number(c, "PRAGMA page_count"));
      assertThat(Files.size(ours))
          .isEqualTo(number(a, "PRAGMA page_count") * number(a, "PRAGMA page_size"));
      execute(a, "INSERT INTO keyed VALUES(-1, 'new', 5)", "DROP TABLE uniq");
      assertSound(a);
    }
    try (Connection b = sqlite(ours)) {
      assertSound(b);
      execute(b, "DELETE FROM keyed WHERE id % 2 = 0", "CREATE TABLE more(x)");
      assertSound(b);
    }
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "0, 2", "1, 0", "2, 1", "2, 0"})
  void anotherAutoVacuumModeTakesEffect(int before, int after) throws Exception {
    Path file = directory.resolve("mode.db");
    fill(file, 1024, before, "UTF-8", 500);
    try (Connection connection = walnut(file)) {
      execute(connection, "PRAGMA auto_vacuum = " + after, "VACUUM");
      assertThat(number(connection, "PRAGMA auto_vacuum")).isEqualTo(after);
      assertSound(connection);
      execute(connection, "DELETE FROM plain WHERE x > 100");
      if (after == 1) {
        assertThat(number(connection, "PRAGMA freelist_count")).isZero();
      }
    }
    try (Connection connection = sqlite(file)) {
      assertSound(connection);
      assertThat(number(connection, "PRAGMA auto_vacuum")).isEqualTo(after);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "512, 4096, 0",
    "4096, 512, 0",
    "4096, 512, 1",
    "1024, 65536, 0",
    "65536, 512, 2",
    "4096, 4096, 0"
  })
  void anotherPageSizeTakesEffect(int before, int after, int mode) throws Exception {
    Path ours = directory.resolve("ours.db");
    Path theirs = directory.resolve("theirs.db");
    fill(ours, before, mode, "UTF-8", 700);
    Files.copy(ours, theirs, StandardCopyOption.REPLACE_EXISTING);
    Path oursInto = directory.resolve("ours-into.db");
    Path theirsInto = directory.resolve("theirs-into.db");
    try (Connection connection = sqlite(theirs)) {
      execute(connection, "PRAGMA page_size = " + after);
      execute(connection, "VACUUM INTO '" + theirsInto + "'", "VACUUM");
    }
    try (Connection connection = walnut(ours);
        Connection other = walnut(ours)) {
      List<String> rows = query(other, "SELECT * FROM uniq ORDER BY a");
      execute(connection, "PRAGMA page_size = " + after);
      execute(connection, "VACUUM INTO '" + oursInto + "'", "VACUUM");
      assertSound(connection);
      assertThat(number(connection, "PRAGMA page_size")).isEqualTo(after);
      assertThat(query(other, "SELECT * FROM uniq ORDER BY a")).isEqualTo(rows);
      execute(other, "INSERT INTO counted(v) VALUES('more')");
      execute(other, "DELETE FROM counted WHERE v = 'more'");
      execute(connection, "UPDATE sqlite_sequence SET seq = seq - 1");
    }
    try (Connection connection = sqlite(theirs)) {
      execute(connection, "PRAGMA schema_version");
    }
    compare(ours, theirs);
    compare(oursInto, theirsInto);
  }

  @Test
  void inWalModeThePageSizeStays() throws Exception {
    Path file = directory.resolve("wal.db");
    fill(file, 1024, 0, "UTF-8", 500);
    try (Connection connection = walnut(file);
        Connection reader = walnut(file)) {
      execute(connection, "PRAGMA journal_mode = WAL", "PRAGMA page_size = 4096");
      try (Statement open = reader.createStatement();
          ResultSet rows = open.executeQuery("SELECT id FROM keyed ORDER BY id")) {
        assertThat(rows.next()).isTrue();
        execute(connection, "VACUUM");
        int count = 1;
        while (rows.next()) {
          count++;
        }
        assertThat(count).isEqualTo((int) number(connection, "SELECT count(*) FROM keyed"));
      }
      assertThat(number(connection, "PRAGMA page_size")).isEqualTo(1024);
      assertThat(number(connection, "PRAGMA freelist_count")).isZero();
      assertSound(connection);
      assertSound(reader);
      execute(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
    }
    try (Connection connection = sqlite(file)) {
      assertSound(connection);
      assertThat(number(connection, "PRAGMA page_count")).isEqualTo(Files.size(file) / 1024);
    }
  }

  @Test
  void aSchemaThatFillsManyPagesIsCopied() throws Exception {
    Path file = directory.resolve("wide.db");
    try (Connection connection = walnut(file)) {
      execute(connection, "PRAGMA page_size = 512", "BEGIN");
      for (int i = 0; i < 60; i++) {
        execute(
            connection,
            "CREATE TABLE t" + i + "(" + "a_rather_long_column_name_".repeat(i % 30 + 1) + ")",
            "INSERT INTO t" + i + " VALUES(" + i + ")");
      }
      for (int i = 0; i < 60; i += 2) {
        execute(connection, "DROP TABLE t" + i);
      }
      execute(connection, "COMMIT", "VACUUM");
      assertSound(connection);
      assertThat(number(connection, "PRAGMA freelist_count")).isZero();
      for (int i = 1; i < 60; i += 2) {
        assertThat(number(connection, "SELECT * FROM t" + i)).isEqualTo(i);
      }
    }
    try (Connection connection = sqlite(file)) {
      assertSound(connection);
    }
  }

  @Test
  void otherConnectionsSeeTheResult() throws Exception {
    Path file = directory.resolve("shared.db");
    fill(file, 1024, 0, "UTF-8", 300);
    try (Connection one = walnut(file);
        Connection two = walnut(file)) {
      List<String> before = query(two, "SELECT count(*), sum(id) FROM keyed");
      execute(one, "VACUUM");
      assertThat(query(two, "SELECT count(*), sum(id) FROM keyed")).isEqualTo(before);
      assertSound(two);
      execute(two, "INSERT INTO uniq VALUES('new', 1, 2)", "VACUUM");
      assertSound(one);
    }
  }

  @Test
  void whatIsInTheWayIsSaidAsSqliteSaysIt() throws Exception {
    Path file = directory.resolve("errors.db");
    Path other = directory.resolve("other.db");
    Path text = Files.writeString(directory.resolve("notes.txt"), "no database");
    Path empty = Files.createFile(directory.resolve("empty.db"));
    fill(file, 1024, 0, "UTF-8", 20);
    fill(other, 1024, 0, "UTF-8", 20);
    for (boolean native_ : new boolean[] {true, false}) {
      try (Connection connection = native_ ? sqlite(file) : walnut(file)) {
        execute(connection, "BEGIN");
        refuses(connection, "VACUUM", "cannot VACUUM from within a transaction");
        refuses(connection, "VACUUM INTO 'x'", "cannot VACUUM from within a transaction");
        execute(connection, "ROLLBACK");
        try (Statement open = connection.createStatement();
            ResultSet rows = open.executeQuery("SELECT * FROM keyed")) {
          assertThat(rows.next()).isTrue();
          refuses(connection, "VACUUM", "cannot VACUUM - SQL statements in progress");
        }
        refuses(connection, "VACUUM nosuch", "unknown database nosuch");
        refuses(connection, "VACUUM INTO 7", "non-text filename");
        refuses(connection, "VACUUM INTO NULL", "non-text filename");
        refuses(connection, "VACUUM INTO '" + other + "'", "output file already exists");
        refuses(connection, "VACUUM INTO '" + text + "'", "file is not a database");
        refuses(connection, "VACUUM INTO '" + file + "'", "output file already exists");
        refuses(
            connection,
            "VACUUM INTO '" + directory + "/none/x.db'",
            "unable to open database: " + directory + "/none/x.db");
        execute(connection, "VACUUM temp", "VACUUM INTO ''", "VACUUM INTO ':memory:'");
        execute(connection, "ATTACH '" + other + "' AS o", "VACUUM o");
        execute(connection, "VACUUM o INTO (SELECT '" + empty + "')");
        assertSound(connection);
      }
      try (Connection connection = sqlite(empty)) {
        assertSound(connection);
      }
      Files.write(empty, new byte[0]);
      assertThat(Files.readString(text)).isEqualTo("no database");
    }
  }

  @Test
  void aCopyThatFailsLeavesNoFileBehind() throws Exception {
    Path file = directory.resolve("damaged.db");
    fill(file, 1024, 0, "UTF-8", 500);
    byte[] bytes = Files.readAllBytes(file);
    // A page in the middle of some tree becomes one of none.
    for (int page = 20; page < bytes.length / 1024; page += 7) {
      bytes[page * 1024] = 99;
    }
    Files.write(file, bytes);
    Path missing = directory.resolve("missing.db");
    Path empty = Files.createFile(directory.resolve("empty.db"));
    try (Connection connection = walnut(file)) {
      for (String sql :
          List.of("VACUUM INTO '" + missing + "'", "VACUUM INTO '" + empty + "'", "VACUUM")) {
        assertThatThrownBy(() -> execute(connection, sql))
            .as(sql)
            .isInstanceOf(SQLException.class)
            .hasMessageContaining("malformed");
      }
    }
    assertThat(missing).doesNotExist();
    assertThat(empty).isEmptyFile();
    assertThat(Files.readAllBytes(file)).isEqualTo(bytes);
    assertThat(directory.toFile().list()).containsExactlyInAnyOrder("damaged.db", "empty.db");
  }

  private static void refuses(Connection connection, String sql, String message) {
    assertThatThrownBy(() -> execute(connection, sql))
        .as(sql)
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(message);
  }
}
