// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import dev.walnut.engine.file.SharedMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** A file's content as processes see it, and what of it is durable. Guarded by the disk. */
final class SimulatedInode {
  private static final int SECTOR = 512;
  private static final int REGION = SharedMemory.REGION_BYTES;

  /** A change since the last sync: bytes at an offset, or a cut. */
  private static final class Change {
    final long offset;
    final byte[] bytes;

    Change(long offset, byte[] bytes) {
      this.offset = offset;
      this.bytes = bytes;
    }
  }

  /** One process's lock on a range. */
  static final class Lock {
    final Object owner;
    final long offset;
    final long length;
    final boolean shared;

    Lock(Object owner, long offset, long length, boolean shared) {
      this.owner = owner;
      this.offset = offset;
      this.length = length;
      this.shared = shared;
    }

    boolean overlaps(long otherOffset, long otherLength) {
      return offset < otherOffset + otherLength && otherOffset < offset + length;
    }
  }

  byte[] content = new byte[0];
  private byte[] durable = new byte[0];
  private final List<Change> unsynced = new ArrayList<>();
  final List<Lock> locks = new ArrayList<>();

  /**
   * A shared memory's content; the file itself is then empty. Never synced. Processes change it
   * without a call, so what a crash leaves is copied at the moment of the crash.
   */
  private List<ByteBuffer> regions = new ArrayList<>();

  void write(long offset, byte[] source, int sourceOffset, int length) {
    byte[] bytes = Arrays.copyOfRange(source, sourceOffset, sourceOffset + length);
    unsynced.add(new Change(offset, bytes));
    content = apply(content, offset, bytes, 0, length);
  }

  /** Whether any process has a lock on that byte. */
  boolean isLocked(long offset) {
    for (Lock lock : locks) {
      if (lock.overlaps(offset, 1)) {
        return true;
      }
    }
    return false;
  }

  int regionCount() {
    return regions.size();
  }

  ByteBuffer region(int index) {
    return regions.get(index);
  }

  void addRegion() {
    regions.add(newRegion());
  }

  /** Cuts shared memory to nothing; who still has a region mapped shares it with nobody. */
  void cutRegions() {
    regions = new ArrayList<>();
  }

  /** From now on the processes write to copies. */
  void freezeRegions() {
    List<ByteBuffer> copies = new ArrayList<>();
    for (ByteBuffer region : regions) {
      copies.add(newRegion().put(0, region, 0, REGION));
    }
    regions = copies;
  }

  private static ByteBuffer newRegion() {
    return ByteBuffer.allocateDirect(REGION).order(ByteOrder.nativeOrder());
  }

  /** All bytes, also those of shared memory. */
  byte[] wholeContent() {
    byte[] bytes = Arrays.copyOf(content, content.length + regions.size() * REGION);
    for (int i = 0; i < regions.size(); i++) {
      regions.get(i).get(0, bytes, content.length + i * REGION, REGION);
    }
    return bytes;
  }

  /**
   * What is found of shared memory after a power failure is anything: what the system happened to
   * have written, nothing, or sectors of it.
   */
  private void loseRegions(Random random) {
    int outcome = random.nextInt(3);
    if (outcome == 0) {
      cutRegions();
    } else if (outcome == 1) {
      for (ByteBuffer region : regions) {
        for (int sector = 0; sector < REGION; sector += SECTOR) {
          if (random.nextBoolean()) {
            region.put(sector, new byte[SECTOR]);
          }
        }
      }
    }
  }

  void truncate(long size) {
    if (size < content.length) {
      unsynced.add(new Change(size, null));
      content = Arrays.copyOf(content, (int) size);
    }
  }

  void sync() {
    durable = content.clone();
    unsynced.clear();
  }

  private static byte[] apply(byte[] target, long offset, byte[] bytes, int from, int to) {
    int end = (int) offset + to;
    byte[] result = target.length >= end ? target : Arrays.copyOf(target, end);
    System.arraycopy(bytes, from, result, (int) offset + from, to - from);
    return result;
  }

  /** The file as it is found after a power failure. */
  SimulatedInode afterPowerLoss(PowerLoss loss, Random random) {
    byte[] found = loss == PowerLoss.KEPT ? content.clone() : durable.clone();
    if (loss == PowerLoss.CUT_OFF) {
      int whole = random.nextInt(unsynced.size() + 1);
      for (int i = 0; i < whole; i++) {
        found = applyAll(found, unsynced.get(i));
      }
      if (whole < unsynced.size() && unsynced.get(whole).bytes != null) {
        Change torn = unsynced.get(whole);
        int sectors = random.nextInt(torn.bytes.length / SECTOR + 1);
        found = apply(found, torn.offset, torn.bytes, 0, sectors * SECTOR);
      }
    } else if (loss == PowerLoss.TORN) {
      for (Change change : unsynced) {
        found = applySome(found, change, random);
      }
    }
    SimulatedInode inode = new SimulatedInode();
    inode.content = found;
    inode.durable = found.clone();
    inode.regions = regions;
    inode.freezeRegions();
    if (loss != PowerLoss.KEPT) {
      inode.loseRegions(random);
    }
    return inode;
  }

  private static byte[] applyAll(byte[] target, Change change) {
    return change.bytes == null
        ? Arrays.copyOf(target, (int) Math.min(target.length, change.offset))
        : apply(target, change.offset, change.bytes, 0, change.bytes.length);
  }

  private static byte[] applySome(byte[] target, Change change, Random random) {
    if (change.bytes == null) {
      return random.nextBoolean() ? applyAll(target, change) : target;
    }
    byte[] result = target;
    int position = 0;
    while (position < change.bytes.length) {
      long offset = change.offset + position;
      int end = (int) Math.min(change.bytes.length, (offset / SECTOR + 1) * SECTOR - change.offset);
      if (random.nextBoolean()) {
        result = apply(result, change.offset, change.bytes, position, end);
      }
      position = end;
    }
    return result;
  }
}
