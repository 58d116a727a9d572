// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.btree.SeekMode;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.IndexLayout;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.catalog.SyntaxSearch;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * One index of a table that is being changed: builds the entries of rows, looks for conflicts,
 * inserts and deletes.
 *
 * <p>Use: {@link #prepare} the entry of a new row; ask for a conflict at once; then, with nothing
 * left that can fail, {@link #insertPrepared} it. In between the entries of other rows may be
 * deleted. Every row that is given must also be shown in the slot that the index's expressions were
 * compiled against.
 */
public final class IndexTarget {
  private final Table table;
  private final Index index;
  private final IndexLayout layout;
  private final StoredText text;
  private final KeyDescriptor descriptor;
  private final Evaluator where;
  private final Evaluator[] expressions;
  private final boolean[] isReal;
  private final Value[] cells;
  private final RecordWriter writer = new RecordWriter();
  private final SearchKey key;
  private final RecordReader entryReader = new RecordReader();
  private IndexCursor cursor;

  /** Whether {@link #writer} holds the entry of a new row that is to be inserted. */
  private boolean isPrepared;

  /** The entry of a row that is stored, to be compared with the new one. */
  private final RecordWriter oldEntry = new RecordWriter();

  /**
   * @param compiler compiles over the slot in which rows are shown
   */
  public IndexTarget(Table table, Index index, StoredText text, ExpressionCompiler compiler) {
    this.table = table;
    this.index = index;
    this.text = text;
    this.layout = IndexLayout.of(table, index);
    this.descriptor = layout.keyDescriptor(text);
    this.where = index.where() == null ? null : compiler.compile(index.where());
    int fields = layout.fieldCount();
    this.expressions = new Evaluator[fields];
    this.isReal = new boolean[fields];
    this.cells = new Value[fields];
    for (int i = 0; i < fields; i++) {
      cells[i] = new Value();
      int column = layout.column(i);
      if (column == Index.Part.EXPRESSION) {
        expressions[i] = compiler.compile(index.parts().get(i).expression());
      } else if (column >= 0) {
        isReal[i] = table.columns().get(column).affinity() == Affinity.REAL;
      }
    }
    this.key = new SearchKey(fields);
  }

  public Index index() {
    return index;
  }

  IndexLayout layout() {
    return layout;
  }

  /** The order of the index's records. */
  public KeyDescriptor descriptor() {
    return descriptor;
  }

  /** Opens the cursor, on a tree whose root may be another than the index says (a new index). */
  public void open(Btrees trees, int rootPage) {
    close();
    cursor = trees.openIndex(rootPage, descriptor);
  }

  /** Frees the cursor. */
  public void close() {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
  }

  /** Lets go of the position, so that changes by others cost nothing. */
  void reset() {
    if (cursor != null) {
      cursor.reset();
    }
  }

  /** Whether the row in the slot has an entry: a partial index covers some rows only. */
  public boolean covers() {
    return where == null || where.test() == 1;
  }

  /** Whether an entry depends on one of the changed columns. */
  boolean dependsOn(boolean[] changed) {
    for (Index.Part part : index.parts()) {
      if (part.isExpression()
          ? refersTo(part.expression(), changed)
          : part.columnIndex() >= 0 && changed[part.columnIndex()]) {
        return true;
      }
    }
    for (int i = index.parts().size(); i < layout.keyFieldCount(); i++) {
      int column = layout.column(i);
      if (column >= 0 && changed[column]) {
        return true;
      }
    }
    return index.where() != null && refersTo(index.where(), changed);
  }

  private boolean refersTo(Expr expr, boolean[] changed) {
    return SyntaxSearch.anyIn(
        expr,
        e -> {
          if (e instanceof Expr.Column c) {
            int column = table.columnIndex(c.column());
            return column < 0 || changed[column];
          }
          return false;
        });
  }

  /**
   * Computes the entry of a new row.
   *
   * @return false if the index is not to have one
   */
  boolean prepare(RowSource row) {
    isPrepared = covers();
    if (isPrepared) {
      build(row);
    }
    return isPrepared;
  }

  /** Computes the entry of a row. */
  public void build(RowSource row) {
    load(row);
    write(writer);
  }

  private void load(RowSource row) {
    for (int i = 0; i < cells.length; i++) {
      if (expressions[i] != null) {
        expressions[i].evaluate(cells[i]);
      } else {
        row.read(layout.column(i), cells[i]);
      }
    }
  }

  private void write(RecordWriter into) {
    into.begin();
    for (int i = 0; i < cells.length; i++) {
      Value cell = cells[i];
      if (isReal[i] && cell.type() == Value.REAL) {
        into.appendRealCompact(cell.real());
      } else {
        text.append(into, cell);
      }
    }
    into.finish();
  }

  /** The entry built last, as a record. */
  public RecordWriter entry() {
    return writer;
  }

  /**
   * Looks for an entry with the unique key of the one built last; an entry with a NULL in it equals
   * none.
   *
   * @return true: {@link #cursorRecord} is that entry
   */
  boolean findConflict() {
    int parts = layout.partCount();
    key.setColumnCount(parts);
    for (int i = 0; i < parts; i++) {
      if (cells[i].isNull()) {
        return false;
      }
      text.set(key, i, cells[i]);
    }
    return cursor.seek(key, SeekMode.EQUAL);
  }

  /** The record at the cursor. */
  RecordReader cursorRecord() {
    return cursor.record();
  }

  /** Stores the prepared entry, if there is one. */
  void insertPrepared() {
    if (isPrepared) {
      cursor.insert(writer.array(), writer.offset(), writer.length());
    }
  }

  /** Puts the prepared entry, if there is one, in place of a stored row's. */
  void replaceEntry(StoredRow old) {
    if (covers()) {
      load(old);
      if (isPrepared) {
        write(oldEntry);
        if (Arrays.equals(
            oldEntry.array(),
            oldEntry.offset(),
            oldEntry.offset() + oldEntry.length(),
            writer.array(),
            writer.offset(),
            writer.offset() + writer.length())) {
          return;
        }
      }
      deleteLoaded();
    }
    insertPrepared();
  }

  /**
   * Finds the entry built last.
   *
   * @return false if the index lacks it
   */
  public boolean seekEntry() {
    int fields = layout.keyFieldCount();
    key.setColumnCount(fields);
    for (int i = 0; i < fields; i++) {
      text.set(key, i, cells[i]);
    }
    return cursor.seek(key, SeekMode.EQUAL);
  }

  /**
   * Whether the entry after the one that {@link #seekEntry} found has the same unique key, without
   * a NULL in it.
   */
  boolean hasEqualNeighbour() {
    int parts = layout.partCount();
    for (int i = 0; i < parts; i++) {
      if (cells[i].isNull()) {
        return false;
      }
    }
    if (!cursor.next()) {
      return false;
    }
    key.setColumnCount(parts);
    return cursor.compareTo(key) == 0;
  }

  /** Deletes the entry of a row. */
  void delete(RowSource row) {
    load(row);
    deleteLoaded();
  }

  /** Deletes an entry given as a record. */
  void delete(byte[] record, int offset, int length) {
    entryReader.bind(record, offset, length);
    key.setRecord(entryReader, layout.keyFieldCount());
    if (!cursor.seek(key, SeekMode.EQUAL)) {
      throw new DatabaseException(ResultCode.CORRUPT_INDEX);
    }
    cursor.delete();
  }

  private void deleteLoaded() {
    if (!seekEntry()) {
      throw new DatabaseException(ResultCode.CORRUPT_INDEX);
    }
    cursor.delete();
  }
}
