// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.cache;

import java.util.Arrays;

/**
 * The pages that are in a cache, what they take, and which of them go when there is no room.
 *
 * <p>There are two kinds of pages.
 *
 * <ul>
 *   <li>Pages that someone asked for by {@link PageTable#get}: a clock. {@link #ring} lists them,
 *       the hand lowers usage counts and evicts at zero. A page enters with count zero, so that
 *       pages seen once go first.
 *   <li>Passing pages, which a pass over a large tree has read: listed by {@link #passing}. They
 *       take what room is free, and are the first to go. When nothing is free, a pass replaces its
 *       own youngest pages, in a window at the list's end, so that it displaces nobody, and the
 *       next pass over the same tree still finds the older part of it. So that a new tree can take
 *       the place of one that nobody passes any more, one page in {@link #EXCHANGE_INTERVAL} goes
 *       into the older part or the place of a page of the first kind that is idle.
 * </ul>
 *
 * <p>A passing page that {@code get} finds becomes one of the first kind: its usage count says so
 * at once, the lists when it would be evicted. Each resident page is in one list at least; an entry
 * of a page that is gone, or of the other kind, is stale and dropped when met.
 *
 * <p>Guarded by the cache's mutex; reading the table is not.
 */
final class ResidentPages {
  /** What an image costs beside its bytes: array header and ring slot. */
  private static final int OVERHEAD_BYTES = 20;

  /** The part of the budget that passing pages may take from others: a hundredth. */
  private static final int PASSING_PART = 100;

  private static final int MIN_PASSING_PAGES = 8;

  /** Every so many replacements by a pass, one goes beyond its window. */
  private static final int EXCHANGE_INTERVAL = 16;

  private static final int LOOKS_FOR_IDLE = 8;

  private final PageTable table;
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

  private long imageBytes;

  ResidentPages(PageTable table) {
    this.table = table;
  }

  /** How many passing pages of that size stay when all others are in use. */
  static int window(long budgetBytes, int pageSize) {
    return (int) Math.max(MIN_PASSING_PAGES, budgetBytes / pageSize / PASSING_PART);
  }

  int count() {
    return residentCount;
  }

  /** What images and index take. */
  long bytes() {
    return imageBytes + table.indexBytes();
  }

  /** Adds a page that is not there, and makes room for it. */
  void add(int pageNumber, byte[] image, boolean inPassing, long budgetBytes) {
    int window = window(Math.min(budgetBytes, Integer.MAX_VALUE), image.length);
    residentCount++;
    imageBytes += image.length + OVERHEAD_BYTES;
    if (inPassing) {
      table.set(pageNumber, image, PageTable.PASSING);
      addPassing(pageNumber, window, budgetBytes);
    } else {
      table.set(pageNumber, image);
      addToRing(pageNumber);
    }
    evictTo(budgetBytes, window, inPassing);
  }

  /** Replaces the image of a page that is there. */
  void replace(int pageNumber, byte[] image) {
    imageBytes += image.length - table.peek(pageNumber).length;
    table.replace(pageNumber, image);
  }

  /** Evicts until all fits. */
  void evictTo(long budgetBytes) {
    evictTo(budgetBytes, MIN_PASSING_PAGES, false);
  }

  /** Forgets a page if it is there. */
  void remove(int pageNumber) {
    if (table.peek(pageNumber) == null) {
      return;
    }
    evict(pageNumber);
    staleCount++;
    if (staleCount > 64 && staleCount > (ringCount + passingCount) / 2) {
      dropStaleEntries();
    }
  }

  /** Forgets all pages above a number. */
  void removeAbove(int pageNumber) {
    for (int i = 0; i < ringCount; i++) {
      removeIfAbove(ring[i], pageNumber);
    }
    for (int i = 0; i < passingCount; i++) {
      removeIfAbove(passing[i], pageNumber);
    }
    dropStaleEntries();
  }

  /** Forgets all pages. */
  void clear() {
    table.clear();
    ring = new int[256];
    ringCount = 0;
    hand = 0;
    passing = new int[64];
    passingCount = 0;
    residentCount = 0;
    staleCount = 0;
    imageBytes = 0;
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

  /** Lists a passing page; if there is no room, in the place of another one where possible. */
  private void addPassing(int pageNumber, int window, long budgetBytes) {
    if (bytes() <= budgetBytes || passingCount < window) {
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
    imageBytes -= table.peek(pageNumber).length + OVERHEAD_BYTES;
    table.set(pageNumber, null);
    residentCount--;
  }

  private void evictTo(long budgetBytes, int window, boolean forPass) {
    while (bytes() > budgetBytes && residentCount > 1) {
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
}
