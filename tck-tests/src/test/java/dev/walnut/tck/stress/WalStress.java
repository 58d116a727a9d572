// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.stress;

import dev.walnut.tck.support.TestClassPath;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;

/**
 * Snapshot isolation and durability under stress: threads of this process, and Walnut and SQLite in
 * processes of their own, some of which are killed and replaced.
 *
 * <p>From a command line: {@code [--seconds N] [--threads N] [--walnut N] [--sqlite N] [--kills N]
 * [--seed N] [--page-size N] [--dir D]}.
 */
public final class WalStress {
  private static final String WALNUT = "jdbc:walnut:";
  private static final String SQLITE = "jdbc:sqlite:";

  /** Workers in this process. */
  int threads = 3;

  /** Processes of Walnut, with two workers each. */
  int walnutProcesses = 1;

  /** Processes of SQLite, with two workers each. */
  int sqliteProcesses = 1;

  /** Processes that are killed and replaced, spread over the time. */
  int kills;

  long millis = 5000;
  int pageSize = 1024;
  long seed = System.nanoTime();

  private final AtomicLongArray acknowledged = new AtomicLongArray(StressDatabase.MAX_WORKERS);
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
  private final List<Child> children = new ArrayList<>();
  private final boolean[] killed = new boolean[StressDatabase.MAX_WORKERS];
  private int nextWorker;
  private long reads;
  private long busy;
  private SplittableRandom random;
  private Path file;

  private final class Child {
    final boolean walnut;
    final int firstWorker;
    final Process process;
    final Thread reader;

    Child(boolean walnut) throws IOException {
      this.walnut = walnut;
      firstWorker = nextWorker;
      nextWorker += 2;
      process =
          new ProcessBuilder(
                  TestClassPath.java(),
                  "-ea",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:+UseSerialGC",
                  "-Xmx256m",
                  "-cp",
                  TestClassPath.get(),
                  StressChild.class.getName(),
                  (walnut ? WALNUT : SQLITE) + file,
                  String.valueOf(firstWorker),
                  "2",
                  String.valueOf(random.nextLong()))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      reader = new Thread(this::readOutput);
      reader.start();
    }

    private void readOutput() {
      try (BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
          String[] words = line.split(" ", 3);
          if (words[0].equals("ack")) {
            acknowledged.set(Integer.parseInt(words[1]), Long.parseLong(words[2]));
          } else if (words[0].equals("end")) {
            addFigures(Long.parseLong(words[1]), Long.parseLong(words[2]));
          } else {
            wrong.add((walnut ? "walnut process " : "sqlite process ") + line);
          }
        }
      } catch (IOException | RuntimeException e) {
        wrong.add(e.toString());
      }
    }

    void kill() throws InterruptedException {
      // The handle, unlike the process, leaves the pipes open for what was written last.
      process.toHandle().destroyForcibly();
      process.waitFor();
      reader.join();
      killed[firstWorker] = true;
      killed[firstWorker + 1] = true;
    }

    void end() throws IOException, InterruptedException {
      process.getOutputStream().close();
      process.waitFor();
      reader.join();
    }
  }

  private synchronized void addFigures(long moreReads, long moreBusy) {
    reads += moreReads;
    busy += moreBusy;
  }

  /**
   * Runs it.
   *
   * @return what was done, in words
   * @throws AssertionError if anything was wrong
   */
  String run(Path directory) throws Exception {
    random = new SplittableRandom(seed);
    file = directory.resolve("stress.db");
    try (Connection connection = DriverManager.getConnection(WALNUT + file)) {
      StressDatabase.create(connection, pageSize);
    }
    StressChild own =
        new StressChild(
            new StressChild.Listener() {
              @Override
              public void committed(int worker, long seq) {
                acknowledged.set(worker, seq);
              }

              @Override
              public void wrong(String text) {
                wrong.add("this process: " + text);
              }
            });
    own.start(WALNUT + file, 0, threads, random.nextLong());
    nextWorker = threads;
    for (int i = 0; i < walnutProcesses + sqliteProcesses; i++) {
      children.add(new Child(i < walnutProcesses));
    }
    work();
    for (Child child : children) {
      child.end();
    }
    own.end();
    addFigures(own.reads(), own.busy());
    checkEnd();
    if (!wrong.isEmpty()) {
      throw new AssertionError("seed " + seed + ": " + String.join("\n", wrong));
    }
    return summary();
  }

  private void work() throws Exception {
    long start = System.nanoTime();
    long end = start + millis * 1_000_000;
    int done = 0;
    while (System.nanoTime() < end && wrong.isEmpty()) {
      LockSupport.parkNanos(1_000_000L * random.nextInt(1, 20));
      if (done < kills && System.nanoTime() - start > (done + 1) * (end - start) / (kills + 1)) {
        done++;
        Child victim = children.remove(random.nextInt(children.size()));
        victim.kill();
        children.add(new Child(victim.walnut));
      }
    }
  }

  /** Both engines find all commits; nobody has the database open any more. */
  private void checkEnd() throws SQLException, IOException {
    for (String suffix : new String[] {"-wal", "-shm"}) {
      if (Files.exists(Path.of(file + suffix))) {
        wrong.add(suffix + " is left");
      }
    }
    for (String url : new String[] {WALNUT, SQLITE}) {
      try (Connection connection = DriverManager.getConnection(url + file);
          Statement statement = connection.createStatement()) {
        StressDatabase.state(statement);
        for (int worker = 0; worker < nextWorker; worker++) {
          long found = StressDatabase.commitsOf(statement, worker);
          long known = acknowledged.get(worker);
          if (found < known || found > known + (killed[worker] ? 1 : 0)) {
            wrong.add(url + " worker " + worker + ": " + found + " commits, " + known + " known");
          }
        }
        try (ResultSet rows = statement.executeQuery("PRAGMA integrity_check")) {
          rows.next();
          if (!"ok".equals(rows.getString(1))) {
            wrong.add(url + " integrity_check: " + rows.getString(1));
          }
        }
      }
    }
  }

  private String summary() {
    long commits = 0;
    for (int worker = 0; worker < nextWorker; worker++) {
      commits += acknowledged.get(worker);
    }
    return "seed " + seed + ": " + commits + " commits, " + reads + " reads, " + busy + " busy";
  }

  /** For long runs. */
  public static void main(String[] arguments) throws Exception {
    WalStress stress = new WalStress();
    Path directory = null;
    for (int i = 0; i + 1 < arguments.length; i += 2) {
      String value = arguments[i + 1];
      switch (arguments[i]) {
        case "--seconds" -> stress.millis = Long.parseLong(value) * 1000;
        case "--threads" -> stress.threads = Integer.parseInt(value);
        case "--walnut" -> stress.walnutProcesses = Integer.parseInt(value);
        case "--sqlite" -> stress.sqliteProcesses = Integer.parseInt(value);
        case "--kills" -> stress.kills = Integer.parseInt(value);
        case "--seed" -> stress.seed = Long.parseLong(value);
        case "--page-size" -> stress.pageSize = Integer.parseInt(value);
        case "--dir" -> directory = Files.createDirectories(Path.of(value));
        default -> throw new IllegalArgumentException(arguments[i]);
      }
    }
    System.out.println("seed " + stress.seed);
    System.out.println(
        stress.run(directory == null ? Files.createTempDirectory("walnut-stress") : directory));
  }
}
