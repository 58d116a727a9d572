// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import java.util.Arrays;

/**
 * Copies a database page by page over another one, in steps, while the source is in use.
 *
 * <pre>
 *   step: read transaction on the source - pages into the target's transaction - ... - last: commit
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>K1 From the first step on the target has an exclusive write transaction, which the last
 *       step commits: nobody sees a part of the copy.
 *   <li>K2 All pages of the copy are of one committed state. In WAL mode one snapshot is kept over
 *       all steps, which no writer has to wait for. Otherwise writers may come between two steps;
 *       if one did, the copy begins again.
 *   <li>K3 The target keeps its own way of writing: a log stays a log. Its schema cookie goes up by
 *       one, so that others read the schema anew.
 * </ul>
 *
 * <p>Page sizes may differ if the target is a file with a rollback journal, or empty. Confined to
 * the thread of the connection that the source or the target belongs to.
 */
public final class Backup implements AutoCloseable {
  private final Pager source;
  private final Pager target;

  /** Whether the source's read transaction was begun here. */
  private boolean readsSource;

  private boolean targetLocked;
  private boolean done;
  private int targetCookie;
  private int targetPageSize;
  private int sourcePageSize;
  private int sourcePageCount;

  /** The state that is being copied; -1: none yet. */
  private long sourceVersion = -1;

  /** Page numbers of the target: the next one to write, and how many it gets. */
  private int next;

  private int targetPageCount;
  private byte[] assembled;

  /**
   * A copy from one connection's database to another one's.
   *
   * @param target has no transaction open
   */
  public Backup(Pager source, Pager target) {
    this.source = source;
    this.target = target;
  }

  /** Pages of the source in all, as the last step saw it. */
  public int pageCount() {
    return sourcePageCount;
  }

  /** Pages of the source that are still to be copied. */
  public int remainingPages() {
    if (done || targetPageSize == 0) {
      return 0;
    }
    long bytes = Integer.toUnsignedLong(next - 1) * targetPageSize;
    return (int) Math.max(0, Integer.toUnsignedLong(sourcePageCount) - bytes / sourcePageSize);
  }

  /**
   * Copies some more pages, and after the last one commits.
   *
   * @param maxPages how many pages of the source; negative: all
   * @return whether the copy is complete
   * @throws DatabaseException BUSY: the source or the target is in use, and the step may be tried
   *     again. READONLY: the target cannot take the source's page size. Others: the copy has failed
   */
  public boolean step(int maxPages) {
    if (done) {
      return true;
    }
    if (source.state().isWriter()) {
      throw new DatabaseException(ResultCode.BUSY);
    }
    if (source.state() == PagerState.OPEN) {
      source.beginRead();
      readsSource = true;
    }
    try {
      lockTarget();
      if (sourceVersion != source.snapshotVersion()) {
        restart();
      }
      copy(maxPages);
      if (Integer.compareUnsigned(next, targetPageCount) > 0) {
        finish();
      }
    } finally {
      if (readsSource && (done || !source.writesToLog())) {
        readsSource = false;
        source.endRead();
      }
    }
    return done;
  }

  private void lockTarget() {
    if (targetLocked) {
      return;
    }
    target.beginRead();
    boolean isEmpty = target.pageCount() == 0;
    targetCookie = target.headerField(DatabaseHeader.SCHEMA_COOKIE_OFFSET);
    target.endRead();
    if (isEmpty) {
      target.setPageSize(source.pageSize(), reservedBytes(source));
    }
    boolean ready = false;
    try {
      target.beginExclusive();
      targetCookie = target.headerField(DatabaseHeader.SCHEMA_COOKIE_OFFSET);
      targetPageSize = target.pageSize();
      ready = true;
    } finally {
      if (!ready) {
        undoTarget();
      }
    }
    targetLocked = true;
  }

  private static int reservedBytes(Pager pager) {
    return pager.pageSize() - pager.usableSize();
  }

  private boolean resizes() {
    return targetPageSize != sourcePageSize || reservedBytes(source) != reservedBytes(target);
  }

  private void restart() {
    sourceVersion = source.snapshotVersion();
    sourcePageSize = source.pageSize();
    sourcePageCount = source.pageCount();
    next = 1;
    targetPageCount = sourcePageCount;
    assembled = null;
    if (sourcePageCount == 0 || !resizes()) {
      return;
    }
    if (!target.canChangePageSize()) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    long bytes = Integer.toUnsignedLong(sourcePageCount) * sourcePageSize;
    long count = (bytes + targetPageSize - 1) / targetPageSize;
    if (sourcePageSize < targetPageSize && count >= target.lockBytePage()) {
      throw new DatabaseException(
          ResultCode.ERROR, "a database of more than 1 GiB cannot replace one of larger pages");
    }
    targetPageCount = (int) count;
    assembled = new byte[targetPageSize];
  }

  private void copy(int maxPages) {
    long limit = Long.MAX_VALUE;
    if (maxPages >= 0) {
      long bytes = (long) maxPages * sourcePageSize;
      limit = Math.max(1, bytes / targetPageSize);
    }
    for (long i = 0; i < limit && Integer.compareUnsigned(next, targetPageCount) <= 0; i++) {
      if (next != target.lockBytePage()) {
        target.spillIfLarge();
        byte[] image =
            targetPageSize == sourcePageSize ? source.readInPassing(next) : assemble(next);
        byte[] to = next == 1 ? firstPage(image) : image;
        if (Integer.compareUnsigned(next, target.pageCount()) > 0
            || next == 1
            || !Arrays.equals(to, target.read(next))) {
          System.arraycopy(to, 0, target.write(next), 0, targetPageSize);
        }
      }
      next++;
    }
  }

  /** What the source, as a row of bytes, has at the place of a page of another size. */
  private byte[] assemble(int number) {
    int part = Math.min(targetPageSize, sourcePageSize);
    long offset = (Integer.toUnsignedLong(number) - 1) * targetPageSize;
    for (int at = 0; at < targetPageSize; at += part) {
      long position = offset + at;
      long page = position / sourcePageSize + 1;
      if (page > Integer.toUnsignedLong(sourcePageCount)) {
        Arrays.fill(assembled, at, at + part, (byte) 0);
      } else {
        int from = (int) (position % sourcePageSize);
        System.arraycopy(source.readInPassing((int) page), from, assembled, at, part);
      }
    }
    return assembled;
  }

  /** The source's, but for what is the target's own (K3). */
  private byte[] firstPage(byte[] image) {
    byte[] first = image.clone();
    Bytes.putInt(first, DatabaseHeader.SCHEMA_COOKIE_OFFSET, targetCookie + 1);
    if (target.writesToLog() || target.database().isInMemory()) {
      byte format = (byte) (target.writesToLog() ? 2 : 1);
      first[DatabaseHeader.WRITE_VERSION_OFFSET] = format;
      first[DatabaseHeader.READ_VERSION_OFFSET] = format;
    }
    return first;
  }

  private void finish() {
    if (sourcePageCount == 0) {
      emptyTarget();
    } else {
      if (Integer.compareUnsigned(target.pageCount(), targetPageCount) > 0) {
        target.setPageCount(targetPageCount);
      }
      if (resizes()) {
        target.setSizeAfterCommit(sourcePageSize, sourcePageCount);
      }
    }
    target.commitAndEndRead();
    targetLocked = false;
    done = true;
  }

  /** A database that never was written has no page; the copy has one, with no table in it. */
  private void emptyTarget() {
    byte[] first = target.write(1);
    byte format = first[DatabaseHeader.WRITE_VERSION_OFFSET];
    Arrays.fill(first, (byte) 0);
    target.createFirstPage();
    first[DatabaseHeader.WRITE_VERSION_OFFSET] = format;
    first[DatabaseHeader.READ_VERSION_OFFSET] = format;
    Bytes.putInt(first, DatabaseHeader.SCHEMA_COOKIE_OFFSET, targetCookie + 1);
    target.setPageCount(1);
  }

  private void undoTarget() {
    target.rollback();
    target.endRead();
  }

  /** Gives up what is not complete: the target is as it was. Idempotent. */
  @Override
  public void close() {
    try {
      if (targetLocked) {
        targetLocked = false;
        undoTarget();
      }
    } finally {
      if (readsSource) {
        readsSource = false;
        source.endRead();
      }
    }
  }
}
