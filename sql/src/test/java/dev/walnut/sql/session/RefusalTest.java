// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import org.junit.jupiter.api.Test;

/** What is not there yet is refused by name, before anything changes. */
class RefusalTest {
  private static void assertRefused(DatabaseSession session, String sql, String part) {
    assertThatThrownBy(() -> session.executeScript(sql))
        .isInstanceOf(DatabaseException.class)
        .hasMessageContaining(part);
  }

  @Test
  void changesThatFireTriggersAreRefused() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript(
          "CREATE TABLE t(a, b); INSERT INTO t VALUES(1, 2);"
              + "CREATE TRIGGER i AFTER INSERT ON t BEGIN SELECT 1; END;"
              + "CREATE TRIGGER u AFTER UPDATE OF b ON t BEGIN SELECT 1; END");
      assertRefused(session, "INSERT INTO t VALUES(3, 4)", "triggers are not supported yet: i");
      assertRefused(session, "UPDATE t SET b = 1", "triggers are not supported yet: u");
      session.executeScript("UPDATE t SET a = 5");
      session.executeScript("DELETE FROM t");
    }
  }

  @Test
  void temporaryTriggersCountForTablesOfMain() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript(
          "CREATE TABLE t(a); CREATE TEMP TRIGGER i AFTER DELETE ON t BEGIN SELECT 1; END");
      assertRefused(session, "DELETE FROM t", "triggers are not supported yet: i");
      session.executeScript("INSERT INTO t VALUES(1)");
    }
  }

  @Test
  void insteadOfTriggersAreRefused() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript(
          "CREATE VIEW v AS SELECT 1 AS a;"
              + "CREATE TRIGGER i INSTEAD OF INSERT ON v BEGIN SELECT 1; END");
      assertRefused(session, "INSERT INTO v VALUES(1)", "triggers are not supported yet: i");
      assertRefused(session, "DELETE FROM v", "cannot modify v because it is a view");
    }
  }

  @Test
  void tablesWithGeneratedColumnsAreReadAndNotChanged() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript("CREATE TABLE t(a, b AS (a + 1))");
      assertThat(Sessions.rows(session, "SELECT * FROM t")).isEmpty();
      assertRefused(session, "INSERT INTO t VALUES(1)", "generated columns");
    }
  }

  @Test
  void changesThatNeedForeignKeysAreRefusedWhileTheyAreOn() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript(
          "CREATE TABLE p(a PRIMARY KEY, b); CREATE TABLE c(x REFERENCES p, y);"
              + "INSERT INTO p VALUES(1, 1); INSERT INTO c VALUES(1, 1)");
      session.settings().setForeignKeys(true);
      assertRefused(session, "INSERT INTO c VALUES(2, 2)", "foreign key enforcement");
      assertRefused(session, "UPDATE c SET x = 3", "foreign key enforcement");
      assertRefused(session, "DELETE FROM p", "foreign key enforcement");
      assertRefused(session, "UPDATE p SET a = 3", "foreign key enforcement");
      assertRefused(session, "DROP TABLE p", "foreign key enforcement");
      session.executeScript("UPDATE c SET y = 3; UPDATE p SET b = 3; DELETE FROM c");
      session.executeScript("INSERT INTO p VALUES(5, 5)");
    }
  }

  @Test
  void virtualTablesAnswerNoSuchModule() {
    try (DatabaseSession session = Sessions.memory()) {
      assertRefused(session, "CREATE VIRTUAL TABLE f USING fts5(x)", "no such module: fts5");
    }
  }
}
