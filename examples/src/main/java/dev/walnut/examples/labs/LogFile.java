// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;

/**
 * What stands in a write-ahead log: committed frames and the pages they hold.
 *
 * <p>Only headers are read; a frame counts if its salts are the log's and a commit follows. Nobody
 * may write the log meanwhile. (No lock is ever held on this file, so opening and closing it in the
 * process of a driver does no harm.)
 *
 * @param frameCount frames up to the last commit
 * @param pageCount different pages among them
 */
record LogFile(int frameCount, int pageCount) {

  private static final int HEADER_SIZE = 32;
  private static final int FRAME_HEADER_SIZE = 24;
  private static final int PAGE_SIZE_OFFSET = 8;
  private static final int SALT_OFFSET = 16;

  static LogFile read(Path log) throws IOException {
    if (!Files.exists(log)) {
      return new LogFile(0, 0);
    }
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
      ByteBuffer header = ByteBuffer.allocate(HEADER_SIZE);
      if (channel.read(header, 0) < HEADER_SIZE) {
        return new LogFile(0, 0);
      }
      int frameSize = FRAME_HEADER_SIZE + header.getInt(PAGE_SIZE_OFFSET);
      long salts = header.getLong(SALT_OFFSET);
      BitSet pages = new BitSet();
      LogFile committed = new LogFile(0, 0);
      ByteBuffer frame = ByteBuffer.allocate(FRAME_HEADER_SIZE);
      for (int i = 0; ; i++) {
        frame.clear();
        int count = channel.read(frame, HEADER_SIZE + (long) i * frameSize);
        if (count < FRAME_HEADER_SIZE || frame.getLong(8) != salts) {
          return committed;
        }
        pages.set(frame.getInt(0));
        if (frame.getInt(4) != 0) {
          committed = new LogFile(i + 1, pages.cardinality());
        }
      }
    }
  }

  /** The log's first salt, which grows by one whenever the log begins anew; null if no header. */
  static Integer salt(Path log) throws IOException {
    if (!Files.exists(log)) {
      return null;
    }
    try (FileChannel channel = FileChannel.open(log, StandardOpenOption.READ)) {
      ByteBuffer header = ByteBuffer.allocate(HEADER_SIZE);
      return channel.read(header, 0) < HEADER_SIZE ? null : (Integer) header.getInt(SALT_OFFSET);
    }
  }
}
