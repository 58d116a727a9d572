// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A {@code -shm} file of the operating system: locked and grown through one channel, mapped through
 * another.
 *
 * <pre>
 *   bytes 0 ...      regions of 32 KiB, mapped
 *   120 ... 127      the eight locks (the bytes lie in the first region; locking does not touch them)
 *   128              dead-man's switch: shared by every process that has the file open
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>M1 Both channels are open before the first lock is taken and closed after the last one is
 *       dropped: closing any descriptor of a file costs a process all its locks on it.
 *   <li>M2 The mapping channel is used by {@link MappingThread}s alone. A {@code FileChannel}
 *       closes itself when its thread is interrupted, and that would break M1.
 *   <li>M3 Nothing is mapped that has not been written: see H2.
 *   <li>M4 Who does not get the switch exclusively at first changes nothing: another process may
 *       have mapped the file.
 * </ul>
 *
 * <p>Java cannot turn the exclusive switch into a shared one in place, as SQLite does. In the
 * moment between, another process may find the switch free and cut the file too. That does no harm,
 * since nothing is mapped yet; then the switch is tried again.
 *
 * <p>Growing has a mutex against other threads; against other processes the caller holds the lock
 * under which the shared memory is changed (WRITE), or two processes could both write the filling
 * byte of a page, one of them over content.
 */
final class OperatingSystemSharedMemory implements SharedMemory {
  private static final long FIRST_LOCK = 120;
  static final long DEAD_MANS_SWITCH = 128;

  /** One byte is written in each unit of this size, so that a file system allocates all of it. */
  private static final int FILL_BYTES = 4096;

  /** How often the switch is tried while other processes cut the file before it is "busy". */
  private static final int SWITCH_ATTEMPTS = 16;

  private final DatabaseFile file;
  private final FileChannel mappingChannel;
  private final Runnable delete;
  private final ReentrantLock growth = new ReentrantLock();

  /** Regions mapped so far, null for the others. Replaced, never changed, under {@link #growth}. */
  private volatile ByteBuffer[] regions = new ByteBuffer[0];

  /** Guarded by {@link #growth}. */
  private boolean closed;

  /**
   * Takes over both channels; they are closed if this fails.
   *
   * @param file the file to lock and grow
   * @param delete deletes the file by its path
   * @throws DatabaseException BUSY if another process is just opening the file
   */
  OperatingSystemSharedMemory(DatabaseFile file, FileChannel mappingChannel, Runnable delete) {
    this.file = file;
    this.mappingChannel = mappingChannel;
    this.delete = delete;
    boolean open = false;
    try {
      open = takeSwitch();
    } finally {
      if (!open) {
        closeChannels();
      }
    }
    if (!open) {
      throw new DatabaseException(ResultCode.BUSY);
    }
  }

  /** Shares the dead-man's switch, having cut the file if nobody else had it. */
  private boolean takeSwitch() {
    for (int attempt = 0; attempt < SWITCH_ATTEMPTS; attempt++) {
      if (!isReadOnly() && lockByte(DEAD_MANS_SWITCH, 1, false)) {
        try {
          cut();
        } finally {
          unlockByte(DEAD_MANS_SWITCH, 1);
        }
      }
      if (lockByte(DEAD_MANS_SWITCH, 1, true)) {
        return true;
      }
      Thread.yield();
    }
    return false;
  }

  /** SQLite leaves three bytes; less than a region is the same as nothing. */
  private void cut() {
    try {
      file.truncate(0);
    } catch (DatabaseException e) {
      throw shared(ResultCode.IOERR_SHMOPEN, e);
    }
  }

  @Override
  public boolean isReadOnly() {
    return file.isReadOnly();
  }

  @Override
  public ByteBuffer region(int index, boolean extend) {
    ByteBuffer[] mapped = regions;
    if (index < mapped.length && mapped[index] != null) {
      return mapped[index];
    }
    growth.lock();
    try {
      if (closed) {
        throw new IllegalStateException("shared memory is closed: " + file.path());
      }
      mapped = regions;
      if (index < mapped.length && mapped[index] != null) {
        return mapped[index];
      }
      long end = (index + 1L) * REGION_BYTES;
      long size = size();
      if (size < end) {
        if (!extend || isReadOnly()) {
          return null;
        }
        fill(size, end);
      }
      ByteBuffer region = map(index);
      ByteBuffer[] grown = Arrays.copyOf(mapped, Math.max(mapped.length, index + 1));
      grown[index] = region;
      regions = grown;
      return region;
    } finally {
      growth.unlock();
    }
  }

  private long size() {
    try {
      return file.size();
    } catch (DatabaseException e) {
      throw shared(ResultCode.IOERR_SHMSIZE, e);
    }
  }

  /** Writes the last byte of every unit that the file does not have yet. */
  private void fill(long size, long end) {
    byte[] zero = new byte[1];
    try {
      for (long unit = size / FILL_BYTES; unit < end / FILL_BYTES; unit++) {
        file.write((unit + 1) * FILL_BYTES - 1, zero, 0, 1);
      }
    } catch (DatabaseException e) {
      throw e.resultCode() == ResultCode.FULL ? e : shared(ResultCode.IOERR_SHMSIZE, e);
    }
  }

  private ByteBuffer map(int index) {
    FileChannel.MapMode mode =
        isReadOnly() ? FileChannel.MapMode.READ_ONLY : FileChannel.MapMode.READ_WRITE;
    try {
      return MappingThread.map(mappingChannel, mode, (long) index * REGION_BYTES, REGION_BYTES)
          .order(ByteOrder.nativeOrder());
    } catch (IOException e) {
      throw shared(ResultCode.IOERR_SHMMAP, e);
    }
  }

  @Override
  public boolean tryLock(int first, int count, boolean isShared) {
    if (first < 0 || count < 1 || first + count > LOCK_COUNT || (isShared && count != 1)) {
      throw new IllegalArgumentException("no such locks: " + first + ", " + count);
    }
    if (isReadOnly() && !isShared) {
      return false;
    }
    return lockByte(FIRST_LOCK + first, count, isShared);
  }

  @Override
  public void unlock(int first, int count) {
    unlockByte(FIRST_LOCK + first, count);
  }

  private boolean lockByte(long offset, int count, boolean isShared) {
    try {
      return file.tryLock(offset, count, isShared);
    } catch (DatabaseException e) {
      throw shared(ResultCode.IOERR_SHMLOCK, e);
    }
  }

  private void unlockByte(long offset, int count) {
    try {
      file.unlock(offset, count);
    } catch (DatabaseException e) {
      throw shared(ResultCode.IOERR_SHMLOCK, e);
    }
  }

  @Override
  public void close(boolean deleteFile) {
    growth.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      // The buffers themselves live as long as somebody refers to them; they hold no descriptor.
      regions = new ByteBuffer[0];
      try {
        if (deleteFile) {
          delete.run();
        }
      } finally {
        closeChannels();
      }
    } finally {
      growth.unlock();
    }
  }

  /** Closing the first of the two drops all locks, so nothing is held when the second goes. */
  private void closeChannels() {
    try (mappingChannel) {
      file.close();
    } catch (IOException e) {
      throw shared(ResultCode.IOERR_CLOSE, e);
    }
  }

  private static DatabaseException shared(ResultCode code, Exception cause) {
    return new DatabaseException(code, code.text(), cause);
  }
}
