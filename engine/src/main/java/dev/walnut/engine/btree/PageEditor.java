// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import java.util.Arrays;

/**
 * Changes the cells of one page: insert, remove, pack, fill from a list.
 *
 * <p>Invariants of a page that this class leaves behind
 *
 * <ul>
 *   <li>E1 Free blocks are in ascending order, at least four bytes long and at least four bytes
 *       apart; none begins at the start of the content area.
 *   <li>E2 Every byte of the content area is in a cell, in a free block or counted as a fragment;
 *       there are at most {@value #MAX_FRAGMENTS} fragment bytes.
 * </ul>
 *
 * <p>A page from a file may break them: what would lead out of the page or round in circles is
 * refused as corrupt.
 */
final class PageEditor {
  static final int MAX_FRAGMENTS = 60;

  private final TreeFormat format;
  private final int usableSize;
  private final byte[] packed;
  private boolean secureDelete;

  PageEditor(TreeFormat format, int pageSize) {
    this.format = format;
    this.usableSize = format.usableSize;
    this.packed = new byte[pageSize];
  }

  void setSecureDelete(boolean secureDelete) {
    this.secureDelete = secureDelete;
  }

  /** Free bytes of a page in all: gap, free blocks and fragments. */
  int freeBytes(byte[] page, int header, int pageNumber) {
    int content = PageLayout.contentStart(page, header);
    int free =
        content - pointersEnd(page, header) + (page[header + PageLayout.FRAGMENTS_OFFSET] & 0xff);
    int previousEnd = content - 1;
    int block = Bytes.getShort(page, header + PageLayout.FREE_BLOCK_OFFSET);
    while (block != 0) {
      int size = blockSize(page, block, previousEnd, pageNumber);
      free += size;
      previousEnd = block + size;
      block = Bytes.getShort(page, block);
    }
    if (free < 0 || content > usableSize || free > usableSize) {
      throw new CorruptDatabaseException(pageNumber, "free space does not add up");
    }
    return free;
  }

  /**
   * Inserts a cell before the one at {@code cellIndex}.
   *
   * @return false, with the page unchanged, if it does not fit
   */
  boolean insert(
      byte[] page, int header, int pageNumber, int cellIndex, byte[] cell, int offset, int size) {
    int space = Math.max(PageLayout.MIN_CELL_BYTES, size);
    int pointersEnd = pointersEnd(page, header);
    int content = PageLayout.contentStart(page, header);
    if (content > usableSize || content < pointersEnd) {
      throw new CorruptDatabaseException(pageNumber, "content area overlaps the cell pointers");
    }
    int at = -1;
    if (content - pointersEnd >= 2) {
      at = takeFreeBlock(page, header, space, content, pageNumber);
    }
    if (at < 0) {
      if (content - space < pointersEnd + 2) {
        if (freeBytes(page, header, pageNumber) < space + 2) {
          return false;
        }
        pack(page, header, pageNumber);
        content = PageLayout.contentStart(page, header);
        if (content - space < pointersEnd + 2) {
          throw new CorruptDatabaseException(pageNumber, "free space does not add up");
        }
      }
      at = content - space;
      Bytes.putShort(page, header + PageLayout.CONTENT_OFFSET, at);
    }
    System.arraycopy(cell, offset, page, at, size);
    int count = PageLayout.cellCount(page, header);
    int pointer = pointersEnd - 2 * (count - cellIndex);
    System.arraycopy(page, pointer, page, pointer + 2, pointersEnd - pointer);
    Bytes.putShort(page, pointer, at);
    Bytes.putShort(page, header + PageLayout.CELL_COUNT_OFFSET, count + 1);
    return true;
  }

  /** Removes the cell at {@code cellIndex}; its bytes become free space. */
  void remove(byte[] page, int header, int pageNumber, int cellIndex) {
    int type = page[header];
    int offset = format.cellOffset(page, header, type, cellIndex, pageNumber);
    int size = format.cellBytes(page, offset, type, pageNumber);
    if (offset < PageLayout.contentStart(page, header)) {
      throw new CorruptDatabaseException(pageNumber, "cell lies before the content area");
    }
    free(page, header, pageNumber, offset, size);
    int pointersEnd = pointersEnd(page, header);
    int count = PageLayout.cellCount(page, header);
    int pointer = pointersEnd - 2 * (count - cellIndex);
    System.arraycopy(page, pointer + 2, page, pointer, pointersEnd - pointer - 2);
    Bytes.putShort(page, header + PageLayout.CELL_COUNT_OFFSET, count - 1);
    if (count == 1) {
      Bytes.putShort(page, header + PageLayout.FREE_BLOCK_OFFSET, 0);
      Bytes.putShort(page, header + PageLayout.CONTENT_OFFSET, usableSize);
      page[header + PageLayout.FRAGMENTS_OFFSET] = 0;
    }
  }

  /**
   * Makes a page hold exactly the given cells, without free blocks or fragments. The cells must lie
   * in other arrays than the page and fit.
   */
  void fill(byte[] page, int header, int type, int rightChild, CellList cells, int from, int to) {
    PageLayout.initialize(page, header, type, usableSize);
    int pointer = header + PageLayout.headerBytes(type);
    int content = usableSize;
    for (int i = from; i < to; i++) {
      int size = cells.sizes[i];
      content -= size;
      System.arraycopy(cells.arrays[i], cells.offsets[i], page, content, size);
      Bytes.putShort(page, pointer, content);
      pointer += 2;
    }
    if (pointer > content) {
      throw new IllegalStateException("cells do not fit on the page");
    }
    Bytes.putShort(page, header + PageLayout.CELL_COUNT_OFFSET, to - from);
    Bytes.putShort(page, header + PageLayout.CONTENT_OFFSET, content);
    if (!PageLayout.isLeaf(type)) {
      Bytes.putInt(page, header + PageLayout.RIGHT_CHILD_OFFSET, rightChild);
    }
    if (secureDelete) {
      Arrays.fill(page, pointer, content, (byte) 0);
    }
  }

  private static int pointersEnd(byte[] page, int header) {
    return header + PageLayout.headerBytes(page[header]) + 2 * PageLayout.cellCount(page, header);
  }

  /** The size of a free block that must begin after {@code previousEnd}. */
  private int blockSize(byte[] page, int block, int previousEnd, int pageNumber) {
    if (block <= previousEnd || block > usableSize - 4) {
      throw new CorruptDatabaseException(pageNumber, "free blocks are out of order");
    }
    int size = Bytes.getShort(page, block + 2);
    if (size < 4 || block + size > usableSize) {
      throw new CorruptDatabaseException(pageNumber, "free block size");
    }
    return size;
  }

  /** First fit among the free blocks; -1 if there is none. */
  private int takeFreeBlock(byte[] page, int header, int space, int content, int pageNumber) {
    int link = header + PageLayout.FREE_BLOCK_OFFSET;
    int block = Bytes.getShort(page, link);
    int previousEnd = content - 1;
    while (block != 0) {
      int size = blockSize(page, block, previousEnd, pageNumber);
      int rest = size - space;
      if (rest >= 4) {
        Bytes.putShort(page, block + 2, rest);
        return block + rest;
      }
      if (rest >= 0) {
        int fragments = (page[header + PageLayout.FRAGMENTS_OFFSET] & 0xff) + rest;
        if (fragments > MAX_FRAGMENTS) {
          return -1;
        }
        page[header + PageLayout.FRAGMENTS_OFFSET] = (byte) fragments;
        Bytes.putShort(page, link, Bytes.getShort(page, block));
        return block;
      }
      previousEnd = block + size;
      link = block;
      block = Bytes.getShort(page, link);
    }
    return -1;
  }

  /** Turns bytes of the content area into free space, joined with free neighbours. */
  private void free(byte[] page, int header, int pageNumber, int offset, int size) {
    int content = PageLayout.contentStart(page, header);
    int start = offset;
    int end = offset + size;
    if (secureDelete) {
      Arrays.fill(page, start, end, (byte) 0);
    }
    int first = header + PageLayout.FREE_BLOCK_OFFSET;
    int link = first;
    int linkBefore = first;
    int previousEnd = content - 1;
    int block = Bytes.getShort(page, link);
    while (block != 0 && block < start) {
      previousEnd = block + blockSize(page, block, previousEnd, pageNumber);
      linkBefore = link;
      link = block;
      block = Bytes.getShort(page, link);
    }
    int fragments = page[header + PageLayout.FRAGMENTS_OFFSET] & 0xff;
    if (block != 0) {
      int blockBytes = blockSize(page, block, end - 1, pageNumber);
      if (block - end < 4) {
        fragments -= block - end;
        end = block + blockBytes;
        block = Bytes.getShort(page, block);
      }
    }
    if (link != first) {
      if (previousEnd > start) {
        throw new CorruptDatabaseException(pageNumber, "cell overlaps a free block");
      }
      if (start - previousEnd < 4) {
        fragments -= start - previousEnd;
        start = link;
        link = linkBefore;
      }
    }
    if (fragments < 0) {
      throw new CorruptDatabaseException(pageNumber, "fragments do not add up");
    }
    page[header + PageLayout.FRAGMENTS_OFFSET] = (byte) fragments;
    if (start <= content) {
      Bytes.putShort(page, header + PageLayout.CONTENT_OFFSET, end);
      Bytes.putShort(page, first, block);
    } else {
      Bytes.putShort(page, link, start);
      Bytes.putShort(page, start, block);
      Bytes.putShort(page, start + 2, end - start);
    }
  }

  /** Moves all cells to the end of the page, so that the gap is all its free space. */
  private void pack(byte[] page, int header, int pageNumber) {
    int type = page[header];
    int count = PageLayout.cellCount(page, header);
    int pointersEnd = pointersEnd(page, header);
    int content = usableSize;
    for (int i = 0; i < count; i++) {
      int offset = format.cellOffset(page, header, type, i, pageNumber);
      int size = format.cellBytes(page, offset, type, pageNumber);
      content -= size;
      if (content < pointersEnd) {
        throw new CorruptDatabaseException(pageNumber, "cells overlap");
      }
      System.arraycopy(page, offset, packed, content, size);
      Bytes.putShort(page, pointersEnd - 2 * (count - i), content);
    }
    System.arraycopy(packed, content, page, content, usableSize - content);
    Bytes.putShort(page, header + PageLayout.FREE_BLOCK_OFFSET, 0);
    Bytes.putShort(page, header + PageLayout.CONTENT_OFFSET, content);
    page[header + PageLayout.FRAGMENTS_OFFSET] = 0;
    if (secureDelete) {
      Arrays.fill(page, pointersEnd, content, (byte) 0);
    }
  }
}
