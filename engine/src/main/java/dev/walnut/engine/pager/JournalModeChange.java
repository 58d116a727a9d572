// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;

/**
 * A change of the journal mode. Between rollback modes it is a setting of the connection; into and
 * out of WAL mode it changes the file, for everybody.
 *
 * <p>Out of WAL mode: EXCLUSIVE is taken before the log is closed and kept until the file says that
 * it is in rollback mode, so that no other process comes between.
 */
final class JournalModeChange {
  private final Pager pager;
  private final Database database;
  private final PagerSettings settings;
  private final RollbackProtocol rollback;

  JournalModeChange(Pager pager, PagerSettings settings) {
    this.pager = pager;
    this.database = pager.database();
    this.settings = settings;
    this.rollback = pager.protocols().rollback();
  }

  /** See {@link Pager#setJournalMode}. */
  JournalMode to(JournalMode mode) {
    if (pager.state().isWriter() || pager.state() == PagerState.ERROR) {
      return pager.journalMode();
    }
    if (database.isInMemory() && (mode.hasFile() || mode == JournalMode.WAL)) {
      return settings.journalMode;
    }
    if (!pager.isWal() && mode != JournalMode.WAL) {
      JournalMode old = settings.journalMode;
      settings.journalMode = mode;
      boolean kept = old == JournalMode.TRUNCATE || old == JournalMode.PERSIST;
      if (kept && mode != JournalMode.TRUNCATE && mode != JournalMode.PERSIST) {
        deleteKeptJournal();
      }
      return mode;
    }
    if (pager.state() != PagerState.OPEN) {
      throw new IllegalStateException("journal mode changes in state " + pager.state());
    }
    pager.beginRead();
    pager.endRead();
    if (mode == JournalMode.WAL) {
      if (!pager.isWal()) {
        changeFormat(2);
      }
      return JournalMode.WAL;
    }
    if (pager.isWal()) {
      leaveWal();
    }
    settings.journalMode = mode;
    return mode;
  }

  /** The file of a mode that keeps it, unless others use it: then it does no harm. */
  private void deleteKeptJournal() {
    if (settings.lockingMode == LockingMode.EXCLUSIVE || pager.isReadOnly()) {
      return;
    }
    boolean reads = pager.state() == PagerState.OPEN;
    if (reads && !pager.tryBeginRead()) {
      return;
    }
    try {
      if (pager.protocol() == rollback && rollback.tryBeginWrite()) {
        try {
          database.fileSystem().delete(database.journalPath());
        } finally {
          rollback.backToReader();
        }
      }
    } finally {
      if (reads) {
        pager.protocol().endRead();
      }
    }
  }

  private void leaveWal() {
    if (pager.isReadOnly()) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    boolean changed = false;
    try {
      if (!database.log().leave(rollback.lock(), settings.synchronous != Synchronous.OFF)) {
        throw new DatabaseException(ResultCode.BUSY);
      }
      changeFormat(1);
      changed = true;
    } finally {
      if (!changed && database.log().get() == null) {
        // The file still says WAL: let the next transaction find out.
        pager.rollback();
        pager.forgetReader();
        database.known().forget();
        rollback.close();
      }
    }
  }

  /** Writes 1 (rollback journal) or 2 (write-ahead log) as the file's format versions. */
  private void changeFormat(int format) {
    boolean done = false;
    try {
      pager.beginExclusive();
      byte[] first = pager.write(1);
      first[DatabaseHeader.WRITE_VERSION_OFFSET] = (byte) format;
      first[DatabaseHeader.READ_VERSION_OFFSET] = (byte) format;
      pager.commitAndEndRead();
      done = true;
    } finally {
      if (!done) {
        pager.rollback();
        if (pager.state() == PagerState.READER) {
          pager.endRead();
        }
      }
    }
    if (format == 2) {
      pager.beginRead();
      pager.endRead();
    }
  }
}
