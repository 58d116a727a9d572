// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.SharedMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Shared memory of a simulated process: the regions of the file's inode, which all processes on the
 * disk see, and the file's byte locks.
 *
 * <p>Taking a lock, growing and mapping are calls of the disk, which can fail and crash. Reading
 * and writing a region are not, as with real memory.
 */
final class SimulatedSharedMemory implements SharedMemory {
  private static final int FIRST_LOCK = 120;
  private static final int DEAD_MANS_SWITCH = 128;

  private final SimulatedDisk disk;
  private final SimulatedFiles process;
  private final SimulatedFile file;

  /** Regions that the process has mapped. Guarded by the disk. */
  private final List<ByteBuffer> mapped = new ArrayList<>();

  /** Guarded by the disk. */
  private boolean closed;

  private SimulatedSharedMemory(SimulatedDisk disk, SimulatedFiles process, SimulatedFile file) {
    this.disk = disk;
    this.process = process;
    this.file = file;
  }

  static SharedMemory open(SimulatedDisk disk, SimulatedFiles process, SimulatedFile file) {
    synchronized (disk) {
      SimulatedSharedMemory memory = new SimulatedSharedMemory(disk, process, file);
      boolean open = false;
      try {
        memory.takeSwitch();
        open = true;
      } finally {
        if (!open) {
          file.close();
        }
      }
      return memory;
    }
  }

  private void takeSwitch() {
    if (file.inode().isLocked(DEAD_MANS_SWITCH)) {
      if (!lockBytes(DEAD_MANS_SWITCH, 1, true)) {
        throw new DatabaseException(ResultCode.BUSY);
      }
      return;
    }
    if (isReadOnly()) {
      throw new DatabaseException(ResultCode.READONLY_CANTINIT);
    }
    disk.call(process, "shm", null, ResultCode.IOERR_SHMOPEN, false);
    file.inode().cutRegions();
    lockBytes(DEAD_MANS_SWITCH, 1, true);
  }

  @Override
  public boolean isReadOnly() {
    return file.isReadOnly();
  }

  @Override
  public ByteBuffer region(int index, boolean extend) {
    synchronized (disk) {
      SimulatedInode inode = file.inode();
      while (mapped.size() <= index) {
        int next = mapped.size();
        if (next == inode.regionCount()) {
          if (!extend || isReadOnly()) {
            return null;
          }
          disk.call(process, "shm", "extend", ResultCode.IOERR_SHMSIZE, true);
          inode.addRegion();
        }
        disk.call(process, "shm", null, ResultCode.IOERR_SHMMAP, false);
        ByteBuffer region = inode.region(next);
        mapped.add(
            isReadOnly() ? region.asReadOnlyBuffer().order(ByteOrder.nativeOrder()) : region);
      }
      return mapped.get(index);
    }
  }

  @Override
  public boolean tryLock(int first, int count, boolean shared) {
    if (first < 0 || count < 1 || first + count > LOCK_COUNT || (shared && count != 1)) {
      throw new IllegalArgumentException("no such locks: " + first + ", " + count);
    }
    return (shared || !isReadOnly()) && lockBytes(FIRST_LOCK + first, count, shared);
  }

  private boolean lockBytes(int offset, int count, boolean shared) {
    synchronized (disk) {
      disk.call(process, "shm", null, ResultCode.IOERR_SHMLOCK, false);
      return file.lock(offset, count, shared);
    }
  }

  @Override
  public void unlock(int first, int count) {
    file.unlock(FIRST_LOCK + first, count);
  }

  @Override
  public void close(boolean delete) {
    synchronized (disk) {
      if (closed) {
        return;
      }
      closed = true;
      try {
        if (delete) {
          process.delete(file.path());
        }
      } finally {
        file.close();
      }
    }
  }
}
