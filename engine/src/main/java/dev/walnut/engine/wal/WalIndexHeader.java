// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

import dev.walnut.engine.format.WalLayout;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * The header of the wal-index: one committed state of the log. Immutable.
 *
 * <p>Layout, twelve 32-bit words in the byte order of the machine:
 *
 * <pre>
 *   0  format, 3007000             5     page count of the database
 *   1  unused                      6, 7  checksum of the last frame
 *   2  change counter              8, 9  salts, their bytes as in the log
 *   3  bytes: initialised (1),     10, 11  checksum of words 0 to 9
 *      checksums big-endian (1),
 *      page size (2; 1 is 65536)
 *   4  frames in the log
 * </pre>
 */
public final class WalIndexHeader {
  static final int WORDS = 12;
  static final int BYTES = WORDS * 4;

  private static final int CHANGE = 2;
  private static final int FLAGS = 3;
  private static final int MAX_FRAME = 4;
  private static final int PAGE_COUNT = 5;
  private static final int FRAME_CHECKSUM = 6;
  private static final int SALT = 8;
  private static final int CHECKSUM = 10;
  private static final boolean LITTLE = ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN;

  private final int[] words;

  private WalIndexHeader(int[] words) {
    this.words = words;
  }

  /** The header with those words, or null if it is not initialised or its checksum is wrong. */
  static WalIndexHeader of(int[] words) {
    WalIndexHeader header = new WalIndexHeader(words);
    long sum = header.sum();
    return header.isInitialised()
            && words[CHECKSUM] == (int) (sum >>> 32)
            && words[CHECKSUM + 1] == (int) sum
        ? header
        : null;
  }

  /** A header of given content; salts are in the byte order of the log. */
  static WalIndexHeader of(
      int change,
      boolean bigEndian,
      int pageSize,
      int maxFrame,
      int pageCount,
      long frameChecksum,
      int salt1,
      int salt2) {
    int[] words = new int[WORDS];
    words[0] = WalLayout.FORMAT;
    words[CHANGE] = change;
    int big = bigEndian ? 1 : 0;
    int size = pageSize == 65536 ? 1 : pageSize;
    words[FLAGS] = LITTLE ? 1 | big << 8 | size << 16 : 1 << 24 | big << 16 | size;
    words[MAX_FRAME] = maxFrame;
    words[PAGE_COUNT] = pageCount;
    words[FRAME_CHECKSUM] = (int) (frameChecksum >>> 32);
    words[FRAME_CHECKSUM + 1] = (int) frameChecksum;
    words[SALT] = fileOrder(salt1);
    words[SALT + 1] = fileOrder(salt2);
    WalIndexHeader header = new WalIndexHeader(words);
    long sum = header.sum();
    words[CHECKSUM] = (int) (sum >>> 32);
    words[CHECKSUM + 1] = (int) sum;
    return header;
  }

  private static int fileOrder(int value) {
    return LITTLE ? Integer.reverseBytes(value) : value;
  }

  private long sum() {
    int first = 0;
    int second = 0;
    for (int i = 0; i < CHECKSUM; i += 2) {
      first += words[i] + second;
      second += words[i + 1] + first;
    }
    return (long) first << 32 | second & 0xffff_ffffL;
  }

  int word(int index) {
    return words[index];
  }

  private boolean isInitialised() {
    return (LITTLE ? words[FLAGS] & 0xff : words[FLAGS] >>> 24) != 0;
  }

  /** The format number, {@link WalLayout#FORMAT} unless a later SQLite made it. */
  int format() {
    return words[0];
  }

  /** Grows by one with each commit. */
  int change() {
    return words[CHANGE];
  }

  /** Whether the log's checksums read words big-endian. */
  boolean isBigEndian() {
    return (LITTLE ? words[FLAGS] >>> 8 & 0xff : words[FLAGS] >>> 16 & 0xff) != 0;
  }

  /** The page size in bytes. */
  public int pageSize() {
    int size = LITTLE ? words[FLAGS] >>> 16 : words[FLAGS] & 0xffff;
    return size == 1 ? 65536 : size;
  }

  /** The last valid frame; 0 if the log is empty. */
  public int maxFrame() {
    return words[MAX_FRAME];
  }

  /** Pages of the database; 0 if the log is empty and the file decides. Unsigned. */
  public int pageCount() {
    return words[PAGE_COUNT];
  }

  long frameChecksum() {
    return (long) words[FRAME_CHECKSUM] << 32 | words[FRAME_CHECKSUM + 1] & 0xffff_ffffL;
  }

  /** The first salt, as an integer of the log. */
  int salt1() {
    return fileOrder(words[SALT]);
  }

  /** The second salt, as an integer of the log. */
  int salt2() {
    return fileOrder(words[SALT + 1]);
  }

  /** Whether frame numbers of both name the same frames, as far as both have them. */
  public boolean sameLog(WalIndexHeader other) {
    return words[SALT] == other.words[SALT] && words[SALT + 1] == other.words[SALT + 1];
  }

  /** Whether both are the same bytes. */
  public boolean sameAs(WalIndexHeader other) {
    return this == other || Arrays.equals(words, other.words);
  }

  @Override
  public String toString() {
    return "wal-index header: change "
        + change()
        + ", frames "
        + maxFrame()
        + ", pages "
        + Integer.toUnsignedString(pageCount())
        + ", salts "
        + salt1()
        + " "
        + salt2();
  }
}
