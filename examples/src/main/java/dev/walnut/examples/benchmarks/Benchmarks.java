// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Question: how long does the same work take with sqlite-jdbc and with Walnut, on the same file?
 *
 * <p>Data: see {@link BenchmarkData}; one million rows unless {@code --rows} says otherwise,
 * rollback journal, cache of 64 MiB. Each driver has a JVM of its own. Per workload both open it,
 * their answers are compared, then they take turns for some warm-up rounds and the measured ones;
 * the table shows medians, the ratio (above 1: Walnut is faster) and the bytes allocated by the
 * calling thread.
 *
 * <p>Usage: {@code Benchmarks [--rows N] [--rounds N] [--millis N] [--dir DIRECTORY] [filter ...]};
 * a filter is a part of a workload's name, {@code cold} included. With {@code --dir} the data file
 * is kept there and used again. {@code --list} prints the names.
 */
public final class Benchmarks {

  private static final String COLD = "cold JVM to first row";
  private static final int WARM_UP_ROUNDS = 4;

  private final int rowCount;
  private final int roundCount;
  private final int millis;
  private final Path directory;
  private final List<String> table = new ArrayList<>();

  private Benchmarks(int rowCount, int roundCount, int millis, Path directory) {
    this.rowCount = rowCount;
    this.roundCount = roundCount;
    this.millis = millis;
    this.directory = directory;
  }

  public static void main(String[] args) throws Exception {
    int rowCount = 1_000_000;
    int roundCount = 9;
    int millis = 250;
    Path kept = null;
    List<String> filters = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--rows" -> rowCount = Integer.parseInt(args[++i]);
        case "--rounds" -> roundCount = Integer.parseInt(args[++i]);
        case "--millis" -> millis = Integer.parseInt(args[++i]);
        case "--dir" -> kept = Path.of(args[++i]);
        case "--list" -> {
          names(rowCount).forEach(System.out::println);
          return;
        }
        default -> filters.add(args[i]);
      }
    }
    List<String> chosen = names(rowCount);
    chosen.removeIf(name -> !filters.isEmpty() && filters.stream().noneMatch(name::contains));
    Path directory =
        kept == null ? Files.createTempDirectory("walnut-bench") : Files.createDirectories(kept);
    try {
      new Benchmarks(rowCount, roundCount, millis, directory).run(chosen);
    } finally {
      if (kept == null) {
        deleteAll(directory);
      }
    }
  }

  private static List<String> names(int rowCount) {
    List<String> names = new ArrayList<>();
    names.add(COLD);
    ReadWorkloads.all(rowCount).forEach(workload -> names.add(workload.name()));
    WriteWorkloads.all().forEach(workload -> names.add(workload.name()));
    return names;
  }

  private static void deleteAll(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(directory);
  }

  private void run(List<String> chosen) throws IOException {
    Path shared = directory.resolve("shared-" + rowCount + ".db");
    if (!Files.exists(shared)) {
      System.out.println("making " + rowCount + " rows with sqlite-jdbc ...");
      Path unfinished = directory.resolve("unfinished.db");
      Files.deleteIfExists(unfinished);
      try (ChildJvm child = start(arguments(0, unfinished, "create"))) {
        String answer = child.readLine();
        if (!answer.equals("ok")) {
          throw new IOException(answer);
        }
      }
      Files.move(unfinished, shared);
    }
    table.add("| workload | sqlite-jdbc | Walnut | ratio | B/op sqlite-jdbc | B/op Walnut |");
    table.add("| --- | ---: | ---: | ---: | ---: | ---: |");
    if (chosen.remove(COLD)) {
      cold(shared);
    }
    if (!chosen.isEmpty()) {
      ChildJvm[] children = new ChildJvm[Drivers.COUNT];
      try {
        for (int d = 0; d < children.length; d++) {
          children[d] = start(arguments(d, shared, "serve"));
        }
        for (String name : chosen) {
          measure(name, children);
        }
      } finally {
        for (ChildJvm child : children) {
          if (child != null) {
            child.close();
          }
        }
      }
    }
    System.out.println();
    System.out.printf(
        "JDK %s, %s %s, %d processors, %d rows, %d rounds of %d ms, journal_mode=delete,"
            + " synchronous=full%n%n",
        System.getProperty("java.version"),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        rowCount,
        roundCount,
        millis);
    table.forEach(System.out::println);
  }

  private static ChildJvm start(String[] arguments) throws IOException {
    return ChildJvm.start(List.of(), BenchmarkChild.class, arguments);
  }

  private String[] arguments(int d, Path shared, String mode) throws IOException {
    Path own = directory.resolve("own-" + d + ".db");
    return new String[] {
      Drivers.className(d),
      Drivers.urlPrefix(d),
      shared.toString(),
      own.toString(),
      Integer.toString(rowCount),
      mode
    };
  }

  private void cold(Path shared) throws IOException {
    double[][] nanos = new double[Drivers.COUNT][roundCount];
    String[] answers = new String[Drivers.COUNT];
    for (int round = -1; round < roundCount; round++) {
      for (int d = 0; d < answers.length; d++) {
        String[] arguments = arguments(d, shared, "cold");
        long start = System.nanoTime();
        try (ChildJvm child = start(arguments)) {
          answers[d] = child.readLine();
          if (round >= 0) {
            nanos[d][round] = System.nanoTime() - start;
          }
        }
      }
    }
    add(COLD, answers, nanos, null);
  }

  private void measure(String name, ChildJvm[] children) throws IOException {
    String[] answers = new String[children.length];
    double[][] nanos = new double[children.length][roundCount];
    double[][] bytes = new double[children.length][roundCount];
    for (int d = 0; d < children.length; d++) {
      answers[d] = children[d].ask("open " + name);
    }
    for (int round = -WARM_UP_ROUNDS; round < roundCount; round++) {
      for (int d = 0; d < children.length; d++) {
        if (answers[d].startsWith("error")) {
          continue;
        }
        String[] words = children[d].ask("round " + millis).split(" ", 3);
        if (!words[0].equals("ok")) {
          answers[d] = String.join(" ", words);
        } else if (round >= 0) {
          nanos[d][round] = Double.parseDouble(words[1]);
          bytes[d][round] = Double.parseDouble(words[2]);
        }
      }
    }
    for (ChildJvm child : children) {
      child.ask("close");
    }
    add(name, answers, nanos, bytes);
  }

  private void add(String name, String[] answers, double[][] nanos, double[][] bytes) {
    String row;
    if (Arrays.stream(answers).anyMatch(answer -> answer.startsWith("error"))) {
      row = "| " + name + " | " + answers[0] + " | " + answers[1] + " | | | |";
    } else if (!answers[0].equals(answers[1])) {
      row = "| " + name + " | DIFFERENT ANSWERS: " + answers[0] + " | " + answers[1] + " | | | |";
    } else {
      double first = median(nanos[0]);
      double second = median(nanos[1]);
      row =
          String.format(
              Locale.ROOT,
              "| %s | %s | %s | %.2f | %s | %s |",
              name,
              time(first),
              time(second),
              first / second,
              bytes == null ? "" : String.format(Locale.ROOT, "%.0f", median(bytes[0])),
              bytes == null ? "" : String.format(Locale.ROOT, "%.0f", median(bytes[1])));
    }
    table.add(row);
    System.out.println(row);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  private static String time(double nanos) {
    if (nanos < 1e6) {
      return String.format(Locale.ROOT, "%.2f us", nanos / 1e3);
    }
    return String.format(Locale.ROOT, "%.2f ms", nanos / 1e6);
  }
}
