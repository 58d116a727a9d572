// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.journal;

import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.format.JournalLayout;
import java.nio.charset.StandardCharsets;

/**
 * Undoes a transaction: copies the images of a journal back into the database and cuts the database
 * to its old size.
 *
 * <p>A journal may end anywhere, since its writer was killed. The first header, record or checksum
 * that is not as it should be ends the playback without an error: what follows was never promised
 * (invariant J2 of {@link RollbackJournal}), so those pages of the database are untouched.
 *
 * <p>The caller holds EXCLUSIVE, and afterwards disposes of the journal. Playing back twice gives
 * the same database, so a crash during playback does no harm.
 */
public final class JournalPlayback {
  private final DatabaseFile database;
  private final DatabaseFile journal;
  private final int fallbackPageSize;
  private final long journalSize;

  private int sectorSize = JournalLayout.DEFAULT_SECTOR_SIZE;
  private int pageSize;
  private int pageCountBefore;
  private byte[] record;
  private boolean changed;

  /**
   * @param fallbackPageSize for journals whose header does not say
   */
  public JournalPlayback(DatabaseFile database, DatabaseFile journal, int fallbackPageSize) {
    this.database = database;
    this.journal = journal;
    this.fallbackPageSize = fallbackPageSize;
    this.journalSize = journal.size();
  }

  /** Plays the journal back and syncs the database if it was changed. */
  public void run() {
    long offset = 0;
    byte[] header = new byte[JournalLayout.HEADER_BYTES];
    while (true) {
      offset = (offset + sectorSize - 1) / sectorSize * sectorSize;
      if (offset + JournalLayout.HEADER_BYTES > journalSize
          || journal.read(offset, header, 0, header.length) < header.length
          || Bytes.getLong(header, 0) != JournalLayout.MAGIC) {
        break;
      }
      if (offset == 0 && !readFirstHeader(header)) {
        break;
      }
      offset += sectorSize;
      if (offset > journalSize) {
        break;
      }
      int recordBytes = pageSize + JournalLayout.RECORD_OVERHEAD;
      long count = Bytes.getUnsignedInt(header, JournalLayout.RECORD_COUNT_OFFSET);
      long room = (journalSize - offset) / recordBytes;
      if ((int) count == JournalLayout.COUNT_UNKNOWN) {
        count = room;
      }
      int nonce = Bytes.getInt(header, JournalLayout.NONCE_OFFSET);
      long available = Math.min(count, room);
      for (long i = 0; i < available; i++, offset += recordBytes) {
        if (!playRecord(offset, nonce)) {
          finish();
          return;
        }
      }
      if (available < count) {
        break;
      }
    }
    finish();
  }

  private void finish() {
    if (changed) {
      database.syncData();
    }
  }

  /** Takes over sizes from the first header and restores the database's; false if they are bad. */
  private boolean readFirstHeader(byte[] header) {
    pageSize = Bytes.getInt(header, JournalLayout.PAGE_SIZE_OFFSET);
    if (pageSize == 0) {
      pageSize = fallbackPageSize;
    }
    int sector = Bytes.getInt(header, JournalLayout.SECTOR_SIZE_OFFSET);
    if (!DatabaseHeader.isValidPageSize(pageSize)
        || sector < JournalLayout.MIN_SECTOR_SIZE
        || sector > JournalLayout.MAX_SECTOR_SIZE
        || Integer.bitCount(sector) != 1) {
      return false;
    }
    sectorSize = sector;
    pageCountBefore = Bytes.getInt(header, JournalLayout.PAGE_COUNT_OFFSET);
    record = new byte[pageSize + JournalLayout.RECORD_OVERHEAD];
    restoreSize();
    return true;
  }

  private void restoreSize() {
    long wanted = Integer.toUnsignedLong(pageCountBefore) * pageSize;
    long size = database.size();
    if (size > wanted) {
      database.truncate(wanted);
      changed = true;
    } else if (size + pageSize <= wanted && size > 0) {
      // The images that follow fill what matters; the last page makes the size right.
      long lastPage = wanted - pageSize;
      database.write(lastPage, new byte[pageSize], 0, pageSize);
      changed = true;
    }
  }

  private boolean playRecord(long offset, int nonce) {
    if (journal.read(offset, record, 0, record.length) < record.length) {
      return false;
    }
    int pageNumber = Bytes.getInt(record, 0);
    if (pageNumber == 0 || pageNumber == JournalLayout.lockBytePage(pageSize)) {
      return false;
    }
    if (Integer.compareUnsigned(pageNumber, pageCountBefore) > 0) {
      return true;
    }
    int sum = nonce;
    for (int i = pageSize - 200; i > 0; i -= 200) {
      sum += record[4 + i] & 0xff;
    }
    if (sum != Bytes.getInt(record, 4 + pageSize)) {
      return false;
    }
    database.write((Integer.toUnsignedLong(pageNumber) - 1) * pageSize, record, 4, pageSize);
    changed = true;
    return true;
  }

  /** The super-journal that the journal names at its end, or null. */
  public static String superJournalName(DatabaseFile journal) {
    long size = journal.size();
    int trailerBytes = JournalLayout.SUPER_TRAILER_BYTES;
    byte[] trailer = new byte[trailerBytes];
    if (size < trailerBytes
        || journal.read(size - trailerBytes, trailer, 0, trailerBytes) < trailerBytes
        || Bytes.getLong(trailer, 8) != JournalLayout.MAGIC) {
      return null;
    }
    int length = Bytes.getInt(trailer, 0);
    if (length <= 0 || length > 4096 || length > size - trailerBytes) {
      return null;
    }
    byte[] name = new byte[length];
    if (journal.read(size - trailerBytes - length, name, 0, length) < length) {
      return null;
    }
    int sum = 0;
    for (byte b : name) {
      sum += b;
    }
    return sum == Bytes.getInt(trailer, 4) ? new String(name, StandardCharsets.UTF_8) : null;
  }
}
