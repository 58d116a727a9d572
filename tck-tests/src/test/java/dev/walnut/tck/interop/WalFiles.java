// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The files beside a database in WAL mode, looked at and damaged by a process that is neither
 * Walnut's nor SQLite's: closing a file would drop the locks of the process that has it open.
 */
final class WalFiles {
  static final int FRAME_HEADER_BYTES = 24;
  static final int LOG_HEADER_BYTES = 32;

  private static final int INDEX_HEADER_BYTES = 48;
  private static final int MAX_FRAME = 16;
  private static final int BACKFILLED = 96;
  private static final int READ_MARKS = 100;
  private static final int LOCKS = 120;

  private final JdbcProcess probe;
  private final Path log;
  private final Path index;

  WalFiles(JdbcProcess probe, Path database) {
    this.probe = probe;
    this.log = log(database);
    this.index = index(database);
  }

  static Path log(Path database) {
    return Path.of(database + "-wal");
  }

  static Path index(Path database) {
    return Path.of(database + "-shm");
  }

  private int indexWord(int offset) throws IOException {
    ByteBuffer bytes = probe.bytes(index, offset, 4);
    return bytes.order(ByteOrder.nativeOrder()).getInt(0);
  }

  /** Frames that are committed. */
  int maxFrame() throws IOException {
    return indexWord(MAX_FRAME);
  }

  /** Frames that are in the database file. */
  int backfilled() throws IOException {
    return indexWord(BACKFILLED);
  }

  /** A read mark; -1 is no mark. */
  int readMark(int slot) throws IOException {
    return indexWord(READ_MARKS + slot * 4);
  }

  /** The salts of the log's header. */
  long salts() throws IOException {
    return probe.bytes(log, 16, 8).getLong(0);
  }

  long logSize() throws IOException {
    return Files.size(log);
  }

  /** The two copies of the index header differ, as after the death of a writer between them. */
  void leaveHeaderHalfWritten(boolean firstCopy) throws IOException {
    int at = (firstCopy ? 0 : INDEX_HEADER_BYTES) + MAX_FRAME;
    byte[] word = probe.bytes(index, at, 4).array();
    word[0] ^= 0x15;
    probe.patch(index, at, word);
  }

  /** The first copy of the index header, which is written last. */
  byte[] firstHeader() throws IOException {
    return probe.bytes(index, 0, INDEX_HEADER_BYTES).array();
  }

  /** Puts an old first copy back, as a writer leaves it that dies between the two copies. */
  void putFirstHeader(byte[] header) throws IOException {
    probe.patch(index, 0, header);
  }

  /** Both copies of the index header are the same nonsense. */
  void destroyHeader() throws IOException {
    byte[] nonsense = new byte[2 * INDEX_HEADER_BYTES];
    Arrays.fill(nonsense, (byte) 0x5a);
    probe.patch(index, 0, nonsense);
  }

  /** Takes one of the eight locks exclusively; {@code probe.unlock()} drops it. */
  boolean lock(int slot) throws IOException {
    return probe.lock(index, LOCKS + slot, 1);
  }
}
