// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.cache;

import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The committed page images of one database, shared by its connections.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>C1 An image in the cache is immutable: whoever stores it gives it away.
 *   <li>C2 An image stands for what the database file (in WAL mode later: a log frame) holds for
 *       everyone who may look it up now. {@link #invalidate} begins a new epoch when that ends; an
 *       insert names the epoch in which its read began and is dropped if that is over.
 *   <li>C3 The bytes of all images stay within the budget, but for one insert in progress. A pinned
 *       cache, which is the only place where its pages are, has no budget.
 * </ul>
 *
 * <p>Replacement knows two kinds of pages.
 *
 * <ul>
 *   <li>Pages that someone asked for by {@link #get}: a clock. {@link #ring} lists them, the hand
 *       lowers usage counts and evicts at zero. A page enters with count zero, so that pages seen
 *       once go first.
 *   <li>Passing pages, which a pass over a large tree has read: listed by {@link #passing}. They
 *       take what room is free, and are the first to go. When nothing is free, a pass replaces its
 *       own youngest pages, in a window at the list's end, so that it displaces nobody, and the
 *       next pass over the same tree still finds the older part of it. So that a new tree can take
 *       the place of one that nobody passes any more, one page in {@link #EXCHANGE_INTERVAL} goes
 *       into the older part or the place of a page of the first kind that is idle.
 * </ul>
 *
 * <p>A passing page that {@link #get} finds becomes one of the first kind: its usage count says so
 * at once, the lists when it would be evicted. Each resident page is in one list at least; an entry
 * of a page that is gone, or of the other kind, is stale and dropped when met.
 *
 * <p>Eviction forgets a reference; a reader that has the array keeps it.
 *
 * <p>{@link #get} takes no lock. All else is guarded by the mutex.
 */
public final class PageCache {
  private static final int MIN_BUDGET_BYTES = 16 << 20;

  /** What an image costs beside its bytes: array header and ring slot. */
  private static final int OVERHEAD_BYTES = 20;

  /** The part of the budget that passing pages may take from others: a hundredth. */
  private static final int PASSING_PART = 100;

  private static final int MIN_PASSING_PAGES = 8;

  /** Every so many replacements by a pass, one goes beyond its window. */
  private static final int EXCHANGE_INTERVAL = 16;

  private static final int LOOKS_FOR_IDLE = 8;

  private final ReentrantLock mutex = new ReentrantLock();
  private final PageTable table = new PageTable();
  private final boolean pinned;

  // Guarded by mutex.
  private int[] ring = new int[256];
  private int ringCount;
  private int hand;

  /** The youngest, those in the window, at the end. */
  private int[] passing = new int[64];

  private int passingCount;

  /** Counts replacements by passes. */
  private int turn;

  /** Turns through the older part of {@link #passing}. */
  private int oldTurn;

  private int residentCount;

  /** Entries of pages that {@link #remove} took, about. */
  private int staleCount;

  private long bytes;
  private volatile long budgetBytes;
  private volatile int epoch;

  /**
   * @param pinned whether nothing may ever be evicted, as in a database that lives in memory alone
   */
  public PageCache(boolean pinned) {
    this.pinned = pinned;
    this.budgetBytes = boundedBudget(0);
  }

  private static long boundedBudget(long wanted) {
    return Math.max(MIN_BUDGET_BYTES, Math.min(wanted, Runtime.getRuntime().maxMemory() / 4));
  }

  /** The image of a page, or null. Costs two array loads and takes no lock. */
  public byte[] get(int pageNumber) {
    return table.get(pageNumber);
  }

  /** Like {@link #get} without counting a use: for passes over large trees. */
  public byte[] getInPassing(int pageNumber) {
    return table.peek(pageNumber);
  }

  /** How many pages of that size passes may keep when all others are in use: at least 8. */
  public int passingPages(int pageSize) {
    return (int) Math.max(MIN_PASSING_PAGES, budgetBytes / pageSize / PASSING_PART);
  }

  /** Number of the current epoch, to be passed to {@link #insert}. */
  public int epoch() {
    return epoch;
  }

  /**
   * Adds an image that was read while {@code readEpoch} was the epoch.
   *
   * @return the image to use: one that another reader stored first, or the given one
   */
  public byte[] insert(int pageNumber, byte[] image, int readEpoch) {
    return insert(pageNumber, image, readEpoch, false);
  }

  /** Like {@link #insert}, for a page that a pass over a large tree has read. */
  public byte[] insertInPassing(int pageNumber, byte[] image, int readEpoch) {
    return insert(pageNumber, image, readEpoch, true);
  }

  private byte[] insert(int pageNumber, byte[] image, int readEpoch, boolean inPassing) {
    mutex.lock();
    try {
      if (readEpoch != epoch) {
        return image;
      }
      byte[] present = table.peek(pageNumber);
      if (present != null) {
        return present;
      }
      store(pageNumber, image, inPassing);
      return image;
    } finally {
      mutex.unlock();
    }
  }

  /** Adds or replaces the image of a page that was just committed. */
  public void publish(int pageNumber, byte[] image) {
    publish(pageNumber, image, false);
  }

  /**
   * Adds or replaces the image of a page that was just committed.
   *
   * @param inPassing whether it is one of so many that they should not displace others
   */
  public void publish(int pageNumber, byte[] image, boolean inPassing) {
    mutex.lock();
    try {
      byte[] present = table.peek(pageNumber);
      if (present == null) {
        store(pageNumber, image, inPassing);
      } else {
        bytes += image.length - present.length;
        table.replace(pageNumber, image);
      }
    } finally {
      mutex.unlock();
    }
  }

  private void store(int pageNumber, byte[] image, boolean inPassing) {
    residentCount++;
    bytes += image.length + OVERHEAD_BYTES;
    if (inPassing && !pinned) {
      table.set(pageNumber, image, PageTable.PASSING);
      storePassing(pageNumber, passingPages(image.length));
    } else {
      table.set(pageNumber, image);
      addToRing(pageNumber);
    }
    evictToBudget(passingPages(image.length), inPassing);
  }

  /** The newcomer stands just behind the hand, where the hand comes last. */
  private void addToRing(int pageNumber) {
    if (ringCount == ring.length) {
      ring = Arrays.copyOf(ring, ringCount * 2);
    }
    if (ringCount > 0) {
      ring[ringCount] = ring[hand];
      ring[hand] = pageNumber;
      ringCount++;
      hand = hand + 1 == ringCount ? 0 : hand + 1;
    } else {
      ring[0] = pageNumber;
      ringCount = 1;
      hand = 0;
    }
  }

  private boolean isOverBudget() {
    return bytes + table.indexBytes() > budgetBytes;
  }

  /** Lists a passing page; if there is no room, in the place of another one where possible. */
  private void storePassing(int pageNumber, int window) {
    if (!isOverBudget() || passingCount < window) {
      appendPassing(pageNumber);
      return;
    }
    turn++;
    int older = passingCount - window;
    int slot = older + Integer.remainderUnsigned(turn, window);
    if (turn % EXCHANGE_INTERVAL == 0) {
      if ((turn / EXCHANGE_INTERVAL & 1) == 0) {
        if (evictIdle((turn / EXCHANGE_INTERVAL & 6) == 0)) {
          appendPassing(pageNumber);
          return;
        }
      } else if (older > 0) {
        oldTurn = oldTurn >= older - 1 ? 0 : oldTurn + 1;
        slot = oldTurn;
      }
    }
    int replaced = passing[slot];
    passing[slot] = pageNumber;
    release(replaced);
  }

  private void appendPassing(int pageNumber) {
    if (passingCount == passing.length) {
      passing = Arrays.copyOf(passing, passingCount * 2);
    }
    passing[passingCount++] = pageNumber;
  }

  /** Evicts a page whose entry as a passing one was taken; one that was used goes to the ring. */
  private boolean release(int pageNumber) {
    if (table.peek(pageNumber) == null) {
      staleCount = Math.max(0, staleCount - 1);
      return false;
    }
    if (!table.isPassing(pageNumber)) {
      addToRing(pageNumber);
      return false;
    }
    evict(pageNumber);
    return true;
  }

  private void evict(int pageNumber) {
    bytes -= table.peek(pageNumber).length + OVERHEAD_BYTES;
    table.set(pageNumber, null);
    residentCount--;
  }

  private void evictToBudget(int window, boolean forPass) {
    while (!pinned && isOverBudget() && residentCount > 1) {
      if (passingCount > window || ringCount == 0) {
        evictPassing(window);
      } else if (forPass) {
        evictUnderHand();
      } else {
        evictOne();
      }
    }
  }

  /**
   * Makes room for a pass that has less than its window: an idle page if one is near, else the one
   * under the hand. Nobody's usage count is lowered.
   */
  private void evictUnderHand() {
    for (int i = 0; i < LOOKS_FOR_IDLE && ringCount > 0; i++) {
      if (evictIdle(false)) {
        return;
      }
    }
    if (ringCount > 0) {
      hand = hand >= ringCount ? 0 : hand;
      int pageNumber = ring[hand];
      ring[hand] = ring[--ringCount];
      releaseFromRing(pageNumber);
    }
  }

  /** Takes an entry of the older part, or the last one. */
  private void evictPassing(int window) {
    int older = Math.max(passingCount - window, 1);
    oldTurn = oldTurn >= older - 1 ? 0 : oldTurn + 1;
    int pageNumber = passing[oldTurn];
    passing[oldTurn] = passing[older - 1];
    System.arraycopy(passing, older, passing, older - 1, passingCount - older);
    passingCount--;
    release(pageNumber);
  }

  /**
   * Looks at the page under the hand and evicts it if it is idle.
   *
   * @param age whether its usage count is lowered otherwise
   */
  private boolean evictIdle(boolean age) {
    if (ringCount == 0) {
      return false;
    }
    if (hand >= ringCount) {
      hand = 0;
    }
    int pageNumber = ring[hand];
    if (table.peek(pageNumber) == null || table.isIdle(pageNumber)) {
      ring[hand] = ring[--ringCount];
      return releaseFromRing(pageNumber);
    }
    if (age) {
      table.age(pageNumber);
    }
    hand++;
    return false;
  }

  /** Evicts an idle page whose ring entry was taken, unless that entry was stale. */
  private boolean releaseFromRing(int pageNumber) {
    if (table.peek(pageNumber) == null) {
      staleCount = Math.max(0, staleCount - 1);
      return false;
    }
    if (table.isPassing(pageNumber)) {
      return false;
    }
    evict(pageNumber);
    return true;
  }

  private void evictOne() {
    while (ringCount > 0) {
      if (hand >= ringCount) {
        hand = 0;
      }
      int pageNumber = ring[hand];
      if (table.peek(pageNumber) != null && table.age(pageNumber)) {
        hand++;
        continue;
      }
      ring[hand] = ring[--ringCount];
      if (releaseFromRing(pageNumber)) {
        return;
      }
    }
  }

  /** Forgets one page, whose image is no longer what the file holds. */
  public void remove(int pageNumber) {
    mutex.lock();
    try {
      if (table.peek(pageNumber) == null) {
        return;
      }
      evict(pageNumber);
      staleCount++;
      if (staleCount > 64 && staleCount > (ringCount + passingCount) / 2) {
        dropStaleEntries();
      }
    } finally {
      mutex.unlock();
    }
  }

  /** Forgets all pages above a number, after the database shrank. */
  public void removeAbove(int pageNumber) {
    mutex.lock();
    try {
      for (int i = 0; i < ringCount; i++) {
        removeIfAbove(ring[i], pageNumber);
      }
      for (int i = 0; i < passingCount; i++) {
        removeIfAbove(passing[i], pageNumber);
      }
      dropStaleEntries();
    } finally {
      mutex.unlock();
    }
  }

  private void removeIfAbove(int pageNumber, int limit) {
    if (Integer.compareUnsigned(pageNumber, limit) > 0 && table.peek(pageNumber) != null) {
      evict(pageNumber);
    }
  }

  /** Keeps one entry for each resident page, in the list of its kind. */
  private void dropStaleEntries() {
    int[] kept = new int[ringCount + passingCount];
    int[] keptPassing = new int[passingCount];
    int count = 0;
    int countPassing = 0;
    for (int i = 0; i < ringCount; i++) {
      if (table.peek(ring[i]) != null && !table.isPassing(ring[i])) {
        kept[count++] = ring[i];
      }
    }
    for (int i = 0; i < passingCount; i++) {
      int pageNumber = passing[i];
      if (table.peek(pageNumber) != null) {
        if (table.isPassing(pageNumber)) {
          keptPassing[countPassing++] = pageNumber;
        } else {
          kept[count++] = pageNumber;
        }
      }
    }
    ringCount = sortDistinct(kept, count);
    ring = kept.length >= 256 ? kept : Arrays.copyOf(kept, 256);
    passingCount = sortDistinct(keptPassing, countPassing);
    passing = keptPassing.length >= 64 ? keptPassing : Arrays.copyOf(keptPassing, 64);
    staleCount = 0;
    hand = 0;
  }

  private static int sortDistinct(int[] numbers, int count) {
    Arrays.sort(numbers, 0, count);
    int distinct = 0;
    for (int i = 0; i < count; i++) {
      if (distinct == 0 || numbers[distinct - 1] != numbers[i]) {
        numbers[distinct++] = numbers[i];
      }
    }
    return distinct;
  }

  /** Forgets everything and begins a new epoch: another process has changed the file. */
  public void invalidate() {
    mutex.lock();
    try {
      epoch++;
      table.clear();
      ring = new int[256];
      ringCount = 0;
      passing = new int[64];
      passingCount = 0;
      residentCount = 0;
      staleCount = 0;
      hand = 0;
      bytes = 0;
    } finally {
      mutex.unlock();
    }
  }

  /**
   * Sets the budget: at least 16 MiB, at most a quarter of the heap.
   *
   * @param wantedBytes the largest cache size that an open connection asks for
   */
  public void setBudget(long wantedBytes) {
    mutex.lock();
    try {
      budgetBytes = boundedBudget(wantedBytes);
      evictToBudget(MIN_PASSING_PAGES, false);
    } finally {
      mutex.unlock();
    }
  }

  /** Bytes that all images may take. */
  public long budgetBytes() {
    return budgetBytes;
  }

  /** Bytes that the images take now. */
  public long bytes() {
    mutex.lock();
    try {
      return bytes + table.indexBytes();
    } finally {
      mutex.unlock();
    }
  }

  /** Number of images. */
  public int count() {
    mutex.lock();
    try {
      return residentCount;
    } finally {
      mutex.unlock();
    }
  }
}
