// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.journal;

import java.util.Locale;

/** Where a transaction's undo information lives, and how a commit disposes of it. */
public enum JournalMode {
  /** A file that is deleted at commit. */
  DELETE,
  /** A file that is cut to zero bytes at commit. */
  TRUNCATE,
  /** A file whose header is overwritten with zeroes at commit. */
  PERSIST,
  /** The heap; a crash during a commit may corrupt the database. */
  MEMORY,
  /** As MEMORY, and what a large transaction has written already cannot be undone. */
  OFF,
  /** No undo information: changes go to a write-ahead log, and later to the database. */
  WAL;

  /** Whether there is a journal file. */
  public boolean hasFile() {
    return this == DELETE || this == TRUNCATE || this == PERSIST;
  }

  /** The word that {@code PRAGMA journal_mode} shows. */
  public String pragmaName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
