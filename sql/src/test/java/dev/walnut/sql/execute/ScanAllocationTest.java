// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Sessions;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

/** Rows cost no allocation: a scan of many rows allocates about what a scan of few does. */
class ScanAllocationTest {
  private static final int ROWS = 20_000;

  @Test
  void scansFiltersAndAggregatesAllocateNothingPerRow() {
    try (DatabaseSession session = Sessions.memory()) {
      session.executeScript(
          "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, r REAL, s TEXT);"
              + "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x+1 FROM c WHERE x < "
              + ROWS
              + ") INSERT INTO t SELECT x, x % 100, x * 0.5, 'text ' || x FROM c;");
      assertThat(bytesPerRow(session, "SELECT id, n, r, s FROM t")).isLessThan(1);
      assertThat(bytesPerRow(session, "SELECT count(*) FROM t WHERE r > 10 AND n < 50"))
          .isLessThan(1);
      assertThat(bytesPerRow(session, "SELECT sum(n), avg(r), min(s), max(id) FROM t"))
          .isLessThan(1);
      assertThat(bytesPerRow(session, "SELECT n, count(*) FROM t GROUP BY n")).isLessThan(3);
    }
  }

  private static double bytesPerRow(DatabaseSession session, String sql) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long thread = Thread.currentThread().getId();
    long least = Long.MAX_VALUE;
    try (SqlStatement statement = session.prepare(sql)) {
      for (int run = 0; run < 5; run++) {
        long before = threads.getThreadAllocatedBytes(thread);
        while (statement.step()) {
          statement.columnLong(0);
        }
        least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
      }
    }
    return (double) least / ROWS;
  }
}
