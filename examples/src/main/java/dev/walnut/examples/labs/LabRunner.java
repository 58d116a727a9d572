// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import dev.walnut.examples.TextTable;
import dev.walnut.examples.benchmarks.ChildJvm;
import dev.walnut.examples.benchmarks.Drivers;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The parent's side: runs a lab's cases in both drivers, checks both files in both, prints. */
final class LabRunner {

  private final Lab lab;
  private final LabOptions options;
  private final PrintStream out;

  LabRunner(Lab lab, LabOptions options, PrintStream out) {
    this.lab = lab;
    this.options = options;
    this.out = out;
  }

  /** Answers lines as {@link LabChild} does: a JVM of its own, or not. */
  interface Session {
    String ask(String line) throws IOException;
  }

  /** Runs a lab with a JVM per driver, in a temporary directory. */
  void run() throws IOException {
    Path directory = Files.createTempDirectory("walnut-lab");
    try (ChildJvm first = start(List.of(), 0);
        ChildJvm second = start(List.of(), 1)) {
      run(directory, List.of(first::ask, second::ask));
    } finally {
      deleteAll(directory);
    }
  }

  ChildJvm start(List<String> wrapper, int driver) throws IOException {
    return ChildJvm.start(wrapper, LabChild.class, arguments(driver));
  }

  /** The arguments of a child. */
  String[] arguments(int driver) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add(Drivers.className(driver));
    arguments.add(Drivers.urlPrefix(driver));
    arguments.add(lab.name());
    arguments.addAll(Arrays.asList(options.arguments()));
    return arguments.toArray(String[]::new);
  }

  /**
   * Runs the chosen cases and prints the table.
   *
   * @throws IllegalStateException if a case failed, or a check did
   */
  List<String[]> run(Path directory, List<Session> sessions) throws IOException {
    List<String[]> table = new ArrayList<>();
    List<String> names = new ArrayList<>(List.of("case", "driver"));
    names.addAll(lab.columns());
    table.add(names.toArray(String[]::new));
    for (String name : lab.cases()) {
      if (options.chosen(name)) {
        runCase(name, directory, sessions, table);
      }
    }
    print(table);
    return table;
  }

  void print(List<String[]> table) {
    out.println();
    out.printf(
        "%s: JDK %s, %s %s, %d processors, %s%n%n",
        lab.name(),
        System.getProperty("java.version"),
        System.getProperty("os.name"),
        System.getProperty("os.arch"),
        Runtime.getRuntime().availableProcessors(),
        String.join(" ", options.arguments()));
    if (options.markdown()) {
      for (int i = 0; i < table.size(); i++) {
        out.println("| " + String.join(" | ", table.get(i)) + " |");
        if (i == 0) {
          out.println("| --- | --- |" + " ---: |".repeat(table.get(i).length - 2));
        }
      }
    } else {
      TextTable.print(out, table);
    }
  }

  private void runCase(String name, Path directory, List<Session> sessions, List<String[]> table)
      throws IOException {
    String firstRows = null;
    for (int d = 0; d < sessions.size(); d++) {
      Path file = directory.resolve("lab-" + d + ".db");
      String[] result = ask(sessions.get(d), "case\t" + name + "\t" + file);
      String rows = verify(name, file, sessions);
      if (!rows.split("\t")[0].equals(result[1])) {
        throw new IllegalStateException(
            name + ": " + Drivers.displayName(d) + " says " + result[1] + ", file has " + rows);
      }
      if (lab.sameRows() && firstRows != null && !firstRows.equals(rows)) {
        throw new IllegalStateException(name + ": rows differ: " + firstRows + " and " + rows);
      }
      firstRows = rows;
      List<String> cells = new ArrayList<>(List.of(name, Drivers.displayName(d)));
      cells.addAll(Arrays.asList(result).subList(2, result.length));
      table.add(cells.toArray(String[]::new));
      out.println(String.join(" | ", cells));
      deleteFiles(directory);
    }
  }

  /** Both drivers check a file; returns its rows' number and sums. */
  static String verify(String name, Path file, List<Session> sessions) throws IOException {
    String first = null;
    for (Session session : sessions) {
      String[] found = ask(session, "verify\t" + file);
      String rows = found[2] + "\t" + found[3] + "\t" + found[4];
      if (!found[1].equals("ok") || (first != null && !first.equals(rows))) {
        throw new IllegalStateException(
            name + ": " + file.getFileName() + ": " + found[1] + " " + rows + ", first " + first);
      }
      first = rows;
    }
    return first;
  }

  static String[] ask(Session session, String line) throws IOException {
    String answer = session.ask(line);
    String[] words = answer.split("\t");
    if (!words[0].equals("ok")) {
      throw new IllegalStateException(line.replace('\t', ' ') + ": " + answer);
    }
    return words;
  }

  static void deleteFiles(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  static void deleteAll(Path directory) throws IOException {
    deleteFiles(directory);
    Files.delete(directory);
  }
}
