// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * A statement. {@link #start()} is the offset of its first token, {@link #end()} the offset after
 * its last one, without the semicolon.
 */
public sealed interface Statement
    permits Select,
        Insert,
        Update,
        Delete,
        CreateTable,
        CreateIndex,
        CreateView,
        CreateTrigger,
        CreateVirtualTable,
        AlterTable,
        Drop,
        Reindex,
        Analyze,
        Vacuum,
        Attach,
        Detach,
        Pragma,
        Transaction,
        Explain {
  /** Which record a statement is. */
  enum Kind {
    SELECT,
    INSERT,
    UPDATE,
    DELETE,
    CREATE_TABLE,
    CREATE_INDEX,
    CREATE_VIEW,
    CREATE_TRIGGER,
    CREATE_VIRTUAL_TABLE,
    ALTER_TABLE,
    DROP,
    REINDEX,
    ANALYZE,
    VACUUM,
    ATTACH,
    DETACH,
    PRAGMA,
    TRANSACTION,
    EXPLAIN
  }

  /** The kind. */
  Kind kind();

  /** Offset of the first char. */
  int start();

  /** Offset after the last char. */
  int end();
}
