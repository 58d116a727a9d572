// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.wal;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.format.WalLayout;
import java.util.Arrays;

/**
 * The log's file, shared by the connections of this process; see {@link WalLayout}. Keeps no state
 * of the log: that is the wal-index's.
 *
 * <p>Reading may be done by many threads; writing is for the holder of the write lock.
 */
final class WalFile {
  /** What a scan of the whole file finds. */
  static final class Content {
    /** Null if the file is empty or its header is not valid: the log is empty then. */
    byte[] header;

    int pageSize;
    boolean bigEndian;

    /** Numbers of the pages in frames 1 to {@link #maxFrame}. */
    int[] pageNumbers = new int[64];

    /** The last frame of the last whole transaction. */
    int maxFrame;

    int pageCount;
    long frameChecksum;
  }

  private static final int CHUNK_BYTES = 256 << 10;

  private final FileSystem fileSystem;
  private final DatabaseFile file;

  /** Whether this process has made the file's directory entry durable. */
  private volatile boolean directorySynced;

  WalFile(FileSystem fileSystem, DatabaseFile file) {
    this.fileSystem = fileSystem;
    this.file = file;
  }

  boolean isReadOnly() {
    return file.isReadOnly();
  }

  long size() {
    return file.size();
  }

  /** Reads the image of a frame. */
  void readFrame(int frame, byte[] image) {
    long offset = WalLayout.frameOffset(frame, image.length) + WalLayout.FRAME_HEADER_BYTES;
    if (file.read(offset, image, 0, image.length) < image.length) {
      throw new CorruptDatabaseException(0, "frame " + frame + " is beyond the log's end");
    }
  }

  /** Reads the header, as far as there is one; null if it is shorter. */
  byte[] readHeader() {
    byte[] header = new byte[WalLayout.HEADER_BYTES];
    return file.read(0, header, 0, header.length) == header.length ? header : null;
  }

  static boolean isValidHeader(byte[] header) {
    int magic = Bytes.getInt(header, 0);
    if ((magic & ~1) != WalLayout.MAGIC
        || !DatabaseHeader.isValidPageSize(Bytes.getInt(header, WalLayout.PAGE_SIZE_OFFSET))) {
      return false;
    }
    long sum = WalLayout.checksum(0, header, 0, WalLayout.HEADER_CHECKSUM_OFFSET, (magic & 1) != 0);
    return sum == Bytes.getLong(header, WalLayout.HEADER_CHECKSUM_OFFSET);
  }

  void write(long offset, byte[] bytes, int length) {
    file.write(offset, bytes, 0, length);
  }

  void truncate(long size) {
    file.truncate(size);
  }

  /** Makes the content durable, the first time also the file's existence. */
  void sync() {
    file.syncData();
    if (!directorySynced) {
      fileSystem.syncDirectory(file.path());
      directorySynced = true;
    }
  }

  /** Closes the file. */
  void close() {
    file.close();
  }

  /**
   * Reads the whole file and finds what is committed in it: frames whose salts are the header's and
   * whose checksums follow from the header's, up to the last commit frame.
   *
   * @throws DatabaseException if it cannot be read; CANTOPEN if its format is unknown
   */
  Content scan() {
    Content content = new Content();
    byte[] header = readHeader();
    if (header == null || !isValidHeader(header)) {
      return content;
    }
    if (Bytes.getInt(header, 4) != WalLayout.FORMAT) {
      throw new DatabaseException(
          ResultCode.CANTOPEN,
          "unable to open database file: unknown format of the write-ahead log");
    }
    content.header = header;
    content.pageSize = Bytes.getInt(header, WalLayout.PAGE_SIZE_OFFSET);
    content.bigEndian = (Bytes.getInt(header, 0) & 1) != 0;
    content.frameChecksum = Bytes.getLong(header, WalLayout.HEADER_CHECKSUM_OFFSET);
    scanFrames(content);
    return content;
  }

  private void scanFrames(Content content) {
    int frameBytes = WalLayout.FRAME_HEADER_BYTES + content.pageSize;
    int framesAtOnce = Math.max(1, CHUNK_BYTES / frameBytes);
    byte[] chunk = new byte[framesAtOnce * frameBytes];
    long checksum = content.frameChecksum;
    int frame = 0;
    while (true) {
      long offset = WalLayout.frameOffset(frame + 1, content.pageSize);
      int whole = file.read(offset, chunk, 0, chunk.length) / frameBytes;
      for (int i = 0; i < whole; i++) {
        int at = i * frameBytes;
        int pageNumber = Bytes.getInt(chunk, at);
        if (pageNumber == 0
            || Bytes.getLong(chunk, at + WalLayout.FRAME_SALT_OFFSET)
                != Bytes.getLong(content.header, WalLayout.SALT_OFFSET)) {
          return;
        }
        checksum =
            WalLayout.checksum(
                checksum, chunk, at, WalLayout.FRAME_SUMMED_BYTES, content.bigEndian);
        checksum =
            WalLayout.checksum(
                checksum,
                chunk,
                at + WalLayout.FRAME_HEADER_BYTES,
                content.pageSize,
                content.bigEndian);
        if (checksum != Bytes.getLong(chunk, at + WalLayout.FRAME_CHECKSUM_OFFSET)) {
          return;
        }
        if (frame == content.pageNumbers.length) {
          content.pageNumbers = Arrays.copyOf(content.pageNumbers, frame * 2);
        }
        content.pageNumbers[frame++] = pageNumber;
        int pageCount = Bytes.getInt(chunk, at + WalLayout.FRAME_PAGE_COUNT_OFFSET);
        if (pageCount != 0) {
          content.maxFrame = frame;
          content.pageCount = pageCount;
          content.frameChecksum = checksum;
        }
      }
      if (whole < framesAtOnce) {
        return;
      }
    }
  }
}
