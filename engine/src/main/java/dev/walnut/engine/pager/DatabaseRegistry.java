// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.MemoryFiles;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.file.OperatingSystemFiles;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All open databases of the process, one per file.
 *
 * <p>On POSIX systems a process that closes any handle of a file loses all its locks on it. So each
 * file is opened once, whatever paths lead to it, and this is where that is decided: {@link #open}
 * looks for the file's identity before it opens, and a handle that turns out to be a second one is
 * parked until the database is closed.
 *
 * <p>{@link #process} is the one for the operating system's files. It also sets a system property
 * for each open file, by which a second copy of these classes in another class loader notices that
 * the file is taken and refuses it.
 */
public final class DatabaseRegistry {
  private static final DatabaseRegistry PROCESS =
      new DatabaseRegistry(new OperatingSystemFiles(), true);

  private static final String CLAIM_PREFIX = "dev.walnut.open.";

  private final FileSystem fileSystem;
  private final boolean claimsFiles;
  private final String claimToken =
      Integer.toHexString(System.identityHashCode(this)) + "-" + System.nanoTime();
  private final ReentrantLock lock = new ReentrantLock();

  private static final class Entry {
    Database database;
    Object key;
    int openCount;
    final List<DatabaseFile> files = new ArrayList<>();
  }

  /** By identity of the file, or name of the shared database in memory. Guarded by lock. */
  private final Map<Object, Entry> entries = new HashMap<>();

  /** A registry for another file system than the process's, for tests. */
  public DatabaseRegistry(FileSystem fileSystem) {
    this(fileSystem, false);
  }

  private DatabaseRegistry(FileSystem fileSystem, boolean claimsFiles) {
    this.fileSystem = fileSystem;
    this.claimsFiles = claimsFiles;
  }

  /** The registry of the operating system's files. */
  public static DatabaseRegistry process() {
    return PROCESS;
  }

  /**
   * A new connection to a database file. With READ_WRITE and READ_WRITE_CREATE a file that may not
   * be written is opened for reading.
   *
   * @throws DatabaseException CANTOPEN
   */
  public Pager open(String path, OpenMode mode) {
    String realPath = fileSystem.realPath(path);
    lock.lock();
    try {
      Object identity = fileSystem.identity(realPath);
      Entry entry = identity == null ? null : entries.get(identity);
      if (entry == null) {
        entry = openFile(realPath, mode);
      }
      return connect(entry, mode);
    } finally {
      lock.unlock();
    }
  }

  /**
   * A connection to a database file that has no content yet, and is made if it does not exist.
   *
   * @throws DatabaseException ERROR if the file has content; NOTADB if that is no database's;
   *     CANTOPEN
   */
  public Pager openEmpty(String path) {
    Pager pager = open(path, OpenMode.READ_WRITE_CREATE);
    boolean isEmpty = false;
    try {
      isEmpty = pager.database().file().size() == 0;
      if (!isEmpty) {
        pager.beginRead();
        throw new DatabaseException(ResultCode.ERROR, "output file already exists");
      }
    } finally {
      if (!isEmpty) {
        pager.close();
      }
    }
    return pager;
  }

  /** Whether there is a file with that path. */
  public boolean exists(String path) {
    return fileSystem.exists(path);
  }

  /** Deletes a file that no connection has open. */
  public void delete(String path) {
    fileSystem.delete(path);
  }

  private Entry openFile(String realPath, OpenMode mode) {
    DatabaseFile file = openWritableIfPossible(realPath, mode);
    Object identity = fileSystem.identity(realPath);
    Entry present = identity == null ? null : entries.get(identity);
    if (present != null) {
      // The path was given to an open file meanwhile: closing would drop that file's locks.
      present.files.add(file);
      return present;
    }
    if (identity == null || !claim(identity)) {
      file.close();
      throw new DatabaseException(
          ResultCode.CANTOPEN,
          identity == null
              ? ResultCode.CANTOPEN.text()
              : "unable to open database file: open in another class loader of this process");
    }
    Entry entry = new Entry();
    entry.key = identity;
    entry.files.add(file);
    entry.database = Database.onFile(fileSystem, file, identity, () -> close(entry));
    entries.put(identity, entry);
    return entry;
  }

  /**
   * Opens for writing if that is allowed, even for a connection that will only read: the handle is
   * the only one that later connections can get.
   */
  private DatabaseFile openWritableIfPossible(String realPath, OpenMode mode) {
    try {
      return fileSystem.open(realPath, mode == OpenMode.READ_ONLY ? OpenMode.READ_WRITE : mode);
    } catch (DatabaseException e) {
      if (e.resultCode() != ResultCode.CANTOPEN || !fileSystem.exists(realPath)) {
        throw e;
      }
      return fileSystem.open(realPath, OpenMode.READ_ONLY);
    }
  }

  private boolean claim(Object identity) {
    if (!claimsFiles) {
      return true;
    }
    Object holder = System.getProperties().putIfAbsent(CLAIM_PREFIX + identity, claimToken);
    return holder == null || holder.equals(claimToken);
  }

  private Pager connect(Entry entry, OpenMode mode) {
    Pager pager = new Pager(entry.database, mode == OpenMode.READ_ONLY);
    entry.openCount++;
    return pager;
  }

  /** A new database in memory, with its only connection. */
  public static Pager openInMemory() {
    MemoryFiles files = new MemoryFiles();
    return new Pager(Database.inMemory(files, files.openTemporary(), () -> {}), false);
  }

  /** A new connection to the database in memory of that name; the last one to close ends it. */
  public Pager openSharedInMemory(String name) {
    lock.lock();
    try {
      String key = "memory:" + name;
      Entry entry = entries.get(key);
      if (entry == null) {
        MemoryFiles files = new MemoryFiles();
        Entry created = new Entry();
        created.key = key;
        created.database = Database.inMemory(files, files.openTemporary(), () -> close(created));
        entries.put(key, created);
        entry = created;
      }
      return connect(entry, OpenMode.READ_WRITE_CREATE);
    } finally {
      lock.unlock();
    }
  }

  private void close(Entry entry) {
    lock.lock();
    try {
      entry.openCount--;
      if (entry.openCount > 0) {
        return;
      }
      entries.remove(entry.key);
      try {
        entry.database.close();
      } finally {
        closeFiles(entry);
      }
    } finally {
      lock.unlock();
    }
  }

  private void closeFiles(Entry entry) {
    try {
      for (DatabaseFile file : entry.files) {
        file.close();
      }
    } finally {
      if (claimsFiles) {
        System.getProperties().remove(CLAIM_PREFIX + entry.key, claimToken);
      }
    }
  }
}
