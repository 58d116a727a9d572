// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.check.IntegrityCheck;
import dev.walnut.engine.pager.PageAccess;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/**
 * Pages in memory for b-tree tests. Arrays are private to the writer until {@link #commit}; from
 * then on a change must come through {@link #write}, which copies: {@link #verifyCommitted} notices
 * who kept to an old array.
 */
public final class MemoryPages implements PageAccess {
  private final int pageSize;
  private final int usableSize;
  private byte[][] pages = new byte[64][];
  private byte[][] committed = new byte[64][];
  private byte[][] copies = new byte[64][];
  private final BitSet isPrivate = new BitSet();
  private int pageCount;
  private int generation = 1;
  private int lockBytePage;

  private MemoryPages(int pageSize, int reservedBytes) {
    this.pageSize = pageSize;
    this.usableSize = pageSize - reservedBytes;
    this.lockBytePage = (1 << 30) / pageSize + 1;
  }

  /** A new database with an empty schema table. */
  public static MemoryPages create(int pageSize, int reservedBytes) {
    MemoryPages result = new MemoryPages(pageSize, reservedBytes);
    Btrees.initializeFirstPage(result.write(1), reservedBytes);
    byte[] first = result.write(1);
    first[47] = 4;
    first[59] = 1;
    return result;
  }

  /** A database from a file's bytes. */
  public static MemoryPages of(byte[] file) {
    int pageSize = (file[16] & 0xff) << 8 | file[17] & 0xff;
    pageSize = pageSize == 1 ? 65536 : pageSize;
    MemoryPages result = new MemoryPages(pageSize, file[20] & 0xff);
    for (int i = 0; i < file.length / pageSize; i++) {
      System.arraycopy(file, i * pageSize, result.write(i + 1), 0, pageSize);
    }
    result.commit();
    return result;
  }

  /** The database as a file's bytes, header fields included that a pager would set. */
  public byte[] toFile() {
    byte[] file = new byte[pageCount * pageSize];
    for (int i = 0; i < pageCount; i++) {
      System.arraycopy(pages[i], 0, file, i * pageSize, pageSize);
    }
    byte[] counts = {0, 0, 0, 1, (byte) (pageCount >> 24), (byte) (pageCount >> 16), 0, 0};
    counts[6] = (byte) (pageCount >> 8);
    counts[7] = (byte) pageCount;
    System.arraycopy(counts, 0, file, 24, 8);
    file[95] = 1;
    return file;
  }

  /** Moves the page that the b-tree must leave alone to where a small test reaches it. */
  public void setLockBytePage(int pageNumber) {
    lockBytePage = pageNumber;
  }

  @Override
  public int lockBytePage() {
    return lockBytePage;
  }

  @Override
  public int pageSize() {
    return pageSize;
  }

  @Override
  public int usableSize() {
    return usableSize;
  }

  @Override
  public int pageCount() {
    return pageCount;
  }

  @Override
  public byte[] read(int pageNumber) {
    if (pageNumber < 1 || pageNumber > pageCount) {
      throw new CorruptDatabaseException(pageNumber, "page number out of range");
    }
    return pages[pageNumber - 1];
  }

  @Override
  public byte[] write(int pageNumber) {
    int index = pageNumber - 1;
    if (pageNumber == pageCount + 1 && pageNumber == lockBytePage) {
      throw new AssertionError("the page of the lock bytes was asked for");
    }
    if (pageNumber == pageCount + 2 && pageNumber - 1 == lockBytePage) {
      pages[pageCount++] = new byte[pageSize];
    }
    if (pageNumber == pageCount + 1) {
      if (index >= pages.length) {
        pages = Arrays.copyOf(pages, 2 * index);
        committed = Arrays.copyOf(committed, 2 * index);
        copies = Arrays.copyOf(copies, 2 * index);
      }
      pages[index] = new byte[pageSize];
      isPrivate.set(index);
      pageCount++;
    } else if (!isPrivate.get(index)) {
      pages[index] = read(pageNumber).clone();
      isPrivate.set(index);
    }
    return read(pageNumber);
  }

  @Override
  public byte[] writeWithoutContent(int pageNumber) {
    byte[] page = write(pageNumber);
    Arrays.fill(page, (byte) 0xdb);
    return page;
  }

  @Override
  public void dontWrite(int pageNumber) {
    read(pageNumber);
  }

  @Override
  public void setPageCount(int pageCount) {
    if (pageCount < 1 || pageCount > this.pageCount) {
      throw new IllegalArgumentException("page count " + pageCount);
    }
    this.pageCount = pageCount;
    isPrivate.clear(pageCount, pages.length);
    generation++;
  }

  @Override
  public int generation() {
    return generation;
  }

  /** Makes all pages immutable; a new transaction begins. */
  public void commit() {
    generation++;
    for (int i = isPrivate.nextSetBit(0); i >= 0; i = isPrivate.nextSetBit(i + 1)) {
      committed[i] = pages[i];
      copies[i] = pages[i].clone();
    }
    isPrivate.clear();
  }

  /** Throws if a page image was changed after it was committed. */
  public void verifyCommitted() {
    for (int i = 0; i < pageCount; i++) {
      if (!Arrays.equals(committed[i], copies[i])) {
        throw new AssertionError("committed image of page " + (i + 1) + " was changed");
      }
    }
  }

  /** What the integrity check says, given the roots of all trees but the schema's. */
  public List<String> check(int... roots) {
    int[] all = new int[roots.length + 1];
    all[0] = 1;
    System.arraycopy(roots, 0, all, 1, roots.length);
    return new IntegrityCheck(this, 20).checkFile(all);
  }
}
