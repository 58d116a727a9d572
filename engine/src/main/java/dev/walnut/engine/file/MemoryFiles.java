// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Files in the heap, for temporary databases and tests: a name space of its own per instance. A
 * file that was deleted lives on for those who have it open. Locks never conflict, since no other
 * process can see the files.
 */
public final class MemoryFiles implements FileSystem {
  private final ReentrantLock lock = new ReentrantLock();

  /** Files by path. Guarded by {@link #lock}. */
  private final Map<String, MemoryContent> files = new HashMap<>();

  /** Shared memory that is open, by the file it belongs to. Guarded by {@link #lock}. */
  private final Map<MemoryContent, HeapSharedMemory.Content> sharedMemory = new IdentityHashMap<>();

  @Override
  public DatabaseFile open(String path, OpenMode mode) {
    lock.lock();
    try {
      MemoryContent content = files.get(path);
      if (content == null) {
        if (mode != OpenMode.READ_WRITE_CREATE) {
          throw new DatabaseException(ResultCode.CANTOPEN);
        }
        content = new MemoryContent();
        files.put(path, content);
      }
      return new MemoryFile(path, mode == OpenMode.READ_ONLY, content);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public DatabaseFile openBeside(DatabaseFile database, String path, OpenMode mode) {
    return open(path, mode);
  }

  @Override
  public SharedMemory openSharedMemory(DatabaseFile database, String path, boolean readOnly) {
    lock.lock();
    try {
      MemoryContent file = files.get(path);
      if (file == null && readOnly) {
        throw new DatabaseException(ResultCode.CANTOPEN);
      }
      if (file == null) {
        file = new MemoryContent();
        files.put(path, file);
      }
      HeapSharedMemory.Content content = sharedMemory.get(file);
      if (content == null && readOnly) {
        throw new DatabaseException(ResultCode.READONLY_CANTINIT);
      }
      if (content == null) {
        content = new HeapSharedMemory.Content();
        sharedMemory.put(file, content);
      }
      content.openCount++;
      MemoryContent opened = file;
      return new HeapSharedMemory(
          content, readOnly, delete -> closeSharedMemory(path, opened, delete));
    } finally {
      lock.unlock();
    }
  }

  /** The content goes with the last who has it open, since the next would cut it anyway. */
  private void closeSharedMemory(String path, MemoryContent file, boolean delete) {
    lock.lock();
    try {
      if (delete) {
        files.remove(path, file);
      }
      HeapSharedMemory.Content content = sharedMemory.get(file);
      content.openCount--;
      if (content.openCount == 0) {
        sharedMemory.remove(file);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public DatabaseFile openTemporary() {
    return new MemoryFile("", false, new MemoryContent());
  }

  @Override
  public boolean exists(String path) {
    lock.lock();
    try {
      return files.containsKey(path);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public boolean delete(String path) {
    lock.lock();
    try {
      return files.remove(path) != null;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void syncDirectory(String path) {}

  @Override
  public Object identity(String path) {
    lock.lock();
    try {
      return files.get(path);
    } finally {
      lock.unlock();
    }
  }

  @Override
  public String realPath(String path) {
    return path;
  }
}
