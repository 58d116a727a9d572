// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.wal.WalIndexHeader;

/**
 * How the transactions of one connection take turns with others, and reach the files: by rollback
 * journal or by write-ahead log. The {@link Pager} drives it through its {@link PagerState}s.
 *
 * <p>No method waits for others: who may wait gets {@code false} for "busy" and asks again.
 *
 * <p>Confined to the connection's thread.
 */
interface TransactionProtocol {
  /** Takes what a reader needs; false if it is busy. */
  boolean tryBeginRead();

  /** Takes what a writer needs, from nothing; false if it is busy, and nothing is held. */
  boolean tryBeginReadAndWrite();

  /** The committed state that the reader sees; asked once, right after it began. */
  CommittedState snapshot();

  /** Gives up what a reader holds. */
  void endRead();

  /** From reader to writer; false if it is busy. */
  boolean tryBeginWrite();

  /** What "busy" of {@link #tryBeginWrite} is for a reader that keeps its snapshot. */
  DatabaseException busyForReader();

  /** Keeps others out, if that is what an exclusive transaction does here; false if busy. */
  boolean tryExclusive();

  /** The writer begins; the locks are held. */
  void begin(CommittedState snapshot);

  /** Whether the writer must have all others out before it writes. */
  boolean writesNeedExclusive();

  /** Whether originals of changed pages go to a journal file. */
  boolean hasJournalFile();

  /** Whether every commit changes page 1, since its counter is what others look at. */
  boolean alwaysChangesFirstPage();

  /** Writes originals of those pages, in ascending order, to the journal file ahead of need. */
  void journalEarly(ChangedPages changes, int[] pageNumbers);

  /** Whether pages can be written before the commit, to be read again from the file. */
  boolean canSpill();

  /** Writes changed pages before the commit; numbers in ascending order. */
  void spill(ChangedPages changes, int[] pageNumbers);

  /** An image of a page that {@link #spill} wrote. */
  byte[] readSpilled(int pageNumber);

  /** The committed image of a page, from the files, in a new array. */
  byte[] readCommitted(int pageNumber);

  /**
   * Leaves those page numbers that are to be read from the database file.
   *
   * @return how many are left at the front
   */
  int onlyInFile(int[] pageNumbers, int count);

  /** Whether a super-journal can make the commit one with those of other files. */
  boolean canNameSuperJournal();

  /**
   * First phase of a commit: writes the transaction to the files, as durably as the level promises,
   * so that only {@link #finishCommit} can be missing. It can still be undone.
   *
   * @param superJournal the path of the super-journal that stands for several transactions, or null
   */
  void prepareCommit(ChangedPages changes, CommittedState snapshot, String superJournal);

  /**
   * Second phase: the commit, unless the deletion of the super-journal was it already.
   *
   * @return null, or what failed after the transaction was committed
   * @throws DatabaseException if it is not committed
   */
  DatabaseException finishCommit();

  /** Makes it visible to other processes. The database's state lock is held. */
  WalIndexHeader publish(int pageCount);

  /** What is left to do once the transaction is committed and published. */
  void afterPublish(CommittedState before, CommittedState after);

  /** Undoes a transaction that wrote nothing but, perhaps, to the journal. */
  void rollback();

  /**
   * Undoes what was written to the database or the log.
   *
   * @throws DatabaseException if that fails: {@link #abandon} then leaves it to the next who opens
   */
  void undoWritten(ChangedPages changes);

  /** Gives up everything, also locks, without undoing. */
  void abandon();

  /** Ends a write transaction and goes on as a reader. */
  void backToReader();

  /** Ends a write transaction and the read transaction under it. */
  void endWrite();

  /** Closes what the connection alone has open; it holds nothing any more. */
  void close();
}
