// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.HeapSharedMemory;
import dev.walnut.engine.file.SharedMemory;
import dev.walnut.engine.lock.LockHolder;
import dev.walnut.engine.lock.LockState;
import dev.walnut.engine.lock.LockTable;
import dev.walnut.engine.wal.WriteAheadLog;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Opens and closes the write-ahead log of one database, for all connections of this process.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>O1 From {@link #open} to {@link #leave} or {@link #close} this object holds SHARED on the
 *       database file for the process, idle connections included.
 *   <li>O2 From {@link #openAlone} on it holds EXCLUSIVE instead, for one connection: all others
 *       find the database busy until that one leaves WAL mode or is closed.
 * </ul>
 */
final class DatabaseLog {
  private final Database database;
  private final FileSystem fileSystem;
  private final DatabaseFile file;
  private final LockTable locks;
  private final KnownState known;
  private final String logPath;
  private final String sharedMemoryPath;

  /** Guards opening and closing. */
  private final ReentrantLock lock = new ReentrantLock();

  /** The process's lock on the database file in WAL mode. */
  private final LockHolder holderOfProcess = new LockHolder();

  /** Null in rollback mode. */
  private volatile WriteAheadLog log;

  /** The only connection that may use the log; null if all may. */
  private volatile Pager soleUser;

  DatabaseLog(Database database, FileSystem fileSystem, KnownState known) {
    this.database = database;
    this.fileSystem = fileSystem;
    this.file = database.file();
    this.locks = database.locks();
    this.known = known;
    this.logPath = database.logPath();
    this.sharedMemoryPath = database.path() + "-shm";
  }

  /** The log, or null in rollback mode. */
  WriteAheadLog get() {
    return log;
  }

  /**
   * Opens the log. The caller holds SHARED and found the file in WAL mode.
   *
   * @return false if it is busy
   */
  boolean open() {
    lock.lock();
    try {
      if (log != null) {
        return true;
      }
      if (!locks.tryShared(holderOfProcess, recovery -> true)) {
        return false;
      }
      openWith(() -> fileSystem.openSharedMemory(file, sharedMemoryPath, false));
      return log != null;
    } finally {
      lock.unlock();
    }
  }

  /** The log's holder has its lock, and gives it up if this fails. */
  private void openWith(Supplier<SharedMemory> memories) {
    SharedMemory memory = null;
    try {
      memory = memories.get();
      log =
          WriteAheadLog.open(fileSystem, file, logPath, memory, locks::wakeWaiters, known::rewound);
    } catch (DatabaseException e) {
      if (e.resultCode() != ResultCode.BUSY) {
        throw e;
      }
    } finally {
      if (log == null) {
        if (memory != null) {
          memory.close();
        }
        locks.release(holderOfProcess);
      }
    }
  }

  /**
   * Opens the log for one connection alone: with EXCLUSIVE on the file, and without shared memory.
   *
   * @param owner a connection in locking mode EXCLUSIVE
   * @param holder its place in the lock table, with SHARED at least; if true is returned it holds
   *     nothing, otherwise what it held
   * @return false if others use the database, here or elsewhere
   */
  boolean openAlone(Pager owner, LockHolder holder) {
    lock.lock();
    try {
      if (log != null) {
        return soleUser == owner;
      }
      boolean reserved = holder.state().atLeast(LockState.RESERVED) || locks.tryReserved(holder);
      if (!reserved || !locks.tryExclusive(holder)) {
        locks.downgrade(holder);
        return false;
      }
      locks.handOver(holder, holderOfProcess);
      soleUser = owner;
      try {
        openWith(HeapSharedMemory::new);
      } finally {
        if (log == null) {
          soleUser = null;
        }
      }
      return log != null;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Makes the log that is open one connection's own, if no other one uses it.
   *
   * @param owner a connection in locking mode EXCLUSIVE that has not used the log
   * @param holder its place in the lock table, which holds nothing
   * @return false if others use it, here or elsewhere
   */
  boolean take(Pager owner, LockHolder holder) {
    lock.lock();
    try {
      if (isUsed() || !leave(holder, true)) {
        return false;
      }
      boolean opened = false;
      try {
        opened = openAlone(owner, holder);
      } finally {
        if (!opened) {
          known.forget();
          locks.release(holder);
        }
      }
      return opened;
    } finally {
      lock.unlock();
    }
  }

  private boolean isUsed() {
    return database.anyPager(pager -> pager.protocols().logInUse() == log);
  }

  /** Whether one connection has the log, and it is another one. */
  boolean isTaken(Pager pager) {
    Pager owner = soleUser;
    return owner != null && owner != pager;
  }

  /** Whether this connection alone may use the log. */
  boolean isOwner(Pager pager) {
    return soleUser == pager;
  }

  /** Before that connection is closed: others may use the database again. */
  void closeOwned(Pager owner) {
    if (soleUser != owner) {
      return;
    }
    lock.lock();
    try {
      try {
        close(log, () -> true);
      } finally {
        log = null;
        known.forgetLog();
        soleUser = null;
        locks.release(holderOfProcess);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Leaves WAL mode: all that is in the log goes to the database file, and the log is deleted.
   *
   * @param holder a connection's place in the lock table, which holds nothing; if true is returned
   *     it holds EXCLUSIVE
   * @return false if anybody else uses the database, here or elsewhere; nothing has changed
   */
  boolean leave(LockHolder holder, boolean syncs) {
    lock.lock();
    try {
      if (log == null) {
        return true;
      }
      boolean closed = false;
      locks.handOver(holderOfProcess, holder);
      try {
        closed =
            (soleUser != null || locks.tryReserved(holder) && locks.tryExclusive(holder))
                && log.checkpointAndClose(syncs);
      } finally {
        if (!closed) {
          if (soleUser == null) {
            locks.downgrade(holder);
          }
          locks.handOver(holder, holderOfProcess);
        }
      }
      if (closed) {
        log = null;
        soleUser = null;
        known.leaveLog();
      }
      return closed;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Before the file is closed: the last connection of all processes tidies up.
   *
   * @param lastWasReadOnly whether it was for reading only: then it leaves the log as it is
   */
  void close(boolean lastWasReadOnly) {
    WriteAheadLog open = log;
    if (open == null) {
      return;
    }
    log = null;
    try {
      boolean mayWrite = !lastWasReadOnly && !open.isReadOnly();
      close(
          open,
          () ->
              mayWrite
                  && locks.tryReserved(holderOfProcess)
                  && locks.tryExclusive(holderOfProcess));
    } finally {
      locks.release(holderOfProcess);
    }
  }

  /**
   * Closes a log, and tidies it up if nobody else uses the database.
   *
   * @param alone makes sure of that
   */
  private static void close(WriteAheadLog open, BooleanSupplier alone) {
    boolean tidied = false;
    try {
      tidied = alone.getAsBoolean() && open.checkpointAndClose(true);
    } catch (DatabaseException e) {
      // Nothing is lost: the log has everything, and who opens the database next goes on from it.
      tidied = false;
    } finally {
      if (!tidied) {
        open.close(false);
      }
    }
  }
}
