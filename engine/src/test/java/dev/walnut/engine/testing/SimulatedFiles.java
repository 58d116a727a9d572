// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.file.SharedMemory;

/** One simulated process's view of a {@link SimulatedDisk}. */
final class SimulatedFiles implements FileSystem {
  private static final String[] SIDE_FILES = {"journal", "wal", "shm"};

  private final SimulatedDisk disk;

  /** Whether the process was killed. Guarded by the disk. */
  boolean killed;

  SimulatedFiles(SimulatedDisk disk) {
    this.disk = disk;
  }

  /** What a trace calls a file that stands beside a database. */
  static String shortName(String path) {
    for (String name : SIDE_FILES) {
      if (path.endsWith("-" + name)) {
        return name;
      }
    }
    return path.contains("-mj") ? "super-journal" : path;
  }

  @Override
  public DatabaseFile open(String path, OpenMode mode) {
    synchronized (disk) {
      boolean creates = mode == OpenMode.READ_WRITE_CREATE && disk.inode(path) == null;
      disk.call(this, shortName(path), creates ? "create" : null, ResultCode.CANTOPEN, false);
      SimulatedInode inode = disk.inode(path);
      if (inode == null) {
        if (!creates) {
          throw new DatabaseException(ResultCode.CANTOPEN);
        }
        inode = disk.create(path);
      }
      return new SimulatedFile(disk, this, path, inode, mode == OpenMode.READ_ONLY);
    }
  }

  @Override
  public DatabaseFile openBeside(DatabaseFile database, String path, OpenMode mode) {
    return open(path, mode);
  }

  @Override
  public SharedMemory openSharedMemory(DatabaseFile database, String path, boolean readOnly) {
    DatabaseFile file = open(path, readOnly ? OpenMode.READ_ONLY : OpenMode.READ_WRITE_CREATE);
    return SimulatedSharedMemory.open(disk, this, (SimulatedFile) file);
  }

  @Override
  public DatabaseFile openTemporary() {
    return new SimulatedFile(disk, this, "", new SimulatedInode(), false);
  }

  @Override
  public boolean exists(String path) {
    synchronized (disk) {
      disk.call(this, shortName(path), null, ResultCode.IOERR_ACCESS, false);
      return disk.inode(path) != null;
    }
  }

  @Override
  public boolean delete(String path) {
    synchronized (disk) {
      disk.call(this, shortName(path), "delete", ResultCode.IOERR_DELETE, false);
      return disk.remove(path);
    }
  }

  @Override
  public void syncDirectory(String path) {
    synchronized (disk) {
      disk.call(this, "directory", "sync", ResultCode.IOERR_DIR_FSYNC, false);
      disk.syncDirectory();
    }
  }

  @Override
  public Object identity(String path) {
    synchronized (disk) {
      return disk.inode(path);
    }
  }

  @Override
  public String realPath(String path) {
    return path;
  }
}
