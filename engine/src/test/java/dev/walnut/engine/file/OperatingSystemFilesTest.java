// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatingSystemFilesTest extends FileSystemContract {
  @TempDir Path directory;

  @Override
  FileSystem fileSystem() {
    return new OperatingSystemFiles();
  }

  @Override
  String path(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void sideFilesTakeTheAccessRightsOfTheDatabase() throws IOException {
    Path database = Files.createFile(directory.resolve("a"));
    for (String rights : new String[] {"rw-rw-rw-", "rw-------", "rw-r-----"}) {
      Files.setPosixFilePermissions(database, PosixFilePermissions.fromString(rights));
      try (DatabaseFile file = fileSystem().open(path("a"), OpenMode.READ_WRITE)) {
        fileSystem().openBeside(file, path("a-journal"), OpenMode.READ_WRITE_CREATE).close();
      }
      Path journal = directory.resolve("a-journal");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(journal)))
          .isEqualTo(rights);
      Files.delete(journal);
    }
  }

  @Test
  void pathsThroughLinksLeadToOneFile() throws IOException {
    Files.createFile(directory.resolve("a"));
    Files.createSymbolicLink(directory.resolve("link"), directory.resolve("a"));
    assertThat(fileSystem().realPath(path("link"))).isEqualTo(fileSystem().realPath(path("a")));
    assertThat(fileSystem().identity(path("link"))).isEqualTo(fileSystem().identity(path("a")));
    Files.createSymbolicLink(directory.resolve("dangling"), Path.of("b"));
    assertThat(fileSystem().realPath(path("dangling"))).endsWith("/b");
  }

  @Test
  void directoriesAndMissingDirectoriesAreRefused() {
    assertThatThrownBy(() -> fileSystem().open(directory.toString(), OpenMode.READ_WRITE))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.resultCode()).isEqualTo(ResultCode.CANTOPEN_ISDIR));
    assertThatThrownBy(() -> fileSystem().realPath(path("none/a")))
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.resultCode()).isEqualTo(ResultCode.CANTOPEN));
  }
}
