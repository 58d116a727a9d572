// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/** A source of rows in FROM. */
public sealed interface FromItem {
  /** Which record an item is. */
  enum Kind {
    TABLE,
    TABLE_FUNCTION,
    SUBQUERY,
    GROUP
  }

  /** The kind. */
  Kind kind();

  /** The name given with AS; null if absent. */
  String alias();

  /** A table, view or common table by name. */
  record Table(QualifiedName name, String alias, IndexHint hint) implements FromItem {
    @Override
    public Kind kind() {
      return Kind.TABLE;
    }
  }

  /** A table-valued function. */
  record TableFunction(QualifiedName name, List<Expr> arguments, String alias) implements FromItem {
    @Override
    public Kind kind() {
      return Kind.TABLE_FUNCTION;
    }
  }

  /** {@code (SELECT ...)}. */
  record Subquery(Select select, String alias) implements FromItem {
    @Override
    public Kind kind() {
      return Kind.SUBQUERY;
    }
  }

  /**
   * A join in parentheses: at least two terms. A single item in parentheses is the item itself,
   * with the alias behind the parentheses if there is one.
   */
  record Group(List<FromTerm> terms, String alias) implements FromItem {
    @Override
    public Kind kind() {
      return Kind.GROUP;
    }
  }

  /**
   * {@code INDEXED BY indexName} or {@code NOT INDEXED}.
   *
   * @param indexName null for NOT INDEXED
   */
  record IndexHint(String indexName) {}
}
