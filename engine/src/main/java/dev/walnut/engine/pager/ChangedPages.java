// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.util.Arrays;

/**
 * The pages that a write transaction has changed, and what they were for its savepoints.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>M1 A page at or below the page count is as in {@link #pages} if it is there, else as
 *       committed.
 *   <li>M2 A page that is in the file with an uncommitted image (spilled), or whose original is in
 *       the journal file, stays in {@link #pages} until the transaction ends, also while it is cut
 *       off: only so does nobody take the file's image for the committed one, or journal twice.
 *   <li>M3 An array belongs to one place: to a dirty page, to a savepoint or to the spare ones.
 * </ul>
 *
 * <p>Confined to the connection's thread.
 */
final class ChangedPages {
  /** Where images come from and originals go to. */
  interface Source {
    /** The committed image of a page. */
    byte[] readCommitted(int pageNumber);

    /** A new array with what the file holds of a page. */
    byte[] readFile(int pageNumber);

    /** Writes the originals of those pages, in ascending order, to the journal file. */
    void journalEarly(int[] pageNumbers);
  }

  private final Source source;
  private final IntMap<DirtyPage> pages = new IntMap<>();
  private final Savepoints savepoints = new Savepoints();

  /** Pages with content that this transaction has freed: their originals are worth keeping. */
  private final PageSet freed = new PageSet();

  private int pageSize;
  private int pageCount;
  private int committedCount;
  private int maxPageCount;
  private boolean hasJournalFile;

  /** How many images were made since the last spill, about. */
  private int imageCount;

  /** Pages whose originals are in memory and may go to the journal; the first {@link #waiting}. */
  private int[] waitingOriginals = new int[64];

  private int waiting;
  private int maxWaiting = 4096;

  ChangedPages(Source source) {
    this.source = source;
  }

  /** Sets what a read transaction sees: the committed pages. */
  void reset(int pageSize, int committedCount) {
    this.pageSize = pageSize;
    this.committedCount = committedCount;
    pageCount = committedCount;
  }

  /** Begins a write transaction. */
  void begin(boolean hasJournalFile, int maxPageCount) {
    this.hasJournalFile = hasJournalFile;
    this.maxPageCount = maxPageCount;
    imageCount = 0;
    savepoints.setPageCounts(pageCount);
  }

  /** Sets the count above which the database does not grow; unsigned. */
  void setMaxPageCount(int count) {
    maxPageCount = count;
  }

  /** Forgets all changes, not the savepoints. */
  void clear() {
    pages.clear();
    freed.clear();
    waiting = 0;
    pageCount = committedCount;
  }

  IntMap<DirtyPage> pages() {
    return pages;
  }

  Savepoints savepoints() {
    return savepoints;
  }

  boolean isEmpty() {
    return pages.size() == 0;
  }

  int pageCount() {
    return pageCount;
  }

  /** How many images were made since the last spill, about. */
  int imageCount() {
    return imageCount;
  }

  /** Sets how many originals may wait in memory before they go to the journal file. */
  void setMaxWaiting(int count) {
    maxWaiting = count;
  }

  /** The transaction's image of a page, or null if it is the committed one or beyond the end. */
  byte[] find(int pageNumber) {
    DirtyPage page = pages.get(pageNumber);
    if (page == null || Integer.compareUnsigned(pageNumber, pageCount) > 0) {
      return null;
    }
    return page.image != null ? page.image : reload(pageNumber, page);
  }

  /** Whether the transaction has, or had, an image of its own of the page. */
  boolean contains(int pageNumber) {
    return pages.get(pageNumber) != null;
  }

  private byte[] reload(int pageNumber, DirtyPage page) {
    page.image = source.readFile(pageNumber);
    imageCount++;
    return page.image;
  }

  /** The numbers of changed pages up to the page count, in ascending order. */
  int[] numbers() {
    int[] numbers = pages.sortedKeys();
    int count = numbers.length;
    while (count > 0 && Integer.compareUnsigned(numbers[count - 1], pageCount) > 0) {
      count--;
    }
    return count == numbers.length ? numbers : Arrays.copyOf(numbers, count);
  }

  /** The changeable image of a page; see {@link PageAccess#write}. */
  byte[] write(int pageNumber) {
    DirtyPage page = pages.get(pageNumber);
    if (page == null || Integer.compareUnsigned(pageNumber, pageCount) > 0) {
      return makeDirty(pageNumber, true);
    }
    if (page.image == null) {
      reload(pageNumber, page);
    }
    if (page.savedSerial < savepoints.innermostSerial()) {
      savepoints.saveCopy(pageNumber, page.image, page.worthless);
      page.savedSerial = savepoints.innermostSerial();
    }
    page.worthless = false;
    return page.image;
  }

  /** See {@link PageAccess#writeWithoutContent}. */
  byte[] writeWithoutContent(int pageNumber) {
    if (pages.get(pageNumber) != null || Integer.compareUnsigned(pageNumber, pageCount) > 0) {
      return write(pageNumber);
    }
    return makeDirty(pageNumber, false);
  }

  private byte[] makeDirty(int pageNumber, boolean copyContent) {
    boolean isNew = Integer.compareUnsigned(pageNumber - 1, pageCount) >= 0;
    if (isNew) {
      extend(pageNumber);
    }
    DirtyPage stale = pages.get(pageNumber);
    if (stale != null) {
      return regain(pageNumber, stale);
    }
    byte[] original = null;
    if (Integer.compareUnsigned(pageNumber, committedCount) <= 0
        && (copyContent || freed.contains(pageNumber))) {
      original = source.readCommitted(pageNumber);
    }
    if (savepoints.depth() > 0) {
      savepoints.saveClean(pageNumber, original);
    }
    byte[] image =
        original != null && copyContent && !isNew ? original.clone() : new byte[pageSize];
    pages.put(pageNumber, new DirtyPage(image, original, savepoints.innermostSerial()));
    imageCount++;
    if (original != null && hasJournalFile) {
      journalSoon(pageNumber);
    }
    return image;
  }

  /** A page that was cut off and comes back, with its original in the journal file (M2). */
  private byte[] regain(int pageNumber, DirtyPage page) {
    if (page.image != null && page.savedSerial < savepoints.innermostSerial()) {
      // What a rollback to a savepoint brought back, which an outer savepoint has not seen yet.
      savepoints.save(pageNumber, page.image, page.worthless);
    }
    page.image = new byte[pageSize];
    page.worthless = false;
    page.savedSerial = savepoints.innermostSerial();
    return page.image;
  }

  /**
   * Counts an original that waits in memory; when they are many, they go to the journal file,
   * without a sync, so that a large transaction does not keep two images of each page.
   */
  private void journalSoon(int pageNumber) {
    if (waiting == waitingOriginals.length) {
      waitingOriginals = Arrays.copyOf(waitingOriginals, waiting * 2);
    }
    waitingOriginals[waiting++] = pageNumber;
    if (waiting >= maxWaiting) {
      int[] numbers = Arrays.copyOf(waitingOriginals, waiting);
      Arrays.sort(numbers);
      waiting = 0;
      source.journalEarly(numbers);
    }
  }

  private void extend(int pageNumber) {
    int next = pageCount + 1;
    if (next == (1 << 30) / pageSize + 1) {
      next++;
    }
    if (pageNumber != next || pageNumber == 0) {
      throw new CorruptDatabaseException(
          pageNumber, "beyond the last page, " + Integer.toUnsignedString(pageCount));
    }
    if (Integer.compareUnsigned(pageNumber, maxPageCount) > 0) {
      throw new DatabaseException(ResultCode.FULL);
    }
    pageCount = pageNumber;
  }

  /** See {@link PageAccess#dontWrite}. */
  void dontWrite(int pageNumber) {
    if (Integer.compareUnsigned(pageNumber, committedCount) <= 0) {
      freed.add(pageNumber);
    }
    DirtyPage page = pages.get(pageNumber);
    if (page != null
        && page.image != null
        && !page.spilled
        && !page.journaled
        && page.savedSerial >= savepoints.innermostSerial()) {
      page.worthless = true;
    }
  }

  /** Cuts the database to a page count that is not above the present one. */
  void cut(int newPageCount) {
    int[] numbers = numbers();
    for (int i = numbers.length - 1; i >= 0; i--) {
      if (Integer.compareUnsigned(numbers[i], newPageCount) <= 0) {
        break;
      }
      cutPage(numbers[i]);
    }
    pageCount = newPageCount;
  }

  private void cutPage(int pageNumber) {
    DirtyPage page = pages.get(pageNumber);
    if (page.savedSerial < savepoints.innermostSerial()) {
      if (page.image == null) {
        reload(pageNumber, page);
      }
      savepoints.save(pageNumber, page.image, page.worthless);
      page.image = null;
      page.savedSerial = savepoints.innermostSerial();
    }
    if (!page.journaled && !page.spilled) {
      pages.remove(pageNumber);
    }
  }

  /** Restores what a savepoint saw; false if nothing had changed. */
  boolean rollbackTo(int savepointIndex) {
    IntMap<Savepoints.SavedPage> restored = savepoints.rollbackTo(savepointIndex);
    int targetCount = savepoints.pageCount(savepointIndex);
    for (int pageNumber : restored.sortedKeys()) {
      restore(pageNumber, restored.get(pageNumber));
    }
    boolean changed = restored.size() > 0 || pageCount != targetCount;
    pageCount = targetCount;
    return changed;
  }

  private void restore(int pageNumber, Savepoints.SavedPage saved) {
    DirtyPage page = pages.get(pageNumber);
    if (!saved.clean) {
      if (page == null) {
        byte[] original =
            Integer.compareUnsigned(pageNumber, committedCount) <= 0
                ? source.readCommitted(pageNumber)
                : null;
        page = new DirtyPage(saved.image, original, 0);
        pages.put(pageNumber, page);
      }
      page.image = saved.image;
      page.worthless = saved.worthless;
      page.savedSerial = 0;
    } else if (page != null) {
      if (saved.image != null && (page.spilled || page.journaled)) {
        page.image = saved.image.clone();
        page.worthless = false;
        page.savedSerial = 0;
      } else {
        pages.remove(pageNumber);
      }
    }
  }

  /** Lets go of the images of those pages, which the file holds now; page 1 stays. */
  void forgetSpilled(int[] numbers) {
    for (int pageNumber : numbers) {
      DirtyPage page = pages.get(pageNumber);
      if (!page.worthless && pageNumber != 1) {
        page.image = null;
        page.original = null;
        page.spilled = true;
      }
    }
    imageCount = 0;
    waiting = 0;
  }
}
