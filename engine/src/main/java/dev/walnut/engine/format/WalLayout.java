// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Layout of a write-ahead log, file {@code -wal}; all integers are big-endian. Source: "WAL-mode
 * File Format" of SQLite's documentation.
 *
 * <p>A header of 32 bytes:
 *
 * <pre>
 *    0   4  magic 0x377f0682; its lowest bit set: checksums read words big-endian
 *    4   4  format, 3007000
 *    8   4  page size
 *   12   4  checkpoint sequence number
 *   16   8  salts; the first grows by one with each rewind, the second is random
 *   24   8  checksum of the first 24 bytes
 * </pre>
 *
 * <p>Frames follow without gaps, each a header of 24 bytes and a page image:
 *
 * <pre>
 *    0   4  page number
 *    4   4  in a commit frame the page count of the database, otherwise 0
 *    8   8  the salts of the log's header
 *   16   8  checksum of the log's header, of all frames before and of this one (without bytes 8-23)
 * </pre>
 *
 * <p>A checksum is two 32-bit sums, here in one long: the first in the upper half.
 */
public final class WalLayout {
  public static final int MAGIC = 0x377f0682;
  public static final int FORMAT = 3007000;
  public static final int HEADER_BYTES = 32;
  public static final int PAGE_SIZE_OFFSET = 8;
  public static final int CHECKPOINT_SEQUENCE_OFFSET = 12;
  public static final int SALT_OFFSET = 16;
  public static final int HEADER_CHECKSUM_OFFSET = 24;

  public static final int FRAME_HEADER_BYTES = 24;
  public static final int FRAME_PAGE_COUNT_OFFSET = 4;
  public static final int FRAME_SALT_OFFSET = 8;
  public static final int FRAME_CHECKSUM_OFFSET = 16;

  /** Bytes of a frame's header that its checksum covers. */
  public static final int FRAME_SUMMED_BYTES = 8;

  private static final VarHandle BIG =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LITTLE =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  private WalLayout() {}

  /** Where a frame begins in the file; frames count from 1. */
  public static long frameOffset(int frame, int pageSize) {
    return HEADER_BYTES
        + (Integer.toUnsignedLong(frame) - 1) * (FRAME_HEADER_BYTES + (long) pageSize);
  }

  /**
   * Goes on with a checksum.
   *
   * @param checksum of what comes before; 0 at the start
   * @param length a multiple of 8
   * @param bigEndian the byte order in which words are read
   */
  public static long checksum(
      long checksum, byte[] bytes, int offset, int length, boolean bigEndian) {
    return bigEndian
        ? bigEndianSum(checksum, bytes, offset, length)
        : littleEndianSum(checksum, bytes, offset, length);
  }

  private static long bigEndianSum(long checksum, byte[] bytes, int offset, int length) {
    int first = (int) (checksum >>> 32);
    int second = (int) checksum;
    for (int i = offset; i < offset + length; i += 8) {
      first += (int) BIG.get(bytes, i) + second;
      second += (int) BIG.get(bytes, i + 4) + first;
    }
    return (long) first << 32 | second & 0xffff_ffffL;
  }

  private static long littleEndianSum(long checksum, byte[] bytes, int offset, int length) {
    int first = (int) (checksum >>> 32);
    int second = (int) checksum;
    for (int i = offset; i < offset + length; i += 8) {
      first += (int) LITTLE.get(bytes, i) + second;
      second += (int) LITTLE.get(bytes, i + 4) + first;
    }
    return (long) first << 32 | second & 0xffff_ffffL;
  }
}
