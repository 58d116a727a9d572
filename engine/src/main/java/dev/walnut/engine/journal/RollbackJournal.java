// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.journal;

import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.JournalLayout;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/**
 * Writes one connection's journal file: original images of pages, then, by {@link #makeDurable},
 * the promise that they are there; {@link #finish} takes the promise back, which is the commit.
 *
 * <p>Layout: see {@link JournalLayout}. Records are gathered in a buffer and written in large
 * pieces. A segment ends at each {@link #makeDurable}; later records begin another.
 *
 * <p>States: closed, then {@link #open}, then any number of {@link #append} and {@link
 * #makeDurable}, before the last of these perhaps {@link #nameSuperJournal}, then {@link #finish}:
 * closed again.
 *
 * <p>Order of syncs in {@link #makeDurable}, measured on SQLite
 *
 * <ul>
 *   <li>OFF: none; the header says from the start "as many records as fit".
 *   <li>NORMAL: record count into the header; journal; directory (first segment only).
 *   <li>FULL, EXTRA: journal; directory (first segment only); record count into the header;
 *       journal.
 * </ul>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>J1 Until makeDurable the header's first bytes are zero (but with OFF), so that nobody takes
 *       the journal for a hot one.
 *   <li>J2 When makeDurable returns, every record appended is as durable as the level promises, and
 *       the caller may write those pages of the database.
 *   <li>J3 After the last record no stale header of an earlier, longer journal stands where a
 *       reader would look for the next segment.
 *   <li>J4 A super-journal's name stands at the very end of the file, where readers look for it,
 *       and no journal that ends with one is finished but by being cut or deleted: a later, shorter
 *       journal in the same file would seem to belong to a transaction over several files.
 * </ul>
 */
public final class RollbackJournal {
  private static final int BUFFER_BYTES = 128 << 10;
  private static final int SECTOR = JournalLayout.DEFAULT_SECTOR_SIZE;

  private final FileSystem fileSystem;
  private final DatabaseFile database;
  private final String path;
  private final IntSupplier nonces;

  private DatabaseFile file;
  private JournalMode mode;
  private Synchronous synchronous;
  private int pageSize;
  private int pageCountBefore;
  private boolean directorySynced;
  private boolean mayHoldStaleData;
  private boolean namesSuperJournal;

  private byte[] buffer;
  private int buffered;

  /** File offset of the buffer's first byte. */
  private long bufferOffset;

  /** File offset of the open segment's header, or -1 if the next record starts a segment. */
  private long segmentOffset;

  private int nonce;
  private int recordCount;

  /**
   * @param path the journal's path
   * @param nonces random numbers, so that stale records fail their checksums
   */
  public RollbackJournal(
      FileSystem fileSystem, DatabaseFile database, String path, IntSupplier nonces) {
    this.fileSystem = fileSystem;
    this.database = database;
    this.path = path;
    this.nonces = nonces;
  }

  /** Whether {@link #open} was called and {@link #finish} was not. */
  public boolean isOpen() {
    return file != null;
  }

  /**
   * Creates or reuses the file.
   *
   * @param mode one that has a file
   * @param pageCountBefore pages in the database before the transaction
   */
  public void open(JournalMode mode, Synchronous synchronous, int pageSize, int pageCountBefore) {
    this.mode = mode;
    this.synchronous = synchronous;
    this.pageSize = pageSize;
    this.pageCountBefore = pageCountBefore;
    file = fileSystem.openBeside(database, path, OpenMode.READ_WRITE_CREATE);
    mayHoldStaleData = file.size() > 0;
    if (mayHoldStaleData && JournalPlayback.superJournalName(file) != null) {
      // J4: left by a transaction that was committed, but could not finish its journal.
      file.truncate(0);
      mayHoldStaleData = false;
    }
    namesSuperJournal = false;
    directorySynced = false;
    segmentOffset = -1;
    bufferOffset = 0;
    buffered = 0;
    recordCount = 0;
  }

  /** Adds the image that a page had before the transaction. */
  public void append(int pageNumber, byte[] image) {
    if (segmentOffset < 0) {
      beginSegment();
    }
    putInt(pageNumber);
    putBytes(image, pageSize);
    putInt(JournalLayout.checksum(nonce, image, pageSize));
    recordCount++;
  }

  private void beginSegment() {
    if (buffer == null) {
      buffer = new byte[BUFFER_BYTES];
    }
    long offset = (bufferOffset + buffered + SECTOR - 1) / SECTOR * SECTOR;
    if (offset != bufferOffset + buffered) {
      flush();
      bufferOffset = offset;
    }
    nonce = nonces.getAsInt();
    recordCount = 0;
    segmentOffset = offset;
    byte[] header = new byte[SECTOR];
    if (synchronous == Synchronous.OFF) {
      Bytes.putLong(header, 0, JournalLayout.MAGIC);
      Bytes.putInt(header, JournalLayout.RECORD_COUNT_OFFSET, JournalLayout.COUNT_UNKNOWN);
    }
    Bytes.putInt(header, JournalLayout.NONCE_OFFSET, nonce);
    Bytes.putInt(header, JournalLayout.PAGE_COUNT_OFFSET, pageCountBefore);
    Bytes.putInt(header, JournalLayout.SECTOR_SIZE_OFFSET, SECTOR);
    Bytes.putInt(header, JournalLayout.PAGE_SIZE_OFFSET, pageSize);
    putBytes(header, SECTOR);
  }

  private void putInt(int value) {
    if (buffered + 4 > BUFFER_BYTES) {
      flush();
    }
    Bytes.putInt(buffer, buffered, value);
    buffered += 4;
  }

  private void putBytes(byte[] bytes, int length) {
    if (buffered + length > BUFFER_BYTES) {
      flush();
    }
    System.arraycopy(bytes, 0, buffer, buffered, length);
    buffered += length;
  }

  private void flush() {
    if (buffered > 0) {
      file.write(bufferOffset, buffer, 0, buffered);
      bufferOffset += buffered;
      buffered = 0;
    }
  }

  /**
   * Ends the segment and makes its records as durable as the level promises. Afterwards the pages
   * may be written to the database.
   */
  public void makeDurable() {
    if (segmentOffset < 0) {
      // No record yet: a header alone restores the page count of a database that only grew.
      beginSegment();
    }
    flush();
    if (synchronous == Synchronous.OFF) {
      // The segment goes on: its header says "as many records as fit".
      return;
    }
    if (mayHoldStaleData) {
      clearStaleHeader();
    }
    if (synchronous.compareTo(Synchronous.FULL) >= 0) {
      file.syncData();
      syncDirectoryOnce();
      writeSegmentHeader();
      file.syncData();
    } else {
      writeSegmentHeader();
      file.syncData();
      syncDirectoryOnce();
    }
    segmentOffset = -1;
  }

  /**
   * Ends the journal with the name of a super-journal; then comes the last {@link #makeDurable}.
   */
  public void nameSuperJournal(String superJournal) {
    if (segmentOffset < 0) {
      beginSegment();
    }
    if (synchronous.compareTo(Synchronous.FULL) >= 0) {
      // In a sector of its own, as SQLite has it.
      flush();
      bufferOffset = (bufferOffset + SECTOR - 1) / SECTOR * SECTOR;
    }
    byte[] name = superJournal.getBytes(StandardCharsets.UTF_8);
    int sum = 0;
    for (byte b : name) {
      sum += b;
    }
    putInt(JournalLayout.lockBytePage(pageSize));
    putBytes(name, name.length);
    putInt(name.length);
    putInt(sum);
    putInt((int) (JournalLayout.MAGIC >>> 32));
    putInt((int) JournalLayout.MAGIC);
    flush();
    if (mayHoldStaleData) {
      file.truncate(bufferOffset);
    }
    namesSuperJournal = true;
  }

  private void writeSegmentHeader() {
    byte[] start = new byte[JournalLayout.NONCE_OFFSET];
    Bytes.putLong(start, 0, JournalLayout.MAGIC);
    Bytes.putInt(start, JournalLayout.RECORD_COUNT_OFFSET, recordCount);
    file.write(segmentOffset, start, 0, start.length);
  }

  private void syncDirectoryOnce() {
    if (!directorySynced) {
      fileSystem.syncDirectory(path);
      directorySynced = true;
    }
  }

  private void clearStaleHeader() {
    long next = (bufferOffset + SECTOR - 1) / SECTOR * SECTOR;
    byte[] magic = new byte[8];
    if (file.read(next, magic, 0, 8) == 8 && Bytes.getLong(magic, 0) == JournalLayout.MAGIC) {
      file.write(next, new byte[1], 0, 1);
    }
  }

  /**
   * Ends the transaction: makes the journal one that nobody plays back, then closes it. If this
   * fails, {@link HotJournal#isPresent} tells whether the transaction ended nevertheless.
   *
   * @param sizeLimit bytes that a persistent journal may keep; negative: no limit
   */
  public void finish(long sizeLimit) {
    if (file == null) {
      return;
    }
    switch (mode) {
      case DELETE:
        close();
        fileSystem.delete(path);
        if (synchronous == Synchronous.EXTRA) {
          fileSystem.syncDirectory(path);
        }
        break;
      case TRUNCATE:
        file.truncate(0);
        if (synchronous.compareTo(Synchronous.FULL) >= 0) {
          file.syncData();
        }
        close();
        break;
      case PERSIST:
        if (sizeLimit == 0 || namesSuperJournal) {
          file.truncate(0);
        } else {
          file.write(0, new byte[JournalLayout.HEADER_BYTES], 0, JournalLayout.HEADER_BYTES);
        }
        if (synchronous != Synchronous.OFF) {
          file.syncData();
        }
        if (sizeLimit > 0 && file.size() > sizeLimit) {
          file.truncate(sizeLimit);
        }
        close();
        break;
      default:
        throw new IllegalStateException("journal mode " + mode + " has no file");
    }
  }

  /** Opens the file again after {@link #close}, to {@link #finish} it. */
  public void resume() {
    file = fileSystem.openBeside(database, path, OpenMode.READ_WRITE);
  }

  /** Closes the file as it is, without ending the transaction. */
  public void close() {
    if (file != null) {
      DatabaseFile closing = file;
      file = null;
      closing.close();
    }
  }
}
