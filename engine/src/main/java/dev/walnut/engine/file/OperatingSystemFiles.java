// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.io.File;
import java.io.IOException;
import java.nio.channels.AsynchronousFileChannel;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/** The operating system's files. Has no state; one instance serves everybody. */
public final class OperatingSystemFiles implements FileSystem {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
  private static final Runnable NOTHING = () -> {};

  @Override
  public DatabaseFile open(String path, OpenMode mode) {
    return open(toPath(path), mode, NOTHING);
  }

  @Override
  public DatabaseFile openBeside(DatabaseFile database, String path, OpenMode mode) {
    Path side = toPath(path);
    if (mode != OpenMode.READ_WRITE_CREATE || side.toFile().exists()) {
      return open(side, mode, NOTHING);
    }
    Set<PosixFilePermission> permissions = permissionsOf(toPath(database.path()));
    if (permissions == null) {
      return open(side, mode, NOTHING);
    }
    DatabaseFile file =
        open(side, mode, NOTHING, PosixFilePermissions.asFileAttribute(permissions));
    // The process's mask may have taken some of the rights away.
    if (!permissions.equals(permissionsOf(side))) {
      try {
        Files.setPosixFilePermissions(side, permissions);
      } catch (IOException e) {
        file.close();
        throw cannotOpen(e);
      }
    }
    return file;
  }

  @Override
  public SharedMemory openSharedMemory(DatabaseFile database, String path, boolean readOnly) {
    if (readOnly) {
      return openSharedMemoryToRead(path);
    }
    DatabaseFile file;
    try {
      file = openBeside(database, path, OpenMode.READ_WRITE_CREATE);
    } catch (DatabaseException e) {
      if (e.getCause() instanceof FileSystemException && exists(path)) {
        return openSharedMemoryToRead(path);
      }
      throw e;
    }
    return map(file, path, StandardOpenOption.READ, StandardOpenOption.WRITE);
  }

  /**
   * Opens shared memory that this process may not change. It must not believe what it finds, nor
   * let others do so by sharing the dead-man's switch, unless somebody has the switch already. Java
   * cannot ask who holds a lock, so the system's list of locks must show it.
   */
  private SharedMemory openSharedMemoryToRead(String path) {
    DatabaseFile file = open(path, OpenMode.READ_ONLY);
    boolean inUse = false;
    try {
      inUse = LockList.isLockedByOther(toPath(path), OperatingSystemSharedMemory.DEAD_MANS_SWITCH);
    } finally {
      if (!inUse) {
        file.close();
      }
    }
    if (!inUse) {
      throw new DatabaseException(ResultCode.READONLY_CANTINIT);
    }
    return map(file, path, StandardOpenOption.READ);
  }

  private SharedMemory map(DatabaseFile file, String path, OpenOption... options) {
    FileChannel mappingChannel = null;
    try {
      mappingChannel = FileChannel.open(toPath(path), options);
    } catch (IOException e) {
      throw cannotOpen(e);
    } finally {
      if (mappingChannel == null) {
        file.close();
      }
    }
    return new OperatingSystemSharedMemory(file, mappingChannel, () -> delete(path));
  }

  /** The access rights of a file; null where files have none. */
  private static Set<PosixFilePermission> permissionsOf(Path path) {
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    try {
      return view == null ? null : view.readAttributes().permissions();
    } catch (IOException e) {
      throw cannotOpen(e);
    }
  }

  private static DatabaseFile open(
      Path path, OpenMode mode, Runnable afterClose, FileAttribute<?>... attributes) {
    if (path.toFile().isDirectory()) {
      throw new DatabaseException(ResultCode.CANTOPEN_ISDIR);
    }
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    if (mode != OpenMode.READ_ONLY) {
      options.add(StandardOpenOption.WRITE);
    }
    if (mode == OpenMode.READ_WRITE_CREATE) {
      options.add(StandardOpenOption.CREATE);
    }
    try {
      AsynchronousFileChannel channel =
          AsynchronousFileChannel.open(path, options, DirectExecutor.INSTANCE, attributes);
      return new OperatingSystemFile(path, mode == OpenMode.READ_ONLY, channel, afterClose);
    } catch (IOException e) {
      throw cannotOpen(e);
    }
  }

  @Override
  public DatabaseFile openTemporary() {
    try {
      FileAttribute<?>[] attributes =
          Files.getFileStore(Path.of(System.getProperty("java.io.tmpdir")))
                  .supportsFileAttributeView(PosixFileAttributeView.class)
              ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(OWNER_ONLY)}
              : new FileAttribute<?>[0];
      Path path = Files.createTempFile("walnut-", ".tmp", attributes);
      return open(path, OpenMode.READ_WRITE, () -> path.toFile().delete());
    } catch (IOException e) {
      throw new DatabaseException(
          ResultCode.CANTOPEN_NOTEMPDIR, ResultCode.CANTOPEN_NOTEMPDIR.text(), e);
    }
  }

  @Override
  public boolean exists(String path) {
    // java.io.File: one system call without an exception, unlike java.nio.file.Files on Java 17.
    return new File(path).exists();
  }

  @Override
  public boolean delete(String path) {
    try {
      Files.delete(toPath(path));
      return true;
    } catch (NoSuchFileException e) {
      return false;
    } catch (IOException e) {
      throw new DatabaseException(ResultCode.IOERR_DELETE, ResultCode.IOERR_DELETE.text(), e);
    }
  }

  @Override
  public boolean lockingCosts() {
    return true;
  }

  @Override
  public void syncDirectory(String path) {
    Path directory = toPath(path).toAbsolutePath().getParent();
    try (AsynchronousFileChannel channel =
        AsynchronousFileChannel.open(
            directory, Set.of(StandardOpenOption.READ), DirectExecutor.INSTANCE)) {
      channel.force(true);
    } catch (IOException e) {
      throw new DatabaseException(ResultCode.IOERR_DIR_FSYNC, ResultCode.IOERR_DIR_FSYNC.text(), e);
    }
  }

  @Override
  public Object identity(String path) {
    Path file = toPath(path);
    try {
      Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
      return key != null ? key : file.toRealPath().toString();
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      throw cannotOpen(e);
    }
  }

  @Override
  public String realPath(String path) {
    Path file = toPath(path).toAbsolutePath();
    try {
      if (Files.exists(file)) {
        return file.toRealPath().toString();
      }
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        // A dangling link: the file it names is the one to create.
        Path target = file.resolveSibling(Files.readSymbolicLink(file)).normalize();
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
          throw new DatabaseException(ResultCode.CANTOPEN_SYMLINK);
        }
        file = target;
      }
      Path directory = file.getParent();
      if (directory == null) {
        throw new DatabaseException(ResultCode.CANTOPEN_ISDIR);
      }
      return directory.toRealPath().resolve(file.getFileName()).toString();
    } catch (IOException e) {
      throw cannotOpen(e);
    }
  }

  private static Path toPath(String path) {
    try {
      return Path.of(path);
    } catch (InvalidPathException e) {
      throw new DatabaseException(ResultCode.CANTOPEN, ResultCode.CANTOPEN.text(), e);
    }
  }

  private static DatabaseException cannotOpen(IOException e) {
    return new DatabaseException(ResultCode.CANTOPEN, ResultCode.CANTOPEN.text(), e);
  }
}
