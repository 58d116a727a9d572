// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The harness itself: SQLite agrees with itself, and a planted fault is found and cut down. */
class HarnessTest {

  @TempDir private Path directory;

  @Test
  void aSeedAlwaysMakesTheSameProgram() {
    assertThat(ProgramGenerator.program(7)).isEqualTo(ProgramGenerator.program(7));
    assertThat(ProgramGenerator.program(7)).isNotEqualTo(ProgramGenerator.program(8));
  }

  @Test
  void sqliteDoesNotDifferFromItself() throws Exception {
    ProgramRunner runner = new ProgramRunner("jdbc:sqlite:", directory, List.of());
    for (long seed = 1; seed <= 60; seed++) {
      assertThat(runner.run(ProgramGenerator.program(seed))).as("seed " + seed).isNull();
    }
  }

  @Test
  void aPlantedFaultIsFoundAndShrunkToFewStatements() throws Exception {
    ProgramRunner faulty =
        new ProgramRunner("jdbc:sqlite:", directory, List.of("PRAGMA case_sensitive_like=ON"));
    Difference difference = null;
    for (long seed = 1; difference == null && seed <= 500; seed++) {
      difference = faulty.run(ProgramGenerator.program(seed));
    }
    assertThat(difference).isNotNull();
    Difference small = Shrinker.shrink(faulty, difference, 4_000);
    assertThat(small.signature()).isEqualTo(difference.signature());
    assertThat(small.program().steps()).hasSizeLessThan(12);
    assertThat(small.report()).containsIgnoringCase("like");
  }
}
