// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.api.DatabaseException;

/**
 * One open file: positional reads and writes, syncs, byte-range locks.
 *
 * <p>Contract of every implementation (proved by {@code FileSystemContract})
 *
 * <ul>
 *   <li>F1 No call is ended by the interruption of its thread, and none clears or sets the thread's
 *       interrupt status.
 *   <li>F2 A write past the end extends the file; the gap reads as zeroes.
 *   <li>F3 Locks belong to the process, not to the handle: {@link #tryLock} answers whether another
 *       process stands in the way. One process never locks overlapping ranges twice: that is {@link
 *       IllegalStateException}, a bug of the caller.
 *   <li>F4 Errors are {@link DatabaseException} with IOERR_READ, IOERR_WRITE, FULL, IOERR_FSYNC,
 *       IOERR_TRUNCATE, IOERR_FSTAT, IOERR_LOCK, IOERR_UNLOCK or IOERR_CLOSE; the file stays open.
 *   <li>F5 Reading and writing may be called by several threads at once. Locking may not.
 * </ul>
 */
public interface DatabaseFile extends AutoCloseable {
  /** The path by which the file was opened, resolved where the file system could do so. */
  String path();

  /** Whether writes are refused. */
  boolean isReadOnly();

  /**
   * Reads {@code length} bytes, or fewer at the end of the file.
   *
   * @param fileOffset in bytes from the file's start
   * @return the number of bytes read, 0 to {@code length}; the rest of the target is unchanged
   */
  int read(long fileOffset, byte[] target, int targetOffset, int length);

  /**
   * Reads neighbouring blocks into an array each, in one call of the system where that is possible.
   *
   * @param targets the arrays from {@code from} on, {@code count} of them, get {@code blockBytes}
   *     bytes each
   * @return the number of bytes read, less than asked for at the end of the file; what lies past
   *     them in the targets is unspecified
   */
  default int readBlocks(long fileOffset, byte[][] targets, int from, int count, int blockBytes) {
    int done = 0;
    for (int i = 0; i < count; i++) {
      int read = read(fileOffset + done, targets[from + i], 0, blockBytes);
      done += read;
      if (read < blockBytes) {
        break;
      }
    }
    return done;
  }

  /** Writes {@code length} bytes; on an error any part of them may have been written. */
  void write(long fileOffset, byte[] source, int sourceOffset, int length);

  /** Cuts the file to {@code size} bytes; a file that is shorter stays as it is. */
  void truncate(long size);

  /** The size in bytes. */
  long size();

  /** Returns when the content, and the size needed to read it, is durable ({@code fdatasync}). */
  void syncData();

  /** Like {@link #syncData}, with all metadata ({@code fsync}). */
  void syncAll();

  /**
   * Tries to lock a range for this process, without waiting.
   *
   * @param shared whether other processes may hold shared locks in the range too
   * @return false if another process holds a conflicting lock
   */
  boolean tryLock(long fileOffset, long length, boolean shared);

  /** Drops a lock that {@link #tryLock} gave for exactly that range; otherwise no effect. */
  void unlock(long fileOffset, long length);

  /** Drops all locks and closes; a second call has no effect. */
  @Override
  void close();
}
