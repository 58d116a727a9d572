// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.format;

/**
 * Layout of a rollback journal.
 *
 * <p>A journal is a run of segments. A segment begins at a multiple of the sector size with a
 * header that fills one sector:
 *
 * <pre>
 *    0   8  magic
 *    8   4  number of page records in the segment; -1: as many as the file has room for
 *   12   4  nonce that checksums start from
 *   16   4  page count of the database before the transaction
 *   20   4  sector size in bytes
 *   24   4  page size in bytes
 * </pre>
 *
 * <p>Page records follow without gaps: page number (4), page image, checksum (4). The checksum is
 * the nonce plus every 200th byte of the image, from the end. After the last record may stand the
 * name of a super-journal: the lock-byte page number (4), the name, its length (4), the sum of its
 * bytes (4) and the magic (8).
 */
public final class JournalLayout {
  /** The magic number as a big-endian 64-bit integer. */
  public static final long MAGIC = 0xd9d505f920a163d7L;

  /** Bytes of the header that carry meaning; the rest of its sector is padding. */
  public static final int HEADER_BYTES = 28;

  public static final int RECORD_COUNT_OFFSET = 8;
  public static final int NONCE_OFFSET = 12;
  public static final int PAGE_COUNT_OFFSET = 16;
  public static final int SECTOR_SIZE_OFFSET = 20;
  public static final int PAGE_SIZE_OFFSET = 24;

  /** Bytes of a page record beside the image. */
  public static final int RECORD_OVERHEAD = 8;

  /** Bytes at a journal's end when it names a super-journal, beside the name and its lead-in. */
  public static final int SUPER_TRAILER_BYTES = 16;

  /** Record count of a segment whose header was not synced after its records. */
  public static final int COUNT_UNKNOWN = -1;

  /** The sector size that Walnut writes, and its bounds when read. */
  public static final int DEFAULT_SECTOR_SIZE = 512;

  public static final int MIN_SECTOR_SIZE = 32;
  public static final int MAX_SECTOR_SIZE = 65536;

  private JournalLayout() {}

  /** The page that holds the lock bytes, which is never journaled: it leads in a super-journal. */
  public static int lockBytePage(int pageSize) {
    return (1 << 30) / pageSize + 1;
  }

  /** The checksum of a page image. */
  public static int checksum(int nonce, byte[] image, int pageSize) {
    int sum = nonce;
    for (int i = pageSize - 200; i > 0; i -= 200) {
      sum += image[i] & 0xff;
    }
    return sum;
  }
}
