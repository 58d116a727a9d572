// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteDataSource;

/**
 * Files with auto_vacuum that SQLite and Walnut change in turn: pointer maps are right for both,
 * and the sizes are those that SQLite reaches.
 */
class AutoVacuumTest {
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
    execute(connection, List.of("PRAGMA synchronous = OFF"));
    return connection;
  }

  private static void execute(Connection connection, List<String> statements) throws SQLException {
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

  private static List<String> content(Connection connection, List<String> tables)
      throws SQLException {
    List<String> lines = query(connection, "SELECT type, name, sql FROM sqlite_schema ORDER BY 2");
    for (String table : tables) {
      lines.add(table);
      lines.addAll(
          query(connection, "SELECT a, length(b), hex(b) = '', c FROM " + table + " ORDER BY a"));
    }
    return lines;
  }

  private static void assertSound(Connection connection) throws SQLException {
    assertThat(query(connection, "PRAGMA integrity_check")).containsExactly("'ok'");
  }

  @ParameterizedTest
  @CsvSource({
    "512, 1, delete, 1",
    "512, 2, delete, 2",
    "1024, 1, wal, 3",
    "2048, 2, persist, 4",
    "4096, 1, delete, 5",
    "4096, 2, wal, 6",
    "65536, 1, truncate, 7"
  })
  void bothSidesChangeOneFileInTurn(int pageSize, int mode, String journalMode, long seed)
      throws Exception {
    AutoVacuumStatements generator = new AutoVacuumStatements(seed, pageSize);
    Path file = directory.resolve("shared.db");
    Path twin = directory.resolve("twin.db");
    List<String> settings =
        List.of("PRAGMA page_size = " + pageSize, "PRAGMA auto_vacuum = " + mode);
    try (Connection first = seed % 2 == 0 ? walnut(file) : sqlite(file);
        Connection alone = sqlite(twin)) {
      execute(first, settings);
      execute(first, List.of("PRAGMA journal_mode = " + journalMode, "CREATE TABLE first(x)"));
      execute(alone, settings);
      execute(alone, List.of("CREATE TABLE first(x)"));
    }
    for (int round = 0; round < 12; round++) {
      try (Connection side = round % 3 == 2 ? sqlite(file) : walnut(file);
          Connection alone = sqlite(twin)) {
        execute(side, List.of("PRAGMA journal_mode = " + journalMode));
        for (int i = 0; i < 6; i++) {
          List<String> statements = generator.transaction();
          execute(side, statements);
          execute(alone, statements);
          if (mode == 1) {
            assertThat(query(side, "PRAGMA freelist_count")).containsExactly("0");
          }
        }
        if (mode == 2 && round % 2 == 0) {
          execute(side, List.of("PRAGMA incremental_vacuum(" + round + ")"));
        }
        assertThat(content(side, generator.tables())).isEqualTo(content(alone, generator.tables()));
        assertSound(side);
      }
      try (Connection other = round % 3 == 2 ? walnut(file) : sqlite(file)) {
        assertSound(other);
        assertThat(query(other, "PRAGMA auto_vacuum")).containsExactly(Integer.toString(mode));
        execute(other, List.of("PRAGMA wal_checkpoint(TRUNCATE)"));
        assertThat(Files.size(file))
            .isEqualTo(Long.parseLong(query(other, "PRAGMA page_count").get(0)) * pageSize);
      }
    }
  }

  /**
   * Rows of which each takes overflow pages of its own: then SQLite's algorithm gives the counts.
   */
  @ParameterizedTest
  @CsvSource({"512, 1", "1024, 2", "4096, 1", "4096, 2"})
  void pageCountsAreThoseOfSqlite(int pageSize, int mode) throws Exception {
    try (Connection ours = walnut(directory.resolve("ours.db"));
        Connection theirs = sqlite(directory.resolve("theirs.db"))) {
      List<String> statements = new ArrayList<>();
      statements.add("PRAGMA page_size = " + pageSize);
      statements.add("PRAGMA auto_vacuum = " + mode);
      for (int i = 0; i < 8; i++) {
        statements.add("CREATE TABLE t" + i + "(a INTEGER PRIMARY KEY, b)");
        statements.add("INSERT INTO t" + i + " VALUES(1, zeroblob(" + (9000 * i + 7) + "))");
        statements.add(
            "INSERT INTO t" + i / 2 + " VALUES(2, zeroblob(" + (30_000 - 999 * i) + "))");
        statements.add("CREATE INDEX i" + i + " ON t" + i + "(a)");
        statements.add("DELETE FROM t" + i / 3 + " WHERE a = 1");
        statements.add("INSERT INTO t" + i / 3 + " VALUES(1, zeroblob(" + 12_345 * i + "))");
        statements.add("DELETE FROM t" + i / 2 + " WHERE a = 2");
        if (i % 3 == 2) {
          statements.add("DROP TABLE t" + (i - 2));
          statements.add("CREATE TABLE t" + (i - 2) + "(a INTEGER PRIMARY KEY, b)");
          statements.add("PRAGMA incremental_vacuum(1)");
        }
      }
      for (int i = 7; i > 2; i--) {
        statements.add("DROP INDEX IF EXISTS i" + i);
        statements.add("DELETE FROM t" + i);
        statements.add("PRAGMA incremental_vacuum(1)");
      }
      for (String sql : statements) {
        execute(ours, List.of(sql));
        execute(theirs, List.of(sql));
        for (String count : List.of("page_count", "freelist_count")) {
          assertThat(query(ours, "PRAGMA " + count))
              .as("%s after %s", count, sql)
              .isEqualTo(query(theirs, "PRAGMA " + count));
        }
        String roots = "SELECT name, rootpage FROM sqlite_schema ORDER BY rowid";
        assertThat(query(ours, roots)).as(sql).isEqualTo(query(theirs, roots));
      }
      assertSound(ours);
    }
  }

  /** Pages move before anything is written: the log has each once, and none that was cut off. */
  @Test
  void aFullCommitLogsEachPageAtItsFinalPlaceAlone() throws Exception {
    Path file = directory.resolve("logged.db");
    Path log = Path.of(file + "-wal");
    String rows =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)"
            + " INSERT INTO log(v) SELECT zeroblob(150 + i % 90) FROM n";
    try (Connection ours = walnut(file)) {
      execute(
          ours,
          List.of(
              "PRAGMA page_size = 1024",
              "PRAGMA auto_vacuum = FULL",
              "PRAGMA journal_mode = WAL",
              "CREATE TABLE log(id INTEGER PRIMARY KEY, v)",
              rows,
              rows,
              "PRAGMA wal_checkpoint(TRUNCATE)",
              "BEGIN",
              rows,
              "DELETE FROM log WHERE id <= 500",
              "COMMIT"));
      int pageCount = Integer.parseInt(query(ours, "PRAGMA page_count").get(0));
      ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(log));
      Set<Integer> logged = new HashSet<>();
      for (int at = 32; at < bytes.capacity(); at += 24 + 1024) {
        assertThat(bytes.getInt(at)).isBetween(1, pageCount);
        assertThat(logged.add(bytes.getInt(at))).isTrue();
      }
      // The new leaves and little else: the freed ones are not among them.
      assertThat(logged.size()).isBetween(pageCount / 3, pageCount * 2 / 3);
    }
  }

  /** The pages that a query reads move while it stands between two rows. */
  @Test
  void aQueryGoesOnWhileItsPagesMove() throws Exception {
    Path file = directory.resolve("moving.db");
    String insert =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)"
            + " INSERT INTO ";
    try (Connection ours = walnut(file)) {
      execute(
          ours,
          List.of(
              "PRAGMA page_size = 1024",
              "PRAGMA auto_vacuum = FULL",
              "CREATE TABLE goes(id INTEGER PRIMARY KEY, v)",
              "CREATE TABLE stays(id INTEGER PRIMARY KEY, v)",
              insert + "goes SELECT i, zeroblob(200) FROM n",
              insert + "stays SELECT i, zeroblob(i % 13 * 200) FROM n"));
      try (Statement open = ours.createStatement();
          ResultSet rows = open.executeQuery("SELECT id, length(v) FROM stays")) {
        for (int id = 1; id <= 600; id++) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getInt(1)).isEqualTo(id);
          assertThat(rows.getInt(2)).isEqualTo(id % 13 * 200);
          if (id % 50 == 0) {
            execute(ours, List.of("DELETE FROM goes WHERE id <= " + id));
            assertThat(query(ours, "PRAGMA freelist_count")).containsExactly("0");
          }
        }
        assertThat(rows.next()).isFalse();
      }
      assertSound(ours);
    }
  }

  @ParameterizedTest
  @CsvSource({"1", "2"})
  void aLogThatTurnsOverTenTimesStaysSoundAndDoesNotGrow(int mode) throws Exception {
    Path file = directory.resolve("log.db");
    String insert =
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)"
            + " INSERT INTO log(payload) SELECT substr(hex(zeroblob(130)), 1, 150 + i %% 100)"
            + " FROM n";
    long full;
    try (Connection ours = walnut(file)) {
      execute(
          ours,
          List.of(
              "PRAGMA page_size = 1024",
              "PRAGMA auto_vacuum = " + mode,
              "CREATE TABLE log(id INTEGER PRIMARY KEY, payload TEXT)",
              "CREATE INDEX by_payload ON log(payload, id)"));
      for (int i = 0; i < 10; i++) {
        execute(ours, List.of(String.format(insert)));
      }
      full = Long.parseLong(query(ours, "PRAGMA page_count").get(0));
      for (int i = 0; i < 100; i++) {
        execute(
            ours,
            List.of(
                "BEGIN",
                String.format(insert),
                "DELETE FROM log WHERE id <= (SELECT min(id) + 199 FROM log)",
                "COMMIT"));
        if (mode == 2) {
          execute(ours, List.of("PRAGMA incremental_vacuum"));
        }
        assertThat(query(ours, "PRAGMA freelist_count")).containsExactly("0");
      }
      assertSound(ours);
      assertThat(Long.parseLong(query(ours, "PRAGMA page_count").get(0)))
          .isLessThan(full + full / 2);
    }
    try (Connection theirs = sqlite(file)) {
      assertSound(theirs);
      assertThat(query(theirs, "SELECT count(*), max(id) FROM log")).containsExactly("2000,22000");
      execute(theirs, List.of("DELETE FROM log WHERE id % 3 = 0", "DROP INDEX by_payload"));
      assertSound(theirs);
    }
  }
}
