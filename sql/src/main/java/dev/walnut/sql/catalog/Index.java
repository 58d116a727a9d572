// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.value.Collation;
import java.util.List;

/**
 * An index of a rowid or WITHOUT ROWID table. Its b-tree keys are the {@link #parts}, then the
 * rowid (or, for WITHOUT ROWID tables, the primary key columns that are not among the parts yet).
 *
 * @param name as in sqlite_schema
 * @param rootPage root page number; 0 for the primary key of a WITHOUT ROWID table, whose b-tree is
 *     the table itself
 * @param parts the key's terms in order
 * @param unique whether it enforces uniqueness
 * @param origin who made it
 * @param where condition of a partial index; null if none
 * @param conflict conflict clause of the UNIQUE or PRIMARY KEY constraint; null if none
 * @param sql stored CREATE INDEX text; null for automatic indexes
 */
public record Index(
    String name,
    int rootPage,
    List<Part> parts,
    boolean unique,
    Origin origin,
    Expr where,
    ConflictResolution conflict,
    String sql) {

  /** Why an index exists. */
  public enum Origin {
    CREATE_INDEX("c"),
    UNIQUE("u"),
    PRIMARY_KEY("pk");

    private final String code;

    Origin(String code) {
      this.code = code;
    }

    /** The letter code that pragma index_list shows. */
    public String code() {
      return code;
    }
  }

  /**
   * A term of the key.
   *
   * @param columnIndex the table column from 0; {@link #ROWID} for the rowid; {@link #EXPRESSION}
   * @param expression the expression if it is one, else null
   */
  public record Part(int columnIndex, Expr expression, Collation collation, boolean descending) {
    public static final int ROWID = -1;
    public static final int EXPRESSION = -2;

    public boolean isExpression() {
      return columnIndex == EXPRESSION;
    }
  }

  public boolean isPartial() {
    return where != null;
  }
}
