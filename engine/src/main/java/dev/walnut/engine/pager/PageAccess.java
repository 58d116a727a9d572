// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

/**
 * What a b-tree needs of the pager: pages of one database as one connection sees them.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>P1 An array returned by {@link #read} of a page that this transaction has not changed is
 *       immutable for ever; it may be kept, and read after the transaction ended.
 *   <li>P2 {@link #write} returns this transaction's private copy of the page; every later {@link
 *       #read} or {@link #write} of that page in the transaction returns the same array, until a
 *       rollback (of the transaction or to a savepoint), after which references must be fetched
 *       again. Call {@code write} before each modification: that is what journals the page and what
 *       records its image for open savepoints.
 *   <li>P3 At commit the private copies are published and become immutable.
 * </ul>
 *
 * <p>Confined to the connection that owns it; no method may be called by two threads at once.
 */
public interface PageAccess {
  /** Page size in bytes, a power of two from 512 to 65536. */
  int pageSize();

  /** Page size less the reserved bytes at each page's end; at least 480. */
  int usableSize();

  /** Number of pages in the database as this transaction sees it; unsigned. */
  int pageCount();

  /**
   * The image of a page. A transaction must be open.
   *
   * @param pageNumber from 1 to {@link #pageCount()}
   * @throws dev.walnut.engine.api.CorruptDatabaseException if the number is out of that range
   */
  byte[] read(int pageNumber);

  /**
   * Like {@link #read}, for the pages of a pass over a large tree: such pages do not displace pages
   * that are used more than once.
   */
  default byte[] readInPassing(int pageNumber) {
    return read(pageNumber);
  }

  /**
   * How many pages a pass over a tree should name in one call of {@link #readAhead}; 0 if it should
   * not call it.
   */
  default int readAheadPages() {
    return 0;
  }

  /**
   * Fetches pages that will be read in passing soon, neighbours in the file by one read. A hint:
   * numbers out of range and pages that cannot be read are left to {@link #read}, which reports
   * them if they are needed at all.
   *
   * @param pageNumbers the first {@code count} of them are sorted in place
   */
  default void readAhead(int[] pageNumbers, int count) {}

  /**
   * The private, changeable copy of a page. A write transaction must be open. A page number of
   * {@code pageCount() + 1} extends the database by a page of zeroes (the pager skips the page that
   * holds the lock bytes at 1 GiB: see {@link #lockBytePage()}; callers must never ask for it).
   */
  byte[] write(int pageNumber);

  /**
   * Like {@link #write}, but the caller does not care for the old content (a page taken from the
   * freelist that is a leaf there): the returned array's content is unspecified, and the journal
   * leaves the old image out unless this transaction has freed the page ({@link #dontWrite}).
   */
  byte[] writeWithoutContent(int pageNumber);

  /**
   * Tells that a page was freed and its content is worthless until it is allocated again (a
   * freelist leaf). The pager may skip writing it. Must be called for every page that becomes a
   * freelist leaf and was not passed to {@link #write} for it: a page whose old content matters is
   * told by this from one that was a leaf before, if {@link #writeWithoutContent} comes later.
   */
  void dontWrite(int pageNumber);

  /** Cuts the database to that many pages at commit; a write transaction must be open. */
  void setPageCount(int pageCount);

  /** The number of the page that holds the lock bytes: {@code 2^30 / pageSize + 1}. */
  default int lockBytePage() {
    return (1 << 30) / pageSize() + 1;
  }

  /**
   * A number that changes whenever page arrays obtained earlier may no longer be this transaction's
   * (a rollback, a rollback to a savepoint, a new transaction).
   */
  int generation();
}
