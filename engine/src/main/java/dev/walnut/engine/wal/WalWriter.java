// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.WalLayout;
import dev.walnut.engine.lock.WalLocks;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * One connection's write transactions in the log.
 *
 * <pre>
 *   tryBegin -> append ... -> (flush, spilled) -> append ... -> writeCommit -> publish -> end
 *                     \-> undo -> end
 * </pre>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>W1 Frames are written past the last committed one; nobody sees them before {@link #publish}
 *       replaces the header of the wal-index, after the sync that the level promises.
 *   <li>W2 The log begins anew at frame 1 only if all its frames are in the database file and no
 *       reader holds slots 1 to 4. New salts make the old frames invalid; a new file header is
 *       durable before the first frame is written, unless nothing is to be.
 *   <li>W3 A frame's checksum goes on from the one before; frames of a transaction that was undone
 *       are overwritten.
 * </ul>
 *
 * <p>Confined to the connection's thread.
 */
public final class WalWriter {
  private static final int BUFFER_BYTES = 256 << 10;

  private final WriteAheadLog log;
  private final WalReader reader;
  private final WalIndex index;
  private final WalLocks locks;

  private boolean active;
  private int pageSize;
  private boolean syncs;

  /** What the log is before this transaction; after a rewind the header of the empty log. */
  private WalIndexHeader base;

  /** The last frame appended, in the buffer or in the file. */
  private int lastFrame;

  private long checksum;
  private boolean bigEndian;

  /** Pages of the frames after {@code base}, for the index. */
  private int[] appended = new int[16];

  private int appendedCount;

  /** How many of them are in the index. */
  private int indexedCount;

  private byte[] buffer = new byte[0];
  private int buffered;

  /** Whether a commit frame may be in the file that was not published. */
  private boolean commitFrameWritten;

  /** The file offset of the buffer's first byte. */
  private long bufferOffset;

  /** Whether the log was begun anew since a commit last looked at its size. */
  private boolean mayTrim;

  /** A writer for the connection with that reader. */
  public WalWriter(WalReader reader) {
    this.reader = reader;
    this.log = reader.log();
    this.index = log.index();
    this.locks = log.locks();
  }

  /**
   * Takes the write lock.
   *
   * @return false if another connection writes
   */
  public boolean tryBegin() {
    active = locks.tryExclusive(WalLocks.WRITE, 1);
    return active;
  }

  /**
   * Takes the write lock, and with it the newest snapshot for the reader, which has none.
   *
   * @return false if another connection writes
   * @throws DatabaseException BUSY_RECOVERY
   */
  public boolean tryBeginWithSnapshot() {
    if (log.isClosed() || !tryBegin()) {
      return false;
    }
    boolean begun = false;
    try {
      reader.beginUnderWriteLock();
      begun = true;
    } finally {
      if (!begun) {
        end();
      }
    }
    return true;
  }

  /**
   * Whether the reader's snapshot is the newest state, so that changes may be based on it. Asked
   * after {@link #tryBegin}; if not, {@link #end} is what remains.
   */
  public boolean isSnapshotCurrent() {
    return index.isCurrent(reader.header());
  }

  /** Begins a transaction on the reader's snapshot. */
  public void begin() {
    base = reader.header();
    startFrom(base);
  }

  private void startFrom(WalIndexHeader header) {
    lastFrame = header.maxFrame();
    checksum = header.frameChecksum();
    bigEndian = header.isBigEndian();
    appendedCount = 0;
    indexedCount = 0;
    buffered = 0;
  }

  /**
   * Appends a page; what was appended before of the same page is superseded.
   *
   * @param commitPageCount the database's page count if this is the transaction's last frame, else
   *     0
   * @param syncs whether the level syncs anything
   */
  public void append(int pageNumber, byte[] image, int commitPageCount, boolean syncs) {
    this.syncs = syncs;
    pageSize = image.length;
    if (lastFrame == base.maxFrame() && appendedCount == 0) {
      beginAppending();
    }
    int frameBytes = WalLayout.FRAME_HEADER_BYTES + pageSize;
    if (buffered + frameBytes > buffer.length) {
      makeRoom(frameBytes);
    }
    int at = buffered;
    System.arraycopy(image, 0, buffer, at + WalLayout.FRAME_HEADER_BYTES, pageSize);
    Bytes.putInt(buffer, at, pageNumber);
    Bytes.putInt(buffer, at + WalLayout.FRAME_PAGE_COUNT_OFFSET, commitPageCount);
    Bytes.putInt(buffer, at + WalLayout.FRAME_SALT_OFFSET, base.salt1());
    Bytes.putInt(buffer, at + WalLayout.FRAME_SALT_OFFSET + 4, base.salt2());
    long sum = WalLayout.checksum(checksum, buffer, at, WalLayout.FRAME_SUMMED_BYTES, bigEndian);
    checksum =
        WalLayout.checksum(sum, buffer, at + WalLayout.FRAME_HEADER_BYTES, pageSize, bigEndian);
    Bytes.putLong(buffer, at + WalLayout.FRAME_CHECKSUM_OFFSET, checksum);
    buffered += frameBytes;
    lastFrame++;
    if (appendedCount == appended.length) {
      appended = Arrays.copyOf(appended, appendedCount * 2);
    }
    appended[appendedCount++] = pageNumber;
  }

  private void beginAppending() {
    if (lastFrame > 0) {
      rewindIfPossible();
    }
    reader.leaveSlotZero();
    if (lastFrame == 0) {
      writeLogHeader();
      mayTrim = true;
    }
    bufferOffset = WalLayout.frameOffset(lastFrame + 1, pageSize);
  }

  /** Begins the log anew if nobody needs it any more (W2). */
  private void rewindIfPossible() {
    if (!reader.leavesMarksAlone() || index.backfilled() != lastFrame) {
      return;
    }
    // Slot 0 keeps a checkpoint from copying at the same time.
    boolean takesSlotZero = !reader.isAtSlotZero();
    if (takesSlotZero && !locks.tryShared(WalLocks.READ_0)) {
      return;
    }
    try {
      if (locks.tryExclusive(WalLocks.READ_1, WalIndex.MARK_COUNT - 1)) {
        try {
          base = log.rewind(base);
          reader.replaceHeader(base);
          startFrom(base);
        } finally {
          locks.unlockExclusive(WalLocks.READ_1, WalIndex.MARK_COUNT - 1);
        }
      }
    } finally {
      if (takesSlotZero) {
        locks.unlockShared(WalLocks.READ_0);
      }
    }
  }

  private void writeLogHeader() {
    WalFile file = log.file();
    byte[] old = file.readHeader();
    int sequence = 0;
    if (old != null && WalFile.isValidHeader(old)) {
      sequence = Bytes.getInt(old, WalLayout.CHECKPOINT_SEQUENCE_OFFSET) + 1;
    }
    if (base.salt1() == 0 && base.salt2() == 0) {
      ThreadLocalRandom random = ThreadLocalRandom.current();
      base =
          WalIndexHeader.of(
              base.change(),
              false,
              pageSize,
              0,
              base.pageCount(),
              0,
              random.nextInt(),
              random.nextInt());
    }
    bigEndian = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN;
    byte[] header = new byte[WalLayout.HEADER_BYTES];
    Bytes.putInt(header, 0, WalLayout.MAGIC | (bigEndian ? 1 : 0));
    Bytes.putInt(header, 4, WalLayout.FORMAT);
    Bytes.putInt(header, WalLayout.PAGE_SIZE_OFFSET, pageSize);
    Bytes.putInt(header, WalLayout.CHECKPOINT_SEQUENCE_OFFSET, sequence);
    Bytes.putInt(header, WalLayout.SALT_OFFSET, base.salt1());
    Bytes.putInt(header, WalLayout.SALT_OFFSET + 4, base.salt2());
    checksum = WalLayout.checksum(0, header, 0, WalLayout.HEADER_CHECKSUM_OFFSET, bigEndian);
    Bytes.putLong(header, WalLayout.HEADER_CHECKSUM_OFFSET, checksum);
    file.write(0, header, header.length);
    if (syncs) {
      file.sync();
    }
  }

  private void makeRoom(int frameBytes) {
    int wanted = buffered + frameBytes;
    if (wanted <= Math.max(BUFFER_BYTES, frameBytes)) {
      int capacity = Math.max(wanted, buffer.length * 2);
      buffer = Arrays.copyOf(buffer, Math.min(capacity, Math.max(BUFFER_BYTES, frameBytes)));
    } else {
      flush();
      if (buffer.length < frameBytes) {
        buffer = new byte[frameBytes];
      }
    }
  }

  private void flush() {
    if (buffered > 0) {
      log.file().write(bufferOffset, buffer, buffered);
      bufferOffset += buffered;
      buffered = 0;
    }
  }

  /**
   * After {@link #append} without a commit frame: writes all and enters it into the index, so that
   * {@link #find} finds it.
   */
  public void spill() {
    flush();
    enterFrames();
  }

  /**
   * After {@link #append} of a commit frame: writes all to the file.
   *
   * @param durable whether it is synced
   * @param sizeLimit bytes that the file is cut to at the first commit after a rewind, if the
   *     frames leave that much free; negative: not at all
   */
  public void writeCommit(boolean durable, long sizeLimit) {
    index.reserve(lastFrame);
    commitFrameWritten = true;
    flush();
    if (durable) {
      log.file().sync();
    }
    if (mayTrim) {
      mayTrim = false;
      long end = WalLayout.frameOffset(lastFrame + 1, pageSize);
      if (sizeLimit >= 0 && log.file().size() > Math.max(end, sizeLimit)) {
        log.file().truncate(Math.max(end, sizeLimit));
      }
    }
  }

  /**
   * Makes the transaction visible to all processes.
   *
   * @return the new committed state, which is also the reader's from now on
   */
  public WalIndexHeader publish(int pageCount) {
    enterFrames();
    WalIndexHeader committed =
        WalIndexHeader.of(
            base.change() + 1,
            bigEndian,
            pageSize,
            lastFrame,
            pageCount,
            checksum,
            base.salt1(),
            base.salt2());
    index.writeHeader(committed);
    commitFrameWritten = false;
    reader.replaceHeader(committed);
    return committed;
  }

  private void enterFrames() {
    int frame = lastFrame - appendedCount + indexedCount;
    while (indexedCount < appendedCount) {
      index.append(++frame, appended[indexedCount++]);
    }
  }

  /** The frame with the newest spilled image of a page that this transaction wrote, or 0. */
  public int findSpilled(int pageNumber) {
    int first = lastFrame - appendedCount + 1;
    return index.find(pageNumber, first, lastFrame);
  }

  /**
   * Forgets the frames of the transaction; its place in the log is free again.
   *
   * @throws DatabaseException if a commit frame that was reported as failed could not be made
   *     invalid: after a crash it may come back
   */
  public void undo() {
    int firstFrame = lastFrame - appendedCount + 1;
    boolean mayComeBack = commitFrameWritten;
    if (indexedCount > 0) {
      index.removeAfter(firstFrame - 1);
    }
    startFrom(base);
    commitFrameWritten = false;
    if (mayComeBack) {
      byte[] invalid = new byte[WalLayout.FRAME_HEADER_BYTES];
      log.file().write(WalLayout.frameOffset(firstFrame, pageSize), invalid, invalid.length);
    }
  }

  /** Ends the write transaction; the snapshot stays. */
  public void end() {
    if (active) {
      try {
        reader.leaveWriteLock();
      } finally {
        active = false;
        locks.unlockExclusive(WalLocks.WRITE, 1);
      }
    }
  }
}
