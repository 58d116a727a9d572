// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.WalLayout;
import dev.walnut.engine.lock.WalLocks;

/**
 * Builds the wal-index from the log, when its header is not valid: nobody had the database open, or
 * a process died while it wrote the header.
 *
 * <p>The caller holds the write lock. Recovery takes the checkpoint and the recovery lock too: the
 * latter tells readers that waiting makes sense. Whoever has a snapshot goes on reading.
 */
final class WalRecovery {
  private WalRecovery() {}

  /**
   * Recovers.
   *
   * @return the new header
   * @throws DatabaseException BUSY_RECOVERY if a checkpoint is at work; what reading can cause
   */
  static WalIndexHeader run(WalFile file, WalIndex index, WalLocks locks) {
    return run(file, index, locks, WalLocks.CHECKPOINT);
  }

  /** Recovers, called by one who holds the checkpoint lock too. */
  static WalIndexHeader runHoldingCheckpoint(WalFile file, WalIndex index, WalLocks locks) {
    return run(file, index, locks, WalLocks.RECOVER);
  }

  private static WalIndexHeader run(WalFile file, WalIndex index, WalLocks locks, int firstLock) {
    int lockCount = WalLocks.RECOVER - firstLock + 1;
    if (!locks.tryExclusive(firstLock, lockCount)) {
      throw new DatabaseException(ResultCode.BUSY_RECOVERY);
    }
    try {
      WalFile.Content content = file.scan();
      WalIndexHeader header = header(content);
      index.rebuild(content.pageNumbers, content.maxFrame);
      index.setBackfilled(0);
      index.setAttempted(content.maxFrame);
      index.setReadMark(0, 0);
      for (int slot = 1; slot < WalIndex.MARK_COUNT; slot++) {
        if (locks.tryExclusive(WalLocks.READ_0 + slot, 1)) {
          boolean first = slot == 1 && content.maxFrame > 0;
          index.setReadMark(slot, first ? content.maxFrame : WalIndex.NOT_USED);
          locks.unlockExclusive(WalLocks.READ_0 + slot, 1);
        }
      }
      index.writeHeader(header);
      return header;
    } finally {
      locks.unlockExclusive(firstLock, lockCount);
    }
  }

  private static WalIndexHeader header(WalFile.Content content) {
    int salt1 = 0;
    int salt2 = 0;
    if (content.header != null) {
      salt1 = Bytes.getInt(content.header, WalLayout.SALT_OFFSET);
      salt2 = Bytes.getInt(content.header, WalLayout.SALT_OFFSET + 4);
    }
    return WalIndexHeader.of(
        0,
        content.bigEndian,
        content.pageSize,
        content.maxFrame,
        content.pageCount,
        content.frameChecksum,
        salt1,
        salt2);
  }
}
