// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Select;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A table, view or virtual table as its definition says. Immutable, shared by all connections.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>T1 {@link #rowidColumn} is the INTEGER PRIMARY KEY column, -1 if there is none; always -1
 *       for WITHOUT ROWID tables and views.
 *   <li>T2 A WITHOUT ROWID table has an index of origin PRIMARY_KEY with root page equal to the
 *       table's; its b-tree is an index tree whose records hold the key columns first, then the
 *       others in table order (see {@link #storageOrder}).
 *   <li>T3 {@link #indexes} is in SQLite's order: the newest first is NOT assumed; it is the order
 *       in which sqlite_schema lists them.
 * </ul>
 */
public final class Table {
  /** What kind of relation this is. */
  public enum Kind {
    TABLE,
    VIEW,
    VIRTUAL
  }

  private final Kind kind;
  private final String schemaName;
  private final String name;
  private final int rootPage;
  private final List<Column> columns;
  private final int rowidColumn;
  private final boolean autoIncrement;
  private final boolean withoutRowid;
  private final boolean strict;
  private final List<Index> indexes;
  private final List<Index> checkOrder;
  private final List<CheckConstraint> checks;
  private final List<ForeignKey> foreignKeys;
  private final List<Trigger> triggers;
  private final Select viewBody;
  private final List<String> viewColumnNames;
  private final ConflictResolution rowidConflict;
  private final String moduleName;
  private final String sql;
  private final int[] storageOrder;
  private final int[] storagePosition;
  private final Map<String, Integer> columnIndexes = new HashMap<>();

  private Table(Builder b) {
    this.kind = b.kind;
    this.schemaName = b.schemaName;
    this.name = b.name;
    this.rootPage = b.rootPage;
    this.columns = List.copyOf(b.columns);
    this.rowidColumn = b.rowidColumn;
    this.autoIncrement = b.autoIncrement;
    this.withoutRowid = b.withoutRowid;
    this.strict = b.strict;
    this.indexes = List.copyOf(b.indexes);
    this.checkOrder = checkOrder(indexes);
    this.checks = List.copyOf(b.checks);
    this.foreignKeys = List.copyOf(b.foreignKeys);
    this.triggers = List.copyOf(b.triggers);
    this.viewBody = b.viewBody;
    this.viewColumnNames = List.copyOf(b.viewColumnNames);
    this.rowidConflict = b.rowidConflict;
    this.moduleName = b.moduleName;
    this.sql = b.sql;
    for (int i = 0; i < columns.size(); i++) {
      columnIndexes.putIfAbsent(columns.get(i).name().toLowerCase(Locale.ROOT), i);
    }
    this.storageOrder = storageOrderOf(this);
    this.storagePosition = new int[columns.size()];
    java.util.Arrays.fill(storagePosition, -1);
    for (int i = 0; i < storageOrder.length; i++) {
      storagePosition[storageOrder[i]] = i;
    }
  }

  private static int[] storageOrderOf(Table t) {
    int[] order = new int[t.columns.size()];
    boolean[] used = new boolean[order.length];
    int n = 0;
    if (t.withoutRowid) {
      for (Index.Part part : t.primaryKey().parts()) {
        if (!used[part.columnIndex()]) {
          used[part.columnIndex()] = true;
          order[n++] = part.columnIndex();
        }
      }
    }
    for (int i = 0; i < used.length; i++) {
      Column c = t.columns.get(i);
      if (!used[i] && !(c.isGenerated() && !c.generatedStored())) {
        order[n++] = i;
      }
    }
    return java.util.Arrays.copyOf(order, n);
  }

  public Kind kind() {
    return kind;
  }

  /** The database it lives in: {@code main}, {@code temp} or an attached name. */
  public String schemaName() {
    return schemaName;
  }

  public String name() {
    return name;
  }

  /** Root page of the b-tree; 0 for views and virtual tables. */
  public int rootPage() {
    return rootPage;
  }

  /** Columns in declared order; empty for views (their columns follow from the body). */
  public List<Column> columns() {
    return columns;
  }

  public int rowidColumn() {
    return rowidColumn;
  }

  public boolean isAutoIncrement() {
    return autoIncrement;
  }

  public boolean isWithoutRowid() {
    return withoutRowid;
  }

  public boolean isStrict() {
    return strict;
  }

  public List<Index> indexes() {
    return indexes;
  }

  /**
   * The indexes in the order in which SQLite looks at them, for constraints and for plans: the
   * newest first, but those that replace behind all others, so that nothing was deleted when
   * another constraint fails.
   */
  public List<Index> checkOrder() {
    return checkOrder;
  }

  private static List<Index> checkOrder(List<Index> indexes) {
    List<Index> order = new ArrayList<>(indexes.size());
    for (boolean replacing : new boolean[] {false, true}) {
      for (int i = indexes.size() - 1; i >= 0; i--) {
        Index index = indexes.get(i);
        if (replacing == (index.conflict() == ConflictResolution.REPLACE)) {
          order.add(index);
        }
      }
    }
    return List.copyOf(order);
  }

  public List<CheckConstraint> checks() {
    return checks;
  }

  public List<ForeignKey> foreignKeys() {
    return foreignKeys;
  }

  public List<Trigger> triggers() {
    return triggers;
  }

  /** A view's SELECT; null for tables. */
  public Select viewBody() {
    return viewBody;
  }

  /** The column names written after a view's name; empty if there are none. */
  public List<String> viewColumnNames() {
    return viewColumnNames;
  }

  /** Conflict clause of an INTEGER PRIMARY KEY; null if none. */
  public ConflictResolution rowidConflict() {
    return rowidConflict;
  }

  /** The module of a virtual table; null for others. */
  public String moduleName() {
    return moduleName;
  }

  /** The stored definition; null for the schema table itself. */
  public String sql() {
    return sql;
  }

  /** Index of a column by name, in any case of letters; -1 if there is none. */
  public int columnIndex(String columnName) {
    Integer i = columnIndexes.get(columnName);
    if (i == null) {
      i = columnIndexes.get(columnName.toLowerCase(Locale.ROOT));
    }
    return i == null ? -1 : i;
  }

  /**
   * The primary key index: the table's own tree for WITHOUT ROWID, an automatic index for a
   * non-INTEGER key of a rowid table; null for INTEGER PRIMARY KEY or no key.
   */
  public Index primaryKey() {
    for (Index index : indexes) {
      if (index.origin() == Index.Origin.PRIMARY_KEY) {
        return index;
      }
    }
    return null;
  }

  /**
   * Whether an index of this table is its own b-tree: the primary key of a WITHOUT ROWID table.
   * Root pages alone do not tell, since a damaged file may say anything.
   */
  public boolean isOwnTree(Index index) {
    return withoutRowid && index.origin() == Index.Origin.PRIMARY_KEY;
  }

  /** Table column index of each field of a stored record (virtual generated columns are absent). */
  public int[] storageOrder() {
    return storageOrder;
  }

  /** Field index in the stored record of each table column; -1 if it is not stored. */
  public int[] storagePosition() {
    return storagePosition;
  }

  /** Collects the parts of a {@link Table}. */
  public static final class Builder {
    public Kind kind = Kind.TABLE;
    public String schemaName = "main";
    public String name;
    public int rootPage;
    public List<Column> columns = List.of();
    public int rowidColumn = -1;
    public boolean autoIncrement;
    public boolean withoutRowid;
    public boolean strict;
    public List<Index> indexes = List.of();
    public List<CheckConstraint> checks = List.of();
    public List<ForeignKey> foreignKeys = List.of();
    public List<Trigger> triggers = List.of();
    public Select viewBody;
    public List<String> viewColumnNames = List.of();
    public ConflictResolution rowidConflict;
    public String moduleName;
    public String sql;

    public Table build() {
      return new Table(this);
    }
  }
}
