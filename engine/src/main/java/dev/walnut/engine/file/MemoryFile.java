// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;

/** A handle on a file in the heap. */
final class MemoryFile implements DatabaseFile {
  private final String path;
  private final boolean readOnly;
  private final MemoryContent content;

  MemoryFile(String path, boolean readOnly, MemoryContent content) {
    this.path = path;
    this.readOnly = readOnly;
    this.content = content;
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
    return content.read(fileOffset, target, targetOffset, length);
  }

  @Override
  public void write(long fileOffset, byte[] source, int sourceOffset, int length) {
    if (readOnly) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    content.write(fileOffset, source, sourceOffset, length);
  }

  @Override
  public void truncate(long size) {
    content.truncate(size);
  }

  @Override
  public long size() {
    return content.size();
  }

  @Override
  public void syncData() {}

  @Override
  public void syncAll() {}

  @Override
  public boolean tryLock(long fileOffset, long length, boolean shared) {
    return true;
  }

  @Override
  public void unlock(long fileOffset, long length) {}

  @Override
  public void close() {}
}
