// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;

/** One simulated process's view of a {@link SimulatedDisk}. */
final class SimulatedFiles implements FileSystem {
  private final SimulatedDisk disk;

  SimulatedFiles(SimulatedDisk disk) {
    this.disk = disk;
  }

  private static String shortName(String path) {
    return path.endsWith("-journal") ? "journal" : path;
  }

  @Override
  public DatabaseFile open(String path, OpenMode mode) {
    synchronized (disk) {
      boolean creates = mode == OpenMode.READ_WRITE_CREATE && disk.inode(path) == null;
      disk.call(shortName(path), creates ? "create" : null, ResultCode.CANTOPEN, false);
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
  public DatabaseFile openTemporary() {
    return new SimulatedFile(disk, this, "", new SimulatedInode(), false);
  }

  @Override
  public boolean exists(String path) {
    synchronized (disk) {
      disk.call(shortName(path), null, ResultCode.IOERR_ACCESS, false);
      return disk.inode(path) != null;
    }
  }

  @Override
  public boolean delete(String path) {
    synchronized (disk) {
      disk.call(shortName(path), "delete", ResultCode.IOERR_DELETE, false);
      return disk.remove(path);
    }
  }

  @Override
  public void syncDirectory(String path) {
    synchronized (disk) {
      disk.call("directory", "sync", ResultCode.IOERR_DIR_FSYNC, false);
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
