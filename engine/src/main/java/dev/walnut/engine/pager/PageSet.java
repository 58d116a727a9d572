// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import java.util.Arrays;

/** A set of page numbers, as bits in segments of 4096 that exist where a number was added. */
final class PageSet {
  private static final int SEGMENT_BITS = 12;
  private static final int SEGMENT_WORDS = (1 << SEGMENT_BITS) / 64;

  private long[][] segments = new long[4][];
  private boolean empty = true;

  boolean contains(int pageNumber) {
    int index = pageNumber >>> SEGMENT_BITS;
    if (empty || index >= segments.length || segments[index] == null) {
      return false;
    }
    return (segments[index][(pageNumber >>> 6) % SEGMENT_WORDS] & 1L << pageNumber) != 0;
  }

  void add(int pageNumber) {
    int index = pageNumber >>> SEGMENT_BITS;
    if (index >= segments.length) {
      segments = Arrays.copyOf(segments, Math.max(index + 1, segments.length * 2));
    }
    if (segments[index] == null) {
      segments[index] = new long[SEGMENT_WORDS];
    }
    segments[index][(pageNumber >>> 6) % SEGMENT_WORDS] |= 1L << pageNumber;
    empty = false;
  }

  void clear() {
    if (!empty) {
      segments = new long[4][];
      empty = true;
    }
  }
}
