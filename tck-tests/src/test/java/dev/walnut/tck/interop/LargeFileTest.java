// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A file that grows past 1 GiB, where the lock bytes lie in a page that holds no data. */
@Tag("slow")
class LargeFileTest {

  private static final long GIB = 1L << 30;

  @TempDir private Path directory;

  @Test
  void aFileAcrossTheLockBytePageIsReadAndChangedByBoth() throws Exception {
    Path file = directory.resolve("large.db");
    String fill =
        "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < %d)"
            + " INSERT INTO t(k, body) SELECT i * 7919 %% 100003, zeroblob(3000) FROM n";
    try (JdbcProcess sqlite = JdbcProcess.sqlite()) {
      sqlite.open(file);
      sqlite.execute("PRAGMA synchronous=OFF");
      sqlite.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, k INTEGER, body BLOB)");
      sqlite.execute("CREATE INDEX t_k ON t(k)");
      sqlite.execute(String.format(fill, 261_000));
      sqlite.closeFile();
      assertThat(Files.size(file)).isBetween(GIB - (20 << 20), GIB + (40 << 20));
      String question = "SELECT count(*), sum(k), sum(length(body)), max(id) FROM t";
      try (WalnutSide walnut = WalnutSide.open(file)) {
        walnut.execute("PRAGMA synchronous=OFF", String.format(fill, 20_000));
        walnut.execute("UPDATE t SET body = zeroblob(9000) WHERE id % 100 = 1");
        walnut.execute("DELETE FROM t WHERE id % 50 = 2");
        assertThat(Files.size(file)).isGreaterThan(GIB + (40 << 20));
        sqlite.open(file);
        assertThat(sqlite.query("PRAGMA integrity_check")).containsExactly("'ok'");
        assertThat(walnut.query(question)).isEqualTo(sqlite.query(question));
        String byIndex = "SELECT count(*), sum(id) FROM t WHERE k BETWEEN 1000 AND 2000";
        assertThat(walnut.query(byIndex)).isEqualTo(sqlite.query(byIndex));
        assertThat(walnut.query("PRAGMA integrity_check")).containsExactly("'ok'");
      }
    }
  }
}
