// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.api.SqlStatement.Kind;
import dev.walnut.sql.syntax.Pragma;
import dev.walnut.sql.syntax.Statement;

/** What a driver wants to know of a statement before it runs. */
final class StatementKinds {
  private StatementKinds() {}

  static Kind kindOf(Statement statement, PragmaRegistry pragmas) {
    switch (statement.kind()) {
      case SELECT:
      case EXPLAIN:
        return Kind.QUERY;
      case INSERT:
      case UPDATE:
      case DELETE:
        return Kind.CHANGE;
      case CREATE_TABLE:
      case CREATE_INDEX:
      case CREATE_VIEW:
      case CREATE_TRIGGER:
      case CREATE_VIRTUAL_TABLE:
      case ALTER_TABLE:
      case DROP:
      case REINDEX:
      case ANALYZE:
      case VACUUM:
        return Kind.DEFINITION;
      case TRANSACTION:
        return Kind.TRANSACTION;
      case PRAGMA:
        return PragmaProgram.columnNames((Pragma) statement, pragmas).isEmpty()
            ? Kind.OTHER
            : Kind.QUERY;
      case ATTACH:
      case DETACH:
        return Kind.OTHER;
    }
    throw new AssertionError(statement.kind());
  }

  /** For statements without a write target. */
  static boolean isReadOnly(Statement statement, PragmaRegistry pragmas) {
    switch (statement.kind()) {
      case SELECT:
      case EXPLAIN:
      case TRANSACTION:
        return true;
      case PRAGMA:
        return ((Pragma) statement).value() == null;
      default:
        return false;
    }
  }
}
