// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Sessions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What SELECT gives: joins, groups, order, compounds, subqueries, recursion. */
class SelectTest {
  private DatabaseSession session;

  @BeforeEach
  void open() {
    session = Sessions.memory();
    session.executeScript(
        "CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c REAL);"
            + "INSERT INTO t VALUES(1,'x',2),(2,'y',3.5),(3,'x',5),(4,NULL,NULL);"
            + "CREATE TABLE u(k INTEGER, v TEXT COLLATE NOCASE, w);"
            + "INSERT INTO u VALUES(1,'X',1),(2,'y',2),(2,'Z',7),(NULL,NULL,NULL),(9,'q',9);"
            + "CREATE INDEX ui ON u(v, k);"
            + "CREATE TABLE r(p TEXT, q INT, s, PRIMARY KEY(p, q)) WITHOUT ROWID;"
            + "INSERT INTO r VALUES('a',2,20),('a',1,10),('b',1,30); CREATE INDEX rs ON r(s);");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private List<String> rows(String sql) {
    return Sessions.rows(session, sql);
  }

  @Test
  void outerJoinsKeepWhatHasNoMatch() {
    assertThat(rows("SELECT a, k FROM t LEFT JOIN u ON a = k ORDER BY a, v"))
        .containsExactly("1|1", "2|2", "2|2", "3|null", "4|null");
    assertThat(rows("SELECT a, v FROM t RIGHT JOIN u ON a = k ORDER BY v"))
        .containsExactly("null|null", "null|q", "1|X", "2|y", "2|Z");
    assertThat(rows("SELECT count(*), count(a), count(w) FROM t FULL JOIN u ON a = k"))
        .containsExactly("7|5|4");
    assertThat(rows("SELECT x.n FROM (SELECT a AS n FROM t WHERE a > 9) x FULL JOIN u"))
        .containsOnly("null")
        .hasSize(5);
  }

  @Test
  void usingMergesColumns() {
    session.executeScript("CREATE TABLE m(a, z); INSERT INTO m VALUES(1,'m'),(7,'n')");
    assertThat(rows("SELECT * FROM t JOIN m USING (a)")).containsExactly("1|x|2.0|m");
    assertThat(rows("SELECT a, z FROM t RIGHT JOIN m USING (a) ORDER BY a"))
        .containsExactly("1|m", "7|n");
  }

  @Test
  void comparisonsFollowAffinityAndCollation() {
    assertThat(rows("SELECT b, v FROM t JOIN u ON v = b")).contains("x|X", "y|y").hasSize(3);
    assertThat(rows("SELECT b, v FROM t JOIN u ON b = v")).containsExactly("y|y");
    assertThat(rows("SELECT a FROM t WHERE a IN ('2', 3.0)")).containsExactly("2", "3");
    assertThat(rows("SELECT 1 = '1', 1 IN ('1'), a = '1' FROM t WHERE a = 1"))
        .containsExactly("0|0|1");
    assertThat(rows("SELECT a FROM t WHERE (a, b) < (2, 'z') ORDER BY a"))
        .containsExactly("1", "2");
  }

  @Test
  void inKeepsThreeValues() {
    assertThat(rows("SELECT 1 IN (), NULL IN (), 1 IN (2, NULL), 1 NOT IN (1, NULL)"))
        .containsExactly("0|0|null|0");
    assertThat(rows("SELECT a FROM t WHERE a NOT IN (SELECT k FROM u)")).isEmpty();
    assertThat(rows("SELECT a FROM t WHERE (a, 2) IN (SELECT k, w FROM u)")).containsExactly("2");
  }

  @Test
  void aggregatesGroupFilterAndOrder() {
    assertThat(rows("SELECT b, count(*), group_concat(a, '-' ORDER BY a DESC) FROM t GROUP BY b"))
        .containsExactly("null|1|4", "x|2|3-1", "y|1|2");
    assertThat(rows("SELECT count(*) FILTER (WHERE a > 1), count(DISTINCT b) FROM t"))
        .containsExactly("3|2");
    assertThat(rows("SELECT max(a), b, min(c) IS NULL FROM t WHERE c NOT NULL"))
        .containsExactly("3|x|0");
    assertThat(rows("SELECT b, sum(a) AS n FROM t GROUP BY b HAVING n > 2 ORDER BY n DESC, b DESC"))
        .containsExactly("x|4", "null|4");
    assertThat(rows("SELECT count(*), sum(a) FROM t WHERE 0")).containsExactly("0|null");
  }

  @Test
  void compoundsAreSortedSets() {
    assertThat(rows("SELECT 3 UNION SELECT 1 UNION ALL SELECT 2")).containsExactly("1", "3", "2");
    assertThat(rows("SELECT a FROM t INTERSECT SELECT k FROM u")).containsExactly("1", "2");
    assertThat(rows("SELECT a FROM t EXCEPT SELECT k FROM u")).containsExactly("3", "4");
    assertThat(rows("SELECT a FROM t UNION SELECT k FROM u ORDER BY 1 DESC LIMIT 2 OFFSET 1"))
        .containsExactly("4", "3");
  }

  @Test
  void subqueriesSeeTheRowsAroundThem() {
    assertThat(rows("SELECT a, (SELECT count(*) FROM u WHERE k = t.a) FROM t"))
        .containsExactly("1|1", "2|2", "3|0", "4|0");
    assertThat(rows("SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u WHERE k = t.a AND w > 2)"))
        .containsExactly("2");
    assertThat(rows("SELECT (SELECT sum(t.a) FROM u LIMIT 1) FROM t")).containsExactly("10");
  }

  @Test
  void recursionStopsAtLimitAndDropsDuplicates() {
    assertThat(
            rows(
                "WITH RECURSIVE c(x, y) AS (SELECT 1, 1 UNION ALL SELECT x+1, y*(x+1) FROM c"
                    + " LIMIT 4) SELECT * FROM c"))
        .containsExactly("1|1", "2|2", "3|6", "4|24");
    assertThat(
            rows(
                "WITH RECURSIVE c(x) AS (SELECT 1 UNION SELECT (x*2) % 10 FROM c)"
                    + " SELECT group_concat(x) FROM c"))
        .containsExactly("1,2,4,8,6");
  }

  @Test
  void ordersPutNullsWhereTheyAreAsked() {
    assertThat(rows("SELECT b FROM t ORDER BY b NULLS LAST, a"))
        .containsExactly("x", "x", "y", "null");
    assertThat(rows("SELECT b FROM t ORDER BY b DESC NULLS FIRST LIMIT 2"))
        .containsExactly("null", "y");
    assertThat(rows("SELECT DISTINCT b FROM t ORDER BY c DESC")).containsExactly("y", "x", "null");
  }

  @Test
  void tablesWithoutRowidAreReadThroughTheirKeysAndIndexes() {
    assertThat(rows("SELECT * FROM r WHERE p = 'a' ORDER BY q DESC"))
        .containsExactly("a|2|20", "a|1|10");
    assertThat(rows("SELECT p, q FROM r WHERE s > 10 ORDER BY s")).containsExactly("a|2", "b|1");
  }

  @Test
  void aPreparedQueryRunsAgainWithOtherParameters() {
    try (SqlStatement statement = session.prepare("SELECT b FROM t WHERE a = ?")) {
      for (int a = 1; a <= 3; a++) {
        statement.setLong(1, a);
        assertThat(statement.step()).isTrue();
        assertThat(statement.columnText(0)).isEqualTo(a == 2 ? "y" : "x");
        assertThat(statement.step()).isFalse();
      }
    }
  }

  @Test
  void sixtyFourTablesJoinQuickly() {
    StringBuilder from = new StringBuilder();
    StringBuilder where = new StringBuilder("t1.a1 = 3");
    for (int i = 1; i <= 64; i++) {
      session.executeScript(
          "CREATE TABLE t"
              + i
              + "(a"
              + i
              + " INTEGER PRIMARY KEY, b"
              + i
              + " INTEGER);"
              + "INSERT INTO t"
              + i
              + " VALUES(1,2),(2,3),(3,1)");
      from.append(i > 1 ? ", t" : "t").append(i);
      if (i > 1) {
        where.append(" AND a").append(i).append(" = b").append(i - 1);
      }
    }
    assertThat(rows("SELECT count(*), max(b64) FROM " + from + " WHERE " + where))
        .containsExactly("1|1");
  }

  @Test
  void whereDoesNotNarrowWhatARightJoinStillMatches() {
    session.executeScript("CREATE INDEX uk ON u(k)");
    assertThat(rows("SELECT u.k, a FROM u RIGHT JOIN t WHERE u.k IS NULL AND u.w = 1 OR u.k = 77"))
        .isEmpty();
    assertThat(rows("SELECT x.w FROM u x RIGHT JOIN t WHERE x.w IS NULL OR x.w = 'none'"))
        .hasSize(4);
  }
}
