// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.journal.SuperJournal;
import java.util.ArrayList;
import java.util.List;

/**
 * Commits the transactions of several databases as one.
 *
 * <pre>
 *   EXCLUSIVE on all -> super-journal -> each: journal that names it, database -> super-journal
 *   deleted: the commit -> each: journal finished, changes published
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>M1 Only taking the locks answers BUSY, and then no file has changed.
 *   <li>M2 Until the super-journal is deleted every transaction can be undone, by its connection or
 *       by who finds its journal; from then on none is.
 * </ul>
 *
 * <p>As in SQLite a super-journal needs a main database that is a file, and ties together the files
 * that have a journal file and a synchronous level above OFF; it is not made for fewer than two.
 * All others are atomic each for itself: a process that is killed at the wrong moment can leave
 * some of them committed. Databases in WAL mode come after those with journals, so that what they
 * meet while writing still undoes the rest.
 *
 * <p>Unlike SQLite, a file with a write transaction that has changed nothing takes no part.
 */
public final class MultiFileCommit {
  private final Pager main;
  private final List<Pager> journaled = new ArrayList<>();
  private final List<Pager> others = new ArrayList<>();

  /**
   * @param main the connection's first database, beside which the super-journal is written; it need
   *     not take part
   * @param pagers one for each database; those without changes are left as they are
   */
  private MultiFileCommit(Pager main, List<Pager> pagers) {
    this.main = main;
    for (Pager pager : pagers) {
      if (pager.isChanged()) {
        (pager.writesToLog() ? others : journaled).add(pager);
      }
    }
  }

  /**
   * Commits; then all that had changes are read transactions without savepoints.
   *
   * @param main the connection's first database, beside which the super-journal is written; it need
   *     not take part
   * @param pagers write transactions; those without changes are left as they are
   * @throws DatabaseException BUSY: nothing has changed, and the commit may be tried again. Others:
   *     each of the pagers is to be rolled back, which undoes what is not committed
   */
  public static void commit(Pager main, List<Pager> pagers) {
    new MultiFileCommit(main, pagers).run();
  }

  private void run() {
    journaled.forEach(Pager::lockForCommit);
    others.forEach(Pager::lockForCommit);
    SuperJournal superJournal = createSuperJournal();
    DatabaseException failedLate;
    try {
      prepare(superJournal == null ? null : superJournal.path());
      failedLate = superJournal == null ? null : superJournal.delete();
    } catch (DatabaseException e) {
      dropIfUnused(superJournal, e);
      throw e;
    }
    failedLate = finish(journaled, superJournal != null, failedLate);
    failedLate = finish(others, superJournal != null, failedLate);
    if (failedLate != null) {
      throw failedLate;
    }
  }

  private void prepare(String superJournal) {
    for (Pager pager : journaled) {
      pager.prepareCommit(superJournal);
    }
    for (Pager pager : others) {
      pager.prepareCommit(null);
    }
  }

  /**
   * If no journal names it yet; otherwise the rollback of the last one that does takes it along.
   */
  private static void dropIfUnused(SuperJournal superJournal, DatabaseException failure) {
    if (superJournal != null) {
      try {
        superJournal.deleteIfUnused();
      } catch (DatabaseException e) {
        failure.addSuppressed(e);
      }
    }
  }

  /** The second phase; once the super-journal is gone, a failure does not stop the others. */
  private static DatabaseException finish(
      List<Pager> pagers, boolean committed, DatabaseException earlier) {
    DatabaseException failure = earlier;
    for (Pager pager : pagers) {
      try {
        pager.finishPreparedCommit();
        pager.endCommit();
      } catch (DatabaseException e) {
        if (!committed) {
          throw e;
        }
        failure = failure == null ? e : failure;
      }
    }
    return failure;
  }

  /** Null if none is needed. */
  private SuperJournal createSuperJournal() {
    Database database = main.database();
    if (database.isInMemory()) {
      return null;
    }
    int count = 0;
    List<String> journals = new ArrayList<>();
    for (Pager pager : journaled) {
      if (pager.canNameSuperJournal()) {
        count++;
      }
      if (!pager.database().isInMemory()) {
        journals.add(pager.database().journalPath());
      }
    }
    return count < 2 ? null : SuperJournal.create(database.fileSystem(), database.file(), journals);
  }
}
