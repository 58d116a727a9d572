// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Sessions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * ORDER BY and GROUP BY over joins: the planner may take an index's or table's order for the wanted
 * one only if the inner loops cannot break it.
 */
class JoinOrderTest {
  private static final String[] COLUMNS = {"x.id", "y.id", "x.c", "y.c", "x.u", "y.u"};
  private static final String[] CONDITIONS = {
    "",
    " WHERE x.id = 2",
    " WHERE x.u = 3",
    " WHERE x.c = y.c",
    " WHERE x.id = y.u",
    " WHERE y.c > 0"
  };

  private DatabaseSession session;

  @BeforeEach
  void open() {
    session = Sessions.memory();
    session.executeScript(
        "CREATE TABLE t(id INTEGER PRIMARY KEY, c INT, u INT NOT NULL UNIQUE);"
            + " CREATE INDEX tc ON t(c);"
            + " INSERT INTO t VALUES(1, 2, 5), (2, 1, 4), (3, 2, 3), (4, 1, 2), (5, 0, 1)");
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void rowsOfJoinsComeInTheWantedOrder() {
    Random random = new Random(42);
    for (int round = 0; round < 2000; round++) {
      List<Integer> terms = new ArrayList<>();
      List<Boolean> descending = new ArrayList<>();
      StringBuilder order = new StringBuilder();
      for (int i = 1 + random.nextInt(4); i > 0; i--) {
        terms.add(random.nextInt(COLUMNS.length));
        descending.add(random.nextBoolean());
        order
            .append(order.length() == 0 ? "" : ", ")
            .append(COLUMNS[terms.get(terms.size() - 1)])
            .append(descending.get(descending.size() - 1) ? " DESC" : "");
      }
      String sql =
          "SELECT "
              + String.join(", ", COLUMNS)
              + (random.nextBoolean() ? " FROM t x JOIN t y" : " FROM t x CROSS JOIN t y")
              + CONDITIONS[random.nextInt(CONDITIONS.length)]
              + " ORDER BY "
              + order
              + (random.nextInt(3) == 0 ? " LIMIT 4" : "");
      assertThat(isOrdered(sql, terms, descending)).as(sql).isTrue();
    }
  }

  private boolean isOrdered(String sql, List<Integer> terms, List<Boolean> descending) {
    long[] before = null;
    try (SqlStatement statement = session.prepare(sql)) {
      while (statement.step()) {
        long[] now = new long[COLUMNS.length];
        for (int i = 0; i < now.length; i++) {
          now[i] = statement.columnLong(i);
        }
        if (before != null && compare(before, now, terms, descending) > 0) {
          return false;
        }
        before = now;
      }
    }
    return true;
  }

  private static int compare(long[] a, long[] b, List<Integer> terms, List<Boolean> descending) {
    for (int i = 0; i < terms.size(); i++) {
      int order = Long.compare(a[terms.get(i)], b[terms.get(i)]);
      if (order != 0) {
        return descending.get(i) ? -order : order;
      }
    }
    return 0;
  }

  @Test
  void groupsOfJoinsAreWhole() {
    Random random = new Random(43);
    for (int round = 0; round < 500; round++) {
      String first = COLUMNS[random.nextInt(COLUMNS.length)];
      String second = COLUMNS[random.nextInt(COLUMNS.length)];
      String from = " FROM t x JOIN t y" + CONDITIONS[random.nextInt(CONDITIONS.length)];
      List<String> groups =
          Sessions.rows(
              session,
              "SELECT " + first + ", " + second + from + " GROUP BY " + first + ", " + second);
      assertThat(groups).as(from + " " + first + ", " + second).doesNotHaveDuplicates();
      assertThat(groups)
          .containsExactlyInAnyOrderElementsOf(
              Sessions.rows(session, "SELECT DISTINCT " + first + ", " + second + from));
    }
  }

  @Test
  void nullIsNotInTheEmptyList() {
    assertThat(
            Sessions.rows(
                session, "SELECT count(*) FROM t x LEFT JOIN t y ON y.id = 99 WHERE y.c NOT IN ()"))
        .containsExactly("5");
  }
}
