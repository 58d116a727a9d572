// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.btree.PageLayout;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.pager.Pager;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * What the planner may know of tables' sizes. Estimates are remembered until much was changed by
 * this session or anything by another; a stale one costs speed, never an answer.
 */
final class TableStatistics {
  /** What is assumed of tables that cannot be looked at. */
  private static final long DEFAULT_ROWS = 1_000_000;

  private static final long REFRESH_AFTER_CHANGES = 1000;

  private record Estimate(long rows, int dataVersion, long totalChanges) {}

  private final DatabaseSession session;
  private final Map<Table, Estimate> estimates = new IdentityHashMap<>();

  TableStatistics(DatabaseSession session) {
    this.session = session;
  }

  /** Forgets all tables. */
  void clear() {
    estimates.clear();
  }

  long estimatedRows(Table table) {
    AttachedDatabase database = session.database(table.schemaName());
    if (database == null || table.rootPage() == 0) {
      return DEFAULT_ROWS;
    }
    Estimate known = estimates.get(table);
    if (known != null
        && known.dataVersion == database.pager().dataVersion()
        && Math.abs(session.totalChanges() - known.totalChanges)
            < Math.min(REFRESH_AFTER_CHANGES, 10 + known.rows / 4)) {
      return known.rows;
    }
    long rows = session.read(database, () -> measure(database.pager(), table.rootPage()));
    if (estimates.size() > 1000) {
      estimates.clear();
    }
    estimates.put(
        table, new Estimate(rows, database.pager().dataVersion(), session.totalChanges()));
    return rows;
  }

  /** Multiplies the cell counts along one path from the root to a leaf. */
  private static long measure(Pager pager, int root) {
    long rows = 1;
    int pageNumber = root;
    for (int depth = 0; depth < PageLayout.MAX_DEPTH; depth++) {
      if (pageNumber <= 0 || Integer.compareUnsigned(pageNumber, pager.pageCount()) > 0) {
        return DEFAULT_ROWS; // Corrupt, or not there yet: the statement that reads it will tell.
      }
      byte[] page = pager.read(pageNumber);
      int header = PageLayout.headerOffset(pageNumber);
      int cells = Bytes.getShort(page, header + PageLayout.CELL_COUNT_OFFSET);
      if (PageLayout.isLeaf(page[header])) {
        return rows * cells;
      }
      int pointer = header + PageLayout.INTERIOR_HEADER_BYTES + cells / 2 * 2;
      if (cells == 0 || pointer + 2 > page.length) {
        return DEFAULT_ROWS;
      }
      int cell = Bytes.getShort(page, pointer);
      if (cell + 4 > page.length) {
        return DEFAULT_ROWS;
      }
      rows *= cells + 1L;
      pageNumber = Bytes.getInt(page, cell);
    }
    return DEFAULT_ROWS;
  }

  long[] indexStatistics(Table table, Index index) {
    return null;
  }
}
