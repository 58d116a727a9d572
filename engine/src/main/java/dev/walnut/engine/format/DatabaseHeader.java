// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.format;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first 100 bytes of a database: names for its fields and the rules by which a file is taken
 * for a database.
 *
 * <p>Layout (big endian)
 *
 * <pre>
 *    0  16  "SQLite format 3" and a zero byte
 *   16   2  page size in bytes; 1 means 65536
 *   18   1  write version: 1 rollback journal, 2 write-ahead log, more: read only
 *   19   1  read version: 1 or 2
 *   20   1  bytes reserved at the end of each page
 *   21   3  payload fractions 64, 32, 32
 *   24   4  change counter: raised by every writing transaction in rollback mode
 *   28   4  page count, good only if the change counter equals the field at 92
 *   32   4  first freelist trunk page, 0 if none
 *   36   4  number of freelist pages
 *   40   4  schema cookie
 *   44   4  schema format, 1 to 4
 *   48   4  suggested cache size
 *   52   4  largest root page in an auto_vacuum database, else 0
 *   56   4  text encoding
 *   60   4  user version
 *   64   4  1 for incremental vacuum
 *   68   4  application id
 *   72  20  zero
 *   92   4  change counter when the version number at 96 was written
 *   96   4  number of the SQLite version that wrote last
 * </pre>
 */
public final class DatabaseHeader {
  /** Bytes of the header. */
  public static final int BYTES = 100;

  public static final int PAGE_SIZE_OFFSET = 16;
  public static final int WRITE_VERSION_OFFSET = 18;
  public static final int READ_VERSION_OFFSET = 19;
  public static final int RESERVED_BYTES_OFFSET = 20;
  public static final int FRACTIONS_OFFSET = 21;
  public static final int CHANGE_COUNTER_OFFSET = 24;
  public static final int PAGE_COUNT_OFFSET = 28;
  public static final int FREELIST_TRUNK_OFFSET = 32;
  public static final int FREELIST_COUNT_OFFSET = 36;
  public static final int SCHEMA_COOKIE_OFFSET = 40;
  public static final int SCHEMA_FORMAT_OFFSET = 44;
  public static final int DEFAULT_CACHE_SIZE_OFFSET = 48;
  public static final int LARGEST_ROOT_OFFSET = 52;
  public static final int TEXT_ENCODING_OFFSET = 56;
  public static final int USER_VERSION_OFFSET = 60;
  public static final int INCREMENTAL_VACUUM_OFFSET = 64;
  public static final int APPLICATION_ID_OFFSET = 68;
  public static final int VERSION_VALID_FOR_OFFSET = 92;
  public static final int VERSION_NUMBER_OFFSET = 96;

  /** Where the bytes begin whose change tells that another process has written; 16 bytes long. */
  public static final int STAMP_OFFSET = CHANGE_COUNTER_OFFSET;

  public static final int STAMP_BYTES = 16;

  /** The version that Walnut writes at {@link #VERSION_NUMBER_OFFSET}. */
  public static final int SQLITE_VERSION_NUMBER = 3054001;

  public static final int MIN_PAGE_SIZE = 512;
  public static final int DEFAULT_PAGE_SIZE = 4096;
  public static final int MAX_PAGE_SIZE = 65536;
  public static final int MIN_USABLE_SIZE = 480;

  /** The greatest page number that SQLite allows. */
  public static final int MAX_PAGE_COUNT = 0xffff_fffe;

  private static final byte[] MAGIC = "SQLite format 3\u0000".getBytes(StandardCharsets.ISO_8859_1);

  private DatabaseHeader() {}

  /** Whether {@code pageSize} is a power of two from 512 to 65536. */
  public static boolean isValidPageSize(int pageSize) {
    return pageSize >= MIN_PAGE_SIZE
        && pageSize <= MAX_PAGE_SIZE
        && Integer.bitCount(pageSize) == 1;
  }

  /**
   * Checks the rules by which SQLite takes a file for a database.
   *
   * @param header at least 100 bytes, zero where the file is shorter
   * @throws DatabaseException NOTADB if one is broken
   */
  public static void validate(byte[] header) {
    for (int i = 0; i < MAGIC.length; i++) {
      require(header[i] == MAGIC[i]);
    }
    require(header[READ_VERSION_OFFSET] >= 0 && header[READ_VERSION_OFFSET] <= 2);
    require(
        header[FRACTIONS_OFFSET] == 64
            && header[FRACTIONS_OFFSET + 1] == 32
            && header[FRACTIONS_OFFSET + 2] == 32);
    int pageSize = pageSize(header);
    require(isValidPageSize(pageSize));
    require(pageSize - reservedBytes(header) >= MIN_USABLE_SIZE);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new DatabaseException(ResultCode.NOTADB);
    }
  }

  /** The page size in bytes as stored; may be invalid. */
  public static int pageSize(byte[] header) {
    int stored = Bytes.getShort(header, PAGE_SIZE_OFFSET);
    return stored == 1 ? 65536 : stored;
  }

  /** Bytes at the end of each page that the b-tree leaves alone, 0 to 255. */
  public static int reservedBytes(byte[] header) {
    return Bytes.getByte(header, RESERVED_BYTES_OFFSET);
  }

  /** Whether the file's last writer left it in write-ahead-log mode. */
  public static boolean isWalMode(byte[] header) {
    return header[READ_VERSION_OFFSET] == 2;
  }

  /** Whether the write version forbids changes by this version of the format. */
  public static boolean isReadOnly(byte[] header) {
    return Bytes.getByte(header, WRITE_VERSION_OFFSET) > 2;
  }

  /** Whether the stored page count can be trusted: the last writer knew of the field. */
  public static boolean hasPageCount(byte[] header) {
    return Bytes.getInt(header, PAGE_COUNT_OFFSET) != 0
        && Bytes.getInt(header, CHANGE_COUNTER_OFFSET)
            == Bytes.getInt(header, VERSION_VALID_FOR_OFFSET);
  }

  /**
   * Fills the header of a new database; the rest of the page is the b-tree's.
   *
   * @param page page 1, of {@code pageSize} bytes
   */
  public static void initialize(byte[] page, int pageSize, int reservedBytes) {
    System.arraycopy(MAGIC, 0, page, 0, MAGIC.length);
    Bytes.putShort(page, PAGE_SIZE_OFFSET, pageSize == 65536 ? 1 : pageSize);
    page[WRITE_VERSION_OFFSET] = 1;
    page[READ_VERSION_OFFSET] = 1;
    page[RESERVED_BYTES_OFFSET] = (byte) reservedBytes;
    page[FRACTIONS_OFFSET] = 64;
    page[FRACTIONS_OFFSET + 1] = 32;
    page[FRACTIONS_OFFSET + 2] = 32;
    Arrays.fill(page, CHANGE_COUNTER_OFFSET, BYTES, (byte) 0);
  }
}
