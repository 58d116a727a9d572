// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.List;

/**
 * Where Walnut first differed from SQLite.
 *
 * @param program the program
 * @param stepIndex which statement, from 0; the number of steps if the file was wrong afterwards
 * @param text what was expected and what came
 * @param signature tells kinds of failures apart
 */
record Difference(Program program, int stepIndex, String text, String signature) {

  /** The statements up to the failing one, then the difference. */
  String report() {
    StringBuilder report = new StringBuilder();
    report.append("seed ").append(program.seed());
    report.append(program.onFile() ? " (on file)\n" : "\n");
    List<Step> steps = program.steps();
    for (int i = 0; i <= stepIndex && i < steps.size(); i++) {
      report.append(steps.get(i).sql()).append(";\n");
    }
    return report.append("  ").append(text).append('\n').toString();
  }
}
