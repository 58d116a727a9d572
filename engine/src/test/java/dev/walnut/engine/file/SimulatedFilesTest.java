// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.testing.SimulatedDisk;
import org.junit.jupiter.api.Test;

class SimulatedFilesTest extends FileSystemContract {
  private final SimulatedDisk disk = new SimulatedDisk();
  private final FileSystem fileSystem = disk.process();

  @Override
  FileSystem fileSystem() {
    return fileSystem;
  }

  @Override
  String path(String name) {
    return name;
  }

  @Test
  void locksOfProcessesConflict() {
    try (DatabaseFile ours = fileSystem.open("a", OpenMode.READ_WRITE_CREATE);
        DatabaseFile theirs = disk.process().open("a", OpenMode.READ_WRITE)) {
      assertThat(ours.tryLock(10, 10, true)).isTrue();
      assertThat(theirs.tryLock(15, 10, true)).isTrue();
      assertThat(theirs.tryLock(5, 6, false)).isFalse();
      assertThat(theirs.tryLock(0, 10, false)).isTrue();
      ours.close();
      assertThat(theirs.tryLock(10, 5, false)).isTrue();
    }
  }
}
