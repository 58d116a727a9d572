// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases in WAL mode with locking_mode=EXCLUSIVE: no shared memory, and nobody else gets in. */
class ExclusiveLogTest {
  private static final int BUSY = 5;

  @TempDir private Path directory;
  private Path file;
  private JdbcProcess sqlite;

  @BeforeEach
  void createFile() throws Exception {
    file = directory.resolve("x.db");
    sqlite = JdbcProcess.sqlite();
    openInSqlite();
    sqlite.execute("PRAGMA journal_mode=WAL");
    sqlite.execute("CREATE TABLE t(a)");
    sqlite.execute("INSERT INTO t VALUES(1)");
  }

  @AfterEach
  void endProcess() throws Exception {
    sqlite.close();
  }

  private void openInSqlite() throws Exception {
    sqlite.open(file);
    sqlite.execute("PRAGMA busy_timeout=0");
  }

  private Path shm() {
    return Path.of(file + "-shm");
  }

  @Test
  void sqliteIsKeptOutUntilWalnutLeaves() throws Exception {
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.execute("PRAGMA busy_timeout=0", "PRAGMA locking_mode=EXCLUSIVE");
      assertThat(walnut.tryExecute("SELECT * FROM t")).isEqualTo(BUSY);
      sqlite.closeFile();
      walnut.execute("INSERT INTO t VALUES(2)");
      assertThat(shm()).doesNotExist();
      assertThat(Path.of(file + "-wal")).exists();
      openInSqlite();
      assertThat(sqlite.tryExecute("SELECT * FROM t")).isEqualTo(BUSY);
      walnut.execute("PRAGMA locking_mode=NORMAL", "INSERT INTO t VALUES(3)");
      assertThat(sqlite.tryExecute("SELECT * FROM t")).isEqualTo(BUSY);
      walnut.execute("PRAGMA journal_mode=DELETE");
      assertThat(sqlite.tryExecute("SELECT * FROM t")).isEqualTo(BUSY);
      walnut.execute("PRAGMA locking_mode=NORMAL");
      assertThat(sqlite.query("SELECT count(*) FROM t")).containsExactly("3");
      walnut.execute("PRAGMA journal_mode=WAL", "INSERT INTO t VALUES(4)");
      assertThat(shm()).exists();
      assertThat(sqlite.query("SELECT count(*) FROM t")).containsExactly("4");
    }
  }

  @Test
  void walnutIsKeptOutByAnExclusiveSqlite() throws Exception {
    sqlite.closeFile();
    openInSqlite();
    sqlite.execute("PRAGMA locking_mode=EXCLUSIVE");
    sqlite.execute("INSERT INTO t VALUES(2)");
    try (WalnutSide walnut = WalnutSide.open(file)) {
      walnut.execute("PRAGMA busy_timeout=0");
      assertThat(walnut.tryExecute("SELECT * FROM t")).isEqualTo(BUSY);
      sqlite.closeFile();
      assertThat(walnut.query("SELECT count(*) FROM t")).containsExactly("2");
    }
  }

  @Test
  void theLogOfAKilledExclusiveProcessIsRecovered() throws Exception {
    sqlite.closeFile();
    for (String urls : new String[] {"jdbc:sqlite:", WalnutSide.URL_PREFIX}) {
      try (JdbcProcess killed = JdbcProcess.start(urls)) {
        killed.open(file);
        killed.execute("PRAGMA locking_mode=EXCLUSIVE");
        killed.execute("INSERT INTO t VALUES(2)");
        killed.kill();
      }
      assertThat(Path.of(file + "-wal")).exists();
      if (urls.equals("jdbc:sqlite:")) {
        try (WalnutSide walnut = WalnutSide.open(file)) {
          assertThat(walnut.query("SELECT count(*) FROM t")).containsExactly("2");
        }
      } else {
        openInSqlite();
        assertThat(sqlite.query("SELECT count(*) FROM t")).containsExactly("3");
        assertThat(sqlite.query("PRAGMA integrity_check")).containsExactly("'ok'");
      }
    }
  }
}
