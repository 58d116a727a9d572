// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.file.SharedMemory;
import dev.walnut.engine.format.WalLayout;
import dev.walnut.engine.lock.WalLocks;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The write-ahead log of one database in this process: the file, the wal-index and the locks, which
 * the connections share. Each connection has a {@link WalReader} and a {@link WalWriter} on it.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>L1 While this object is open the process holds SHARED on the database file: that alone
 *       keeps other processes from deleting the log, or leaving WAL mode, behind it.
 *   <li>L2 The wal-index is believed only if its header is valid ({@link WalIndexHeader#of});
 *       otherwise the holder of the write lock recovers it from the file.
 * </ul>
 */
public final class WriteAheadLog {
  /** Who must know when the log begins anew, which changes nothing in the database. */
  public interface RewindListener {
    /**
     * Called by the holder of the write lock.
     *
     * @param publish makes the empty log the committed state, for all processes
     */
    void rewind(WalIndexHeader from, WalIndexHeader to, Runnable publish);
  }

  private final FileSystem fileSystem;
  private final DatabaseFile database;
  private final String path;
  private final SharedMemory memory;
  private final WalFile file;
  private final WalIndex index;
  private final WalLocks locks;
  private final RewindListener rewinds;
  private volatile boolean closed;

  private WriteAheadLog(
      FileSystem fileSystem,
      DatabaseFile database,
      String path,
      SharedMemory memory,
      WalFile file,
      Runnable released,
      RewindListener rewinds) {
    this.rewinds = rewinds;
    this.fileSystem = fileSystem;
    this.database = database;
    this.path = path;
    this.memory = memory;
    this.file = file;
    this.index = new WalIndex(memory);
    this.locks = new WalLocks(memory, fileSystem.lockingCosts(), released);
  }

  /**
   * Opens the log of a database; files that do not exist are created.
   *
   * @param memory the shared memory, which {@link #close} closes
   * @param released called whenever a lock is dropped
   * @param rewinds is told when a connection of this process begins the log anew
   * @throws DatabaseException CANTOPEN
   */
  public static WriteAheadLog open(
      FileSystem fileSystem,
      DatabaseFile database,
      String path,
      SharedMemory memory,
      Runnable released,
      RewindListener rewinds) {
    OpenMode mode = database.isReadOnly() ? OpenMode.READ_ONLY : OpenMode.READ_WRITE_CREATE;
    WalFile file = new WalFile(fileSystem, fileSystem.openBeside(database, path, mode));
    return new WriteAheadLog(fileSystem, database, path, memory, file, released, rewinds);
  }

  DatabaseFile database() {
    return database;
  }

  WalFile file() {
    return file;
  }

  WalIndex index() {
    return index;
  }

  WalLocks locks() {
    return locks;
  }

  /** Whether only reading is possible. */
  public boolean isReadOnly() {
    return memory.isReadOnly() || file.isReadOnly();
  }

  /** Whether that is the committed state for all processes, just now. */
  public boolean isCurrent(WalIndexHeader header) {
    return index.isCurrent(header);
  }

  /** The number of the page in a frame of the log. */
  public int pageOf(int frame) {
    return index.pageOf(frame);
  }

  /**
   * A valid header, recovered if need be.
   *
   * @return null if somebody else is just writing or recovering it: try again
   */
  WalIndexHeader headerOrRecover() {
    WalIndexHeader header = index.readHeader();
    if (header != null) {
      return checked(header);
    }
    if (isReadOnly()) {
      throw new DatabaseException(ResultCode.READONLY_RECOVERY);
    }
    if (!locks.tryExclusive(WalLocks.WRITE, 1)) {
      return null;
    }
    try {
      return headerOrRecoverAsWriter();
    } finally {
      locks.unlockExclusive(WalLocks.WRITE, 1);
    }
  }

  /** A valid header, recovered if need be; the caller holds the write lock. */
  WalIndexHeader headerOrRecoverAsWriter() {
    WalIndexHeader header = index.readHeader();
    return checked(header != null ? header : WalRecovery.run(file, index, locks));
  }

  private static WalIndexHeader checked(WalIndexHeader header) {
    if (header.format() != WalLayout.FORMAT) {
      throw new DatabaseException(
          ResultCode.CANTOPEN, "unable to open database file: unknown format of the wal-index");
    }
    return header;
  }

  /**
   * Makes the log an empty one in the wal-index. The caller holds the write lock and slots 1 to 4,
   * and all frames are in the database file.
   */
  WalIndexHeader rewind(WalIndexHeader from) {
    WalIndexHeader empty =
        WalIndexHeader.of(
            from.change(),
            from.isBigEndian(),
            from.pageSize(),
            0,
            from.pageCount(),
            from.frameChecksum(),
            from.salt1() + 1,
            ThreadLocalRandom.current().nextInt());
    rewinds.rewind(from, empty, () -> index.writeHeader(empty));
    index.setBackfilled(0);
    index.setAttempted(0);
    index.setReadMark(1, 0);
    for (int slot = 2; slot < WalIndex.MARK_COUNT; slot++) {
      index.setReadMark(slot, WalIndex.NOT_USED);
    }
    return empty;
  }

  /** Whether another connection, here or elsewhere, is recovering just now. */
  boolean isRecovering() {
    if (!locks.tryShared(WalLocks.RECOVER)) {
      return true;
    }
    locks.unlockShared(WalLocks.RECOVER);
    return false;
  }

  /** Whether {@link #checkpointAndClose} or {@link #close} was called: nobody gets in any more. */
  boolean isClosed() {
    return closed;
  }

  /**
   * Copies all that is in the log to the database and deletes the log. The caller holds EXCLUSIVE
   * on the database file, so other processes are out.
   *
   * @return false, with the log still open, if a connection of this process is in a transaction
   */
  public boolean checkpointAndClose(boolean syncs) {
    if (headerOrRecover() == null) {
      return false;
    }
    CheckpointResult result =
        new Checkpointer(this, CheckpointMode.PASSIVE, syncs, () -> false).run();
    if (result.isBusy() || !locks.tryExclusive(0, SharedMemory.LOCK_COUNT)) {
      return false;
    }
    WalIndexHeader last = index.readHeader();
    if (last == null || index.backfilled() != last.maxFrame()) {
      locks.unlockExclusive(0, SharedMemory.LOCK_COUNT);
      return false;
    }
    // The locks are never dropped: who still has this object finds it busy, and looks again.
    closed = true;
    close(true);
    return true;
  }

  /**
   * Closes the files. The caller still holds its lock on the database.
   *
   * @param delete whether log and shared memory are deleted: all is in the database file, and the
   *     caller has it alone
   */
  public void close(boolean delete) {
    closed = true;
    locks.endLeases();
    try {
      memory.close(delete);
    } finally {
      file.close();
      if (delete) {
        fileSystem.delete(path);
      }
    }
  }
}
