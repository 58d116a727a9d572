// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.value.Value;
import org.junit.jupiter.api.Test;

/** Parameters, rows and life of prepared statements. */
class SessionStatementTest {
  @Test
  void parametersKeepTheirValuesBetweenExecutions() {
    try (DatabaseSession session = Sessions.memory()) {
      SqlStatement statement = session.prepare("SELECT ?, :name, ?5, @other");
      assertThat(statement.parameterCount()).isEqualTo(6);
      assertThat(statement.parameterNumber(":name")).isEqualTo(2);
      assertThat(statement.parameterName(6)).isEqualTo("@other");
      statement.setLong(1, 42);
      statement.setText(2, "text");
      statement.setBlob(5, new byte[] {1, 2});
      statement.setDouble(6, 1.5);
      for (int i = 0; i < 2; i++) {
        assertThat(statement.step()).isTrue();
        assertThat(statement.columnType(0)).isEqualTo(Value.INTEGER);
        assertThat(statement.columnText(1)).isEqualTo("text");
        assertThat(statement.columnBlob(2)).containsExactly(1, 2);
        assertThat(statement.columnDouble(3)).isEqualTo(1.5);
        assertThat(statement.step()).isFalse();
      }
      statement.clearParameters();
      assertThat(statement.step()).isTrue();
      assertThat(Sessions.row(statement)).isEqualTo("null|null|null|null");
    }
  }

  @Test
  void aParameterThatDoesNotExistIsOutOfRange() {
    try (DatabaseSession session = Sessions.memory()) {
      SqlStatement statement = session.prepare("SELECT ?");
      assertThatThrownBy(() -> statement.setLong(2, 1))
          .isInstanceOf(DatabaseException.class)
          .satisfies(
              e -> assertThat(((DatabaseException) e).resultCode()).isEqualTo(ResultCode.RANGE));
    }
  }

  @Test
  void parametersOfAnActiveStatementCannotBeSet() {
    try (DatabaseSession session = Sessions.memory()) {
      SqlStatement statement = session.prepare("SELECT ?");
      statement.step();
      assertThatThrownBy(() -> statement.setLong(1, 1)).isInstanceOf(DatabaseException.class);
      statement.reset();
      statement.setLong(1, 1);
    }
  }

  @Test
  void statementsOfATextAreFoundOneAfterTheOther() {
    try (DatabaseSession session = Sessions.memory()) {
      String sql = " ; SELECT 1 ; -- comment\n SELECT 2;; ";
      SqlStatement first = session.prepare(sql, 0);
      assertThat(first.sql()).isEqualTo("SELECT 1");
      SqlStatement second = session.prepare(sql, first.tailOffset());
      assertThat(second.sql()).isEqualTo("SELECT 2");
      assertThat(session.prepare(sql, second.tailOffset())).isNull();
    }
  }

  @Test
  void kindsTellQueriesChangesAndDefinitionsApart() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript("CREATE TABLE t(a)");
      assertThat(session.prepare("VALUES(1)").kind()).isEqualTo(SqlStatement.Kind.QUERY);
      assertThat(session.prepare("DELETE FROM t").kind()).isEqualTo(SqlStatement.Kind.CHANGE);
      assertThat(session.prepare("DROP TABLE t").kind()).isEqualTo(SqlStatement.Kind.DEFINITION);
      assertThat(session.prepare("BEGIN").kind()).isEqualTo(SqlStatement.Kind.TRANSACTION);
      assertThat(session.prepare("VALUES(1)").isReadOnly()).isTrue();
      assertThat(session.prepare("DELETE FROM t").isReadOnly()).isFalse();
    }
  }

  @Test
  void returningGivesItsRowsAfterTheChangeIsDone() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript("CREATE TABLE t(a INTEGER PRIMARY KEY, b)");
      SqlStatement insert =
          session.prepare("INSERT INTO t(b) VALUES('x'), ('y') RETURNING a, b || '!' AS c");
      assertThat(insert.columns().get(1).name()).isEqualTo("c");
      assertThat(insert.step()).isTrue();
      assertThat(Sessions.row(insert)).isEqualTo("1|x!");
      assertThat(session.changes()).isEqualTo(2);
      insert.reset();
      assertThat(Sessions.rows(session, "SELECT count(*) FROM t")).containsExactly("2");
    }
  }

  @Test
  void aClosedStatementIsMisused() {
    try (DatabaseSession session = Sessions.memory()) {
      SqlStatement statement = session.prepare("SELECT 1");
      statement.close();
      statement.close();
      assertThatThrownBy(statement::step)
          .satisfies(
              e -> assertThat(((DatabaseException) e).resultCode()).isEqualTo(ResultCode.MISUSE));
    }
  }
}
