// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Shared memory that no other process sees, without a file: for a database that one process has for
 * itself ({@code locking_mode=EXCLUSIVE}) and for files in memory. Locks always succeed.
 *
 * <p>The regions are direct buffers: ordered access to others is not possible in all versions of
 * Java.
 */
public final class HeapSharedMemory implements SharedMemory {
  /** Regions that several instances may share. */
  static final class Content {
    private final ReentrantLock lock = new ReentrantLock();

    /** Guarded by {@link #lock}. */
    private final List<ByteBuffer> regions = new ArrayList<>();

    /** How many instances have it open. Guarded by the file system. */
    int openCount;

    private ByteBuffer region(int index, boolean extend) {
      lock.lock();
      try {
        while (extend && regions.size() <= index) {
          regions.add(ByteBuffer.allocateDirect(REGION_BYTES).order(ByteOrder.nativeOrder()));
        }
        return index < regions.size() ? regions.get(index) : null;
      } finally {
        lock.unlock();
      }
    }
  }

  /** What is done at the end; told whether the file is to be deleted. */
  interface Closing {
    /** Called once. */
    void close(boolean delete);
  }

  private final Content content;
  private final boolean readOnly;
  private final Closing closing;
  private boolean closed;

  /** Memory of its own, empty. */
  public HeapSharedMemory() {
    this(new Content(), false, delete -> {});
  }

  /** A view of a content that others may have too. */
  HeapSharedMemory(Content content, boolean readOnly, Closing closing) {
    this.content = content;
    this.readOnly = readOnly;
    this.closing = closing;
  }

  @Override
  public boolean isReadOnly() {
    return readOnly;
  }

  @Override
  public ByteBuffer region(int index, boolean extend) {
    ByteBuffer region = content.region(index, extend && !readOnly);
    return region == null || !readOnly
        ? region
        : region.asReadOnlyBuffer().order(ByteOrder.nativeOrder());
  }

  @Override
  public boolean tryLock(int first, int count, boolean shared) {
    return shared || !readOnly;
  }

  @Override
  public void unlock(int first, int count) {}

  @Override
  public void close(boolean delete) {
    if (!closed) {
      closed = true;
      closing.close(delete);
    }
  }
}
