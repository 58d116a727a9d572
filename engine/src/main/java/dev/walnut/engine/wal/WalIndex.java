// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.file.SharedMemory;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The wal-index in shared memory: which frame of the log holds the newest image of a page, what is
 * committed, what was checkpointed, and what readers need.
 *
 * <p>Layout: regions of 32 KiB, each with page numbers of frames and a hash table over them. The
 * first one gives up room for the header.
 *
 * <pre>
 *   region 0:      0  header, twice (48 bytes each)
 *                 96  frames checkpointed
 *                100  five read marks
 *                120  eight bytes that are locked only
 *                128  frames that a checkpoint has begun to copy
 *                136  page numbers of frames 1 to 4062
 *              16384  hash table: 8192 slots of 16 bits
 *   region n:      0  page numbers of the next 4096 frames
 *              16384  hash table
 * </pre>
 *
 * <p>A slot holds a frame's place in its region, from 1, or 0. A page is sought from slot {@code
 * 383 * page mod 8192} on to the first empty one.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>W1 Only the holder of the write lock changes header, page numbers and hash tables; entries
 *       of frames up to a snapshot's last one are not changed while its read mark is held.
 *   <li>W2 The second copy of the header is written before the first, and read after it: equal
 *       copies with a right checksum are a committed state. A writer that dies in between leaves
 *       unequal copies, and so the need for recovery.
 *   <li>W3 Entries of frames past the header's last one may be left from a writer that died or
 *       rolled back; {@link #append} clears them before it uses their place.
 * </ul>
 *
 * <p>Reading may be done by many threads at once. Fences stand where another process may run ahead.
 */
final class WalIndex {
  /** A read mark that no reader may use. */
  static final int NOT_USED = -1;

  static final int MARK_COUNT = 5;

  private static final int SECOND_HEADER = WalIndexHeader.BYTES;
  private static final int BACKFILLED = 96;
  private static final int READ_MARKS = 100;
  private static final int ATTEMPTED = 128;
  private static final int FIRST_NUMBERS = 136;
  private static final int HASH = SharedMemory.REGION_BYTES / 2;
  private static final int SLOTS = HASH / 2;
  private static final int FRAMES = HASH / 4;
  private static final int FIRST_FRAMES = (HASH - FIRST_NUMBERS) / 4;

  private final SharedMemory memory;
  private final ReentrantLock mapping = new ReentrantLock();

  /** Those that were needed so far; replaced, not changed. */
  private volatile ByteBuffer[] regions = new ByteBuffer[0];

  WalIndex(SharedMemory memory) {
    this.memory = memory;
  }

  // ---------------------------------------------------------------- regions

  private static int regionOf(int frame) {
    return (frame - 1 + FRAMES - FIRST_FRAMES) / FRAMES;
  }

  /** The number of frames in regions before that one. */
  private static int framesBefore(int region) {
    return region == 0 ? 0 : FIRST_FRAMES + (region - 1) * FRAMES;
  }

  private static int numbersOffset(int region) {
    return region == 0 ? FIRST_NUMBERS : 0;
  }

  /** A region, or null if the shared memory is not that long. */
  private ByteBuffer region(int index) {
    ByteBuffer[] known = regions;
    if (index < known.length && known[index] != null) {
      return known[index];
    }
    return map(index, false);
  }

  private ByteBuffer map(int index, boolean extend) {
    mapping.lock();
    try {
      ByteBuffer buffer = memory.region(index, extend);
      if (buffer != null) {
        ByteBuffer[] more = Arrays.copyOf(regions, Math.max(regions.length, index + 1));
        more[index] = buffer;
        regions = more;
      }
      return buffer;
    } finally {
      mapping.unlock();
    }
  }

  private ByteBuffer requiredRegion(int index) {
    ByteBuffer buffer = region(index);
    if (buffer == null) {
      throw new CorruptDatabaseException(0, "the wal-index lacks region " + index);
    }
    return buffer;
  }

  /** Makes sure that a region exists; for the holder of the write lock only. */
  private ByteBuffer writableRegion(int index) {
    ByteBuffer buffer = region(index);
    return buffer != null ? buffer : map(index, true);
  }

  // ---------------------------------------------------------------- header

  /** The committed state, or null if the header needs recovery or is just being written. */
  WalIndexHeader readHeader() {
    ByteBuffer first = region(0);
    if (first == null) {
      return null;
    }
    int[] words = new int[WalIndexHeader.WORDS];
    VarHandle.acquireFence();
    for (int i = 0; i < words.length; i++) {
      words[i] = first.getInt(i * 4);
    }
    VarHandle.fullFence();
    for (int i = 0; i < words.length; i++) {
      if (first.getInt(SECOND_HEADER + i * 4) != words[i]) {
        return null;
      }
    }
    return WalIndexHeader.of(words);
  }

  /** Whether the header is, in its first copy, still that one. */
  boolean isCurrent(WalIndexHeader header) {
    VarHandle.fullFence();
    return isAt(0, header);
  }

  /** Whether both copies of the header are that one: then nobody is just replacing it. */
  boolean isCurrentTwice(WalIndexHeader header) {
    VarHandle.acquireFence();
    if (!isAt(0, header)) {
      return false;
    }
    VarHandle.fullFence();
    return isAt(SECOND_HEADER, header);
  }

  private boolean isAt(int offset, WalIndexHeader header) {
    ByteBuffer first = region(0);
    for (int i = 0; i < WalIndexHeader.WORDS; i++) {
      if (first.getInt(offset + i * 4) != header.word(i)) {
        return false;
      }
    }
    return true;
  }

  /** Makes a state the committed one, for all processes. */
  void writeHeader(WalIndexHeader header) {
    ByteBuffer first = writableRegion(0);
    VarHandle.fullFence();
    for (int i = 0; i < WalIndexHeader.WORDS; i++) {
      first.putInt(SECOND_HEADER + i * 4, header.word(i));
    }
    VarHandle.fullFence();
    for (int i = 0; i < WalIndexHeader.WORDS; i++) {
      first.putInt(i * 4, header.word(i));
    }
    VarHandle.fullFence();
  }

  // ---------------------------------------------------------------- checkpoint and read marks

  /** Frames that are known to be in the database file, durably if the level promises it. */
  int backfilled() {
    return getField(BACKFILLED);
  }

  void setBackfilled(int frames) {
    putField(BACKFILLED, frames);
  }

  /** Frames that may be in the database file. */
  int attempted() {
    return getField(ATTEMPTED);
  }

  void setAttempted(int frames) {
    putField(ATTEMPTED, frames);
  }

  /** The last frame that readers of that slot may need; {@link #NOT_USED}. Slot 0 is always 0. */
  int readMark(int slot) {
    return getField(READ_MARKS + slot * 4);
  }

  void setReadMark(int slot, int frame) {
    putField(READ_MARKS + slot * 4, frame);
  }

  private int getField(int offset) {
    VarHandle.acquireFence();
    int value = requiredRegion(0).getInt(offset);
    VarHandle.acquireFence();
    return value;
  }

  private void putField(int offset, int value) {
    VarHandle.releaseFence();
    requiredRegion(0).putInt(offset, value);
    VarHandle.fullFence();
  }

  // ---------------------------------------------------------------- frames

  /** The number of the page that a frame holds. */
  int pageOf(int frame) {
    int region = regionOf(frame);
    return requiredRegion(region)
        .getInt(numbersOffset(region) + (frame - framesBefore(region) - 1) * 4);
  }

  /**
   * The newest frame of a page.
   *
   * @return a frame from {@code minFrame} to {@code maxFrame}, or 0
   */
  int find(int pageNumber, int minFrame, int maxFrame) {
    if (maxFrame == 0 || minFrame > maxFrame) {
      return 0;
    }
    int lowest = regionOf(minFrame);
    for (int region = regionOf(maxFrame); region >= lowest; region--) {
      int frame = findInRegion(region, pageNumber, minFrame, maxFrame);
      if (frame != 0) {
        return frame;
      }
    }
    return 0;
  }

  private int findInRegion(int region, int pageNumber, int minFrame, int maxFrame) {
    ByteBuffer buffer = requiredRegion(region);
    int before = framesBefore(region);
    int numbers = numbersOffset(region) - 4;
    int found = 0;
    int slot = slotOf(pageNumber);
    for (int probes = 0; probes <= SLOTS; probes++) {
      int place = buffer.getShort(HASH + slot * 2) & 0xffff;
      if (place == 0) {
        return found;
      }
      int frame = before + place;
      if (frame <= maxFrame
          && frame >= minFrame
          && frame > found
          && place <= FRAMES
          && buffer.getInt(numbers + place * 4) == pageNumber) {
        found = frame;
      }
      slot = slot + 1 & SLOTS - 1;
    }
    throw new CorruptDatabaseException(0, "a hash table of the wal-index is full");
  }

  private static int slotOf(int pageNumber) {
    return pageNumber * 383 & SLOTS - 1;
  }

  /** Makes sure that frames up to that one can be entered. */
  void reserve(int frame) {
    for (int region = 0; region <= regionOf(frame); region++) {
      writableRegion(region);
    }
  }

  /** Enters a frame that comes right after all others; the holder of the write lock only. */
  void append(int frame, int pageNumber) {
    int region = regionOf(frame);
    ByteBuffer buffer = writableRegion(region);
    int before = framesBefore(region);
    int place = frame - before;
    int numberOffset = numbersOffset(region) + (place - 1) * 4;
    if (place == 1) {
      // A new region, or one from before a rewind.
      zero(buffer, numbersOffset(region), SharedMemory.REGION_BYTES);
    }
    if (buffer.getInt(numberOffset) != 0) {
      removeAfter(frame - 1);
    }
    int slot = slotOf(pageNumber);
    int probes = 0;
    while (buffer.getShort(HASH + slot * 2) != 0) {
      if (probes++ > place) {
        throw new CorruptDatabaseException(0, "a hash table of the wal-index is full");
      }
      slot = slot + 1 & SLOTS - 1;
    }
    buffer.putInt(numberOffset, pageNumber);
    VarHandle.releaseFence();
    buffer.putShort(HASH + slot * 2, (short) place);
  }

  /** Removes the entries of frames past one, as far as they are in its region (W3). */
  void removeAfter(int frame) {
    if (frame == 0) {
      return;
    }
    int region = regionOf(frame);
    ByteBuffer buffer = requiredRegion(region);
    int limit = frame - framesBefore(region);
    for (int slot = 0; slot < SLOTS; slot++) {
      if ((buffer.getShort(HASH + slot * 2) & 0xffff) > limit) {
        buffer.putShort(HASH + slot * 2, (short) 0);
      }
    }
    zero(buffer, numbersOffset(region) + limit * 4, HASH);
  }

  private static void zero(ByteBuffer buffer, int from, int to) {
    for (int offset = from; offset < to; offset += 4) {
      buffer.putInt(offset, 0);
    }
  }

  /**
   * Makes the index that of a whole log. Readers that have a snapshot may be reading: what is right
   * already is not touched.
   *
   * @param pageNumbers of frames 1 to {@code count}
   */
  void rebuild(int[] pageNumbers, int count) {
    int lastRegion = count == 0 ? 0 : regionOf(count);
    for (int region = 0; region <= lastRegion; region++) {
      ByteBuffer built = ByteBuffer.allocate(SharedMemory.REGION_BYTES);
      built.order(ByteOrder.nativeOrder());
      int before = framesBefore(region);
      int frames = Math.min(count - before, region == 0 ? FIRST_FRAMES : FRAMES);
      for (int place = 1; place <= frames; place++) {
        int pageNumber = pageNumbers[before + place - 1];
        built.putInt(numbersOffset(region) + (place - 1) * 4, pageNumber);
        int slot = slotOf(pageNumber);
        while (built.getShort(HASH + slot * 2) != 0) {
          slot = slot + 1 & SLOTS - 1;
        }
        built.putShort(HASH + slot * 2, (short) place);
      }
      ByteBuffer shared = writableRegion(region);
      for (int offset = numbersOffset(region); offset < built.capacity(); offset += 4) {
        int word = built.getInt(offset);
        if (shared.getInt(offset) != word) {
          shared.putInt(offset, word);
        }
      }
    }
  }
}
