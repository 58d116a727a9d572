// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class MemorySharedMemoryTest extends SharedMemoryContract {
  private final FileSystem fileSystem = new MemoryFiles();

  @Override
  FileSystem fileSystem() {
    return fileSystem;
  }

  @Override
  String path(String name) {
    return name;
  }

  @Override
  boolean hasProcesses() {
    return false;
  }

  @Override
  Elsewhere elsewhere() {
    SharedMemory memory = open(false);
    return new Elsewhere() {
      @Override
      public String execute(String command) {
        return SharedMemoryCommands.execute(memory, command);
      }

      @Override
      public void kill() {
        memory.close();
      }

      @Override
      public void close() {
        memory.close();
      }
    };
  }

  @Test
  void memoryOfItsOwnBelongsToNobodyElse() {
    try (SharedMemory ours = new HeapSharedMemory();
        SharedMemory theirs = new HeapSharedMemory()) {
      ours.region(0, true).putInt(0, 1);
      assertThat(theirs.region(0, false)).isNull();
      assertThat(theirs.region(0, true).getInt(0)).isZero();
      assertThat(ours.tryLock(0, 8, false)).isTrue();
      assertThat(theirs.tryLock(0, 8, false)).isTrue();
    }
  }
}
