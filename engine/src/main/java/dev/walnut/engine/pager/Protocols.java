// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.wal.WriteAheadLog;

/**
 * The two protocols of one connection, and which of them its next transaction follows: what the
 * database file says decides, and it may have changed since the last one.
 *
 * <p>Confined to the connection's thread, but for {@link #logInUse}.
 */
final class Protocols {
  private final Pager pager;
  private final Database database;
  private final PagerSettings settings;
  private final RollbackProtocol rollback;

  /** Null until the database is first found in WAL mode. */
  private WalProtocol wal;

  private volatile WriteAheadLog logInUse;

  Protocols(Pager pager, Database database, PagerSettings settings) {
    this.pager = pager;
    this.database = database;
    this.settings = settings;
    this.rollback = new RollbackProtocol(database, settings, pager.isReadOnly());
  }

  /** The protocol of rollback mode. */
  RollbackProtocol rollback() {
    return rollback;
  }

  /** The log that this connection has used last; from any thread. */
  WriteAheadLog logInUse() {
    return logInUse;
  }

  /**
   * Decides on the protocol of the transaction that begins; the rollback protocol holds SHARED
   * already when it is returned.
   *
   * @return null if that is busy
   */
  TransactionProtocol choose() {
    DatabaseLog logs = database.log();
    if (logs.get() == null) {
      if (!rollback.tryBeginRead()) {
        return null;
      }
      if (!database.known().isWalMode()) {
        return rollback;
      }
      openLog(logs);
    }
    WriteAheadLog log = logs.get();
    if (log == null || logs.isTaken(pager)) {
      return null;
    }
    if (wal == null || wal.log() != log) {
      if (wantsLogAlone() && !logs.isOwner(pager)) {
        if (!logs.take(pager, rollback.lock())) {
          return null;
        }
        log = logs.get();
      }
      wal = new WalProtocol(database, settings, log);
      logInUse = log;
    }
    return wal;
  }

  /** The rollback protocol holds SHARED, and gives it up. */
  private void openLog(DatabaseLog logs) {
    try {
      if (wantsLogAlone()) {
        logs.openAlone(pager, rollback.lock());
      } else {
        logs.open();
      }
    } finally {
      rollback.close();
    }
  }

  /** Whether a log that this connection begins to use is to be its own. */
  private boolean wantsLogAlone() {
    return settings.lockingMode == LockingMode.EXCLUSIVE && !pager.isReadOnly();
  }
}
