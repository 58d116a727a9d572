// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.pager.PagerState;
import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.api.SessionOptions;
import dev.walnut.sql.api.SqlStatement;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions whose changes do not fit the cache (at least 16 MiB) write pages early. */
class LargeTransactionTest {
  private static final int ROWS = 6000;

  @TempDir Path directory;
  private DatabaseSession session;

  @BeforeEach
  void open() {
    session =
        DatabaseSession.open(
            new SessionOptions(
                directory.resolve("large.db").toString(),
                false,
                true,
                false,
                false,
                false,
                0,
                PragmaRegistry.EMPTY));
    session.executeScript(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, n INT, filler BLOB); CREATE INDEX i ON t(n);"
            + " INSERT INTO t VALUES(-1, -1, x'00')");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private long number(String sql) {
    try (SqlStatement statement = session.prepare(sql)) {
      assertThat(statement.step()).isTrue();
      return statement.columnLong(0);
    }
  }

  private PagerState state() {
    return session.database("main").pager().state();
  }

  private void fill() {
    session.executeScript("BEGIN");
    try (SqlStatement insert = session.prepare("INSERT INTO t VALUES(?, ? % 97, zeroblob(3000))")) {
      for (int i = 0; i < ROWS; i++) {
        insert.setLong(1, i);
        insert.setLong(2, i);
        insert.step();
      }
    }
  }

  @Test
  void pagesGoToTheFileBeforeTheCommit() {
    fill();
    assertThat(state()).isEqualTo(PagerState.WRITER_WRITTEN);
    session.executeScript("UPDATE t SET n = n + 1 WHERE id >= 0");
    assertThat(number("SELECT count(*) FROM t WHERE n BETWEEN 1 AND 97")).isEqualTo(ROWS);
    session.executeScript("COMMIT");
    assertThat(number("SELECT sum(n) - sum(id % 97 + 1) FROM t WHERE id >= 0")).isZero();
  }

  @Test
  void rollbackRestoresWhatWasThere() {
    fill();
    assertThat(state()).isEqualTo(PagerState.WRITER_WRITTEN);
    session.executeScript("ROLLBACK");
    assertThat(number("SELECT count(*) FROM t")).isEqualTo(1);
    assertThat(number("SELECT count(*) FROM t WHERE n < 50")).isEqualTo(1);
  }

  @Test
  void savepointInsideIsRolledBackAlone() {
    fill();
    session.executeScript("SAVEPOINT s; DELETE FROM t WHERE id % 2 = 0; ROLLBACK TO s; COMMIT");
    assertThat(number("SELECT count(*) FROM t")).isEqualTo(ROWS + 1);
    assertThat(number("SELECT count(*) FROM t WHERE n >= 0")).isEqualTo(ROWS);
  }
}
