// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Sessions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The plan of one query per rule of the planner, in SQLite's words. */
class ExplainQueryPlanTest {
  private DatabaseSession session;

  @BeforeEach
  void open() {
    session = Sessions.memory();
    session.executeScript(
        "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c REAL);"
            + "CREATE TABLE u(k INTEGER, v TEXT COLLATE NOCASE, w);"
            + "CREATE INDEX ui ON u(v, k); CREATE INDEX uw ON u(w);"
            + "CREATE TABLE p(x, y); CREATE INDEX px ON p(x) WHERE y > 5;"
            + "CREATE INDEX pe ON p(x + y);");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> plan(String sql) {
    List<String> details = new ArrayList<>();
    try (SqlStatement statement = session.prepare("EXPLAIN QUERY PLAN " + sql)) {
      while (statement.step()) {
        details.add(statement.columnText(3));
      }
    }
    return details;
  }

  @Test
  void rowidsAreSought() {
    assertThat(plan("SELECT * FROM t WHERE a = 1"))
        .containsExactly("SEARCH t USING INTEGER PRIMARY KEY (rowid=?)");
    assertThat(plan("SELECT * FROM t WHERE a > 1 AND a <= 5"))
        .containsExactly("SEARCH t USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)");
    assertThat(plan("SELECT * FROM t WHERE a IN (1, 2)"))
        .containsExactly("SEARCH t USING INTEGER PRIMARY KEY (rowid=?)");
    assertThat(plan("SELECT * FROM t AS x")).containsExactly("SCAN x");
  }

  @Test
  void indexesAreSoughtByEqualityAndRange() {
    assertThat(plan("SELECT * FROM u WHERE v = 'x' AND k > 1"))
        .containsExactly("SEARCH u USING INDEX ui (v=? AND k>?)");
    assertThat(plan("SELECT * FROM u WHERE w BETWEEN 1 AND 3"))
        .containsExactly("SEARCH u USING INDEX uw (w>? AND w<?)");
    assertThat(plan("SELECT k FROM u WHERE v = 'x'"))
        .containsExactly("SEARCH u USING COVERING INDEX ui (v=?)");
    assertThat(plan("SELECT * FROM u WHERE w IS NULL"))
        .containsExactly("SEARCH u USING INDEX uw (w=?)");
  }

  @Test
  void anIndexOfAnotherCollationIsNotUsed() {
    assertThat(plan("SELECT * FROM u WHERE v = 'x' COLLATE BINARY")).containsExactly("SCAN u");
  }

  @Test
  void disjunctionsUseSeveralIndexes() {
    assertThat(plan("SELECT * FROM u WHERE w = 1 OR v = 'q'"))
        .containsExactly(
            "MULTI-INDEX OR",
            "INDEX 1",
            "SEARCH u USING INDEX uw (w=?)",
            "INDEX 2",
            "SEARCH u USING INDEX ui (v=?)");
  }

  @Test
  void partialAndExpressionIndexesServeWhatTheyHold() {
    assertThat(plan("SELECT * FROM p WHERE x = 1 AND y > 5"))
        .containsExactly("SEARCH p USING INDEX px (x=?)");
    assertThat(plan("SELECT * FROM p WHERE x = 1")).containsExactly("SCAN p");
    assertThat(plan("SELECT * FROM p WHERE x + y = 3"))
        .containsExactly("SEARCH p USING INDEX pe (<expr>=?)");
  }

  @Test
  void joinsWithoutAnIndexProbeAHashTable() {
    assertThat(plan("SELECT * FROM t, u WHERE t.b = u.k"))
        .containsExactly("SCAN t", "SEARCH u USING HASH TABLE (k=?)");
    assertThat(plan("SELECT * FROM t JOIN u ON u.w = t.a"))
        .containsExactly("SCAN u", "SEARCH t USING INTEGER PRIMARY KEY (rowid=?)");
  }

  @Test
  void orderComesFromTheTreeWhereItCan() {
    assertThat(plan("SELECT * FROM t ORDER BY a DESC")).containsExactly("SCAN t");
    assertThat(plan("SELECT v, k FROM u ORDER BY v, k"))
        .containsExactly("SCAN u USING COVERING INDEX ui");
    assertThat(plan("SELECT * FROM t ORDER BY b"))
        .containsExactly("SCAN t", "USE TEMP B-TREE FOR ORDER BY");
    assertThat(plan("SELECT b, count(*) FROM t GROUP BY b ORDER BY b"))
        .containsExactly("SCAN t", "USE TEMP B-TREE FOR GROUP BY");
  }

  @Test
  void subqueriesAreFlattenedOrNamed() {
    assertThat(plan("SELECT * FROM (SELECT a AS x FROM t) WHERE x = 1"))
        .containsExactly("SEARCH t USING INTEGER PRIMARY KEY (rowid=?)");
    assertThat(plan("SELECT * FROM (SELECT b, count(*) FROM t GROUP BY b) AS s"))
        .containsExactly("CO-ROUTINE s", "SCAN t", "USE TEMP B-TREE FOR GROUP BY", "SCAN s");
    assertThat(plan("SELECT (SELECT max(k) FROM u WHERE v = 'a' || t.b) FROM t"))
        .containsExactly(
            "SCAN t", "CORRELATED SCALAR SUBQUERY 1", "SEARCH u USING COVERING INDEX ui (v=?)");
  }
}
