// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.examples.benchmarks.Drivers;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every lab runs, briefly, and both drivers agree on both files; here within one JVM. */
class LabsTest {

  @TempDir private Path directory;

  private List<String[]> table(Lab lab, String... args) throws Exception {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    LabRunner runner = new LabRunner(lab, LabOptions.parse(1, args), out);
    List<LabRunner.Session> sessions = new ArrayList<>();
    for (int d = 0; d < Drivers.COUNT; d++) {
      sessions.add(new LabChild(runner.arguments(d))::answer);
    }
    List<String[]> table = runner.run(directory, sessions);
    assertThat(text.toString(StandardCharsets.UTF_8)).contains("sqlite-jdbc").contains("Walnut");
    for (String[] row : table) {
      assertThat(row).hasSize(2 + lab.columns().size()).doesNotContainNull();
    }
    return table;
  }

  @Test
  void starvationRunsEveryScenario() throws Exception {
    assertThat(table(new StarvationLab(), "--seconds", "0.1", "--rate", "500")).hasSize(15);
  }

  @Test
  void freedPagesAreCountedInEveryMode() throws Exception {
    List<String[]> table = table(new FreedPagesLab(), "--rows", "2000");
    assertThat(table).hasSize(19);
    assertThat(table.get(1)[2]).as("pages freed").isEqualTo(table.get(2)[2]);
  }

  @Test
  void aRollingLogTurnsOverInEveryMode() throws Exception {
    assertThat(table(new RollingLogLab(), "--rows", "1000", "--turnovers", "1")).hasSize(7);
  }

  @Test
  void everyJournalModeCommitsAtEveryLevel() throws Exception {
    assertThat(table(new SyncLab(), "--seconds", "0.02")).hasSize(33);
  }

  @Test
  void aWrongNumberOfRowsEndsALab() {
    LabRunner runner = new LabRunner(new SyncLab(), LabOptions.parse(1, "WAL OFF"), System.out);
    LabRunner.Session wrong =
        line -> line.startsWith("case") ? "ok\t5\t1\t1\t0" : "ok\tok\t4\t10\t0";
    assertThatThrownBy(() -> runner.run(directory, List.of(wrong)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("says 5");
  }

  @Test
  void aDamagedFileEndsALab() {
    LabRunner runner = new LabRunner(new SyncLab(), LabOptions.parse(1, "WAL OFF"), System.out);
    LabRunner.Session damaged =
        line -> line.startsWith("case") ? "ok\t5\t1\t1\t0" : "ok\tPage 2 is lost\t5\t10\t0";
    assertThatThrownBy(() -> runner.run(directory, List.of(damaged)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("Page 2 is lost");
  }
}
