// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs sqllogictest scripts against any JDBC URL and prints counts, failures and times.
 *
 * <p>Arguments: {@code [--file] [--threads N] [--failures N] URL-PREFIX [filter-or-path ...]}. A
 * filter is a part of a stored script's name, such as {@code select1} or {@code index/in}; without
 * any, all stored scripts run. Databases are in memory unless {@code --file} is given. The exit
 * status is 1 if a record failed.
 */
public final class LogicTestMain {

  private LogicTestMain() {}

  public static void main(String[] args) throws Exception {
    boolean onFile = false;
    int threadCount = 1;
    int maxFailures = 5;
    String urlPrefix = null;
    List<String> filters = new ArrayList<>();
    List<LogicScript> scripts = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--file" -> onFile = true;
        case "--threads" -> threadCount = Integer.parseInt(args[++i]);
        case "--failures" -> maxFailures = Integer.parseInt(args[++i]);
        default -> {
          if (urlPrefix == null) {
            urlPrefix = args[i];
          } else if (Files.isRegularFile(Path.of(args[i]))) {
            scripts.add(LogicScripts.file(Path.of(args[i])));
          } else {
            filters.add(args[i]);
          }
        }
      }
    }
    if (urlPrefix == null) {
      System.err.println(
          "usage: LogicTestMain [--file] [--threads N] [--failures N] URL-PREFIX [filter|path"
              + " ...]");
      System.exit(2);
      return;
    }
    if (scripts.isEmpty() || !filters.isEmpty()) {
      scripts.addAll(LogicScripts.stored(filters));
    }
    Path directory = onFile ? Files.createTempDirectory("walnut-logic") : null;
    try {
      System.exit(run(new LogicSuite(urlPrefix, directory, threadCount, maxFailures), scripts));
    } finally {
      if (directory != null) {
        Files.deleteIfExists(directory);
      }
    }
  }

  private static int run(LogicSuite suite, List<LogicScript> scripts) throws InterruptedException {
    long start = System.nanoTime();
    List<LogicReport> reports =
        suite.run(
            scripts,
            report -> {
              StringBuilder text = new StringBuilder(report.summary());
              report.failures().forEach(failure -> text.append('\n').append(failure));
              System.out.println(text);
            });
    int passed = reports.stream().mapToInt(LogicReport::passedCount).sum();
    int failed = reports.stream().mapToInt(LogicReport::failedCount).sum();
    System.out.printf(
        "%d scripts: %d records passed, %d failed, %.1f s%n",
        reports.size(), passed, failed, (System.nanoTime() - start) / 1e9);
    return failed == 0 ? 0 : 1;
  }
}
