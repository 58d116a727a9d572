// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.stress;

import dev.walnut.tck.stress.StressDatabase.Violation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One connection that mixes transfers, reads, checkpoints and new beginnings at random.
 *
 * <p>Every read transaction must see one committed state, the same one until its end, and none
 * older than the last commit that anybody in this process knew of before it began.
 */
final class StressWorker {
  /** Where commits are reported, by all workers of a process. */
  interface Acks {
    /** A commit has returned. */
    void committed(int worker, long seq, long turn);

    /** The greatest turn reported so far. */
    long newestTurn();
  }

  private static final int BUSY = 5;
  private static final String[] MODES = {"NOOP", "PASSIVE", "FULL", "RESTART", "TRUNCATE"};
  private static final String[] LEVELS = {"OFF", "NORMAL", "NORMAL", "FULL"};
  private static final int[] AUTOCHECKPOINTS = {10, 40, 200, 1000};

  private final String url;
  private final int id;
  private final SplittableRandom random;
  private final Acks acks;

  private Connection connection;
  private Statement statement;
  private PreparedStatement change;
  private long commits;
  private long lastTurn;

  /** Read transactions that were checked. */
  long reads;

  /** Times that a transaction found the database busy. */
  long busy;

  StressWorker(String url, int id, long seed, Acks acks) {
    this.url = url;
    this.id = id;
    this.random = new SplittableRandom(seed);
    this.acks = acks;
  }

  /** Commits that have returned. */
  long commits() {
    return commits;
  }

  /** Works until told to end. */
  void run(BooleanSupplier goesOn) throws SQLException {
    open();
    try {
      while (goesOn.getAsBoolean()) {
        turn();
      }
      read(2);
    } finally {
      connection.close();
    }
  }

  private void open() throws SQLException {
    connection = DriverManager.getConnection(url);
    statement = connection.createStatement();
    statement.execute("PRAGMA busy_timeout=20000");
    statement.execute("PRAGMA synchronous=" + LEVELS[random.nextInt(LEVELS.length)]);
    int frames = AUTOCHECKPOINTS[random.nextInt(AUTOCHECKPOINTS.length)];
    statement.execute("PRAGMA wal_autocheckpoint=" + frames);
    statement.execute("PRAGMA journal_size_limit=" + (random.nextBoolean() ? -1 : 20000));
    statement.execute("PRAGMA cache_size=" + (random.nextBoolean() ? 10 : 500));
    change = connection.prepareStatement("UPDATE account SET balance = balance + ? WHERE id = ?");
  }

  private void turn() throws SQLException {
    int dice = random.nextInt(100);
    if (dice < 50) {
      tolerateBusy(this::transfer);
    } else if (dice < 92) {
      tolerateBusy(() -> read(random.nextInt(4) == 0 ? random.nextInt(1, 6) : 1));
    } else if (dice < 98) {
      String mode = MODES[random.nextInt(MODES.length)];
      boolean waits = random.nextInt(3) == 0;
      statement.execute("PRAGMA busy_timeout=" + (waits ? 300 : 0));
      tolerateBusy(() -> statement.execute("PRAGMA wal_checkpoint(" + mode + ")"));
      statement.execute("PRAGMA busy_timeout=20000");
    } else {
      connection.close();
      open();
    }
  }

  private interface Action {
    void run() throws SQLException;
  }

  private void tolerateBusy(Action action) throws SQLException {
    try {
      action.run();
    } catch (SQLException e) {
      if ((e.getErrorCode() & 0xff) != BUSY) {
        throw e;
      }
      busy++;
      rollback();
    }
  }

  private void rollback() throws SQLException {
    try {
      statement.execute("ROLLBACK");
    } catch (SQLException e) {
      if (!String.valueOf(e.getMessage()).contains("no transaction is active")) {
        throw e;
      }
    }
  }

  /** Checks as often in one transaction, with pauses between. */
  private void read(int times) throws SQLException {
    long known = acks.newestTurn();
    statement.execute("BEGIN");
    long[] first = StressDatabase.state(statement);
    notOlder(first[0], known);
    for (int i = 1; i < times; i++) {
      LockSupport.parkNanos(random.nextInt(5_000_000));
      long[] again = StressDatabase.state(statement);
      if (!Arrays.equals(again, first)) {
        throw new Violation(
            "the snapshot changed: " + Arrays.toString(first) + " " + Arrays.toString(again));
      }
    }
    statement.execute("COMMIT");
    reads++;
  }

  private void notOlder(long turn, long known) {
    if (turn < known || turn < lastTurn) {
      throw new Violation("turn " + turn + " after " + Math.max(known, lastTurn));
    }
    lastTurn = turn;
  }

  private void transfer() throws SQLException {
    long known = acks.newestTurn();
    statement.execute(random.nextInt(4) == 0 ? "BEGIN" : "BEGIN IMMEDIATE");
    long[] state = StressDatabase.state(statement);
    long turn = state[0];
    notOlder(turn, known);
    long present = StressDatabase.commitsOf(statement, id);
    if (present != commits) {
      throw new Violation("worker " + id + " has " + present + " commits, not " + commits);
    }
    if (random.nextInt(5) == 0) {
      undoSomething();
    }
    long weighted = 0;
    for (int i = random.nextInt(1, random.nextInt(10) == 0 ? 60 : 4); i > 0; i--) {
      long amount = random.nextInt(1, 100);
      int from = random.nextInt(1, StressDatabase.ACCOUNTS + 1);
      int to = random.nextInt(1, StressDatabase.ACCOUNTS + 1);
      change(from, -amount);
      change(to, amount);
      weighted += (to - from) * amount;
    }
    statement.execute(
        "INSERT INTO worker VALUES(" + id + ", 1) ON CONFLICT(id) DO UPDATE SET seq = seq + 1");
    int pad = random.nextInt(20) == 0 ? random.nextInt(20_000) : random.nextInt(200);
    statement.execute(
        "INSERT INTO history VALUES(" + (turn + 1) + ", " + id + ", zeroblob(" + pad + "))");
    int removed = 0;
    if (state[3] > 400) {
      removed = statement.executeUpdate("DELETE FROM history WHERE turn <= " + (turn - 250));
    }
    statement.execute(
        "UPDATE turn SET n = n + 1, weighted = weighted + "
            + weighted
            + ", removed = removed + "
            + removed);
    if (random.nextInt(8) == 0) {
      statement.execute("ROLLBACK");
      return;
    }
    statement.execute("COMMIT");
    commits++;
    lastTurn = turn + 1;
    acks.committed(id, commits, turn + 1);
  }

  private void undoSomething() throws SQLException {
    statement.execute("SAVEPOINT s");
    statement.execute("UPDATE account SET balance = -5, pad = zeroblob(400)");
    statement.execute("DELETE FROM history WHERE turn % 3 = 0");
    statement.execute("ROLLBACK TO s");
    statement.execute("RELEASE s");
  }

  private void change(int account, long amount) throws SQLException {
    change.setLong(1, amount);
    change.setLong(2, account);
    change.executeUpdate();
  }
}
