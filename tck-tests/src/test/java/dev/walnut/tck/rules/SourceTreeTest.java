// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Rules that hold for the text of the sources. */
class SourceTreeTest {

  private static final String LICENCE =
      "// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see"
          + " LICENSE).";
  private static final List<String> MODULES =
      List.of("engine", "sql", "pragmas", "driver", "examples", "tck-tests");
  private static final Pattern UNFINISHED =
      Pattern.compile("\\b(TO" + "DO|FIX" + "ME|XX" + "X)\\b");
  private static final Pattern SKIPPED =
      Pattern.compile("@Dis" + "abled|assume" + "True|assume" + "False|assume" + "That");
  private static final Pattern PRINTED = Pattern.compile("System\\.(out|err)\\b");

  private static Path root() {
    Path directory = Path.of("").toAbsolutePath();
    while (!Files.isDirectory(directory.resolve("tck-tests"))) {
      directory = directory.getParent();
      if (directory == null) {
        throw new IllegalStateException("not inside the source tree");
      }
    }
    return directory;
  }

  private static List<Path> sources(String part) throws IOException {
    List<Path> sources = new ArrayList<>();
    for (String module : MODULES) {
      Path directory = root().resolve(module).resolve(part);
      if (Files.isDirectory(directory)) {
        try (Stream<Path> files = Files.walk(directory)) {
          files.filter(file -> file.toString().endsWith(".java")).forEach(sources::add);
        }
      }
    }
    assertThat(sources).isNotEmpty();
    return sources;
  }

  private static List<String> matches(List<Path> files, Pattern pattern) throws IOException {
    List<String> found = new ArrayList<>();
    for (Path file : files) {
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      for (int i = 0; i < lines.size(); i++) {
        if (pattern.matcher(lines.get(i)).find()) {
          found.add(root().relativize(file) + ":" + (i + 1) + ": " + lines.get(i).trim());
        }
      }
    }
    return found;
  }

  @Test
  void everySourceBeginsWithTheLicence() throws IOException {
    List<String> without = new ArrayList<>();
    for (Path file : sources("src")) {
      try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
        if (!lines.findFirst().orElse("").equals(LICENCE)) {
          without.add(root().relativize(file).toString());
        }
      }
    }
    assertThat(without).isEmpty();
  }

  @Test
  void nothingIsLeftUnfinished() throws IOException {
    assertThat(matches(sources("src"), UNFINISHED)).isEmpty();
  }

  @Test
  void noTestIsSkipped() throws IOException {
    assertThat(matches(sources("src/test"), SKIPPED)).isEmpty();
  }

  @Test
  void theLibraryPrintsNothing() throws IOException {
    List<Path> library =
        sources("src/main").stream()
            .filter(file -> !file.startsWith(root().resolve("examples")))
            .toList();
    assertThat(matches(library, PRINTED)).isEmpty();
  }
}
