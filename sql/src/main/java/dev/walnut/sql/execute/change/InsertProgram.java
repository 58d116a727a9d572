// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.execute.Query;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Insert;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;
import java.util.Arrays;
import java.util.List;

/** An INSERT or REPLACE. */
final class InsertProgram extends ChangeProgram {
  /** Where the rows come from: one of the three is in use, none of them for DEFAULT VALUES. */
  record Source(Evaluator[][] rows, Query query, boolean readsTarget) {}

  /**
   * Where a table column's value comes from.
   *
   * @param positions per table column the position in the source; -1: its default. The column that
   *     is the rowid has -1
   * @param rowidPosition position of the rowid in the source; -1 if it is not given
   */
  record Mapping(int[] positions, int rowidPosition) {}

  private static final int NOWHERE = Integer.MIN_VALUE;

  private final NewRow row;
  private final RowInserter inserter;
  private final RowidTree rowidTree;
  private final Sequence sequence;
  private final UpsertCompiler upserts;
  private final Evaluator[] defaults;
  private final Source source;
  private final int[] positions;
  private final int rowidPosition;

  /** Per position in a row of several rows the column that gets the value. */
  private final int[] written;

  private final boolean needsSavepoint;
  private final RowStore buffer;
  private final Value rowidCell = new Value();

  InsertProgram(
      TableTarget target, Insert statement, Source source, Mapping mapping, Sequence sequence) {
    super(
        target,
        statement.alias() != null ? statement.alias() : target.table().name(),
        statement.returning());
    this.source = source;
    this.positions = mapping.positions();
    this.rowidPosition = mapping.rowidPosition();
    this.sequence = sequence;
    this.row = new NewRow(target.table());
    List<KeyRule> rules = KeyRule.of(target, statement.conflict());
    this.upserts =
        statement.upserts().isEmpty() ? null : new UpsertCompiler(statement, target, row);
    if (upserts != null) {
      rules = upserts.compile(rules);
    }
    this.inserter = new RowInserter(target, statement.conflict(), rules);
    this.rowidTree = target.tree() instanceof RowidTree tree ? tree : null;
    this.defaults = new Evaluator[positions.length];
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] < 0
          && i != target.table().rowidColumn()
          && target.table().columns().get(i).defaultValue() != null) {
        defaults[i] = target.evaluatorOfDefault(target.table().columns().get(i));
      }
    }
    boolean singleRow = source.query() == null && source.rows().length == 1;
    this.needsSavepoint =
        (!singleRow || mayFailLate(rules) || hasReturning())
            && StatementUndo.isNeeded(statement, target.table(), rowidPosition >= 0, positions);
    this.written =
        source.query() != null || singleRow
            ? new int[0]
            : columnsByPosition(mapping, source.rows()[0].length);
    this.buffer = source.readsTarget() ? new RowStore() : null;
  }

  /** The column that gets the value at a position of a written row. */
  private static int[] columnsByPosition(Mapping mapping, int count) {
    int[] columns = new int[count];
    Arrays.fill(columns, NOWHERE);
    for (int i = 0; i < mapping.positions().length; i++) {
      if (mapping.positions()[i] >= 0) {
        columns[mapping.positions()[i]] = i;
      }
    }
    if (mapping.rowidPosition() >= 0) {
      columns[mapping.rowidPosition()] = RowSource.ROWID;
    }
    return columns;
  }

  /** Whether something may have been deleted or changed before another constraint fails. */
  private static boolean mayFailLate(List<KeyRule> rules) {
    for (KeyRule rule : rules) {
      if (rule.upsert() != null || rule.resolution() == ConflictResolution.REPLACE) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean needsStatementSavepoint() {
    return needsSavepoint;
  }

  @Override
  void run() {
    if (upserts != null) {
      upserts.reset();
    }
    if (sequence != null) {
      sequence.load();
    }
    // After a failure the sequence stays as it was, even if OR FAIL keeps the rows before it.
    if (source.query() == null) {
      insertValues();
    } else {
      insertQuery();
    }
    if (sequence != null) {
      sequence.store();
    }
  }

  private void insertValues() {
    for (Evaluator[] values : source.rows()) {
      target().betweenRows();
      // As in SQLite: a lone row is computed in the table's order, of several each as written.
      for (int position = 0; position < written.length; position++) {
        int column = written[position];
        if (column != NOWHERE) {
          values[position].evaluate(column == RowSource.ROWID ? rowidCell : row.value(column));
        }
      }
      for (int i = 0; i < positions.length; i++) {
        if (positions[i] < 0) {
          setDefault(i);
        } else if (written.length == 0) {
          values[positions[i]].evaluate(row.value(i));
        }
      }
      if (rowidPosition >= 0 && written.length == 0) {
        values[rowidPosition].evaluate(rowidCell);
      }
      insertRow();
    }
  }

  private void insertQuery() {
    Query query = source.query();
    try {
      query.open();
      if (buffer != null) {
        fillBuffer(query);
        while (buffer.next()) {
          for (int i = 0; i < positions.length; i++) {
            if (positions[i] >= 0) {
              buffer.read(positions[i], row.value(i));
            } else {
              setDefault(i);
            }
          }
          if (rowidPosition >= 0) {
            buffer.read(rowidPosition, rowidCell);
          }
          insertRow();
        }
      } else {
        while (query.next()) {
          target().betweenRows();
          for (int i = 0; i < positions.length; i++) {
            if (positions[i] >= 0) {
              query.read(positions[i], row.value(i));
            } else {
              setDefault(i);
            }
          }
          if (rowidPosition >= 0) {
            query.read(rowidPosition, rowidCell);
          }
          insertRow();
        }
      }
    } finally {
      query.close();
      if (buffer != null) {
        buffer.clear();
      }
    }
  }

  /** Reads all rows before the first is inserted: the query reads the table that changes. */
  private void fillBuffer(Query query) {
    buffer.clear();
    Value cell = new Value();
    int columns = query.columns().size();
    while (query.next()) {
      target().context().checkCancelled();
      buffer.beginRow();
      for (int i = 0; i < columns; i++) {
        query.read(i, cell);
        buffer.append(cell);
      }
      buffer.endRow();
    }
    query.close();
    buffer.rewind();
  }

  private void setDefault(int column) {
    if (defaults[column] != null) {
      defaults[column].evaluate(row.value(column));
    } else {
      row.value(column).setNull();
    }
  }

  private void insertRow() {
    boolean isNewKey = rowidTree != null && setRowid();
    switch (inserter.insert(row, isNewKey)) {
      case INSERTED:
        if (rowidTree != null) {
          target().context().session().setLastInsertRowid(row.rowid());
          if (sequence != null) {
            sequence.note(row.rowid());
          }
        }
        target().slot().show(row);
        rowChanged();
        break;
      case UPDATED:
        rowChanged();
        break;
      case LEFT_OUT:
        if (sequence != null && rowidTree != null) {
          sequence.note(row.rowid());
        }
        break;
    }
  }

  /**
   * Gives the row its rowid.
   *
   * @return whether it was chosen here, so that no other row has it
   */
  private boolean setRowid() {
    if (rowidPosition >= 0 && !rowidCell.isNull()) {
      row.setRowid(requireInteger(rowidCell));
      return false;
    }
    if (sequence != null) {
      row.setRowid(sequence.next(rowidTree.greatestRowid()));
    } else {
      row.setRowid(rowidTree.newRowid(target().context()::random));
    }
    return true;
  }

  /** A rowid as given: an integer, or a value that is one without loss. */
  static long requireInteger(Value value) {
    if (value.type() != Value.INTEGER) {
      if (value.type() == Value.REAL && value.real() == Long.MIN_VALUE) {
        return Long.MIN_VALUE; // The one extreme that SQLite takes, if it is no text.
      }
      Affinities.applyForStorage(value, Affinity.INTEGER);
      if (value.type() != Value.INTEGER) {
        throw new DatabaseException(ResultCode.MISMATCH);
      }
    }
    return value.integer();
  }

  @Override
  public void finish() {
    if (source.query() != null) {
      source.query().close();
    }
  }
}
