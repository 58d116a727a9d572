// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

class MemoryFilesTest extends FileSystemContract {
  private final FileSystem fileSystem = new MemoryFiles();

  @Override
  FileSystem fileSystem() {
    return fileSystem;
  }

  @Override
  String path(String name) {
    return name;
  }
}
