// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Benchmarks of Walnut against sqlite-jdbc.
 *
 * <p>{@link dev.walnut.examples.benchmarks.Benchmarks} starts one JVM per driver, gives both the
 * same file and lets them take turns, round by round, so that a busy moment of the machine meets
 * both. Answers are compared before anything is timed.
 */
package dev.walnut.examples.benchmarks;
