// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.List;

/**
 * The indexes that the PRIMARY KEY and UNIQUE constraints of one table make, in the order of the
 * constraints.
 *
 * <p>Rules (they decide the names in sqlite_schema, so they are SQLite's):
 *
 * <ul>
 *   <li>A1 A constraint whose columns and collations equal those of an earlier one makes no index
 *       of its own; a primary key then turns the earlier index into the primary key's.
 *   <li>A2 The n-th index is called {@code sqlite_autoindex_TABLE_n}; an INTEGER PRIMARY KEY of a
 *       rowid table makes none.
 *   <li>A3 Of two equal constraints at most one may have a conflict clause, unless both have the
 *       same.
 * </ul>
 */
final class AutomaticIndexes {
  private final String tableName;
  private final List<Column> columns;
  private final CollationLookup collations;
  private final boolean ignoreDescending;
  private final List<Index> indexes = new ArrayList<>();

  AutomaticIndexes(
      String tableName,
      List<Column> columns,
      CollationLookup collations,
      boolean ignoreDescending) {
    this.tableName = tableName;
    this.columns = columns;
    this.collations = collations;
    this.ignoreDescending = ignoreDescending;
  }

  List<Index> indexes() {
    return indexes;
  }

  /** Adds the index of a constraint on one column. */
  void add(int column, boolean descending, Index.Origin origin, ConflictResolution conflict) {
    addParts(List.of(part(column, null, descending)), origin, conflict);
  }

  /** Adds the index of a table constraint. */
  void add(List<OrderingTerm> terms, Index.Origin origin, ConflictResolution conflict) {
    List<Index.Part> parts = new ArrayList<>();
    for (OrderingTerm term : terms) {
      TableDefinition.KeyTerm key = TableDefinition.keyTerm(term);
      int column = TableDefinition.indexOf(columns, key.column());
      if (column < 0) {
        throw TableDefinition.error("no such column: " + key.column());
      }
      parts.add(part(column, key.collation(), term.descending()));
    }
    addParts(parts, origin, conflict);
  }

  private Index.Part part(int column, String collationName, boolean descending) {
    Collation collation =
        collationName == null
            ? columns.get(column).collation()
            : collations.collation(collationName);
    return new Index.Part(column, null, collation, descending && !ignoreDescending);
  }

  /** Adds an index of known parts; see A1 to A3. */
  private void addParts(List<Index.Part> parts, Index.Origin origin, ConflictResolution conflict) {
    for (int i = 0; i < indexes.size(); i++) {
      Index earlier = indexes.get(i);
      if (sameKey(earlier.parts(), parts)) {
        indexes.set(i, merged(earlier, origin, conflict));
        return;
      }
    }
    String name = "sqlite_autoindex_" + tableName + "_" + (indexes.size() + 1);
    indexes.add(new Index(name, 0, parts, true, origin, (Expr) null, conflict, null));
  }

  private static Index merged(Index earlier, Index.Origin origin, ConflictResolution conflict) {
    ConflictResolution known = earlier.conflict();
    if (known != null && conflict != null && known != conflict) {
      throw TableDefinition.error("conflicting ON CONFLICT clauses specified");
    }
    return new Index(
        earlier.name(),
        earlier.rootPage(),
        earlier.parts(),
        true,
        origin == Index.Origin.PRIMARY_KEY ? origin : earlier.origin(),
        null,
        known != null ? known : conflict,
        null);
  }

  private static boolean sameKey(List<Index.Part> a, List<Index.Part> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (a.get(i).columnIndex() != b.get(i).columnIndex()
          || !a.get(i).collation().name().equalsIgnoreCase(b.get(i).collation().name())) {
        return false;
      }
    }
    return true;
  }
}
