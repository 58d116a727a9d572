// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.badinput;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** Damages the bytes of a database file in the ways that hurt most. */
final class FileMutator {

  private static final int HEADER_BYTES = 100;
  private static final int[] WORDS = {
    0, 1, 2, 3, 0x7fffffff, 0x80000000, 0xffffffff, 0x10000, 0xffff, 0x8000, 512, 4096, 65536
  };
  private static final byte[] PAGE_TYPES = {2, 5, 10, 13, 0, 1, 7, -1};

  private final SplittableRandom random;
  private final int pageSize;

  /** Page size of the undamaged file, at least 512. */
  FileMutator(SplittableRandom random, int pageSize) {
    this.random = random;
    this.pageSize = pageSize;
  }

  /** Returns a damaged copy. */
  byte[] mutate(byte[] original) {
    byte[] bytes = original.clone();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count && bytes.length > HEADER_BYTES; i++) {
      bytes = once(bytes);
    }
    return bytes;
  }

  private byte[] once(byte[] bytes) {
    int page = random.nextInt(Math.max(1, bytes.length / pageSize)) * pageSize;
    int pageHeader = page == 0 ? HEADER_BYTES : page;
    switch (random.nextInt(11)) {
      case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
      case 1 -> bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
      case 2 -> word(bytes, random.nextInt(bytes.length - 4));
      case 3 -> bytes[random.nextInt(HEADER_BYTES)] = (byte) random.nextInt(256);
      case 4 -> word(bytes, 16 + random.nextInt(20) * 4);
      case 5 -> bytes[at(bytes, pageHeader)] = PAGE_TYPES[random.nextInt(PAGE_TYPES.length)];
      case 6 -> bytes[at(bytes, pageHeader + random.nextInt(12))] = (byte) random.nextInt(256);
      // Cell pointers and right-most children.
      case 7 -> bytes[at(bytes, pageHeader + 8 + random.nextInt(40))] = (byte) random.nextInt(256);
      case 8 -> {
        int other = random.nextInt(Math.max(1, bytes.length / pageSize)) * pageSize;
        System.arraycopy(
            bytes, other, bytes, page, Math.min(pageSize, bytes.length - Math.max(page, other)));
      }
      case 9 -> {
        return java.util.Arrays.copyOf(bytes, 1 + random.nextInt(bytes.length));
      }
      default -> {
        int from = random.nextInt(bytes.length);
        int length = Math.min(bytes.length - from, 1 + random.nextInt(pageSize));
        byte value = (byte) (random.nextBoolean() ? 0 : random.nextInt(256));
        java.util.Arrays.fill(bytes, from, from + length, value);
      }
    }
    return bytes;
  }

  private static int at(byte[] bytes, int index) {
    return Math.min(bytes.length - 1, index);
  }

  private void word(byte[] bytes, int index) {
    if (index >= 0 && index + 4 <= bytes.length) {
      ByteBuffer.wrap(bytes).putInt(index, WORDS[random.nextInt(WORDS.length)]);
    }
  }
}
