// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Question: how big does the log get, and how long do commits take, while readers come and go?
 *
 * <p>A writer commits one row of 1,000 bytes a transaction, at a fixed rate whatever happens (open
 * loop), WAL, synchronous=NORMAL. Readers hold snapshots. A sampler looks at the files every 100 ms
 * and runs a PASSIVE checkpoint once a second. A response time runs from the moment a commit was
 * due to its end, so a stall counts for everything queued behind it; the first sixth is left out.
 *
 * <pre>
 *   a  no readers
 *   b  2 readers, 0.4 s in every 1.0 s, with gaps between them
 *   c  3 readers, 1.0 s each with 0.2 s between: two at least are always open
 *   d  c and wal_checkpoint(TRUNCATE) every 5 s (four times a run if that is shorter)
 *   e  c and journal_size_limit of 4 MiB
 *   f  b and journal_size_limit of 4 MiB
 *   g  c and wal_autocheckpoint=0 for the writer: the sampler alone checkpoints
 * </pre>
 *
 * <p>Usage: {@code StarvationLab [--seconds 10] [--rate 1000] [--markdown] [case ...]}.
 */
public final class StarvationLab implements Lab {

  private static final int SIZE_LIMIT = 4 << 20;
  private static final int PAYLOAD_SIZE = 1000;
  private static final int LOOKUPS = 100;
  private static final int MAX_SALT_STEP = 100;
  private static final double MIB = 1 << 20;

  /** Who reads, and what is set. */
  private record Scenario(
      int readers,
      long holdMillis,
      long idleMillis,
      boolean truncate,
      boolean limit,
      boolean auto) {

    static Scenario of(String name) {
      boolean gaps = name.startsWith("b") || name.startsWith("f");
      int readers = name.startsWith("a") ? 0 : gaps ? 2 : 3;
      return new Scenario(
          readers,
          gaps ? 400 : 1000,
          gaps ? 600 : 200,
          name.startsWith("d"),
          name.startsWith("e") || name.startsWith("f"),
          !name.startsWith("g"));
    }

    String[] settings() {
      List<String> settings = new ArrayList<>();
      settings.add("PRAGMA journal_mode=WAL");
      settings.add("PRAGMA synchronous=NORMAL");
      if (limit) {
        settings.add("PRAGMA journal_size_limit=" + SIZE_LIMIT);
      }
      if (!auto) {
        settings.add("PRAGMA wal_autocheckpoint=0");
      }
      return settings.toArray(String[]::new);
    }
  }

  public static void main(String[] args) throws Exception {
    new LabRunner(new StarvationLab(), LabOptions.parse(10, args), System.out).run();
  }

  @Override
  public String name() {
    return "starvation";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "WAL MiB at fifths of the run",
        "highest MiB",
        "left MiB",
        "shm KiB",
        "rewinds",
        "lag frames",
        "TRUNCATE",
        "p50 ms",
        "p99 ms",
        "p99.9 ms",
        "max ms");
  }

  @Override
  public List<String> cases() {
    return List.of(
        "a writer alone",
        "b readers with gaps",
        "c readers overlap",
        "d overlap, TRUNCATE",
        "e overlap, size limit",
        "f gaps, size limit",
        "g overlap, no autocheckpoint");
  }

  @Override
  public boolean sameRows() {
    return true;
  }

  @Override
  public Result run(String caseName, LabTarget target, LabOptions options)
      throws SQLException, IOException, InterruptedException {
    Scenario scenario = Scenario.of(caseName);
    int count = Math.max(1, (int) (options.seconds() * options.rate()));
    CountDownLatch stopped = new CountDownLatch(1);
    ExecutorService threads = Executors.newCachedThreadPool();
    try (Connection writer = target.connect(scenario.settings());
        Connection sampling = target.connect("PRAGMA busy_timeout=5000")) {
      LabTarget.execute(writer, "CREATE TABLE log(id INTEGER PRIMARY KEY, payload BLOB)");
      LabTarget.execute(writer, "INSERT INTO log VALUES(1, zeroblob(" + PAYLOAD_SIZE + "))");
      Sampler sampler = new Sampler(target, sampling, scenario.truncate(), options.seconds());
      List<Future<?>> others = new ArrayList<>();
      long[] responses;
      try {
        for (int i = 0; i < scenario.readers(); i++) {
          long delay = i * (scenario.holdMillis() + scenario.idleMillis()) / scenario.readers();
          others.add(
              threads.submit(
                  () -> {
                    read(target, scenario, delay, stopped);
                    return null;
                  }));
        }
        others.add(
            threads.submit(
                () -> {
                  sampler.run(stopped);
                  return null;
                }));
        responses = write(writer, count, options.rate());
      } finally {
        stopped.countDown();
      }
      for (Future<?> other : others) {
        other.get();
      }
      LabTarget.row(sampling, "PRAGMA wal_checkpoint(PASSIVE)");
      List<String> cells = new ArrayList<>(sampler.cells());
      for (double share : new double[] {0.5, 0.99, 0.999, 1}) {
        int index = (int) Math.ceil(share * responses.length) - 1;
        cells.add(String.format(Locale.ROOT, "%.3f", responses[Math.max(0, index)] / 1e6));
      }
      return new Result(count + 1L, cells);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e.getCause());
    } finally {
      threads.shutdown();
    }
  }

  /** Commits at the times of the schedule; returns the response times in ns, sorted. */
  private static long[] write(Connection writer, int count, int rate) throws SQLException {
    long[] responses = new long[count];
    byte[] payload = new byte[PAYLOAD_SIZE];
    try (PreparedStatement insert = writer.prepareStatement("INSERT INTO log(payload) VALUES(?)")) {
      long start = System.nanoTime();
      for (int i = 0; i < count; i++) {
        long due = start + i * 1_000_000_000L / rate;
        for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
          LockSupport.parkNanos(wait);
        }
        payload[0] = (byte) i;
        insert.setBytes(1, payload);
        insert.executeUpdate();
        responses[i] = System.nanoTime() - due;
      }
    }
    long[] counted = Arrays.copyOfRange(responses, count / 6, count);
    Arrays.sort(counted);
    return counted;
  }

  /** Takes snapshots, holds them, and looks at 100 rows before it lets go. */
  private static void read(
      LabTarget target, Scenario scenario, long delayMillis, CountDownLatch stopped)
      throws SQLException, InterruptedException {
    try (Connection reader = target.connect();
        PreparedStatement last = reader.prepareStatement("SELECT max(id) FROM log");
        PreparedStatement lookUp =
            reader.prepareStatement("SELECT length(payload) FROM log WHERE id = ?")) {
      reader.setAutoCommit(false);
      boolean ended = stopped.await(delayMillis, TimeUnit.MILLISECONDS);
      while (!ended) {
        long seen = first(last);
        ended = stopped.await(scenario.holdMillis(), TimeUnit.MILLISECONDS);
        for (long id = Math.max(1, seen - LOOKUPS + 1); id <= seen; id++) {
          lookUp.setLong(1, id);
          if (first(lookUp) != PAYLOAD_SIZE) {
            throw new IllegalStateException("row " + id + " is not what was written");
          }
        }
        if (first(last) != seen) {
          throw new IllegalStateException("the snapshot moved from row " + seen);
        }
        reader.commit();
        ended = ended || stopped.await(scenario.idleMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  private static long first(PreparedStatement select) throws SQLException {
    try (var rows = select.executeQuery()) {
      return rows.next() ? rows.getLong(1) : -1;
    }
  }

  /** Watches the files, and checkpoints from a connection of its own; one thread at a time. */
  private static final class Sampler {

    private final LabTarget target;
    private final Connection connection;
    private final long truncateEvery;
    private final List<Double> sizes = new ArrayList<>();
    private long highest;
    private int rewindCount;
    private Integer salt;
    private long lag;
    private int truncated;
    private int busy;
    private long longestNanos;

    Sampler(LabTarget target, Connection connection, boolean truncate, double seconds) {
      this.target = target;
      this.connection = connection;
      this.truncateEvery = truncate ? (long) (Math.min(5, seconds / 4) * 1e9) : Long.MAX_VALUE;
    }

    void run(CountDownLatch stopped) throws SQLException, IOException, InterruptedException {
      long nextProbe = System.nanoTime() + 1_000_000_000L;
      long lastTruncation = System.nanoTime();
      while (!stopped.await(100, TimeUnit.MILLISECONDS)) {
        long now = System.nanoTime();
        sample();
        if (now - lastTruncation >= truncateEvery) {
          lastTruncation = now;
          truncate();
        } else if (now >= nextProbe) {
          nextProbe = now + 1_000_000_000L;
          long[] probe = LabTarget.row(connection, "PRAGMA wal_checkpoint(PASSIVE)");
          lag = Math.max(lag, probe[1] - probe[2]);
        }
      }
      sample();
    }

    private void truncate() throws SQLException {
      long start = System.nanoTime();
      long[] result = LabTarget.row(connection, "PRAGMA wal_checkpoint(TRUNCATE)");
      longestNanos = Math.max(longestNanos, System.nanoTime() - start);
      if (result[0] == 0) {
        truncated++;
      } else {
        busy++;
      }
    }

    private void sample() throws IOException {
      long size = sizeOf(target.log());
      sizes.add(size / MIB);
      highest = Math.max(highest, size);
      Integer now = LogFile.salt(target.log());
      if (now != null) {
        // A new log has the salt of the one before it plus one, or a random one if its writer
        // has never checkpointed itself.
        int step = salt == null ? 0 : now - salt;
        rewindCount += step >= 0 && step < MAX_SALT_STEP ? step : 1;
        salt = now;
      }
    }

    List<String> cells() throws IOException {
      List<String> fifths = new ArrayList<>();
      for (int i = 1; i <= 5; i++) {
        fifths.add(mib(sizes.get(Math.max(0, sizes.size() * i / 5 - 1))));
      }
      String calls =
          truncateEvery == Long.MAX_VALUE
              ? "-"
              : String.format(
                  Locale.ROOT, "%d ok, %d busy, %.2f s", truncated, busy, longestNanos / 1e9);
      return List.of(
          String.join(" ", fifths),
          mib(highest / MIB),
          mib(sizeOf(target.log()) / MIB),
          Long.toString(sizeOf(target.sharedMemory()) / 1024),
          Integer.toString(rewindCount),
          Long.toString(lag),
          calls);
    }

    private static long sizeOf(Path file) throws IOException {
      return Files.exists(file) ? Files.size(file) : 0;
    }

    private static String mib(double size) {
      return String.format(Locale.ROOT, "%.1f", size);
    }
  }
}
