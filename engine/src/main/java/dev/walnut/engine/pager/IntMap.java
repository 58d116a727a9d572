// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import java.util.Arrays;

/**
 * A map from page numbers to objects that allocates neither keys nor entries: open addressing with
 * linear probing. The key 0 is not allowed. Not thread-safe.
 */
public final class IntMap<V> {
  private static final int INITIAL_CAPACITY = 16;

  private int[] keys = new int[INITIAL_CAPACITY];
  private Object[] values = new Object[INITIAL_CAPACITY];
  private int size;

  /** An empty map. */
  public IntMap() {}

  int size() {
    return size;
  }

  private static int slot(int key, int mask) {
    return (key * 0x9e3779b9 >>> 7) & mask;
  }

  /** The value of that key, or null. */
  @SuppressWarnings("unchecked")
  public V get(int key) {
    int[] keys = this.keys;
    int mask = keys.length - 1;
    for (int i = slot(key, mask); ; i = (i + 1) & mask) {
      int present = keys[i];
      if (present == key) {
        return (V) values[i];
      }
      if (present == 0) {
        return null;
      }
    }
  }

  /** Stores a value, never null, under a key. */
  public void put(int key, V value) {
    if (2 * (size + 1) > keys.length) {
      grow();
    }
    if (insert(keys, values, key, value)) {
      size++;
    }
  }

  private static boolean insert(int[] keys, Object[] values, int key, Object value) {
    int mask = keys.length - 1;
    for (int i = slot(key, mask); ; i = (i + 1) & mask) {
      if (keys[i] == 0 || keys[i] == key) {
        boolean isNew = keys[i] == 0;
        keys[i] = key;
        values[i] = value;
        return isNew;
      }
    }
  }

  private void grow() {
    int[] newKeys = new int[keys.length * 2];
    Object[] newValues = new Object[keys.length * 2];
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] != 0) {
        insert(newKeys, newValues, keys[i], values[i]);
      }
    }
    keys = newKeys;
    values = newValues;
  }

  /** Removes a key, if it is there. */
  public void remove(int key) {
    int mask = keys.length - 1;
    int i = slot(key, mask);
    while (keys[i] != key) {
      if (keys[i] == 0) {
        return;
      }
      i = (i + 1) & mask;
    }
    size--;
    // Moves later entries of the same run back, so that no probe meets a gap.
    int gap = i;
    for (int j = (i + 1) & mask; keys[j] != 0; j = (j + 1) & mask) {
      int home = slot(keys[j], mask);
      if (((j - home) & mask) >= ((j - gap) & mask)) {
        keys[gap] = keys[j];
        values[gap] = values[j];
        gap = j;
      }
    }
    keys[gap] = 0;
    values[gap] = null;
  }

  /** All keys in ascending order as unsigned numbers. */
  public int[] sortedKeys() {
    int[] sorted = new int[size];
    int count = 0;
    for (int key : keys) {
      if (key != 0) {
        sorted[count++] = key ^ Integer.MIN_VALUE;
      }
    }
    Arrays.sort(sorted);
    for (int i = 0; i < count; i++) {
      sorted[i] ^= Integer.MIN_VALUE;
    }
    return sorted;
  }

  void clear() {
    if (size == 0) {
      return;
    }
    if (keys.length > 1024) {
      keys = new int[INITIAL_CAPACITY];
      values = new Object[INITIAL_CAPACITY];
    } else {
      Arrays.fill(keys, 0);
      Arrays.fill(values, null);
    }
    size = 0;
  }
}
