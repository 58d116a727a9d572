// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.JournalLayout;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.JournalPlayback;
import dev.walnut.engine.journal.RollbackJournal;
import dev.walnut.engine.journal.SuperJournal;
import dev.walnut.engine.journal.Synchronous;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntFunction;

/**
 * Brings a transaction's pages from memory to the file, in the order that makes it undoable until
 * the last step. EXCLUSIVE is held during all of it.
 *
 * <pre>
 *   originals to the journal -> sync -> pages to the database -> sync -> journal finished
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>T1 No page of the database that existed before the transaction is written before the
 *       journal holds its original durably.
 *   <li>T2 The transaction is committed when, and only when, the journal is finished; or, in a
 *       commit over several files, when the super-journal that it names is deleted.
 *   <li>T3 A database that shrank is cut after that: a crash in between leaves pages behind the end
 *       that the header gives, which nobody reads. But a power failure may keep the cut and lose
 *       the journal's end, so the pages that are cut off are in the journal too.
 * </ul>
 *
 * <p>Originals wait in memory until they are needed, so that a transaction that is rolled back, or
 * fits into memory and is small, costs the journal one or two write calls.
 */
final class TransactionWriter {
  private static final int RUN_BYTES = 256 << 10;

  private final FileSystem fileSystem;
  private final DatabaseFile file;
  private final String journalPath;
  private final RollbackJournal journal;

  private JournalMode mode;
  private Synchronous synchronous;
  private int pageSize;
  private int pageCountBefore;
  private byte[] run;

  /** Null unless the commit under way is one over several files. */
  private String superJournal;

  /** Whether that was deleted as the commit. */
  private boolean superJournalDeleted;

  TransactionWriter(FileSystem fileSystem, DatabaseFile file, String journalPath) {
    this.fileSystem = fileSystem;
    this.file = file;
    this.journalPath = journalPath;
    this.journal =
        new RollbackJournal(
            fileSystem, file, journalPath, () -> ThreadLocalRandom.current().nextInt());
  }

  /** Sets what holds for the transaction that begins. */
  void begin(JournalMode mode, Synchronous synchronous, int pageSize, int pageCountBefore) {
    this.mode = mode;
    this.synchronous = synchronous;
    this.pageSize = pageSize;
    this.pageCountBefore = pageCountBefore;
    this.superJournal = null;
    this.superJournalDeleted = false;
  }

  /** Before the commit: the super-journal that the journal is to name. */
  void setSuperJournal(String path) {
    superJournal = mode.hasFile() ? path : null;
    superJournalDeleted = false;
  }

  /** The journal mode of the transaction in progress. */
  JournalMode mode() {
    return mode;
  }

  /**
   * Step one: journals the originals of all pages that will be written, durably.
   *
   * @param numbers page numbers in ascending order
   */
  void journal(IntMap<DirtyPage> pages, int[] numbers) {
    if (mode.hasFile()) {
      appendOriginals(pages, numbers);
      completeJournal();
    }
  }

  private void completeJournal() {
    if (superJournal != null) {
      journal.nameSuperJournal(superJournal);
    }
    journal.makeDurable();
  }

  /**
   * Step one for a commit that cuts the database: the pages that are cut off go to the journal too,
   * changed or not, because the cut may outlive the end of the journal (T3).
   *
   * @param pageCount the new page count
   * @param committed gives a page's committed image
   */
  void journalWithCutPages(
      IntMap<DirtyPage> pages, int[] numbers, int pageCount, IntFunction<byte[]> committed) {
    if (!mode.hasFile()) {
      return;
    }
    appendOriginals(pages, numbers);
    int lockBytePage = JournalLayout.lockBytePage(pageSize);
    for (int number = pageCount + 1;
        Integer.compareUnsigned(number, pageCountBefore) <= 0;
        number++) {
      DirtyPage page = pages.get(number);
      if (number != lockBytePage && (page == null || !page.journaled)) {
        journal.append(number, committed.apply(number));
      }
    }
    completeJournal();
  }

  /**
   * Writes originals to the journal, if it does not hold them, without a promise yet. What is no
   * longer dirty is left out.
   */
  void appendOriginals(IntMap<DirtyPage> pages, int[] numbers) {
    if (!journal.isOpen()) {
      journal.open(mode, synchronous, pageSize, pageCountBefore);
    }
    for (int pageNumber : numbers) {
      DirtyPage page = pages.get(pageNumber);
      if (page != null && page.original != null && !page.journaled && !page.worthless) {
        journal.append(pageNumber, page.original);
        page.journaled = true;
        page.original = null;
      }
    }
  }

  /** Step two: writes the pages, neighbours together. */
  void writePages(IntMap<DirtyPage> pages, int[] numbers, int pageCount) {
    int runStart = 0;
    int runPages = 0;
    int runCapacity = Math.max(1, RUN_BYTES / pageSize);
    for (int pageNumber : numbers) {
      DirtyPage page = pages.get(pageNumber);
      if (page.worthless
          || page.image == null
          || Integer.compareUnsigned(pageNumber, pageCount) > 0) {
        continue;
      }
      if (runPages > 0 && (pageNumber != runStart + runPages || runPages == runCapacity)) {
        writeRun(pages, runStart, runPages);
        runPages = 0;
      }
      if (runPages == 0) {
        runStart = pageNumber;
      }
      runPages++;
    }
    if (runPages > 0) {
      writeRun(pages, runStart, runPages);
    }
  }

  private void writeRun(IntMap<DirtyPage> pages, int firstNumber, int count) {
    long offset = offsetOf(firstNumber);
    if (count == 1) {
      file.write(offset, pages.get(firstNumber).image, 0, pageSize);
      return;
    }
    if (run == null || run.length < count * pageSize) {
      run = new byte[Math.max(count * pageSize, RUN_BYTES)];
    }
    for (int i = 0; i < count; i++) {
      System.arraycopy(pages.get(firstNumber + i).image, 0, run, i * pageSize, pageSize);
    }
    file.write(offset, run, 0, count * pageSize);
  }

  private long offsetOf(int pageNumber) {
    return (Integer.toUnsignedLong(pageNumber) - 1) * pageSize;
  }

  /** Makes the file long enough for pages at its end whose content is worthless. */
  void extendTo(int pageCount) {
    long size = Integer.toUnsignedLong(pageCount) * pageSize;
    if (Integer.compareUnsigned(pageCount, pageCountBefore) > 0 && file.size() < size) {
      file.write(size - pageSize, new byte[pageSize], 0, pageSize);
    }
  }

  /** Step three: makes the pages durable. */
  void syncDatabase() {
    if (synchronous != Synchronous.OFF) {
      file.syncData();
    }
  }

  /** Step four, the commit: finishes the journal. */
  void finishJournal(long sizeLimit) {
    if (journal.isOpen()) {
      journal.finish(sizeLimit);
    }
  }

  /** After the commit: cuts a file that is longer than the database. */
  void cutTo(long bytes) {
    file.truncate(bytes);
  }

  /** Whether a journal is open, so that a rollback has something to finish or to play back. */
  boolean hasJournal() {
    return journal.isOpen();
  }

  /** The super-journal, if the transaction has one, was deleted as the commit. */
  void superJournalDeleted() {
    superJournalDeleted = superJournal != null;
  }

  /** Whether the transaction was part of a commit over several files that has happened. */
  boolean isCommittedBySuperJournal() {
    return superJournalDeleted;
  }

  /** After an undo and the end of the journal: a super-journal that no other journal names goes. */
  void dropSuperJournal() {
    if (superJournal != null) {
      SuperJournal.deleteIfUnused(fileSystem, superJournal);
      superJournal = null;
    }
  }

  /** Undoes what was written to the database, from the journal file or from the originals. */
  void undo(IntMap<DirtyPage> pages, int[] numbers) {
    if (mode.hasFile()) {
      journal.close();
      try (DatabaseFile reader = fileSystem.open(journalPath, OpenMode.READ_WRITE)) {
        new JournalPlayback(file, reader, pageSize).run();
      }
      journal.resume();
      return;
    }
    for (int pageNumber : numbers) {
      byte[] original = pages.get(pageNumber).original;
      if (original != null) {
        file.write(offsetOf(pageNumber), original, 0, pageSize);
      }
    }
    file.truncate(Integer.toUnsignedLong(pageCountBefore) * pageSize);
    syncDatabase();
  }

  /** Closes the journal as it is: what it undoes is left to whoever opens the database next. */
  void abandon() {
    journal.close();
  }
}
