// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import dev.walnut.examples.benchmarks.ChildJvm;
import dev.walnut.examples.benchmarks.Drivers;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counts the syncs of a commit by watching both drivers with {@code strace}.
 *
 * <p>Each case runs twice, with 10 and with 30 commits; a twentieth of the difference is what a
 * commit costs, with opening, the first commit of a journal and closing left out.
 */
final class SyncTrace {

  private static final int FEW = 10;
  private static final int MANY = 30;

  private SyncTrace() {}

  /** Whether strace is there and may trace. */
  static boolean available() throws IOException {
    try {
      Process process =
          new ProcessBuilder("strace", "-f", "-o", "/dev/null", "true")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor() == 0;
    } catch (IOException e) {
      // There is no such program.
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  static void run(Lab lab, LabOptions options, PrintStream out) throws IOException {
    LabRunner runner = new LabRunner(lab, options, out);
    Path directory = Files.createTempDirectory("walnut-lab");
    Path traces = Files.createTempDirectory("walnut-trace");
    try (ChildJvm first = runner.start(tracer(traces, 0), 0);
        ChildJvm second = runner.start(tracer(traces, 1), 1)) {
      List<LabRunner.Session> sessions = List.of(first::ask, second::ask);
      List<String[]> table = new ArrayList<>();
      table.add(new String[] {"case", "driver", "syncs a commit", "of"});
      for (String name : lab.cases()) {
        if (!options.chosen(name)) {
          continue;
        }
        for (int d = 0; d < sessions.size(); d++) {
          Map<String, Integer> few = count(name, FEW, directory, sessions, d, traces);
          Map<String, Integer> many = count(name, MANY, directory, sessions, d, traces);
          table.add(row(name, d, few, many));
        }
      }
      runner.print(table);
    } finally {
      LabRunner.deleteAll(directory);
      LabRunner.deleteAll(traces);
    }
  }

  private static List<String> tracer(Path traces, int driver) {
    String file = traces.resolve("trace-" + driver).toString();
    return List.of(
        "strace",
        "-f",
        "-y",
        "-qq",
        "-e",
        "trace=fsync,fdatasync,sync_file_range,msync",
        "-o",
        file);
  }

  private static Map<String, Integer> count(
      String name,
      int commitCount,
      Path directory,
      List<LabRunner.Session> sessions,
      int driver,
      Path traces)
      throws IOException {
    Path trace = traces.resolve("trace-" + driver);
    // The tracer may not have made its file yet.
    int before = Files.exists(trace) ? Files.readAllLines(trace).size() : 0;
    Path file = directory.resolve("lab-" + driver + ".db");
    LabRunner.ask(
        sessions.get(driver), "case\t" + SyncLab.counted(name, commitCount) + "\t" + file);
    Map<String, Integer> counts = new TreeMap<>();
    List<String> lines = Files.readAllLines(trace);
    for (String line : lines.subList(before, lines.size())) {
      // A call that another thread's interrupts takes two lines; the second has no file.
      if (!line.contains("resumed>") && line.contains("sync")) {
        counts.merge(kind(line), 1, Integer::sum);
      }
    }
    String rows = LabRunner.verify(name, file, sessions);
    if (!rows.startsWith(commitCount + "\t")) {
      throw new IllegalStateException(name + ": " + commitCount + " commits, rows " + rows);
    }
    LabRunner.deleteFiles(directory);
    return counts;
  }

  private static String kind(String line) {
    if (line.contains(".db-wal>")) {
      return "log";
    }
    if (line.contains(".db-journal>")) {
      return "journal";
    }
    return line.contains(".db>") ? "database" : "directory";
  }

  private static String[] row(
      String name, int driver, Map<String, Integer> few, Map<String, Integer> many) {
    double sum = 0;
    List<String> parts = new ArrayList<>();
    for (Map.Entry<String, Integer> entry : many.entrySet()) {
      int extra = entry.getValue() - few.getOrDefault(entry.getKey(), 0);
      double each = extra / (double) (MANY - FEW);
      if (extra != 0) {
        parts.add(String.format(Locale.ROOT, "%s %.1f", entry.getKey(), each));
      }
      sum += each;
    }
    return new String[] {
      name,
      Drivers.displayName(driver),
      String.format(Locale.ROOT, "%.1f", sum),
      parts.isEmpty() ? "-" : String.join(", ", parts)
    };
  }
}
