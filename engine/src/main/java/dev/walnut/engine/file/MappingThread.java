// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;

/**
 * Maps one part of a file on a thread of its own.
 *
 * <p>{@link FileChannel#map} closes the channel if the calling thread is, or gets, interrupted.
 * This thread is known to nobody who could interrupt it: it lives for one call, and belongs to the
 * root of the thread groups, not to the caller's. A wal-index grows by one region per 4096 frames,
 * so that the price of a thread does not matter.
 */
final class MappingThread implements Runnable {
  private final FileChannel channel;
  private final FileChannel.MapMode mode;
  private final long fileOffset;
  private final long length;

  /** The outcome, one of the three. Written by the thread, read after it has ended. */
  private MappedByteBuffer buffer;

  private IOException failure;
  private RuntimeException bug;

  private MappingThread(
      FileChannel channel, FileChannel.MapMode mode, long fileOffset, long length) {
    this.channel = channel;
    this.mode = mode;
    this.fileOffset = fileOffset;
    this.length = length;
  }

  /**
   * Maps a part of a file, which must exist. An interrupt of the caller stays pending.
   *
   * @throws IOException if it cannot be mapped
   */
  static MappedByteBuffer map(
      FileChannel channel, FileChannel.MapMode mode, long fileOffset, long length)
      throws IOException {
    MappingThread work = new MappingThread(channel, mode, fileOffset, length);
    Thread thread = new Thread(rootGroup(), work, "walnut-shm-map", 0, false);
    thread.setDaemon(true);
    thread.setContextClassLoader(null);
    thread.start();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (work.bug != null) {
      throw work.bug;
    }
    if (work.buffer == null) {
      throw work.failure != null ? work.failure : new IOException("mapping thread died");
    }
    return work.buffer;
  }

  private static ThreadGroup rootGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  @Override
  public void run() {
    try {
      buffer = channel.map(mode, fileOffset, length);
    } catch (IOException e) {
      failure = e;
    } catch (RuntimeException e) {
      bug = e;
    }
  }
}
