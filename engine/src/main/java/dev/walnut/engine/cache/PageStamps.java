// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.cache;

import java.util.Arrays;

/**
 * For each page the version that changed it last, 0 if none is known: segmented arrays, read
 * without a lock.
 *
 * <p>Setting and clearing are for the holder of the cache's mutex. A reader may see an older stamp
 * than the newest; it sees at least those that were set before the image that it found was stored,
 * since images are stored and loaded in release and acquire order.
 */
final class PageStamps {
  private static final int SEGMENT_BITS = 9;
  private static final int SEGMENT_SIZE = 1 << SEGMENT_BITS;

  private volatile long[][] segments = new long[16][];

  /** The version that changed the page last; 0 if it is not known to have changed. */
  long get(int pageNumber) {
    long[][] all = segments;
    int index = pageNumber >>> SEGMENT_BITS;
    long[] segment = index < all.length ? all[index] : null;
    return segment == null ? 0 : segment[pageNumber & SEGMENT_SIZE - 1];
  }

  void set(int pageNumber, long version) {
    long[][] all = segments;
    int index = pageNumber >>> SEGMENT_BITS;
    if (index >= all.length) {
      all = Arrays.copyOf(all, Math.max(index + 1, Math.min(all.length * 2, 1 << 23)));
    }
    if (all[index] == null) {
      all[index] = new long[SEGMENT_SIZE];
    }
    all[index][pageNumber & SEGMENT_SIZE - 1] = version;
    // Also publishes the element: a reader that sees this write sees the stamp.
    segments = all;
  }

  void clear() {
    segments = new long[16][];
  }
}
