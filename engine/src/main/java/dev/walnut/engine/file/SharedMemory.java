// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.api.DatabaseException;
import java.nio.ByteBuffer;

/**
 * The memory that all processes on one database in WAL mode share: the file {@code -shm}, mapped in
 * regions, and the byte locks that order access to it.
 *
 * <p>Contract of every implementation
 *
 * <ul>
 *   <li>H1 From opening to closing the process holds the dead-man's-switch byte shared; nothing is
 *       mapped before. Whoever finds that byte free when it opens cuts the file, so that what a
 *       crash or another boot of the machine left is not believed.
 *   <li>H2 The file grows by written bytes before it is mapped: a full disk is FULL here, not the
 *       death of a process that touches the mapping.
 *   <li>H3 No call is ended by the interruption of its thread, and none clears or sets the thread's
 *       interrupt status.
 *   <li>H4 Locks belong to the process. One process never locks a byte twice: that is {@link
 *       IllegalStateException}, a bug of the caller. Locking is for one thread at a time; {@link
 *       #region} may be called by several at once.
 * </ul>
 */
public interface SharedMemory extends AutoCloseable {
  /** Bytes of a region. */
  int REGION_BYTES = 32 << 10;

  /** Bytes that can be locked: numbers 0 to 7, at offsets 120 to 127 of the file. */
  int LOCK_COUNT = 8;

  /** Whether only reading is possible: regions are read-only, no exclusive lock is given. */
  boolean isReadOnly();

  /**
   * A region, in the byte order of the machine; the same content for all processes. Each call gives
   * a buffer with position 0 and limit {@link #REGION_BYTES}; only absolute access is allowed.
   *
   * @param extend whether the file grows if the region lies beyond its end, unless it is read-only;
   *     the caller then holds the lock under which the memory is changed, in all processes the same
   * @return null if it lies beyond the end and the file is not to grow
   * @throws DatabaseException IOERR_SHMMAP, IOERR_SHMSIZE, FULL
   */
  ByteBuffer region(int index, boolean extend);

  /**
   * Tries to lock bytes for this process, without waiting.
   *
   * @param first 0 to 7
   * @param count how many bytes; a shared lock has one
   * @return false if another process stands in the way
   * @throws DatabaseException IOERR_SHMLOCK
   */
  boolean tryLock(int first, int count, boolean shared);

  /** Drops a lock that {@link #tryLock} gave for exactly those bytes; otherwise no effect. */
  void unlock(int first, int count);

  /**
   * Drops all locks and closes; regions must not be touched any more. A second call has no effect.
   *
   * @param delete whether the file is deleted too, before the locks are dropped
   */
  void close(boolean delete);

  @Override
  default void close() {
    close(false);
  }
}
