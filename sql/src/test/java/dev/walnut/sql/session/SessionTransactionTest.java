// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.api.SessionOptions;
import dev.walnut.sql.api.SqlStatement;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Transactions of one session, and of several sessions on one file. */
class SessionTransactionTest {
  @TempDir Path directory;

  private Path path() {
    return directory.resolve("test.db");
  }

  private static void assertFails(ResultCode code, String message, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(DatabaseException.class)
        .hasMessage(message)
        .satisfies(e -> assertThat(((DatabaseException) e).resultCode().is(code)).isTrue());
  }

  @Test
  void compilingInsideBeginLeavesNoSnapshotThatAWriterWouldHaveToKeep() {
    try (DatabaseSession session = Sessions.file(path());
        DatabaseSession other = Sessions.file(path())) {
      session.executeScript("PRAGMA journal_mode=WAL; CREATE TABLE t(a)");
      session.executeScript("BEGIN");
      SqlStatement insert = session.prepare("INSERT INTO t VALUES(1)");
      other.executeScript("CREATE TABLE u(a); INSERT INTO t VALUES(2)");
      // Compiled anew, and on the newest state: not SQLITE_BUSY_SNAPSHOT.
      insert.step();
      other.executeScript("SELECT * FROM t");
      session.executeScript("COMMIT");
      assertThat(Sessions.rows(other, "SELECT count(*) FROM t")).containsExactly("2");
    }
  }

  @Test
  void anUncommittedChangeIsSeenByItsOwnSessionAlone() {
    try (DatabaseSession writer = Sessions.file(path());
        DatabaseSession reader = Sessions.file(path())) {
      writer.executeScript("CREATE TABLE t(a); BEGIN; INSERT INTO t VALUES(1)");
      assertThat(Sessions.rows(writer, "SELECT a FROM t")).containsExactly("1");
      assertThat(Sessions.rows(reader, "SELECT a FROM t")).isEmpty();
      writer.executeScript("COMMIT");
      assertThat(Sessions.rows(reader, "SELECT a FROM t")).containsExactly("1");
    }
  }

  @Test
  void commitFailsBusyWhileAnotherSessionReadsAndCanBeRepeated() {
    try (DatabaseSession writer = Sessions.file(path());
        DatabaseSession reader = Sessions.file(path())) {
      writer.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)");
      SqlStatement query = reader.prepare("SELECT a FROM t");
      assertThat(query.step()).isTrue();
      writer.executeScript("BEGIN; INSERT INTO t VALUES(3)");
      assertFails(ResultCode.BUSY, "database is locked", () -> writer.executeScript("COMMIT"));
      assertThat(writer.isAutocommit()).isFalse();
      query.close();
      writer.executeScript("COMMIT");
      assertThat(Sessions.rows(reader, "SELECT count(*) FROM t")).containsExactly("3");
    }
  }

  @Test
  void anAutocommitChangeThatMeetsAReaderIsUndone() {
    try (DatabaseSession writer = Sessions.file(path());
        DatabaseSession reader = Sessions.file(path())) {
      writer.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)");
      SqlStatement query = reader.prepare("SELECT a FROM t");
      assertThat(query.step()).isTrue();
      assertFails(
          ResultCode.BUSY,
          "database is locked",
          () -> writer.executeScript("INSERT INTO t VALUES(3)"));
      assertThat(writer.isAutocommit()).isTrue();
      query.close();
      assertThat(Sessions.rows(writer, "SELECT count(*) FROM t")).containsExactly("2");
      writer.executeScript("INSERT INTO t VALUES(3)");
    }
  }

  @Test
  void aSecondWriterIsBusy() {
    try (DatabaseSession first = Sessions.file(path());
        DatabaseSession second = Sessions.file(path())) {
      first.executeScript("CREATE TABLE t(a); BEGIN IMMEDIATE");
      assertFails(
          ResultCode.BUSY,
          "database is locked",
          () -> second.executeScript("INSERT INTO t VALUES(1)"));
      assertFails(
          ResultCode.BUSY, "database is locked", () -> second.executeScript("BEGIN IMMEDIATE"));
      assertThat(second.isAutocommit()).isTrue();
      first.executeScript("COMMIT");
      second.executeScript("INSERT INTO t VALUES(1)");
    }
  }

  @Test
  void aWriteInAutocommitKeepsTheSessionsOpenQueriesReading() {
    try (DatabaseSession session = Sessions.file(path())) {
      session.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2), (3)");
      session.executeScript("CREATE TABLE log(a)");
      SqlStatement query = session.prepare("SELECT a FROM t ORDER BY rowid");
      assertThat(query.step()).isTrue();
      session.executeScript("INSERT INTO log VALUES('seen')");
      assertThat(query.step()).isTrue();
      assertThat(query.columnLong(0)).isEqualTo(2);
      session.executeScript("DELETE FROM t WHERE a = 3");
      assertThat(query.step()).isFalse();
      try (DatabaseSession other = Sessions.file(path())) {
        assertThat(Sessions.rows(other, "SELECT count(*) FROM log")).containsExactly("1");
        other.executeScript("INSERT INTO log VALUES('lock is free')");
      }
    }
  }

  @Test
  void rollbackOfASchemaChangeEndsOpenQueriesWithAnError() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2); BEGIN");
      session.executeScript("CREATE TABLE u(a)");
      SqlStatement query = session.prepare("SELECT a FROM t");
      assertThat(query.step()).isTrue();
      session.executeScript("ROLLBACK");
      assertFails(ResultCode.ABORT, "abort due to ROLLBACK", query::step);
      assertThat(query.step()).isTrue();
    }
  }

  @Test
  void aFailingStatementUndoesItselfWhileAQueryIsOpen() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript("CREATE TABLE t(a UNIQUE); INSERT INTO t VALUES(1), (2)");
      SqlStatement query = session.prepare("SELECT a FROM t");
      assertThat(query.step()).isTrue();
      assertFails(
          ResultCode.CONSTRAINT,
          "UNIQUE constraint failed: t.a",
          () -> session.executeScript("INSERT INTO t VALUES(7), (1)"));
      assertThat(query.step()).isTrue();
      assertThat(query.step()).isFalse();
      assertThat(Sessions.rows(session, "SELECT a FROM t")).containsExactly("1", "2");
    }
  }

  @Test
  void aStatementCompilesItselfAnewAfterAnotherSessionChangedTheSchema() {
    try (DatabaseSession first = Sessions.file(path());
        DatabaseSession second = Sessions.file(path())) {
      first.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES(1)");
      SqlStatement query = second.prepare("SELECT * FROM t");
      assertThat(query.step()).isTrue();
      assertThat(query.columnCount()).isEqualTo(1);
      query.reset();
      first.executeScript("ALTER TABLE t ADD COLUMN b DEFAULT 'x'");
      assertThat(query.step()).isTrue();
      assertThat(Sessions.row(query)).isEqualTo("1|x");
      query.reset();
      first.executeScript("DROP TABLE t");
      assertFails(ResultCode.ERROR, "no such table: t", query::step);
    }
  }

  @Test
  void aNameThatAnotherSessionMadeIsFoundWhenAStatementIsPrepared() {
    try (DatabaseSession first = Sessions.file(path());
        DatabaseSession second = Sessions.file(path())) {
      first.executeScript("CREATE TABLE t(a)");
      assertThat(Sessions.rows(second, "SELECT * FROM t")).isEmpty();
      first.executeScript("CREATE TABLE u(a); INSERT INTO u VALUES(5)");
      assertThat(Sessions.rows(second, "SELECT * FROM u")).containsExactly("5");
    }
  }

  @Test
  void schemaChangesAreTakenBackByRollback() {
    try (DatabaseSession session = Sessions.file(path())) {
      session.executeScript("CREATE TABLE t(a); BEGIN; CREATE TABLE u(a); DROP TABLE t");
      assertFails(
          ResultCode.ERROR, "no such table: t", () -> Sessions.rows(session, "SELECT * FROM t"));
      session.executeScript("ROLLBACK");
      assertThat(Sessions.rows(session, "SELECT * FROM t")).isEmpty();
      assertFails(
          ResultCode.ERROR, "no such table: u", () -> Sessions.rows(session, "SELECT * FROM u"));
    }
  }

  @Test
  void aTransactionOverTwoFilesIsCommittedAndUndoneAsOne() {
    try (DatabaseSession session = Sessions.file(path())) {
      session.executeScript("CREATE TABLE t(a)");
      session.executeScript("ATTACH '" + directory.resolve("other.db") + "' AS other");
      session.executeScript("CREATE TABLE other.u(a); CREATE TEMP TABLE v(a)");
      session.executeScript("BEGIN; INSERT INTO t VALUES(1); INSERT INTO v VALUES(1)");
      session.executeScript("INSERT INTO u VALUES(1); CREATE TABLE other.w(a)");
      session.executeScript("COMMIT");
      String counts =
          "SELECT (SELECT count(*) FROM t), (SELECT count(*) FROM u), (SELECT count(*) FROM v)";
      assertThat(Sessions.rows(session, counts)).containsExactly("1|1|1");
      session.executeScript("BEGIN; INSERT INTO t VALUES(2); INSERT INTO u VALUES(2)");
      session.executeScript("SAVEPOINT s; DELETE FROM t; DELETE FROM u; ROLLBACK TO s");
      assertThat(Sessions.rows(session, counts)).containsExactly("2|2|1");
      session.executeScript("ROLLBACK");
      assertThat(Sessions.rows(session, counts)).containsExactly("1|1|1");
      assertThat(Sessions.rows(session, "SELECT count(*) FROM w")).containsExactly("0");
      assertThat(directory.toFile().list()).noneMatch(name -> name.contains("-mj"));
    }
  }

  @Test
  void aReaderOfTheSecondFileMakesTheCommitBusyAndItCanBeRepeated() {
    try (DatabaseSession session = Sessions.file(path());
        DatabaseSession other = Sessions.file(directory.resolve("other.db"))) {
      session.executeScript("CREATE TABLE t(a)");
      session.executeScript("ATTACH '" + directory.resolve("other.db") + "' AS other");
      session.executeScript("CREATE TABLE other.u(a)");
      session.executeScript("BEGIN; INSERT INTO t VALUES(1); INSERT INTO u VALUES(1)");
      other.executeScript("BEGIN");
      assertThat(Sessions.rows(other, "SELECT count(*) FROM u")).containsExactly("0");
      assertFails(ResultCode.BUSY, "database is locked", () -> session.executeScript("COMMIT"));
      assertThat(session.isAutocommit()).isFalse();
      other.executeScript("COMMIT");
      session.executeScript("COMMIT");
      assertThat(Sessions.rows(other, "SELECT count(*) FROM u")).containsExactly("1");
    }
  }

  @Test
  void queryOnlyRefusesChanges() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript("CREATE TABLE t(a)");
      session.setQueryOnly(true);
      assertFails(
          ResultCode.READONLY,
          "attempt to write a readonly database",
          () -> session.executeScript("INSERT INTO t VALUES(1)"));
      session.setQueryOnly(false);
      session.executeScript("INSERT INTO t VALUES(1)");
    }
  }

  @Test
  void aReadOnlySessionReadsAndDoesNotWrite() {
    try (DatabaseSession writer = Sessions.file(path())) {
      writer.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES(1)");
    }
    try (DatabaseSession session =
        DatabaseSession.open(
            new SessionOptions(
                path().toString(), true, false, false, false, false, 0, PragmaRegistry.EMPTY))) {
      assertThat(session.isReadOnly()).isTrue();
      assertThat(Sessions.rows(session, "SELECT a FROM t")).containsExactly("1");
      assertFails(
          ResultCode.READONLY,
          "attempt to write a readonly database",
          () -> session.executeScript("INSERT INTO t VALUES(2)"));
    }
  }

  @Test
  void memoryDatabasesOfOneNameAreShared() {
    SessionOptions options =
        new SessionOptions("shared", false, true, true, true, false, 0, PragmaRegistry.EMPTY);
    try (DatabaseSession first = DatabaseSession.open(options);
        DatabaseSession second = DatabaseSession.open(options)) {
      first.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES(1)");
      assertThat(Sessions.rows(second, "SELECT a FROM t")).containsExactly("1");
    }
    try (DatabaseSession later = DatabaseSession.open(options)) {
      assertThat(Sessions.rows(later, "SELECT name FROM sqlite_schema")).isEmpty();
    }
  }

  @Test
  void interruptEndsARunningQueryAndNoLaterOne() {
    try (DatabaseSession session = Sessions.memory()) {
      SqlStatement query =
          session.prepare(
              "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c");
      session.executeScript("CREATE TABLE t(a); INSERT INTO t VALUES(1), (2)");
      SqlStatement rows = session.prepare("SELECT a FROM t");
      assertThat(rows.step()).isTrue();
      assertThat(query.step()).isTrue();
      session.interrupt();
      assertFails(
          ResultCode.INTERRUPT,
          "interrupted",
          () -> {
            while (query.step()) {
              // Endless but for the interrupt.
            }
          });
      rows.reset();
      assertThat(rows.step()).isTrue();
    }
  }

  @Test
  void countersFollowTheLastChange() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript("CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
      session.executeScript("INSERT INTO t(b) VALUES(1), (2), (3)");
      assertThat(session.changes()).isEqualTo(3);
      assertThat(session.lastInsertRowid()).isEqualTo(3);
      session.executeScript("UPDATE t SET b = 0 WHERE a > 1");
      assertThat(session.changes()).isEqualTo(2);
      session.executeScript("DELETE FROM t");
      assertThat(session.changes()).isEqualTo(3);
      assertThat(session.totalChanges()).isEqualTo(8);
      assertThat(session.lastInsertRowid()).isEqualTo(3);
    }
  }

  @Test
  void closingRollsBackAndFreesTheLocks() {
    DatabaseSession session = Sessions.file(path());
    session.executeScript("CREATE TABLE t(a); BEGIN; INSERT INTO t VALUES(1)");
    session.close();
    session.close();
    try (DatabaseSession other = Sessions.file(path())) {
      assertThat(Sessions.rows(other, "SELECT a FROM t")).isEmpty();
      other.executeScript("INSERT INTO t VALUES(2)");
    }
  }
}
