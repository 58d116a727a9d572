// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import org.junit.jupiter.api.Test;

/** What every implementation of {@link FileSystem} and {@link DatabaseFile} does alike. */
abstract class FileSystemContract {
  /** The implementation under test. */
  abstract FileSystem fileSystem();

  /** A path in it for a file of that name. */
  abstract String path(String name);

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static void assertFails(
      ResultCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(code));
  }

  @Test
  void aMissingFileIsCreatedOnlyIfAsked() {
    assertFails(ResultCode.CANTOPEN, () -> fileSystem().open(path("a"), OpenMode.READ_WRITE));
    assertFails(ResultCode.CANTOPEN, () -> fileSystem().open(path("a"), OpenMode.READ_ONLY));
    assertThat(fileSystem().exists(path("a"))).isFalse();
    fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE).close();
    assertThat(fileSystem().exists(path("a"))).isTrue();
  }

  @Test
  void writesPastTheEndLeaveZeroesAndReadsEndAtTheEnd() {
    try (DatabaseFile file = fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE)) {
      file.write(100_000, bytes(0, 1, 2, 3), 1, 3);
      assertThat(file.size()).isEqualTo(100_003);
      byte[] target = bytes(9, 9, 9, 9, 9, 9, 9, 9);
      assertThat(file.read(99_998, target, 1, 7)).isEqualTo(5);
      assertThat(target).isEqualTo(bytes(9, 0, 0, 1, 2, 3, 9, 9));
      assertThat(file.read(200_000, target, 0, 8)).isZero();
    }
  }

  @Test
  void truncateCutsButNeverExtends() {
    try (DatabaseFile file = fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE)) {
      file.write(0, bytes(1, 2, 3, 4), 0, 4);
      file.truncate(10);
      assertThat(file.size()).isEqualTo(4);
      file.truncate(2);
      assertThat(file.size()).isEqualTo(2);
      file.write(3, bytes(7), 0, 1);
      byte[] target = new byte[4];
      assertThat(file.read(0, target, 0, 4)).isEqualTo(4);
      assertThat(target).isEqualTo(bytes(1, 2, 0, 7));
    }
  }

  @Test
  void contentOutlivesTheHandle() {
    try (DatabaseFile file = fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE)) {
      file.write(0, bytes(5), 0, 1);
      file.syncData();
      file.syncAll();
    }
    fileSystem().syncDirectory(path("a"));
    try (DatabaseFile file = fileSystem().open(path("a"), OpenMode.READ_ONLY)) {
      assertThat(file.isReadOnly()).isTrue();
      byte[] target = new byte[1];
      assertThat(file.read(0, target, 0, 1)).isEqualTo(1);
      assertThat(target[0]).isEqualTo((byte) 5);
      assertFails(ResultCode.READONLY, () -> file.write(0, target, 0, 1));
    }
  }

  @Test
  void deleteSaysWhetherThereWasAFile() {
    assertThat(fileSystem().delete(path("a"))).isFalse();
    fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE).close();
    assertThat(fileSystem().delete(path("a"))).isTrue();
    assertThat(fileSystem().exists(path("a"))).isFalse();
  }

  @Test
  void identityIsThatOfTheFile() {
    assertThat(fileSystem().identity(path("a"))).isNull();
    fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE).close();
    fileSystem().open(path("b"), OpenMode.READ_WRITE_CREATE).close();
    Object identity = fileSystem().identity(path("a"));
    assertThat(identity).isNotNull().isNotEqualTo(fileSystem().identity(path("b")));
    assertThat(fileSystem().identity(fileSystem().realPath(path("a")))).isEqualTo(identity);
  }

  @Test
  void sideFilesAndTemporaryFilesAreFiles() {
    try (DatabaseFile file = fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE);
        DatabaseFile side =
            fileSystem().openBeside(file, path("a-journal"), OpenMode.READ_WRITE_CREATE);
        DatabaseFile temporary = fileSystem().openTemporary()) {
      side.write(0, bytes(1), 0, 1);
      temporary.write(0, bytes(1, 2), 0, 2);
      assertThat(side.size()).isEqualTo(1);
      assertThat(temporary.size()).isEqualTo(2);
      assertThat(fileSystem().exists(path("a-journal"))).isTrue();
    }
  }

  @Test
  void anInterruptedThreadCanUseFilesAndStaysInterrupted() {
    try (DatabaseFile file = fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE)) {
      Thread.currentThread().interrupt();
      file.write(0, bytes(1, 2), 0, 2);
      file.syncData();
      assertThat(file.tryLock(1 << 30, 1, true)).isTrue();
      file.unlock(1 << 30, 1);
      assertThat(file.read(0, new byte[2], 0, 2)).isEqualTo(2);
      fileSystem().syncDirectory(path("a"));
      assertThat(Thread.interrupted()).isTrue();
      assertThat(file.size()).isEqualTo(2);
    } finally {
      Thread.interrupted();
    }
  }

  @Test
  void locksCanBeTakenDroppedAndTakenAgain() {
    try (DatabaseFile file = fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE)) {
      for (int i = 0; i < 100; i++) {
        assertThat(file.tryLock(1 << 30, 1, i % 2 == 0)).isTrue();
        assertThat(file.tryLock((1 << 30) + 2, 510, i % 2 == 1)).isTrue();
        file.unlock(1 << 30, 1);
        file.unlock((1 << 30) + 2, 510);
      }
    }
  }

  @Test
  void closingTwiceDoesNoHarm() {
    DatabaseFile file = fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE);
    file.close();
    file.close();
  }
}
