// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;

/**
 * Where things are on a b-tree page; static methods over the page's bytes.
 *
 * <pre>
 *   header (at 0; at 100 on page 1)
 *     0  1  type: 2 index interior, 5 table interior, 10 index leaf, 13 table leaf
 *     1  2  first free block, 0 if none
 *     3  2  number of cells
 *     5  2  start of the cell content area; 0 means 65536
 *     7  1  fragmented free bytes
 *     8  4  right-most child, interior pages only
 *   cell pointers, 2 bytes each, in key order
 *   gap
 *   cell content area: cells and free blocks (next block 2, size 2)
 *   reserved bytes
 *
 *   cell   table leaf      payload size, rowid, payload, overflow page
 *          table interior  left child, rowid
 *          index leaf      payload size, payload, overflow page
 *          index interior  left child, payload size, payload, overflow page
 * </pre>
 */
public final class PageLayout {
  public static final int INDEX_INTERIOR = 2;
  public static final int TABLE_INTERIOR = 5;
  public static final int INDEX_LEAF = 10;
  public static final int TABLE_LEAF = 13;

  public static final int FREE_BLOCK_OFFSET = 1;
  public static final int CELL_COUNT_OFFSET = 3;
  public static final int CONTENT_OFFSET = 5;
  public static final int FRAGMENTS_OFFSET = 7;
  public static final int RIGHT_CHILD_OFFSET = 8;
  public static final int LEAF_HEADER_BYTES = 8;
  public static final int INTERIOR_HEADER_BYTES = 12;

  /** The smallest space that a cell or a free block takes. */
  public static final int MIN_CELL_BYTES = 4;

  /** The deepest tree that SQLite follows. */
  public static final int MAX_DEPTH = 20;

  /** The longest start of a cell: child, payload size, rowid. */
  static final int MAX_CELL_PREFIX = 4 + 9 + 9;

  private PageLayout() {}

  /** Offset of the b-tree header on a page. */
  public static int headerOffset(int pageNumber) {
    return pageNumber == 1 ? 100 : 0;
  }

  /** Whether pages of that type have no children. */
  public static boolean isLeaf(int type) {
    return (type & 8) != 0;
  }

  /** Whether pages of that type belong to a table tree. */
  public static boolean isTable(int type) {
    return (type & 1) != 0;
  }

  /** Whether that is the type of a b-tree page. */
  public static boolean isType(int type) {
    return type == TABLE_LEAF
        || type == TABLE_INTERIOR
        || type == INDEX_LEAF
        || type == INDEX_INTERIOR;
  }

  static int headerBytes(int type) {
    return isLeaf(type) ? LEAF_HEADER_BYTES : INTERIOR_HEADER_BYTES;
  }

  static int cellCount(byte[] page, int header) {
    return Bytes.getShort(page, header + CELL_COUNT_OFFSET);
  }

  /** Start of the cell content area, 1 to 65536. */
  static int contentStart(byte[] page, int header) {
    int stored = Bytes.getShort(page, header + CONTENT_OFFSET);
    return stored == 0 ? 65536 : stored;
  }

  static int rightChild(byte[] page, int header) {
    return Bytes.getInt(page, header + RIGHT_CHILD_OFFSET);
  }

  /** A varint that may be cut off by the end of the array. */
  static long varint(byte[] page, int offset, int pageNumber) {
    if (offset + Varint.MAX_BYTES > page.length && !Varint.fits(page, offset, page.length)) {
      throw new CorruptDatabaseException(pageNumber, "cell extends past the page");
    }
    return Varint.get(page, offset);
  }

  /** Makes a page an empty b-tree page of that type; the bytes before {@code header} stay. */
  static void initialize(byte[] page, int header, int type, int usableSize) {
    page[header] = (byte) type;
    Bytes.putShort(page, header + FREE_BLOCK_OFFSET, 0);
    Bytes.putShort(page, header + CELL_COUNT_OFFSET, 0);
    Bytes.putShort(page, header + CONTENT_OFFSET, usableSize);
    page[header + FRAGMENTS_OFFSET] = 0;
  }
}
