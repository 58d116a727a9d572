// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.check.IntegrityCheck;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.sql.catalog.CheckConstraint;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.IndexLayout;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.StrictType;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code PRAGMA integrity_check} and {@code quick_check} of one database: the trees as such, then
 * whether indexes and tables agree and rows keep their constraints. Wording and order are SQLite's.
 *
 * <p>A read transaction must be open; nothing is changed.
 */
public final class IntegrityChecker {
  private final AttachedDatabase database;
  private final Schema schema;
  private final StatementContext context;
  private final boolean quick;
  private final int maxMessages;
  private final List<String> messages = new ArrayList<>();
  private final Value cell = new Value();
  private final Value converted = new Value();

  private IntegrityChecker(
      DatabaseSession session, AttachedDatabase database, boolean quick, int maxMessages) {
    this.database = database;
    this.schema = database.schema();
    this.context = session.newContext();
    context.use(database);
    this.quick = quick;
    this.maxMessages = maxMessages;
  }

  /**
   * Checks a database.
   *
   * @param only the one table to check; null: all, and the file as a whole
   * @param quick leave out whether indexes hold what the tables do
   * @param maxMessages at least 1
   * @return the messages; empty if all is well
   */
  public static List<String> check(
      DatabaseSession session,
      AttachedDatabase database,
      Table only,
      boolean quick,
      int maxMessages) {
    IntegrityChecker checker = new IntegrityChecker(session, database, quick, maxMessages);
    checker.run(only);
    return checker.messages;
  }

  private void run(Table only) {
    List<Table> tables = new ArrayList<>();
    if (only != null) {
      tables.add(only);
    } else {
      for (Table table : schema.tables()) {
        if (table.kind() == Table.Kind.TABLE) {
          tables.add(0, table);
        }
      }
    }
    checkTrees(tables, only != null);
    for (Table table : tables) {
      if (messages.size() < maxMessages && table.rootPage() != 1) {
        checkTable(table);
      }
    }
  }

  /** Checks the trees, then whether each index has as many entries as its table. */
  private void checkTrees(List<Table> tables, boolean partial) {
    List<Integer> roots = new ArrayList<>();
    if (!partial) {
      roots.add(1);
    }
    for (Table table : tables) {
      if (table.rootPage() != 1) {
        roots.add(table.rootPage());
        for (Index index : newestFirst(table)) {
          roots.add(index.rootPage());
        }
      }
    }
    int[] array = roots.stream().mapToInt(Integer::intValue).toArray();
    IntegrityCheck check = new IntegrityCheck(database.pager(), maxMessages);
    messages.addAll(partial ? check.checkTrees(array) : check.checkFile(array));
    int next = partial ? 0 : 1;
    for (Table table : tables) {
      if (table.rootPage() != 1) {
        long rows = check.entryCount(next++);
        for (Index index : newestFirst(table)) {
          long entries = check.entryCount(next++);
          if (!index.isPartial() && entries != rows) {
            add("wrong # of entries in index " + index.name());
          }
        }
      }
    }
  }

  /** The indexes that have trees of their own. */
  private static List<Index> newestFirst(Table table) {
    List<Index> indexes = new ArrayList<>();
    for (Index index : table.indexes()) {
      boolean isTree = table.isWithoutRowid() && index.origin() == Index.Origin.PRIMARY_KEY;
      if (!isTree) {
        indexes.add(0, index);
      }
    }
    return indexes;
  }

  private boolean add(String message) {
    if (messages.size() < maxMessages) {
      messages.add(message);
    }
    return messages.size() < maxMessages;
  }

  private void checkTable(Table table) {
    TableTarget target = new TableTarget(table, context);
    target.open();
    Evaluator[] checks = new Evaluator[table.checks().size()];
    for (int i = 0; i < checks.length; i++) {
      CheckConstraint constraint = table.checks().get(i);
      checks[i] = target.compiler().compile(constraint.condition());
    }
    StoredRow row = target.newStoredRow();
    target.slot().show(row);
    try {
      if (table.isWithoutRowid()) {
        checkKeyedRows(target, row, checks);
      } else {
        BtreeCursor cursor = database.btrees().openTable(table.rootPage());
        try {
          long number = 0;
          for (boolean more = cursor.first();
              more && messages.size() < maxMessages;
              more = cursor.next()) {
            cursor.bind(row.reader());
            row.setRowid(cursor.rowid());
            checkRow(target, row, checks, ++number);
          }
        } finally {
          cursor.close();
        }
      }
    } finally {
      target.close();
    }
  }

  private void checkKeyedRows(TableTarget target, StoredRow row, Evaluator[] checks) {
    Table table = target.table();
    List<Index.Part> parts = table.primaryKey().parts();
    Value[] previous = new Value[parts.size()];
    IndexCursor cursor =
        database
            .btrees()
            .openIndex(
                table.rootPage(),
                IndexLayout.of(table, table.primaryKey()).keyDescriptor(target.text()));
    try {
      long number = 0;
      for (boolean more = cursor.first();
          more && messages.size() < maxMessages;
          more = cursor.next()) {
        cursor.bind(row.reader());
        if (!isAfter(row, parts, previous)) {
          add("row not in PRIMARY KEY order for " + table.name());
        }
        checkRow(target, row, checks, ++number);
      }
    } finally {
      cursor.close();
    }
  }

  private boolean isAfter(StoredRow row, List<Index.Part> parts, Value[] previous) {
    int order = previous[0] == null ? 1 : 0;
    for (int i = 0; i < previous.length; i++) {
      Index.Part part = parts.get(i);
      Value value = new Value();
      row.read(part.columnIndex(), value);
      value.detach();
      if (order == 0) {
        int compared = Comparison.compare(value, previous[i], part.collation());
        order = part.descending() ? -compared : compared;
      }
      previous[i] = value;
    }
    return order > 0;
  }

  private void checkRow(TableTarget target, StoredRow row, Evaluator[] checks, long number) {
    context.checkCancelled();
    checkColumns(target.table(), row);
    for (Evaluator check : checks) {
      if (check.test() == 0) {
        add("CHECK constraint failed in " + target.table().name());
        break;
      }
    }
    if (!quick) {
      for (IndexTarget index : target.indexes()) {
        checkEntry(target, index, row, number);
      }
    }
  }

  private void checkColumns(Table table, StoredRow row) {
    for (int i = 0; i < table.columns().size(); i++) {
      Column column = table.columns().get(i);
      if (i == table.rowidColumn() || column.isGenerated()) {
        continue;
      }
      row.read(i, cell);
      String name = table.name() + "." + column.name();
      if (cell.isNull()) {
        if (column.notNull()) {
          add("NULL value in " + name);
        }
      } else if (table.isStrict()) {
        StrictType type = StrictType.ofDeclaredType(column.declaredType());
        if (type != null && !type.accepts(cell)) {
          add("non-" + type.name() + " value in " + name);
        }
      } else if (column.affinity() == Affinity.TEXT) {
        if (cell.type() == Value.INTEGER || cell.type() == Value.REAL) {
          add("NUMERIC value in " + name);
        }
      } else if (column.affinity().isNumeric() && cell.type() == Value.TEXT) {
        converted.set(cell);
        Affinities.applyNumeric(converted);
        if (converted.type() != Value.TEXT) {
          add("TEXT value in " + name);
        }
      }
    }
  }

  private void checkEntry(TableTarget target, IndexTarget index, StoredRow row, long number) {
    if (!index.covers()) {
      return;
    }
    index.build(row);
    if (!index.seekEntry()) {
      add("row " + number + " missing from index " + index.index().name());
      return;
    }
    RecordReader entry = index.cursorRecord();
    if (!target.table().isWithoutRowid()) {
      int field = index.layout().fieldOf(Index.Part.ROWID);
      if (entry.typeOf(field) != RecordReader.INTEGER || entry.columnCount() != field + 1) {
        add("rowid not at end-of-record for row " + number + " of index " + index.index().name());
      }
    }
    if (index.index().unique() && index.hasEqualNeighbour()) {
      add("non-unique entry in index " + index.index().name());
    }
  }
}
