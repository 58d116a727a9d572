// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.value.Value;
import java.util.List;

/** index_list, index_info, index_xinfo. */
final class IndexPragmas {
  private IndexPragmas() {}

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.listing(
            "index_list",
            true,
            IndexPragmas::indexList,
            "seq",
            "name",
            "unique",
            "origin",
            "partial"),
        SessionPragma.listing(
            "index_info", true, call -> indexInfo(call, false), "seqno", "cid", "name"),
        SessionPragma.listing(
            "index_xinfo",
            true,
            call -> indexInfo(call, true),
            "seqno",
            "cid",
            "name",
            "desc",
            "coll",
            "key"));
  }

  /** The newest first. */
  private static List<Value[]> indexList(Call call) {
    Table table = SchemaLookup.table(call);
    if (table == null) {
      return Rows.NONE;
    }
    Rows rows = new Rows();
    List<Index> indexes = table.indexes();
    for (int i = indexes.size() - 1; i >= 0; i--) {
      Index index = indexes.get(i);
      rows.add(
          rows.size(),
          index.name(),
          index.unique() ? 1 : 0,
          index.origin().code(),
          index.isPartial() ? 1 : 0);
    }
    return rows.list();
  }

  private static List<Value[]> indexInfo(Call call, boolean extended) {
    Schema.IndexEntry entry = SchemaLookup.index(call);
    if (entry == null) {
      return Rows.NONE;
    }
    Rows rows = new Rows();
    Table table = entry.table();
    Index index = entry.index();
    for (Index.Part part : index.parts()) {
      addPart(rows, table, part, extended, 1);
    }
    if (extended) {
      addRest(rows, table, index);
    }
    return rows.list();
  }

  private static void addPart(Rows rows, Table table, Index.Part part, boolean extended, int key) {
    int cid = part.columnIndex();
    String name = cid >= 0 ? table.columns().get(cid).name() : null;
    if (extended) {
      rows.add(rows.size(), cid, name, part.descending() ? 1 : 0, part.collation().name(), key);
    } else {
      rows.add(rows.size(), cid, name);
    }
  }

  /** What the records hold after the key: the rowid, or the columns that name the row. */
  private static void addRest(Rows rows, Table table, Index index) {
    if (!table.isWithoutRowid()) {
      rows.add(rows.size(), Index.Part.ROWID, null, 0, "BINARY", 0);
      return;
    }
    if (index.origin() == Index.Origin.PRIMARY_KEY) {
      int[] order = table.storageOrder();
      for (int columnIndex : order) {
        if (!contains(index, columnIndex)) {
          Column column = table.columns().get(columnIndex);
          rows.add(rows.size(), columnIndex, column.name(), 0, column.collation().name(), 0);
        }
      }
      return;
    }
    for (Index.Part part : table.primaryKey().parts()) {
      if (!contains(index, part.columnIndex())) {
        addPart(rows, table, part, true, 0);
      }
    }
  }

  private static boolean contains(Index index, int columnIndex) {
    return index.parts().stream().anyMatch(p -> p.columnIndex() == columnIndex);
  }
}
