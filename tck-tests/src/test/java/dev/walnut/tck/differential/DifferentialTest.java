// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Walnut does what SQLite does, in programs that once failed and in new ones.
 *
 * <p>{@code -Dwalnut.differential.seconds} and {@code -Dwalnut.differential.seed} set the length of
 * the run and its first seed (0: the clock). By default the seeds are always the same, so that a
 * commit passes or fails by itself. Seeds whose difference is known and not mended yet stand, with
 * the reason, in {@code known-differences.txt}; they must differ as long as they stand there.
 */
class DifferentialTest {

  private static final String URL_PREFIX = System.getProperty("walnut.tck.url", "jdbc:walnut:");
  private static final long SECONDS = Long.getLong("walnut.differential.seconds", 62);
  private static final long FIRST_SEED = 1_000_000;

  /** As far as the list of known differences goes; about a minute on two idle cores. */
  private static final long LAST_SEED = 1_006_999;

  private static final int THREAD_COUNT = 2;

  @TempDir private Path directory;

  private ProgramRunner runner() {
    return new ProgramRunner(URL_PREFIX, directory, List.of());
  }

  @Test
  void seedsThatOnceFailedGiveNoDifference() throws Exception {
    List<String> reports = new ArrayList<>();
    for (String line : lines("/differential/failing-seeds.txt")) {
      if (!line.isBlank() && !line.startsWith("#")) {
        long seed = Long.parseLong(line.split("\\s")[0]);
        add(reports, runner().run(ProgramGenerator.program(seed)));
      }
    }
    assertThat(String.join("\n", reports)).isEmpty();
  }

  @Test
  void programsThatOnceFailedGiveNoDifference() throws Exception {
    List<String> reports = new ArrayList<>();
    List<Step> steps = new ArrayList<>();
    StringBuilder sql = new StringBuilder();
    for (String line : lines("/differential/programs.sql")) {
      if (line.startsWith("--")) {
        run(steps, reports);
        steps.clear();
      } else if (line.endsWith(";")) {
        sql.append(line, 0, line.length() - 1);
        steps.add(new Step(sql.toString(), EnumSet.of(Tolerance.ORDER)));
        sql.setLength(0);
      } else if (!line.isBlank()) {
        sql.append(line).append('\n');
      }
    }
    run(steps, reports);
    assertThat(String.join("\n", reports)).isEmpty();
  }

  private void run(List<Step> steps, List<String> reports) throws Exception {
    if (!steps.isEmpty()) {
      add(reports, runner().run(new Program(0, true, List.copyOf(steps))));
    }
  }

  private static void add(List<String> reports, Difference difference) {
    if (difference != null) {
      reports.add(difference.report());
    }
  }

  /**
   * @param always only those that differ in every run
   */
  private static Set<Long> knownDifferences(boolean always) throws IOException {
    Set<Long> seeds = new LinkedHashSet<>();
    for (String line : lines("/differential/known-differences.txt")) {
      boolean sometimes = line.startsWith("~");
      if (!line.isBlank() && !line.startsWith("#") && !(always && sometimes)) {
        seeds.add(Long.parseLong(line.substring(sometimes ? 1 : 0).split("\\s")[0]));
      }
    }
    return seeds;
  }

  @Test
  void knownDifferencesStillDiffer() throws Exception {
    List<Long> mended = new ArrayList<>();
    for (long seed : knownDifferences(true)) {
      if (runner().run(ProgramGenerator.program(seed)) == null) {
        mended.add(seed);
      }
    }
    assertThat(mended).as("mended: take these seeds out of known-differences.txt").isEmpty();
  }

  @Test
  void newProgramsGiveNoDifference() throws Exception {
    long wantedSeed = Long.getLong("walnut.differential.seed", FIRST_SEED);
    long firstSeed = wantedSeed == 0 ? System.currentTimeMillis() : wantedSeed;
    System.out.println("differential test: seeds from " + firstSeed);
    List<Difference> differences = new CopyOnWriteArrayList<>();
    SeedLoop loop =
        new SeedLoop(runner(), firstSeed, 5, 2, knownDifferences(false), differences::add);
    loop.run(THREAD_COUNT, SECONDS * 1000, wantedSeed == FIRST_SEED ? LAST_SEED : Long.MAX_VALUE);
    System.out.printf(
        "differential test: %d programs, %d statements, %d programs differ%n",
        loop.programCount(), loop.statementCount(), loop.failedCount());
    StringBuilder reports = new StringBuilder();
    differences.forEach(difference -> reports.append(difference.report()).append('\n'));
    assertThat(reports.toString()).isEmpty();
    assertThat(loop.failedCount()).isZero();
    assertThat(loop.programCount()).isPositive();
  }

  private static List<String> lines(String resource) throws IOException {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                DifferentialTest.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
      return in.lines().toList();
    }
  }
}
