// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Runs scripts on several threads, each script on an empty database of its own.
 *
 * @param urlPrefix what stands before the database's name, such as {@code jdbc:walnut:}
 * @param directory where database files are made (and removed), or null for databases in memory
 * @param threadCount scripts run at once, at least 1
 * @param maxFailures failures described per script
 */
record LogicSuite(String urlPrefix, Path directory, int threadCount, int maxFailures) {

  private static final long STILL_RUNNING_MILLIS = 10_000;

  /** Runs all scripts and hands each report to the listener as it comes. */
  List<LogicReport> run(List<LogicScript> scripts, Consumer<LogicReport> listener)
      throws InterruptedException {
    List<LogicScript> longestFirst = new ArrayList<>(scripts);
    longestFirst.sort(Comparator.comparing((LogicScript s) -> s.records().size()).reversed());
    ExecutorService threads = Executors.newFixedThreadPool(threadCount);
    try {
      List<Future<LogicReport>> pending = new ArrayList<>();
      for (LogicScript script : longestFirst) {
        pending.add(
            threads.submit(
                () -> {
                  LogicReport report = runOne(script);
                  listener.accept(report);
                  return report;
                }));
      }
      List<LogicReport> reports = new ArrayList<>();
      for (Future<LogicReport> future : pending) {
        try {
          reports.add(future.get());
        } catch (ExecutionException e) {
          throw new IllegalStateException(e.getCause());
        }
      }
      return reports;
    } finally {
      threads.shutdownNow();
    }
  }

  private LogicReport runOne(LogicScript script) throws SQLException, IOException {
    LogicRunner runner = new LogicRunner(script, maxFailures);
    AtomicBoolean done = new AtomicBoolean();
    Thread watchdog = new Thread(() -> watch(script, runner, done), "logic-watchdog");
    watchdog.setDaemon(true);
    watchdog.start();
    try {
      return directory == null
          ? inMemory(runner)
          : onFile(runner, (script.name().hashCode() & 1) != 0);
    } finally {
      done.set(true);
      watchdog.interrupt();
    }
  }

  private LogicReport inMemory(LogicRunner runner) throws SQLException {
    try (Connection connection = DriverManager.getConnection(urlPrefix + ":memory:")) {
      return runner.run(connection);
    }
  }

  /** Every second script has its file in WAL mode. */
  private LogicReport onFile(LogicRunner runner, boolean writeAheadLog)
      throws SQLException, IOException {
    Path file = Files.createTempFile(directory, "logic", ".db");
    try (Connection connection = DriverManager.getConnection(urlPrefix + file)) {
      try (Statement statement = connection.createStatement()) {
        // Power loss is no subject here, and tens of thousands of syncs take minutes.
        statement.execute("PRAGMA synchronous=OFF");
        if (writeAheadLog) {
          statement.execute("PRAGMA journal_mode=WAL");
        }
      }
      return runner.run(connection);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private static void watch(LogicScript script, LogicRunner runner, AtomicBoolean done) {
    LogicRecord reported = null;
    while (!done.get()) {
      try {
        TimeUnit.MILLISECONDS.sleep(500);
      } catch (InterruptedException e) {
        return;
      }
      LogicRecord record = runner.current();
      if (record != null && record != reported && runner.currentMillis() > STILL_RUNNING_MILLIS) {
        reported = record;
        System.err.println(
            script.name() + ":" + record.line() + ": runs for more than 10 s: " + record.sql());
      }
    }
  }
}
