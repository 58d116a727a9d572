// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.lock.LockState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseRegistryTest {
  @TempDir Path directory;

  private Pager open(String name, OpenMode mode) {
    return DatabaseRegistry.process().open(directory.resolve(name).toString(), mode);
  }

  private static void assertFails(
      ResultCode code, org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(code));
  }

  @Test
  void allPathsOfAFileLeadToOneDatabase() throws IOException {
    try (Pager first = open("a", OpenMode.READ_WRITE_CREATE)) {
      Files.createSymbolicLink(directory.resolve("link"), directory.resolve("a"));
      Files.createLink(directory.resolve("hard"), directory.resolve("a"));
      try (Pager second = open("link", OpenMode.READ_WRITE);
          Pager third = open("hard", OpenMode.READ_WRITE);
          Pager other = open("b", OpenMode.READ_WRITE_CREATE)) {
        assertThat(second.database()).isSameAs(first.database());
        assertThat(third.database()).isSameAs(first.database());
        assertThat(other.database()).isNotSameAs(first.database());
      }
    }
  }

  @Test
  void theLastConnectionClosesTheDatabase() {
    Pager first = open("a", OpenMode.READ_WRITE_CREATE);
    Pager second = open("a", OpenMode.READ_WRITE);
    Database database = first.database();
    AttachmentKey<Object> key = new AttachmentKey<>("test");
    Object attached = database.attachment(key, Object::new);
    assertThat(second.database().attachment(key, Object::new)).isSameAs(attached);
    first.close();
    first.close();
    second.beginWrite();
    second.commitAndEndRead();
    second.close();
    try (Pager third = open("a", OpenMode.READ_WRITE)) {
      assertThat(third.database()).isNotSameAs(database);
    }
    assertThatThrownBy(first::beginRead).isInstanceOf(DatabaseException.class);
  }

  @Test
  void closingRollsBackAndGivesUpLocks() {
    try (Pager other = open("a", OpenMode.READ_WRITE_CREATE)) {
      Pager pager = open("a", OpenMode.READ_WRITE);
      pager.beginExclusive();
      pager.write(2);
      pager.close();
      other.beginWrite();
      assertThat(other.pageCount()).isEqualTo(1);
      other.rollback();
      other.endRead();
    }
  }

  @Test
  void missingFilesAndDirectoriesCannotBeOpened() {
    assertFails(ResultCode.CANTOPEN, () -> open("none", OpenMode.READ_WRITE));
    assertFails(ResultCode.CANTOPEN, () -> open("none", OpenMode.READ_ONLY));
    assertFails(ResultCode.CANTOPEN, () -> open("none/a", OpenMode.READ_WRITE_CREATE));
    assertFails(ResultCode.CANTOPEN_ISDIR, () -> open(".", OpenMode.READ_WRITE));
    assertThat(directory.resolve("none")).doesNotExist();
  }

  @Test
  void aReadOnlyConnectionReadsWhatOthersWrite() {
    try (Pager writer = open("a", OpenMode.READ_WRITE_CREATE);
        Pager reader = open("a", OpenMode.READ_ONLY)) {
      assertThat(reader.isReadOnly()).isTrue();
      assertFails(ResultCode.READONLY, reader::beginWrite);
      writer.beginWrite();
      writer.setHeaderField(DatabaseHeader.USER_VERSION_OFFSET, 5);
      writer.commitAndEndRead();
      reader.beginRead();
      assertThat(reader.headerField(DatabaseHeader.USER_VERSION_OFFSET)).isEqualTo(5);
      reader.endRead();
    }
  }

  @Test
  void theJournalTakesTheAccessRightsOfTheDatabase() throws IOException {
    try (Pager pager = open("a", OpenMode.READ_WRITE_CREATE)) {
      Files.setPosixFilePermissions(
          directory.resolve("a"), PosixFilePermissions.fromString("rw-rw----"));
      pager.setJournalMode(JournalMode.PERSIST);
      pager.beginWrite();
      pager.commitAndEndRead();
      assertThat(Files.getPosixFilePermissions(directory.resolve("a-journal")))
          .isEqualTo(PosixFilePermissions.fromString("rw-rw----"));
    }
  }

  @Test
  void aFileThatWasReplacedIsNotWritten() throws IOException {
    try (Pager pager = open("a", OpenMode.READ_WRITE_CREATE)) {
      pager.beginWrite();
      pager.commitAndEndRead();
      Files.move(directory.resolve("a"), directory.resolve("old"));
      Files.createFile(directory.resolve("a"));
      assertFails(ResultCode.READONLY_DBMOVED, pager::beginWrite);
      assertThat(pager.lockState()).isEqualTo(LockState.UNLOCKED);
    }
  }

  @Test
  void exclusiveLockingModeKeepsTheLockBetweenTransactions() {
    try (Pager pager = open("a", OpenMode.READ_WRITE_CREATE);
        Pager other = open("a", OpenMode.READ_WRITE)) {
      pager.setLockingMode(LockingMode.EXCLUSIVE);
      pager.beginWrite();
      pager.commitAndEndRead();
      assertThat(pager.lockState()).isEqualTo(LockState.EXCLUSIVE);
      assertFails(ResultCode.BUSY, other::beginRead);
      pager.beginWrite();
      pager.write(2)[0] = 7;
      pager.commitAndEndRead();
      pager.setLockingMode(LockingMode.NORMAL);
      pager.beginRead();
      pager.endRead();
      other.beginRead();
      assertThat(other.read(2)[0]).isEqualTo((byte) 7);
      other.endRead();
    }
  }

  @Test
  void aSharedDatabaseInMemoryLivesAsLongAsItsConnections() {
    DatabaseRegistry registry = DatabaseRegistry.process();
    try (Pager first = registry.openSharedInMemory("x")) {
      first.beginWrite();
      first.setHeaderField(DatabaseHeader.USER_VERSION_OFFSET, 3);
      first.commitAndEndRead();
      try (Pager second = registry.openSharedInMemory("x");
          Pager other = registry.openSharedInMemory("y");
          Pager alone = DatabaseRegistry.openInMemory()) {
        second.beginRead();
        assertThat(second.headerField(DatabaseHeader.USER_VERSION_OFFSET)).isEqualTo(3);
        second.endRead();
        for (Pager empty : new Pager[] {other, alone}) {
          empty.beginRead();
          assertThat(empty.pageCount()).isZero();
          empty.endRead();
        }
      }
    }
    try (Pager again = registry.openSharedInMemory("x")) {
      again.beginRead();
      assertThat(again.pageCount()).isZero();
      again.endRead();
    }
  }
}
