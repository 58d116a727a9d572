// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every benchmark workload gives the same answers in Walnut as in sqlite-jdbc. */
class WorkloadsTest {

  private static final int ROW_COUNT = 3_000;
  private static final String URL_PREFIX = System.getProperty("walnut.tck.url", "jdbc:walnut:");

  @TempDir private Path directory;

  @Test
  void readsAndWritesAnswerAlike() throws Exception {
    try (Connection made =
        DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("a.db"))) {
      BenchmarkData.create(made, ROW_COUNT);
    }
    List<Workload> workloads = new ArrayList<>(ReadWorkloads.all(ROW_COUNT));
    workloads.addAll(WriteWorkloads.all());
    for (Workload workload : workloads) {
      String file = workload.writes() ? "own" : "a";
      List<Long> expected = answers(workload, "jdbc:sqlite:" + directory.resolve(file + ".db"));
      String second = workload.writes() ? "other" : "a";
      assertThat(answers(workload, URL_PREFIX + directory.resolve(second + ".db")))
          .as(workload.name())
          .isEqualTo(expected);
    }
  }

  private static List<Long> answers(Workload workload, String url) throws Exception {
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(!workload.inTransaction());
      Workload.Task task = workload.opener().open(connection);
      List<Long> answers = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        task.beforeRun();
        answers.add(task.run(i));
      }
      if (workload.inTransaction()) {
        connection.rollback();
      }
      return answers;
    }
  }
}
