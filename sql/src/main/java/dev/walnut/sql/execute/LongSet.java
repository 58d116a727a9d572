// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import java.util.Arrays;

/** A set of longs by open addressing. */
final class LongSet {
  private long[] slots = new long[32];
  private int count;
  private boolean hasZero;

  void clear() {
    if (slots.length > 1024) {
      slots = new long[32];
    } else {
      Arrays.fill(slots, 0);
    }
    count = 0;
    hasZero = false;
  }

  /** Adds a value; false if it was there. */
  boolean add(long value) {
    if (value == 0) {
      boolean added = !hasZero;
      hasZero = true;
      return added;
    }
    if (count * 2 >= slots.length) {
      grow();
    }
    int mask = slots.length - 1;
    int i = slot(value, mask);
    while (slots[i] != 0) {
      if (slots[i] == value) {
        return false;
      }
      i = (i + 1) & mask;
    }
    slots[i] = value;
    count++;
    return true;
  }

  private static int slot(long value, int mask) {
    long hash = value * 0x9E3779B97F4A7C15L;
    return (int) (hash >>> 32) & mask;
  }

  private void grow() {
    long[] old = slots;
    slots = new long[old.length * 2];
    int mask = slots.length - 1;
    for (long value : old) {
      if (value != 0) {
        int i = slot(value, mask);
        while (slots[i] != 0) {
          i = (i + 1) & mask;
        }
        slots[i] = value;
      }
    }
  }
}
