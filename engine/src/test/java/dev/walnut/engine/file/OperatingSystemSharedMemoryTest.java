// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.testing.SqliteProcess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatingSystemSharedMemoryTest extends SharedMemoryContract {
  private static final long SHARED_BYTES = (1L << 30) + 2;

  /** What the wal-index header begins with. */
  private static final int WAL_INDEX_VERSION = 3007000;

  @TempDir Path directory;
  private final FileSystem fileSystem = new OperatingSystemFiles();

  @Override
  FileSystem fileSystem() {
    return fileSystem;
  }

  @Override
  String path(String name) {
    return directory.resolve(name).toString();
  }

  @Override
  Elsewhere elsewhere() {
    return new SharedMemoryProcess(path("a"));
  }

  /** Creates a database in WAL mode that SQLite keeps open. */
  private SqliteProcess sqliteInWalMode() {
    SqliteProcess sqlite = SqliteProcess.open(directory.resolve("a"));
    assertThat(sqlite.execute("pragma journal_mode=wal")).isEqualTo("wal");
    sqlite.execute("create table t(x)");
    assertThat(sqlite.execute("insert into t values(1)")).isEqualTo("ok");
    return sqlite;
  }

  @Test
  void whatSqliteHasOpenIsSeenAndNotCut() {
    try (SqliteProcess sqlite = sqliteInWalMode();
        DatabaseFile database = fileSystem.open(path("a"), OpenMode.READ_WRITE)) {
      assertThat(database.tryLock(SHARED_BYTES, 510, true)).isTrue();
      for (int i = 0; i < 3; i++) {
        try (SharedMemory memory = fileSystem.openSharedMemory(database, path("a-shm"), false)) {
          ByteBuffer region = memory.region(0, false);
          assertThat(region.getInt(0)).isEqualTo(WAL_INDEX_VERSION);
          assertThat(region.getInt(48)).isEqualTo(WAL_INDEX_VERSION);
          assertThat(region.getInt(16)).isEqualTo(3 + i);
          assertThat(sqlite.execute("insert into t values(1)")).isEqualTo("ok");
          assertThat(region.getInt(16)).isEqualTo(4 + i);
          assertThat(memory.region(1, false)).isNull();
        }
      }
      // Ours is not the last connection, so SQLite leaves its files.
      sqlite.close();
      assertThat(fileSystem.exists(path("a-shm"))).isTrue();
    }
  }

  @Test
  void locksOfSqliteConflictWithOurs() {
    try (SqliteProcess sqlite = sqliteInWalMode();
        DatabaseFile database = fileSystem.open(path("a"), OpenMode.READ_WRITE);
        SharedMemory memory = fileSystem.openSharedMemory(database, path("a-shm"), false)) {
      sqlite.execute("begin");
      sqlite.execute("select * from t");
      assertThat(memory.tryLock(4, 1, false)).isFalse();
      assertThat(memory.tryLock(4, 1, true)).isTrue();
      memory.unlock(4, 1);
      sqlite.execute("commit");
      assertThat(memory.tryLock(4, 1, false)).isTrue();
      memory.unlock(4, 1);

      sqlite.execute("begin immediate");
      assertThat(memory.tryLock(0, 1, false)).isFalse();
      sqlite.execute("commit");
      assertThat(memory.tryLock(0, 1, false)).isTrue();
      assertThat(sqlite.execute("begin immediate")).isEqualTo("error 5");
      memory.unlock(0, 1);
      assertThat(sqlite.execute("begin immediate")).isEqualTo("ok");
      assertThat(sqlite.execute("commit")).isEqualTo("ok");

      assertThat(memory.tryLock(1, 1, false)).isTrue();
      assertThat(sqlite.execute("pragma wal_checkpoint")).isEqualTo("1");
      memory.unlock(1, 1);
      assertThat(sqlite.execute("pragma wal_checkpoint")).isEqualTo("0");
    }
  }

  @Test
  void whatAKilledSqliteLeftIsCut() {
    SqliteProcess sqlite = sqliteInWalMode();
    sqlite.kill();
    assertOpeningReadOnlyFails(ResultCode.READONLY_CANTINIT);
    try (SharedMemory memory = open(false)) {
      assertThat(memory.region(0, false)).isNull();
    }
  }

  @Test
  void sqliteRebuildsWhatOurOpeningCut() {
    try (SharedMemory memory = open(false)) {
      try (SqliteProcess sqlite = sqliteInWalMode()) {
        assertThat(memory.region(0, false).getInt(0)).isEqualTo(WAL_INDEX_VERSION);
        assertThat(sqlite.execute("select count(*) from t")).isEqualTo("1");
      }
    }
  }

  @Test
  void theFileIsAllocatedNotSparseAndHasTheRightsOfTheDatabase() throws IOException {
    Path database = Files.createFile(directory.resolve("a"));
    Files.setPosixFilePermissions(database, PosixFilePermissions.fromString("rw-rw-rw-"));
    try (SharedMemory memory = open(false)) {
      Path file = directory.resolve("a-shm");
      assertThat(Files.size(file)).isZero();
      memory.region(2, true);
      assertThat(Files.size(file)).isEqualTo(3 * SharedMemory.REGION_BYTES);
      assertThat(allocatedKilobytes(file)).isGreaterThanOrEqualTo(96);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-rw-rw-");
    }
  }

  private static int allocatedKilobytes(Path file) throws IOException {
    Process du = new ProcessBuilder("du", "-k", file.toString()).start();
    String line = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return Integer.parseInt(line.substring(0, line.indexOf('\t')));
  }
}
