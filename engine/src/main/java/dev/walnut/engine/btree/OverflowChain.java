// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.pager.PageAccess;
import dev.walnut.engine.record.OverflowSource;
import java.util.Arrays;

/**
 * Payload that does not fit on its page: a list of pages, each with the next one's number (4, zero
 * in the last) and payload bytes.
 *
 * <p>The payload's size decides how many pages are followed, never the list itself; a size that the
 * whole file could not hold is refused before anything is allocated for it.
 */
final class OverflowChain implements OverflowSource {
  private final PageAccess pages;
  private final Freelist freelist;
  private final int bytesPerPage;

  OverflowChain(PageAccess pages, Freelist freelist) {
    this.pages = pages;
    this.freelist = freelist;
    this.bytesPerPage = pages.usableSize() - 4;
  }

  @Override
  public byte[] assemble(
      byte[] reuse, byte[] page, int payloadOffset, int localBytes, int totalBytes) {
    requirePlausible(totalBytes - localBytes);
    byte[] target = reuse;
    if (target == null || target.length < totalBytes) {
      int roomy = totalBytes < 1 << 20 ? Math.max(4096, Integer.highestOneBit(totalBytes) << 1) : 0;
      target = new byte[Math.max(totalBytes, roomy)];
    }
    System.arraycopy(page, payloadOffset, target, 0, localBytes);
    int next = Bytes.getInt(page, payloadOffset + localBytes);
    int position = localBytes;
    while (position < totalBytes) {
      byte[] overflow = pages.read(requireChained(next));
      int count = Math.min(bytesPerPage, totalBytes - position);
      System.arraycopy(overflow, 4, target, position, count);
      position += count;
      next = Bytes.getInt(overflow, 0);
    }
    return target;
  }

  /**
   * Stores payload bytes in new pages; returns the first one's number. The pointer map then knows
   * the later ones; the first belongs to the page that the caller puts the cell on.
   */
  int write(byte[] payload, int offset, int length, int nearby) {
    int first = freelist.allocate(nearby);
    int number = first;
    int position = 0;
    while (true) {
      byte[] page = pages.write(number);
      int count = Math.min(bytesPerPage, length - position);
      System.arraycopy(payload, offset + position, page, 4, count);
      position += count;
      if (position == length) {
        Bytes.putInt(page, 0, 0);
        Arrays.fill(page, 4 + count, page.length, (byte) 0);
        return first;
      }
      Arrays.fill(page, 4 + count, page.length, (byte) 0);
      int previous = number;
      number = freelist.allocate(number);
      Bytes.putInt(page, 0, number);
      if (freelist.pointerMap() != null) {
        freelist.pointerMap().put(number, PointerMap.LATER_OVERFLOW, previous);
      }
    }
  }

  /** Frees the pages that hold {@code bytes} of payload. */
  void free(int first, int bytes) {
    requirePlausible(bytes);
    int next = first;
    for (int left = bytes; left > 0; left -= bytesPerPage) {
      int number = requireChained(next);
      next = left > bytesPerPage ? Bytes.getInt(pages.read(number), 0) : 0;
      freelist.free(number);
    }
  }

  private void requirePlausible(int bytes) {
    long filePages = pages.pageCount() & 0xffff_ffffL;
    if (bytes > filePages * bytesPerPage) {
      throw new CorruptDatabaseException(0, "payload is larger than the file");
    }
  }

  private int requireChained(int pageNumber) {
    if (pageNumber == 0
        || pageNumber == 1
        || Integer.compareUnsigned(pageNumber, pages.pageCount()) > 0) {
      throw new CorruptDatabaseException(pageNumber, "overflow chain is broken");
    }
    return pageNumber;
  }
}
