// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every record of the stored sqllogictest scripts passes, in memory and on file. */
class SqlLogicTest {

  private static final int THREAD_COUNT = 2;
  private static final int MAX_FAILURES = 5;
  private static final int SCRIPT_COUNT = 44;
  private static final int RECORD_COUNT = 254_635;

  @Test
  void everyRecordPassesInMemory() throws Exception {
    run(null);
  }

  @Test
  void everyRecordPassesOnFile(@TempDir Path directory) throws Exception {
    run(directory);
  }

  private static void run(Path directory) throws IOException, InterruptedException {
    List<LogicScript> scripts = LogicScripts.stored(List.of());
    assertThat(scripts).hasSize(SCRIPT_COUNT);
    String urlPrefix = System.getProperty("walnut.tck.url", "jdbc:walnut:");
    long start = System.nanoTime();
    List<LogicReport> reports =
        new LogicSuite(urlPrefix, directory, THREAD_COUNT, MAX_FAILURES).run(scripts, report -> {});
    int passed = reports.stream().mapToInt(LogicReport::passedCount).sum();
    int failed = reports.stream().mapToInt(LogicReport::failedCount).sum();
    System.out.printf(
        "sqllogictest %s: %d scripts, %d records passed, %d failed, %.1f s%n",
        directory == null ? "in memory" : "on file",
        reports.size(),
        passed,
        failed,
        (System.nanoTime() - start) / 1e9);
    String failures =
        reports.stream()
            .flatMap(report -> report.failures().stream())
            .collect(Collectors.joining("\n"));
    assertThat(failures).isEmpty();
    assertThat(failed).isZero();
    assertThat(passed).isEqualTo(RECORD_COUNT);
  }
}
