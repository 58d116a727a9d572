// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.cache;

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
 * <p>{@link ResidentPages} decides which images go when there is no room.
 *
 * <p>Eviction forgets a reference; a reader that has the array keeps it.
 *
 * <p>{@link #get} takes no lock. All else is guarded by the mutex.
 */
public final class PageCache {
  private static final int MIN_BUDGET_BYTES = 16 << 20;

  private final ReentrantLock mutex = new ReentrantLock();
  private final PageTable table = new PageTable();
  private final boolean pinned;

  /** Guarded by the mutex. */
  private final ResidentPages residents = new ResidentPages(table);

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
    return ResidentPages.window(budgetBytes, pageSize);
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
      residents.add(pageNumber, image, inPassing && !pinned, budget());
      return image;
    } finally {
      mutex.unlock();
    }
  }

  private long budget() {
    return pinned ? Long.MAX_VALUE : budgetBytes;
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
        residents.add(pageNumber, image, inPassing && !pinned, budget());
      } else {
        residents.replace(pageNumber, image);
      }
    } finally {
      mutex.unlock();
    }
  }

  /** Forgets one page, whose image is no longer what the file holds. */
  public void remove(int pageNumber) {
    mutex.lock();
    try {
      residents.remove(pageNumber);
    } finally {
      mutex.unlock();
    }
  }

  /** Forgets all pages above a number, after the database shrank. */
  public void removeAbove(int pageNumber) {
    mutex.lock();
    try {
      residents.removeAbove(pageNumber);
    } finally {
      mutex.unlock();
    }
  }

  /** Forgets everything and begins a new epoch: another process has changed the file. */
  public void invalidate() {
    mutex.lock();
    try {
      epoch++;
      residents.clear();
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
      residents.evictTo(budget());
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
      return residents.bytes();
    } finally {
      mutex.unlock();
    }
  }

  /** Number of images. */
  public int count() {
    mutex.lock();
    try {
      return residents.count();
    } finally {
      mutex.unlock();
    }
  }
}
