// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import java.util.Arrays;

/** A growable list of cells by reference: array, offset and size of each. */
final class CellList {
  byte[][] arrays = new byte[64][];
  int[] offsets = new int[64];
  int[] sizes = new int[64];
  int count;

  void clear() {
    count = 0;
  }

  void add(byte[] array, int offset, int size) {
    if (count == sizes.length) {
      arrays = Arrays.copyOf(arrays, count * 2);
      offsets = Arrays.copyOf(offsets, count * 2);
      sizes = Arrays.copyOf(sizes, count * 2);
    }
    arrays[count] = array;
    offsets[count] = offset;
    sizes[count++] = size;
  }
}
