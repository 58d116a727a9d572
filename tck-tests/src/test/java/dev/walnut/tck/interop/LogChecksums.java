// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Puts right checksums into a write-ahead log of any content, as the file format says. */
final class LogChecksums {
  private static final int MAGIC = 0x377f0682;
  private static final int HEADER_BYTES = WalFiles.LOG_HEADER_BYTES;
  private static final int FRAME_HEADER_BYTES = WalFiles.FRAME_HEADER_BYTES;

  private LogChecksums() {}

  /** Signs the header, whose magic number then says the byte order. */
  static void sign(byte[] log, boolean bigEndian) {
    if (log.length < HEADER_BYTES) {
      return;
    }
    ByteBuffer.wrap(log).putInt(0, MAGIC | (bigEndian ? 1 : 0));
    ByteBuffer.wrap(log).putLong(24, sum(0, log, 0, 24, bigEndian));
  }

  /** Gives all whole frames the salts of the header and checksums that follow from its own. */
  static void signFrames(byte[] log, int pageSize, boolean bigEndian) {
    ByteBuffer bytes = ByteBuffer.wrap(log);
    int frameBytes = FRAME_HEADER_BYTES + pageSize;
    long sum = log.length < HEADER_BYTES ? 0 : bytes.getLong(24);
    for (int at = HEADER_BYTES; at + frameBytes <= log.length; at += frameBytes) {
      bytes.putLong(at + 8, bytes.getLong(16));
      sum = sum(sum, log, at, 8, bigEndian);
      sum = sum(sum, log, at + FRAME_HEADER_BYTES, pageSize, bigEndian);
      bytes.putLong(at + 16, sum);
    }
  }

  private static long sum(long start, byte[] bytes, int from, int length, boolean bigEndian) {
    ByteBuffer words =
        ByteBuffer.wrap(bytes).order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    int first = (int) (start >>> 32);
    int second = (int) start;
    for (int at = from; at < from + length; at += 8) {
      first += words.getInt(at) + second;
      second += words.getInt(at + 4) + first;
    }
    return (long) first << 32 | second & 0xffff_ffffL;
  }
}
