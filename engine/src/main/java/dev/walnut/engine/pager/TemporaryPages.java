// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.format.DatabaseHeader;
import java.util.Arrays;

/**
 * A database under construction that nobody else sees: pages in memory, and beyond a limit in a
 * temporary file. There are no transactions, locks or savepoints; all pages may be changed at any
 * time.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>Y1 An array that {@link #read} or {@link #write} gave is the page until the next call of
 *       {@link #spillIfLarge}, which raises {@link #generation}.
 *   <li>Y2 A page that is not in memory is in the file as it was last.
 * </ul>
 */
public final class TemporaryPages implements PageAccess, AutoCloseable {
  private static final long MAX_HEAP_BYTES = 64L << 20;

  private final FileSystem fileSystem;
  private final int pageSize;
  private final int usableSize;
  private final long heapBytes;
  private byte[][] images = new byte[64][];
  private int imageCount;
  private int pageCount;
  private int generation;

  /** Null until the limit is reached. */
  private DatabaseFile file;

  /**
   * An empty database whose temporary file, if it needs one, goes to where the pager's database has
   * its own.
   *
   * @param pageSize a power of two from 512 to 65536
   * @param reservedBytes bytes at each page's end that stay unused
   */
  public static TemporaryPages like(Pager pager, int pageSize, int reservedBytes) {
    long heapBytes = Math.min(MAX_HEAP_BYTES, Runtime.getRuntime().maxMemory() / 8);
    return new TemporaryPages(pager.database().fileSystem(), pageSize, reservedBytes, heapBytes);
  }

  TemporaryPages(FileSystem fileSystem, int pageSize, int reservedBytes, long heapBytes) {
    this.fileSystem = fileSystem;
    this.pageSize = pageSize;
    this.usableSize = pageSize - reservedBytes;
    this.heapBytes = heapBytes;
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
  public int generation() {
    return generation;
  }

  @Override
  public byte[] read(int pageNumber) {
    if (Integer.compareUnsigned(pageNumber - 1, pageCount) >= 0) {
      throw new CorruptDatabaseException(pageNumber, "beyond the last page");
    }
    byte[] image = images[pageNumber - 1];
    if (image == null) {
      image = new byte[pageSize];
      if (file != null) {
        file.read((pageNumber - 1L) * pageSize, image, 0, pageSize);
      }
      images[pageNumber - 1] = image;
      imageCount++;
    }
    return image;
  }

  @Override
  public byte[] write(int pageNumber) {
    if (Integer.compareUnsigned(pageNumber, pageCount) > 0) {
      extend(pageNumber);
    }
    return read(pageNumber);
  }

  private void extend(int pageNumber) {
    if (pageNumber < 0 || pageNumber == DatabaseHeader.MAX_PAGE_COUNT) {
      // A Java array cannot hold more; 2^31 pages of the default size are 8 TiB.
      throw new DatabaseException(ResultCode.FULL);
    }
    if (pageNumber > images.length) {
      images = Arrays.copyOf(images, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * pageNumber));
    }
    pageCount = pageNumber;
  }

  @Override
  public byte[] writeWithoutContent(int pageNumber) {
    return write(pageNumber);
  }

  @Override
  public void dontWrite(int pageNumber) {
    // Pages are written when memory is short, whatever they hold.
  }

  @Override
  public void setPageCount(int newPageCount) {
    throw new UnsupportedOperationException("a database under construction only grows");
  }

  /** To be called between changes: lets pages go to the file if they are too many. */
  public void spillIfLarge() {
    if ((long) imageCount * pageSize <= heapBytes) {
      return;
    }
    if (file == null) {
      file = fileSystem.openTemporary();
    }
    for (int i = 0; i < pageCount; i++) {
      if (images[i] != null) {
        file.write((long) i * pageSize, images[i], 0, pageSize);
        images[i] = null;
      }
    }
    imageCount = 0;
    generation++;
  }

  /** Gives up the pages. Idempotent. */
  @Override
  public void close() {
    images = new byte[0][];
    pageCount = 0;
    if (file != null) {
      DatabaseFile closing = file;
      file = null;
      closing.close();
    }
  }
}
