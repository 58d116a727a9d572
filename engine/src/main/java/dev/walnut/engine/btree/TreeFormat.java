// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;

/**
 * The sizes that follow from a database's usable page size: how much of a payload stays on its
 * page, how large a cell is. Immutable.
 *
 * <p>A payload of up to the maximum stays local. Of a larger one, so much stays that the overflow
 * pages are filled exactly, if that is not more than the maximum; else the minimum.
 */
public final class TreeFormat {
  /** Page size less reserved bytes. */
  public final int usableSize;

  /** Greatest local payload of a table leaf. */
  final int maxLocalTable;

  /** Greatest local payload of an index page. */
  final int maxLocalIndex;

  private final int minLocal;

  /** More cells than this never fit on a page. */
  final int maxCellCount;

  /** Sizes for pages with that many usable bytes. */
  public TreeFormat(int usableSize) {
    this.usableSize = usableSize;
    this.maxLocalTable = usableSize - 35;
    this.maxLocalIndex = (usableSize - 12) * 64 / 255 - 23;
    this.minLocal = (usableSize - 12) * 32 / 255 - 23;
    this.maxCellCount = (usableSize - 8) / 6;
  }

  /** Payload bytes that one overflow page holds. */
  int overflowBytes() {
    return usableSize - 4;
  }

  /** Bytes of a payload that stay on a page of that type. */
  int localBytes(int payloadBytes, int type) {
    int max = type == PageLayout.TABLE_LEAF ? maxLocalTable : maxLocalIndex;
    return payloadBytes <= max ? payloadBytes : spilledLocalBytes(payloadBytes, max);
  }

  /** Local bytes of a payload that is larger than {@code max}. */
  int spilledLocalBytes(long payloadBytes, int max) {
    int filling = minLocal + (int) ((payloadBytes - minLocal) % overflowBytes());
    return filling <= max ? filling : minLocal;
  }

  /**
   * The offset of a cell, checked to lie after the cell pointers and to leave room for the smallest
   * cell.
   */
  int cellOffset(byte[] page, int header, int type, int cellIndex, int pageNumber) {
    int pointers = header + PageLayout.headerBytes(type);
    int offset = Bytes.getShort(page, pointers + 2 * cellIndex);
    if (offset < pointers + 2 || offset > usableSize - PageLayout.MIN_CELL_BYTES) {
      throw new CorruptDatabaseException(pageNumber, "cell pointer out of range");
    }
    return offset;
  }

  /**
   * Bytes that the cell at a checked offset needs, without the padding to four bytes.
   *
   * @throws CorruptDatabaseException if the cell reaches past the usable part of the page
   */
  public int exactCellBytes(byte[] page, int offset, int type, int pageNumber) {
    int position = offset;
    int size;
    if (type == PageLayout.TABLE_INTERIOR) {
      PageLayout.varint(page, offset + 4, pageNumber);
      size = 4 + Varint.length(page, offset + 4);
    } else {
      if (type == PageLayout.INDEX_INTERIOR) {
        position += 4;
      }
      // As in SQLite 32 bits count: a cell's place on its page is defined even if its size is
      // absurd.
      long payloadBytes = PageLayout.varint(page, position, pageNumber) & 0xffff_ffffL;
      position += Varint.length(page, position);
      if (type == PageLayout.TABLE_LEAF) {
        PageLayout.varint(page, position, pageNumber);
        position += Varint.length(page, position);
      }
      int max = type == PageLayout.TABLE_LEAF ? maxLocalTable : maxLocalIndex;
      size =
          position
              - offset
              + (payloadBytes <= max
                  ? (int) payloadBytes
                  : spilledLocalBytes(payloadBytes, max) + 4);
    }
    if (offset + size > usableSize) {
      throw new CorruptDatabaseException(pageNumber, "cell extends past the page");
    }
    return size;
  }

  /** Bytes that the cell at a checked offset takes up on its page. */
  int cellBytes(byte[] page, int offset, int type, int pageNumber) {
    return Math.max(PageLayout.MIN_CELL_BYTES, exactCellBytes(page, offset, type, pageNumber));
  }

  /** A payload size as an array length. */
  static int payloadBytes(long stored, int pageNumber) {
    if (stored < 0 || stored > Integer.MAX_VALUE - 64) {
      throw new CorruptDatabaseException(pageNumber, "payload size out of range");
    }
    return (int) stored;
  }
}
