// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.api.SqlStatement;
import java.util.List;

/**
 * A compiled statement with what the driver has worked out about it. It belongs to one JDBC
 * statement at a time; between two owners it lies in the connection's {@link StatementCache}.
 */
final class CompiledStatement {
  private final String text;
  private final SqlStatement statement;
  private final SqlStatement.Kind kind;
  private final boolean single;
  private final boolean forKeys;
  private String changeVerb;
  private List<ColumnInfo> labelledColumns;
  private ColumnLabels labels;

  /**
   * @param text by which it is found in the cache: the whole text it was compiled from, marked if
   *     the driver added the RETURNING clause
   * @param single whether no other statement follows in the text
   * @param forKeys whether the driver added the RETURNING clause
   */
  CompiledStatement(String text, SqlStatement statement, boolean single, boolean forKeys) {
    this.text = text;
    this.statement = statement;
    this.kind = statement.kind();
    this.single = single;
    this.forKeys = forKeys;
  }

  String text() {
    return text;
  }

  SqlStatement statement() {
    return statement;
  }

  SqlStatement.Kind kind() {
    return kind;
  }

  boolean isSingle() {
    return single;
  }

  /** The columns now; they change only when a schema change has made the statement compile anew. */
  ColumnLabels labels() {
    List<ColumnInfo> columns = statement.columns();
    if (columns != labelledColumns) {
      labels = new ColumnLabels(columns);
      labelledColumns = columns;
    }
    return labels;
  }

  /** Whether its rows are the keys that the caller asked for, not rows that the text asks for. */
  boolean isForKeys() {
    return forKeys;
  }

  /** Whether it is an INSERT or REPLACE. */
  boolean isInsert() {
    if (changeVerb == null) {
      changeVerb = kind == SqlStatement.Kind.CHANGE ? SqlText.changeVerb(statement.sql()) : "";
    }
    return changeVerb.equals("INSERT") || changeVerb.equals("REPLACE");
  }

  /** Whether running it gives rows. */
  boolean givesRows() {
    return statement.columnCount() > 0;
  }

  /**
   * Whether it may be kept for reuse: statements that define or begin something are not worth it.
   */
  boolean isReusable() {
    return single && (kind == SqlStatement.Kind.QUERY || kind == SqlStatement.Kind.CHANGE);
  }
}
