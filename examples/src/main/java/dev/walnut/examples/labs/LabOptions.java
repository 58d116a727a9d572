// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.util.ArrayList;
import java.util.List;

/**
 * What the command line of a lab says.
 *
 * @param seconds length of a timed case
 * @param rate commits a second that an open-loop writer is to make
 * @param rowCount rows of the table before the measured part
 * @param turnovers how often a rolling table is replaced
 * @param markdown whether the table is to be printed for a document
 * @param filters parts of the names of the cases to run; empty for all
 */
record LabOptions(
    double seconds, int rate, int rowCount, int turnovers, boolean markdown, List<String> filters) {

  static LabOptions parse(double seconds, String... args) {
    int rate = 1000;
    int rowCount = 100_000;
    int turnovers = 10;
    boolean markdown = false;
    List<String> filters = new ArrayList<>();
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--seconds" -> seconds = Double.parseDouble(args[++i]);
        case "--rate" -> rate = Integer.parseInt(args[++i]);
        case "--rows" -> rowCount = Integer.parseInt(args[++i]);
        case "--turnovers" -> turnovers = Integer.parseInt(args[++i]);
        case "--markdown" -> markdown = true;
        default -> {
          if (args[i].startsWith("--")) {
            throw new IllegalArgumentException(args[i]);
          }
          filters.add(args[i]);
        }
      }
    }
    if (!(seconds > 0) || rate < 1 || rowCount < 100 || turnovers < 1) {
      throw new IllegalArgumentException("seconds, rate and turnovers above 0, rows from 100");
    }
    return new LabOptions(seconds, rate, rowCount, turnovers, markdown, List.copyOf(filters));
  }

  /** The options that matter to a child, as its arguments. */
  String[] arguments() {
    return new String[] {
      "--seconds", Double.toString(seconds),
      "--rate", Integer.toString(rate),
      "--rows", Integer.toString(rowCount),
      "--turnovers", Integer.toString(turnovers)
    };
  }

  boolean chosen(String caseName) {
    return filters.isEmpty() || filters.stream().anyMatch(caseName::contains);
  }
}
