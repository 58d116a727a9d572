// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.wal.WalIndexHeader;

/**
 * What the process knows of the committed database: immutable, replaced as a whole by whoever holds
 * the lock that allows it (SHARED as first holder, EXCLUSIVE, or in WAL mode the database's state
 * lock).
 */
final class CommittedState {
  /** Page size in bytes. */
  final int pageSize;

  final int reservedBytes;

  /** Pages; 0 for an empty file, whose page size may still be chosen. Unsigned. */
  final int pageCount;

  /** Page 1, or null if the database is empty. */
  final byte[] firstPage;

  /** Rises with each change, by this process or another. */
  final long version;

  /** Bytes 24-39 of page 1, by which a change of another process is seen. */
  final long stampHigh;

  final long stampLow;

  /** In WAL mode, the header of the wal-index that says so; null in rollback mode. */
  final WalIndexHeader logHeader;

  CommittedState(int pageSize, int reservedBytes, int pageCount, byte[] firstPage, long version) {
    this(pageSize, reservedBytes, pageCount, firstPage, version, null);
  }

  CommittedState(
      int pageSize,
      int reservedBytes,
      int pageCount,
      byte[] firstPage,
      long version,
      WalIndexHeader logHeader) {
    this.logHeader = logHeader;
    this.pageSize = pageSize;
    this.reservedBytes = reservedBytes;
    this.pageCount = pageCount;
    this.firstPage = firstPage;
    this.version = version;
    this.stampHigh = firstPage == null ? 0 : Bytes.getLong(firstPage, DatabaseHeader.STAMP_OFFSET);
    this.stampLow =
        firstPage == null ? 0 : Bytes.getLong(firstPage, DatabaseHeader.STAMP_OFFSET + 8);
  }

  /** The same content under another header: the log was begun anew. */
  CommittedState withLogHeader(WalIndexHeader header) {
    return new CommittedState(pageSize, reservedBytes, pageCount, firstPage, version, header);
  }
}
