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
 *   <li>C2 An image is what the newest version of the database has for its page. Versions are
 *       numbers that rise with each change. In WAL mode readers of older versions are about: they
 *       may use an image, and insert one, only if the page has not changed since their version. Who
 *       publishes a version first raises {@link #newestVersion}, then stamps the changed pages,
 *       then replaces images; so a reader who got an image and then still finds its own version the
 *       newest, or the page not stamped since, has the right one.
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
  private volatile long newestVersion;

  /** Nothing is known of changes before that version. */
  private volatile long oldestKnownVersion;

  private final PageStamps stamps = new PageStamps();

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

  /**
   * The image of a page for readers of a version, or null. Costs a few loads and takes no lock.
   *
   * @param version the reader's version, at most the newest one
   */
  public byte[] get(int pageNumber, long version) {
    byte[] image = table.get(pageNumber);
    return newestVersion == version || image == null || isUnchangedSince(pageNumber, version)
        ? image
        : null;
  }

  /** Like {@link #get} without counting a use: for passes over large trees. */
  public byte[] getInPassing(int pageNumber, long version) {
    byte[] image = table.peek(pageNumber);
    return newestVersion == version || image == null || isUnchangedSince(pageNumber, version)
        ? image
        : null;
  }

  private boolean isUnchangedSince(int pageNumber, long version) {
    return version >= oldestKnownVersion && stamps.get(pageNumber) <= version;
  }

  /** The version that was published last, or is just being published. */
  public long newestVersion() {
    return newestVersion;
  }

  /** Begins to publish a version: what is removed or published from now on belongs to it. */
  public void beginVersion(long version) {
    newestVersion = version;
  }

  /** How many pages of that size passes may keep when all others are in use: at least 8. */
  public int passingPages(int pageSize) {
    return ResidentPages.window(budgetBytes, pageSize);
  }

  /**
   * Adds an image that a reader of a version has read.
   *
   * @return the image to use: one that another reader stored first, or the given one
   */
  public byte[] insert(int pageNumber, byte[] image, long version) {
    return insert(pageNumber, image, version, false);
  }

  /** Like {@link #insert}, for a page that a pass over a large tree has read. */
  public byte[] insertInPassing(int pageNumber, byte[] image, long version) {
    return insert(pageNumber, image, version, true);
  }

  private byte[] insert(int pageNumber, byte[] image, long version, boolean inPassing) {
    mutex.lock();
    try {
      if (version != newestVersion && !isUnchangedSince(pageNumber, version)) {
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
      stamps.set(pageNumber, newestVersion);
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

  /** Forgets one page, whose image is not that of the newest version. */
  public void remove(int pageNumber) {
    mutex.lock();
    try {
      stamps.set(pageNumber, newestVersion);
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

  /**
   * Forgets everything: what another process has changed is not known.
   *
   * @param version the version that is there now
   */
  public void invalidate(long version) {
    mutex.lock();
    try {
      newestVersion = version;
      oldestKnownVersion = version;
      stamps.clear();
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
