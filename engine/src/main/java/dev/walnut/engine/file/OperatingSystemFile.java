// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A file of the operating system, through an {@link AsynchronousFileChannel} whose tasks run on the
 * caller's thread: positional and immune to interrupts.
 *
 * <p>Locks are kept in a small array, because a lock is dropped through the object that took it. It
 * is confined to whoever may lock, the lock table of the file.
 */
final class OperatingSystemFile implements DatabaseFile {
  private static final int MAX_LOCKS = 16;

  /** Size of the buffer through which neighbouring blocks are read. */
  private static final int BLOCK_BUFFER_BYTES = 256 << 10;

  private final Path path;
  private final String name;
  private final boolean readOnly;
  private final AsynchronousFileChannel channel;
  private final Runnable afterClose;

  /** A buffer that no thread uses now; null if there is none. */
  private final AtomicReference<ByteBuffer> spareBuffer = new AtomicReference<>();

  /** Locks in force; null entries are free. Guarded by the caller. */
  private final FileLock[] locks = new FileLock[MAX_LOCKS];

  OperatingSystemFile(
      Path path, boolean readOnly, AsynchronousFileChannel channel, Runnable afterClose) {
    this.path = path;
    this.name = path.toString();
    this.readOnly = readOnly;
    this.channel = channel;
    this.afterClose = afterClose;
  }

  @Override
  public String path() {
    return name;
  }

  @Override
  public boolean isReadOnly() {
    return readOnly;
  }

  @Override
  public int read(long fileOffset, byte[] target, int targetOffset, int length) {
    ByteBuffer buffer = ByteBuffer.wrap(target, targetOffset, length);
    int done = 0;
    while (done < length) {
      int count;
      try {
        count = await(channel.read(buffer, fileOffset + done));
      } catch (IOException | RuntimeException e) {
        throw failure(ResultCode.IOERR_READ, e);
      }
      if (count <= 0) {
        break;
      }
      done += count;
    }
    return done;
  }

  @Override
  public int readBlocks(long fileOffset, byte[][] targets, int from, int count, int blockBytes) {
    ByteBuffer buffer = spareBuffer.getAndSet(null);
    if (buffer == null) {
      buffer = ByteBuffer.allocateDirect(BLOCK_BUFFER_BYTES);
    }
    int blocksAtOnce = BLOCK_BUFFER_BYTES / blockBytes;
    int done = 0;
    for (int first = 0; first < count; first += blocksAtOnce) {
      int blocks = Math.min(blocksAtOnce, count - first);
      int bytes = readInto(buffer, fileOffset + done, blocks * blockBytes);
      for (int i = 0; i < blocks; i++) {
        int block = Math.min(blockBytes, bytes - i * blockBytes);
        if (block > 0) {
          buffer.get(i * blockBytes, targets[from + first + i], 0, block);
        }
      }
      done += bytes;
      if (bytes < blocks * blockBytes) {
        break;
      }
    }
    spareBuffer.set(buffer);
    return done;
  }

  private int readInto(ByteBuffer buffer, long fileOffset, int length) {
    buffer.clear().limit(length);
    while (buffer.hasRemaining()) {
      int count;
      try {
        count = await(channel.read(buffer, fileOffset + buffer.position()));
      } catch (IOException | RuntimeException e) {
        throw failure(ResultCode.IOERR_READ, e);
      }
      if (count <= 0) {
        break;
      }
    }
    return buffer.position();
  }

  @Override
  public void write(long fileOffset, byte[] source, int sourceOffset, int length) {
    if (readOnly) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    ByteBuffer buffer = ByteBuffer.wrap(source, sourceOffset, length);
    int done = 0;
    while (done < length) {
      int count;
      try {
        count = await(channel.write(buffer, fileOffset + done));
      } catch (IOException | RuntimeException e) {
        throw isDiskFull(e, length)
            ? new DatabaseException(ResultCode.FULL, ResultCode.FULL.text(), e)
            : failure(ResultCode.IOERR_WRITE, e);
      }
      if (count <= 0) {
        throw new DatabaseException(ResultCode.FULL);
      }
      done += count;
    }
  }

  /**
   * Whether a failed write was short of room. Java keeps the error number to itself, so the room is
   * asked for, and the C library's words for a full disk or quota are looked for.
   */
  private boolean isDiskFull(Exception e, int length) {
    String message = String.valueOf(e.getMessage());
    if (message.contains("No space left") || message.contains("quota exceeded")) {
      return true;
    }
    try {
      FileStore store = Files.getFileStore(path);
      return store.getUsableSpace() < length;
    } catch (IOException unknown) {
      e.addSuppressed(unknown);
      return false;
    }
  }

  @Override
  public void truncate(long size) {
    try {
      channel.truncate(size);
    } catch (IOException | RuntimeException e) {
      throw failure(ResultCode.IOERR_TRUNCATE, e);
    }
  }

  @Override
  public long size() {
    try {
      return channel.size();
    } catch (IOException e) {
      throw failure(ResultCode.IOERR_FSTAT, e);
    }
  }

  @Override
  public void syncData() {
    sync(false);
  }

  @Override
  public void syncAll() {
    sync(true);
  }

  private void sync(boolean metadata) {
    try {
      channel.force(metadata);
    } catch (IOException e) {
      throw failure(ResultCode.IOERR_FSYNC, e);
    }
  }

  @Override
  public boolean tryLock(long fileOffset, long length, boolean shared) {
    int free = -1;
    for (int i = 0; i < MAX_LOCKS; i++) {
      if (locks[i] == null) {
        free = i;
        break;
      }
    }
    if (free < 0) {
      throw new IllegalStateException("too many locks on one file");
    }
    try {
      FileLock lock = channel.tryLock(fileOffset, length, shared);
      locks[free] = lock;
      return lock != null;
    } catch (OverlappingFileLockException e) {
      throw new IllegalStateException("range already locked by this process: " + name, e);
    } catch (IOException | RuntimeException e) {
      throw failure(ResultCode.IOERR_LOCK, e);
    }
  }

  @Override
  public void unlock(long fileOffset, long length) {
    for (int i = 0; i < MAX_LOCKS; i++) {
      FileLock lock = locks[i];
      if (lock != null && lock.position() == fileOffset && lock.size() == length) {
        locks[i] = null;
        try {
          lock.release();
        } catch (IOException e) {
          throw failure(ResultCode.IOERR_UNLOCK, e);
        }
        return;
      }
    }
  }

  @Override
  public void close() {
    if (!channel.isOpen()) {
      return;
    }
    try {
      channel.close();
    } catch (IOException e) {
      throw failure(ResultCode.IOERR_CLOSE, e);
    } finally {
      afterClose.run();
    }
  }

  /** The result of an operation that has ended already, since its task ran on this thread. */
  private static int await(Future<Integer> operation) throws IOException {
    try {
      return operation.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException ioException
          ? ioException
          : new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted in a call that cannot wait", e);
    }
  }

  private DatabaseException failure(ResultCode code, Exception cause) {
    return new DatabaseException(code, code.text(), cause);
  }
}
