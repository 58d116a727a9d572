// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.format.Bytes;
import java.util.Arrays;

/**
 * A hash table of byte keys, numbered from 0 in the order they were added. Linear probing over int
 * slots; keys lie one after the other in one array.
 */
final class KeyTable {
  private static final int KEPT_SLOTS = 1 << 14;
  private static final long PRIME_1 = 0x9E3779B97F4A7C15L;
  private static final long PRIME_2 = 0xC2B2AE3D27D4EB4FL;

  private int[] slots = new int[32];
  private int[] hashes = new int[16];
  private int[] offsets = new int[17];
  private byte[] keys = new byte[256];
  private int count;

  int count() {
    return count;
  }

  void clear() {
    if (slots.length > KEPT_SLOTS) {
      slots = new int[32];
      hashes = new int[16];
      offsets = new int[17];
      keys = new byte[256];
    } else if (count > 0) {
      Arrays.fill(slots, 0);
    }
    count = 0;
    offsets[0] = 0;
  }

  /** The number of a key; -1 if it is not there. */
  int find(KeyEncoder key) {
    int hash = hash(key.bytes, key.length);
    int mask = slots.length - 1;
    for (int i = hash & mask; slots[i] != 0; i = (i + 1) & mask) {
      int entry = slots[i] - 1;
      if (hashes[entry] == hash && equals(entry, key)) {
        return entry;
      }
    }
    return -1;
  }

  /** Adds a key; its number if it is new, {@code -1 - number} if it was there. */
  int add(KeyEncoder key) {
    int hash = hash(key.bytes, key.length);
    int mask = slots.length - 1;
    int i = hash & mask;
    for (; slots[i] != 0; i = (i + 1) & mask) {
      int entry = slots[i] - 1;
      if (hashes[entry] == hash && equals(entry, key)) {
        return -1 - entry;
      }
    }
    if (count == hashes.length) {
      grow();
      return add(key);
    }
    int start = offsets[count];
    long end = (long) start + key.length;
    if (end > keys.length) {
      if (end > Integer.MAX_VALUE - 16) {
        throw new DatabaseException(ResultCode.NOMEM);
      }
      keys =
          Arrays.copyOf(
              keys, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(end, keys.length * 2L)));
    }
    System.arraycopy(key.bytes, 0, keys, start, key.length);
    offsets[count + 1] = (int) end;
    hashes[count] = hash;
    slots[i] = ++count;
    return count - 1;
  }

  private void grow() {
    if (count > 1 << 28) {
      throw new DatabaseException(ResultCode.NOMEM);
    }
    hashes = Arrays.copyOf(hashes, count * 2);
    offsets = Arrays.copyOf(offsets, count * 2 + 1);
    int[] larger = new int[slots.length * 2];
    int mask = larger.length - 1;
    for (int entry = 0; entry < count; entry++) {
      int i = hashes[entry] & mask;
      while (larger[i] != 0) {
        i = (i + 1) & mask;
      }
      larger[i] = entry + 1;
    }
    slots = larger;
  }

  private boolean equals(int entry, KeyEncoder key) {
    int start = offsets[entry];
    return Arrays.equals(keys, start, offsets[entry + 1], key.bytes, 0, key.length);
  }

  private static int hash(byte[] bytes, int length) {
    long hash = length;
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      hash = Long.rotateLeft(hash ^ Bytes.getLong(bytes, i) * PRIME_2, 29) * PRIME_1;
    }
    for (; i < length; i++) {
      hash = (hash ^ bytes[i]) * PRIME_1;
    }
    hash ^= hash >>> 32;
    hash *= PRIME_2;
    return (int) (hash >>> 32);
  }
}
