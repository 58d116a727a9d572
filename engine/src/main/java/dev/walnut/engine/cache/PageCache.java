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
 * <p>Replacement is a clock: {@link #ring} lists the resident pages, the hand lowers usage counts
 * and evicts at zero. A page enters with count zero, so that pages seen once go first. Eviction
 * forgets a reference; a reader that has the array keeps it.
 *
 * <p>{@link #get} takes no lock. All else is guarded by the mutex.
 */
public final class PageCache {
  private static final int MIN_BUDGET_BYTES = 16 << 20;

  /** What an image costs beside its bytes: array header and ring slot. */
  private static final int OVERHEAD_BYTES = 20;

  private final ReentrantLock mutex = new ReentrantLock();
  private final PageTable table = new PageTable();
  private final boolean pinned;

  // Guarded by mutex.
  private int[] ring = new int[256];
  private int ringCount;

  /** Ring slots whose page is no longer resident, or stands in the ring twice. */
  private int staleCount;

  private int hand;
  private long bytes;
  private long budgetBytes;
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
    mutex.lock();
    try {
      if (readEpoch != epoch) {
        return image;
      }
      byte[] present = table.get(pageNumber);
      if (present != null) {
        return present;
      }
      store(pageNumber, image);
      return image;
    } finally {
      mutex.unlock();
    }
  }

  /** Adds or replaces the image of a page that was just committed. */
  public void publish(int pageNumber, byte[] image) {
    mutex.lock();
    try {
      byte[] present = table.peek(pageNumber);
      if (present == null) {
        store(pageNumber, image);
      } else {
        bytes += image.length - present.length;
        table.replace(pageNumber, image);
      }
    } finally {
      mutex.unlock();
    }
  }

  private void store(int pageNumber, byte[] image) {
    if (ringCount == ring.length) {
      ring = Arrays.copyOf(ring, ringCount * 2);
    }
    // The newcomer stands just behind the hand, where the hand comes last.
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
    table.set(pageNumber, image);
    bytes += image.length + OVERHEAD_BYTES;
    evictToBudget();
  }

  private void evictToBudget() {
    while (!pinned && bytes + table.indexBytes() > budgetBytes && ringCount > 1) {
      evictOne();
    }
  }

  private void evictOne() {
    while (ringCount > 0) {
      if (hand >= ringCount) {
        hand = 0;
      }
      int pageNumber = ring[hand];
      byte[] image = table.peek(pageNumber);
      if (image != null && table.age(pageNumber)) {
        hand++;
        continue;
      }
      ring[hand] = ring[--ringCount];
      if (image == null) {
        staleCount--;
        continue;
      }
      bytes -= image.length + OVERHEAD_BYTES;
      table.set(pageNumber, null);
      return;
    }
  }

  /** Forgets one page, whose image is no longer what the file holds. */
  public void remove(int pageNumber) {
    mutex.lock();
    try {
      byte[] image = table.peek(pageNumber);
      if (image == null) {
        return;
      }
      bytes -= image.length + OVERHEAD_BYTES;
      table.set(pageNumber, null);
      staleCount++;
      if (staleCount > 64 && staleCount > ringCount / 2) {
        dropStaleSlots();
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
        byte[] image = table.peek(ring[i]);
        if (image != null && Integer.compareUnsigned(ring[i], pageNumber) > 0) {
          bytes -= image.length + OVERHEAD_BYTES;
          table.set(ring[i], null);
        }
      }
      dropStaleSlots();
    } finally {
      mutex.unlock();
    }
  }

  /** Keeps one ring slot for each resident page. */
  private void dropStaleSlots() {
    int[] kept = Arrays.copyOf(ring, ringCount);
    int keptCount = 0;
    for (int i = 0; i < ringCount; i++) {
      int pageNumber = ring[i];
      if (table.peek(pageNumber) != null) {
        kept[keptCount++] = pageNumber;
      }
    }
    Arrays.sort(kept, 0, keptCount);
    int unique = 0;
    for (int i = 0; i < keptCount; i++) {
      if (unique == 0 || kept[unique - 1] != kept[i]) {
        kept[unique++] = kept[i];
      }
    }
    ring = kept.length >= 256 ? kept : Arrays.copyOf(kept, 256);
    ringCount = unique;
    staleCount = 0;
    hand = 0;
  }

  /** Forgets everything and begins a new epoch: another process has changed the file. */
  public void invalidate() {
    mutex.lock();
    try {
      epoch++;
      table.clear();
      ring = new int[256];
      ringCount = 0;
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
      evictToBudget();
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
      return ringCount - staleCount;
    } finally {
      mutex.unlock();
    }
  }
}
