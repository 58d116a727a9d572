// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.check.IntegrityCheck;
import dev.walnut.engine.testing.MemoryPages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteDataSource;

/**
 * The integrity check finds what SQLite's finds in damaged files, in its words and order. Seeds are
 * fixed: SQLite sees some damage (a schema that cannot be parsed) before the b-trees are looked at,
 * and such files are passed over.
 */
class IntegrityMessagesTest {
  private static final int CASES = 60;
  private static final int MIN_COMPARED = 40;

  /** SQLite checks tables from the newest to the oldest, each followed by its indexes. */
  private static final int[] ROOTS = {4, 2, 3, 1};

  private static final int[] AUTO_VACUUM_ROOTS = {5, 3, 4, 1};

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"512,0", "1024,0", "4096,0", "1024,1"})
  void damageIsReportedAsSqliteReportsIt(int pageSize, int autoVacuum) throws Exception {
    byte[] sound = build(pageSize, autoVacuum);
    int compared = 0;
    for (int seed = 0; seed < CASES; seed++) {
      byte[] file = sound.clone();
      damage(file, pageSize, new Random(seed));
      List<String> expected = checkWithSqlite(file);
      if (expected != null) {
        IntegrityCheck check =
            new IntegrityCheck(MemoryPages.of(file), IntegrityCheck.DEFAULT_MAX_MESSAGES);
        assertThat(check.checkFile(autoVacuum == 0 ? ROOTS : AUTO_VACUUM_ROOTS))
            .as("seed %d", seed)
            .isEqualTo(expected);
        compared++;
      }
    }
    assertThat(compared).isGreaterThan(MIN_COMPARED);
  }

  private byte[] build(int pageSize, int autoVacuum) throws SQLException, IOException {
    Path file = directory.resolve("sound.db");
    try (Connection connection = open(file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA page_size = " + pageSize);
      statement.execute("PRAGMA auto_vacuum = " + autoVacuum);
      statement.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c)");
      statement.execute("CREATE INDEX i ON t(b)");
      statement.execute("CREATE TABLE u(x)");
      statement.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)"
              + " INSERT INTO t SELECT i, 'text ' || (i * 7919 % 3001),"
              + " CASE WHEN i % 50 = 0 THEN zeroblob(3000) ELSE i / 3.0 END FROM n");
      statement.execute("INSERT INTO u SELECT zeroblob(3000) FROM t LIMIT 20");
      statement.execute("DELETE FROM u WHERE rowid % 2 = 0");
      statement.execute("DELETE FROM t WHERE a % 7 = 1");
    }
    return Files.readAllBytes(file);
  }

  private static void damage(byte[] file, int pageSize, Random random) {
    int page = 1 + random.nextInt(file.length / pageSize - 1);
    int offset;
    switch (random.nextInt(4)) {
      case 0:
        offset = random.nextInt(12);
        break;
      case 1:
        offset = 8 + random.nextInt(60);
        break;
      case 2:
        offset = random.nextInt(pageSize);
        break;
      default:
        page = 0;
        offset = 32 + random.nextInt(8);
        break;
    }
    file[page * pageSize + offset] = (byte) random.nextInt(256);
  }

  /** The b-tree part of SQLite's answer; null if it failed before that. */
  private List<String> checkWithSqlite(byte[] bytes) throws IOException {
    Path file = directory.resolve("damaged.db");
    Files.write(file, bytes);
    List<String> messages = new ArrayList<>();
    try (Connection connection = open(file);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
      // All messages about b-trees come in one row that begins with the database's name.
      if (rows.next() && rows.getString(1).startsWith("***")) {
        String[] lines = rows.getString(1).split("\n");
        messages.addAll(List.of(lines).subList(1, lines.length));
      }
    } catch (SQLException e) {
      return null;
    }
    return messages;
  }

  private static Connection open(Path file) throws SQLException {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + file);
    return source.getConnection();
  }
}
