// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.value.Collation;

/** What the binding of one statement shares: the session's names, source numbers, depth. */
public final class BindState {
  /** SQLite's bound on expression depth, also used for nested views and subqueries. */
  private static final int MAX_DEPTH = 1000;

  private static final int MAX_SELECT_DEPTH = 200;

  final CompileContext context;
  final Collation binary;
  final ExpressionBinder expressions = new ExpressionBinder(this);
  final SelectBinder selects = new SelectBinder(this);
  private final java.util.List<TableSource> externals = new java.util.ArrayList<>(0);
  private int sourceCount;
  private int depth;
  private int selectDepth;

  public BindState(CompileContext context) {
    this.context = context;
    this.binary = context.collation("BINARY");
  }

  int newSourceId() {
    return sourceCount++;
  }

  void addExternal(TableSource source) {
    externals.add(source);
  }

  /** The rows given from outside. */
  public java.util.List<TableSource> externals() {
    return externals;
  }

  /** Number of sources made so far: the size of the executable's array of row sources. */
  public int sourceCount() {
    return sourceCount;
  }

  public Collation binary() {
    return binary;
  }

  void enterExpression() {
    if (++depth > MAX_DEPTH) {
      throw error("Expression tree is too large (maximum depth " + MAX_DEPTH + ")");
    }
  }

  void leaveExpression() {
    depth--;
  }

  void enterSelect() {
    if (++selectDepth > MAX_SELECT_DEPTH) {
      throw error("SELECT is nested too deeply");
    }
  }

  void leaveSelect() {
    selectDepth--;
  }

  static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }
}
