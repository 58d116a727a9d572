// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.lock.BusyWait;
import dev.walnut.engine.wal.CheckpointMode;
import dev.walnut.engine.wal.CheckpointResult;
import dev.walnut.engine.wal.Checkpointer;
import dev.walnut.engine.wal.WalIndexHeader;
import dev.walnut.engine.wal.WriteAheadLog;

/** The checkpoints of one connection: those it is told to do, and those after its commits. */
final class Checkpoints {
  private final Database database;
  private final PagerSettings settings;
  private final BusyWait busyWait;

  /** Whether a commit made the log so long that a checkpoint is due. */
  private boolean due;

  Checkpoints(Database database, PagerSettings settings, BusyWait busyWait) {
    this.database = database;
    this.settings = settings;
    this.busyWait = busyWait;
  }

  /**
   * See {@link Pager#checkpoint}.
   *
   * @param readOnly whether nothing may be written
   */
  CheckpointResult run(CheckpointMode mode, boolean readOnly) {
    WriteAheadLog log = database.log().get();
    if (log == null) {
      return new CheckpointResult(false, -1, -1);
    }
    if (readOnly || log.isReadOnly()) {
      return look(log, mode);
    }
    busyWait.reset();
    return new Checkpointer(log, mode, syncs(), busyWait::await).run();
  }

  private boolean syncs() {
    return settings.synchronous != Synchronous.OFF;
  }

  private static CheckpointResult look(WriteAheadLog log, CheckpointMode mode) {
    CheckpointResult found = new Checkpointer(log, CheckpointMode.NOOP, false, () -> false).run();
    if (mode != CheckpointMode.NOOP && found.checkpointedFrames() < found.logFrames()) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    return found;
  }

  /**
   * Notes how long a commit made the log.
   *
   * @param header null in rollback mode
   */
  void committed(WalIndexHeader header) {
    due |=
        header != null
            && settings.autocheckpoint > 0
            && header.maxFrame() >= settings.autocheckpoint;
  }

  /** After a commit that made the log long; the connection holds no lock any more. */
  void runIfDue() {
    WriteAheadLog log = due ? database.log().get() : null;
    due = false;
    if (log == null) {
      return;
    }
    try {
      new Checkpointer(log, CheckpointMode.PASSIVE, syncs(), () -> false).run();
    } catch (DatabaseException e) {
      // The commit is done and must not be reported as failed. The log still holds everything, and
      // the next commit tries again; a disk that stays broken makes that commit fail.
      due = false;
    }
  }
}
