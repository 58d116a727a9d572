// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Sessions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Names: what they mean, how results are called, and SQLite's words for those that mean nothing.
 */
class NameResolutionTest {
  private DatabaseSession session;

  @BeforeEach
  void open() {
    session = Sessions.memory();
    session.executeScript(
        "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c); INSERT INTO t"
            + " VALUES(1,'x',2),(2,'y',3);");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private void fails(String sql, String message) {
    assertThatThrownBy(() -> Sessions.rows(session, sql)).hasMessage(message);
  }

  private List<String> names(String sql) {
    try (SqlStatement statement = session.prepare(sql)) {
      return statement.columns().stream().map(ColumnInfo::name).toList();
    }
  }

  @Test
  void unknownAndAmbiguousNamesAreNamed() {
    fails("SELECT nosuch FROM t", "no such column: nosuch");
    fails("SELECT x.a FROM t", "no such column: x.a");
    fails("SELECT main.x.a FROM t", "no such column: main.x.a");
    fails("SELECT a FROM t, t AS u", "ambiguous column name: a");
    fails("SELECT rowid FROM t, t AS u", "ambiguous column name: rowid");
    fails("SELECT * FROM nosuch", "no such table: nosuch");
    fails("SELECT x.* FROM t", "no such table: x");
    fails("SELECT *", "no tables specified");
    fails("SELECT * FROM t, t", "ambiguous column name: main.t.a");
    fails("SELECT * FROM (SELECT 1 x) y, (SELECT 2 x) y", "ambiguous column name: *.y.x");
  }

  @Test
  void misusedAggregatesAndFunctionsAreRefused() {
    fails("SELECT a FROM t WHERE count(*) > 1", "misuse of aggregate function count()");
    fails("SELECT max(a) FROM t WHERE count(*) > 1", "misuse of aggregate: count()");
    fails("SELECT a FROM t ORDER BY count(*)", "misuse of aggregate: count()");
    fails("VALUES (1), (sum(1))", "misuse of aggregate: sum()");
    fails("SELECT sum(a) AS s FROM t WHERE s > 1", "misuse of aggregate: sum()");
    fails("SELECT sum(sum(a)) FROM t", "misuse of aggregate function sum()");
    fails(
        "SELECT a FROM t GROUP BY count(*)",
        "aggregate functions are not allowed in the GROUP BY clause");
    fails("SELECT a FROM t HAVING a > 1", "HAVING clause on a non-aggregate query");
    fails("SELECT a FROM t HAVING count(*) > 1", "HAVING clause on a non-aggregate query");
    fails("SELECT foo(1)", "no such function: foo");
    fails("SELECT sum(a, b) FROM t", "wrong number of arguments to function sum()");
    fails("SELECT row_number() FROM t", "misuse of window function row_number()");
  }

  @Test
  void shapesThatDoNotFitAreRefused() {
    fails("SELECT (1, 2)", "row value misused");
    fails("SELECT (SELECT 1, 2)", "sub-select returns 2 columns - expected 1");
    fails(
        "SELECT 1 UNION ALL SELECT 1, 2",
        "SELECTs to the left and right of UNION ALL do not have the same number of result columns");
    fails(
        "SELECT a FROM t ORDER BY 3", "1st ORDER BY term out of range - should be between 1 and 1");
    fails(
        "SELECT a FROM t UNION SELECT a FROM t ORDER BY c",
        "1st ORDER BY term does not match any column in the result set");
    fails(
        "SELECT * FROM t JOIN t USING (z)",
        "cannot join using column z - column not present in both tables");
    fails("SELECT a FROM t LIMIT 'x'", "datatype mismatch");
  }

  @Test
  void commonTablesAreCheckedAsInSqlite() {
    fails("WITH x(a, b) AS (SELECT 1) SELECT * FROM x", "table x has 1 values for 2 columns");
    fails("WITH x AS (SELECT * FROM x) SELECT * FROM x", "circular reference: x");
    fails("WITH x AS (SELECT 1), x AS (SELECT 2) SELECT 1", "duplicate WITH table name: x");
    fails(
        "WITH RECURSIVE x(a) AS (SELECT 1 UNION ALL SELECT 1 FROM x, x) SELECT * FROM x",
        "multiple references to recursive table: x");
  }

  @Test
  void resultColumnsAreCalledAsInSqlite() {
    assertThat(names("SELECT a+1, rowid, oid, \"zz\", T.B, 1 AS q FROM t"))
        .containsExactly("a+1", "a", "a", "\"zz\"", "b", "q");
    assertThat(names("SELECT * FROM (SELECT a+1, rowid, a, a FROM t)"))
        .containsExactly("a+1", "rowid", "a", "a:1");
    assertThat(names("VALUES (1, 2)")).containsExactly("column1", "column2");
    assertThat(names("SELECT * FROM t NATURAL JOIN (SELECT a, 'q' AS d FROM t)"))
        .containsExactly("a", "b", "c", "d");
  }

  @Test
  void originsAreKnownThroughViewsAndSubqueries() {
    session.executeScript("CREATE VIEW v AS SELECT b AS bb, a+1 AS n FROM t");
    try (SqlStatement statement = session.prepare("SELECT bb, n FROM v")) {
      ColumnInfo first = statement.columns().get(0);
      assertThat(first.tableName()).isEqualTo("t");
      assertThat(first.originName()).isEqualTo("b");
      assertThat(first.declaredType()).isEqualTo("TEXT");
      assertThat(statement.columns().get(1).tableName()).isNull();
    }
  }

  @Test
  void aliasesServeWhereNoColumnHasTheName() {
    assertThat(Sessions.rows(session, "SELECT a AS q FROM t WHERE q = 2")).containsExactly("2");
    assertThat(Sessions.rows(session, "SELECT a AS b, b AS a FROM t WHERE b = 'y'"))
        .containsExactly("2|y");
    assertThat(Sessions.rows(session, "SELECT -a AS z FROM t ORDER BY z"))
        .containsExactly("-2", "-1");
    assertThat(Sessions.rows(session, "SELECT \"no column\" FROM t LIMIT 1"))
        .containsExactly("no column");
  }
}
