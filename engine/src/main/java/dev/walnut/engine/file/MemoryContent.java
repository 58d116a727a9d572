// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The bytes of a file in the heap, in chunks that are allocated when first written; a missing chunk
 * reads as zeroes.
 */
final class MemoryContent {
  private static final int CHUNK_BITS = 16;
  private static final int CHUNK_BYTES = 1 << CHUNK_BITS;

  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by {@link #lock}. */
  private byte[][] chunks = new byte[1][];

  /** Bytes; guarded by {@link #lock}. */
  private long size;

  int read(long fileOffset, byte[] target, int targetOffset, int length) {
    lock.lock();
    try {
      int available = (int) Math.max(0, Math.min(length, size - fileOffset));
      int done = 0;
      while (done < available) {
        long position = fileOffset + done;
        int inChunk = (int) (position & (CHUNK_BYTES - 1));
        int count = Math.min(available - done, CHUNK_BYTES - inChunk);
        byte[] chunk = chunks[(int) (position >>> CHUNK_BITS)];
        if (chunk == null) {
          Arrays.fill(target, targetOffset + done, targetOffset + done + count, (byte) 0);
        } else {
          System.arraycopy(chunk, inChunk, target, targetOffset + done, count);
        }
        done += count;
      }
      return available;
    } finally {
      lock.unlock();
    }
  }

  void write(long fileOffset, byte[] source, int sourceOffset, int length) {
    lock.lock();
    try {
      long end = fileOffset + length;
      long chunksNeeded = (end + CHUNK_BYTES - 1) >>> CHUNK_BITS;
      if (chunksNeeded > Integer.MAX_VALUE - 8) {
        throw new DatabaseException(ResultCode.FULL);
      }
      if (chunksNeeded > chunks.length) {
        int newLength = (int) Math.max(chunksNeeded, Math.min(chunks.length * 2L, 1 << 30));
        chunks = Arrays.copyOf(chunks, newLength);
      }
      int done = 0;
      while (done < length) {
        long position = fileOffset + done;
        int inChunk = (int) (position & (CHUNK_BYTES - 1));
        int count = Math.min(length - done, CHUNK_BYTES - inChunk);
        int index = (int) (position >>> CHUNK_BITS);
        if (chunks[index] == null) {
          chunks[index] = new byte[CHUNK_BYTES];
        }
        System.arraycopy(source, sourceOffset + done, chunks[index], inChunk, count);
        done += count;
      }
      size = Math.max(size, end);
    } finally {
      lock.unlock();
    }
  }

  void truncate(long newSize) {
    lock.lock();
    try {
      if (newSize >= size) {
        return;
      }
      int keep = (int) ((newSize + CHUNK_BYTES - 1) >>> CHUNK_BITS);
      Arrays.fill(chunks, keep, chunks.length, null);
      int inChunk = (int) (newSize & (CHUNK_BYTES - 1));
      if (inChunk != 0 && chunks[keep - 1] != null) {
        Arrays.fill(chunks[keep - 1], inChunk, CHUNK_BYTES, (byte) 0);
      }
      size = newSize;
    } finally {
      lock.unlock();
    }
  }

  long size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }
}
