// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.List;

/**
 * The statements that a seed stands for.
 *
 * @param seed the seed
 * @param onFile whether Walnut's database is a file, which SQLite then checks and reads
 * @param steps the statements in order
 */
record Program(long seed, boolean onFile, List<Step> steps) {

  Program withSteps(List<Step> other) {
    return new Program(seed, onFile, List.copyOf(other));
  }
}
