// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.benchmarks;

import com.sun.management.ThreadMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;

/**
 * The measuring side: one JVM with one driver.
 *
 * <p>Arguments: driver class, URL prefix, shared file, own file, rows of {@code item}, then a mode:
 * {@code serve} answers the parent's lines, {@code create} makes the shared file, {@code cold}
 * reads one row and ends, {@code loop NAME SECONDS} runs one workload for a profiler.
 *
 * <pre>
 *   parent: open NAME            child: ok CHECKSUM CHECKSUM CHECKSUM | error MESSAGE
 *   parent: round MILLIS         child: ok NANOS-PER-OPERATION BYTES-PER-OPERATION
 *   parent: close                child: ok
 * </pre>
 */
public final class BenchmarkChild {

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final Driver driver;
  private final String urlPrefix;
  private final String sharedFile;
  private final String ownFile;
  private final List<Workload> workloads;
  private Connection connection;
  private Workload workload;
  private Workload.Task task;
  private long nextIndex;

  private BenchmarkChild(String[] args) throws ReflectiveOperationException {
    // Neither driver goes through DriverManager, so neither pays for the search of the other.
    this.driver =
        Class.forName(args[0]).asSubclass(Driver.class).getDeclaredConstructor().newInstance();
    this.urlPrefix = args[1];
    this.sharedFile = args[2];
    this.ownFile = args[3];
    this.workloads = new ArrayList<>(ReadWorkloads.all(Integer.parseInt(args[4])));
    this.workloads.addAll(WriteWorkloads.all());
  }

  public static void main(String[] args) throws Exception {
    String mode = args[5];
    if (mode.equals("cold")) {
      cold(args);
      return;
    }
    BenchmarkChild child = new BenchmarkChild(args);
    switch (mode) {
      case "create" -> child.create(Integer.parseInt(args[4]));
      case "serve" -> child.serve();
      case "loop" -> child.loop(args[6], Integer.parseInt(args[7]));
      default -> throw new IllegalArgumentException(mode);
    }
  }

  private static void cold(String[] args) throws Exception {
    Driver driver =
        Class.forName(args[0]).asSubclass(Driver.class).getDeclaredConstructor().newInstance();
    try (Connection connection = driver.connect(args[1] + args[2], new Properties());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id, name FROM item WHERE id = 4711")) {
      rows.next();
      System.out.println("ok " + rows.getLong(1) + " " + rows.getString(2));
    }
  }

  private Connection connect(String file) throws SQLException {
    Connection opened = driver.connect(urlPrefix + file, new Properties());
    try (Statement statement = opened.createStatement()) {
      statement.execute("PRAGMA cache_size=-65536");
    }
    return opened;
  }

  private void create(int rowCount) throws SQLException {
    try (Connection created = connect(sharedFile)) {
      BenchmarkData.create(created, rowCount);
    }
    System.out.println("ok");
  }

  private void serve() throws IOException {
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String answer;
      try {
        answer = answer(line);
      } catch (SQLException | RuntimeException | LinkageError e) {
        answer = "error " + String.valueOf(e).replace('\n', ' ');
      }
      System.out.println(answer);
    }
  }

  private String answer(String line) throws SQLException {
    String[] words = line.split(" ", 2);
    switch (words[0]) {
      case "open" -> {
        return open(words[1]);
      }
      case "round" -> {
        return round(Long.parseLong(words[1]));
      }
      case "close" -> {
        if (connection != null) {
          connection.close();
          connection = null;
        }
        return "ok";
      }
      default -> throw new IllegalArgumentException(line);
    }
  }

  private String open(String name) throws SQLException {
    workload = workloads.stream().filter(w -> w.name().equals(name)).findFirst().orElseThrow();
    connection = connect(workload.writes() ? ownFile : sharedFile);
    if (workload.inTransaction()) {
      connection.setAutoCommit(false);
    }
    task = workload.opener().open(connection);
    nextIndex = 0;
    StringBuilder answer = new StringBuilder("ok");
    for (int i = 0; i < 3; i++) {
      task.beforeRun();
      answer.append(' ').append(task.run(nextIndex++));
    }
    return answer.toString();
  }

  private String round(long millis) throws SQLException {
    long thread = Thread.currentThread().getId();
    long nanos = 0;
    long bytes = 0;
    long runCount = 0;
    while (nanos < millis * 1_000_000) {
      task.beforeRun();
      long allocated = THREADS.getThreadAllocatedBytes(thread);
      long start = System.nanoTime();
      task.run(nextIndex++);
      nanos += System.nanoTime() - start;
      bytes += THREADS.getThreadAllocatedBytes(thread) - allocated;
      runCount++;
    }
    double operations = (double) runCount * workload.operationsPerRun();
    return "ok " + nanos / operations + " " + bytes / operations;
  }

  private void loop(String name, int seconds) throws SQLException {
    System.out.println(open(name));
    for (int i = 0; i < seconds; i++) {
      System.out.println(round(1000));
    }
  }
}
