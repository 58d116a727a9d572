// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.api.DatabaseException;

/**
 * Where files live. Paths are strings, as SQLite has them; only the implementation gives them
 * meaning. All methods may be called by several threads.
 *
 * <p>On the operating system a process that closes any handle of a file loses all its locks on that
 * file. So a caller opens a database file once per process and finds out by {@link #identity},
 * before it opens, whether it has done so already.
 */
public interface FileSystem {
  /**
   * Opens a file.
   *
   * @throws DatabaseException CANTOPEN if it cannot be opened so, CANTOPEN_ISDIR for a directory
   */
  DatabaseFile open(String path, OpenMode mode);

  /**
   * Opens a journal or another file that stands beside a database; a file that is created gets the
   * access rights of the database.
   *
   * @param database the open database file it belongs to
   */
  DatabaseFile openBeside(DatabaseFile database, String path, OpenMode mode);

  /**
   * Opens the shared memory of a database in WAL mode; the file is created if need be, with the
   * access rights of the database. At most once per file and process, and only while SHARED is held
   * on the database: otherwise another process could delete the file meanwhile.
   *
   * <p>A file that may be changed is opened for changing even for a database that is read-only; a
   * process that lacks the right to opens it to read.
   *
   * @param database the open database file it belongs to
   * @param path the path of the shared-memory file
   * @param readOnly whether the file may be neither created nor changed
   * @throws DatabaseException CANTOPEN; READONLY_CANTINIT if it is read-only and nobody else is
   *     known to have it open, so that what it holds cannot be believed; BUSY if another process is
   *     just opening it; IOERR_SHMOPEN, IOERR_SHMLOCK
   */
  SharedMemory openSharedMemory(DatabaseFile database, String path, boolean readOnly);

  /** Creates a file of zero bytes for the caller alone, which vanishes when it is closed. */
  DatabaseFile openTemporary();

  /** Whether there is a file with that path. Costs one system call and throws no exception. */
  boolean exists(String path);

  /**
   * Deletes a file.
   *
   * @return false if there was none
   * @throws DatabaseException IOERR_DELETE if it cannot be deleted
   */
  boolean delete(String path);

  /** Whether a lock costs a system call, so that it pays to keep one for a moment. */
  default boolean lockingCosts() {
    return false;
  }

  /** Makes creations and deletions in the directory that holds {@code path} durable. */
  void syncDirectory(String path);

  /** What two paths of one file have in common, fit as a map key; null if there is no such file. */
  Object identity(String path);

  /**
   * The absolute path with symbolic links resolved. The last component need not exist, its
   * directory must.
   *
   * @throws DatabaseException CANTOPEN if the directory does not exist
   */
  String realPath(String path);
}
