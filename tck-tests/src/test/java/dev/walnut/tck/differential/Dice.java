// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.List;
import java.util.SplittableRandom;

/** Random choices from a seed. */
final class Dice {

  private final SplittableRandom random;

  Dice(long seed) {
    this.random = new SplittableRandom(seed);
  }

  /** From 0 to bound - 1. */
  int below(int bound) {
    return random.nextInt(bound);
  }

  /** From low to high, both included. */
  int between(int low, int high) {
    return random.nextInt(low, high + 1);
  }

  boolean percent(int chance) {
    return random.nextInt(100) < chance;
  }

  String pick(String... choices) {
    return choices[random.nextInt(choices.length)];
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  long number() {
    return random.nextLong();
  }
}
