// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** The sqllogictest scripts kept in the test resources, and scripts in files. */
final class LogicScripts {

  private static final String ARCHIVE = "/sqllogictest/scripts.zip";

  private LogicScripts() {}

  /** All stored scripts whose name contains one of the filters; no filter means all. */
  static List<LogicScript> stored(List<String> filters) throws IOException {
    List<LogicScript> scripts = new ArrayList<>();
    try (InputStream in = LogicScripts.class.getResourceAsStream(ARCHIVE);
        ZipInputStream zip = new ZipInputStream(in)) {
      for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
        String name = entry.getName();
        if (filters.isEmpty() || filters.stream().anyMatch(name::contains)) {
          // Latin-1 keeps every byte; the scripts are ASCII.
          String text = new String(zip.readAllBytes(), StandardCharsets.ISO_8859_1);
          scripts.add(LogicScript.parse(name, text));
        }
      }
    }
    return scripts;
  }

  static LogicScript file(Path path) throws IOException {
    return LogicScript.parse(path.toString(), Files.readString(path, StandardCharsets.ISO_8859_1));
  }
}
