// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;

/** A handle of a simulated process. As on POSIX, closing one drops all its locks on the file. */
final class SimulatedFile implements DatabaseFile {
  private final SimulatedDisk disk;
  private final SimulatedFiles process;
  private final String path;
  private final String name;
  private final SimulatedInode inode;
  private final boolean readOnly;

  SimulatedFile(
      SimulatedDisk disk,
      SimulatedFiles process,
      String path,
      SimulatedInode inode,
      boolean readOnly) {
    this.disk = disk;
    this.process = process;
    this.path = path;
    this.name = SimulatedFiles.shortName(path);
    this.inode = inode;
    this.readOnly = readOnly;
  }

  SimulatedInode inode() {
    return inode;
  }

  @Override
  public String path() {
    return path;
  }

  @Override
  public boolean isReadOnly() {
    return readOnly;
  }

  @Override
  public int read(long fileOffset, byte[] target, int targetOffset, int length) {
    synchronized (disk) {
      disk.call(process, name, null, ResultCode.IOERR_READ, false);
      int count = (int) Math.max(0, Math.min(length, inode.content.length - fileOffset));
      System.arraycopy(
          inode.content, count == 0 ? 0 : (int) fileOffset, target, targetOffset, count);
      return count;
    }
  }

  @Override
  public int readBlocks(long fileOffset, byte[][] targets, int from, int count, int blockBytes) {
    synchronized (disk) {
      byte[] all = new byte[count * blockBytes];
      int done = read(fileOffset, all, 0, all.length);
      for (int i = 0; i < count; i++) {
        System.arraycopy(all, i * blockBytes, targets[from + i], 0, blockBytes);
      }
      return done;
    }
  }

  @Override
  public void write(long fileOffset, byte[] source, int sourceOffset, int length) {
    synchronized (disk) {
      if (readOnly) {
        throw new DatabaseException(ResultCode.READONLY);
      }
      disk.call(process, name, "write " + length + "@" + fileOffset, ResultCode.IOERR_WRITE, true);
      inode.write(fileOffset, source, sourceOffset, length);
    }
  }

  @Override
  public void truncate(long size) {
    synchronized (disk) {
      disk.call(process, name, "truncate " + size, ResultCode.IOERR_TRUNCATE, false);
      inode.truncate(size);
    }
  }

  @Override
  public long size() {
    synchronized (disk) {
      disk.call(process, name, null, ResultCode.IOERR_FSTAT, false);
      return inode.content.length;
    }
  }

  @Override
  public void syncData() {
    synchronized (disk) {
      disk.call(process, name, "sync", ResultCode.IOERR_FSYNC, false);
      inode.sync();
    }
  }

  @Override
  public void syncAll() {
    syncData();
  }

  @Override
  public boolean tryLock(long fileOffset, long length, boolean shared) {
    synchronized (disk) {
      disk.call(process, name, null, ResultCode.IOERR_LOCK, false);
      return lock(fileOffset, length, shared);
    }
  }

  /** Takes a lock, or finds that another process is in the way. */
  boolean lock(long fileOffset, long length, boolean shared) {
    synchronized (disk) {
      for (SimulatedInode.Lock lock : inode.locks) {
        if (lock.overlaps(fileOffset, length)) {
          if (lock.owner == process) {
            throw new IllegalStateException("range already locked by this process");
          }
          if (!lock.shared || !shared) {
            return false;
          }
        }
      }
      inode.locks.add(new SimulatedInode.Lock(process, fileOffset, length, shared));
      return true;
    }
  }

  @Override
  public void unlock(long fileOffset, long length) {
    synchronized (disk) {
      inode.locks.removeIf(
          lock -> lock.owner == process && lock.offset == fileOffset && lock.length == length);
    }
  }

  @Override
  public void close() {
    synchronized (disk) {
      inode.locks.removeIf(lock -> lock.owner == process);
    }
  }
}
