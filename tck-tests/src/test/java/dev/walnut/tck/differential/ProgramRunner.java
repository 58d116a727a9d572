// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Runs programs on SQLite and on the driver under test.
 *
 * @param urlPrefix what stands before the database's name in URLs of the driver under test
 * @param directory where database files are made
 * @param setUp statements run first on the driver under test alone; for tests of this harness
 */
record ProgramRunner(String urlPrefix, Path directory, List<String> setUp) {

  private static final String REFERENCE = "jdbc:sqlite:";
  private static final long REFERENCE_LIMIT_MILLIS = 1_500;
  private static final long HANG_MILLIS = 20_000;
  private static final int POLL_MILLIS = 20;

  /** Runs a program; returns the first difference, or null if there is none. */
  Difference run(Program program) throws IOException, SQLException, InterruptedException {
    Path file = program.onFile() ? Files.createTempFile(directory, "differential", ".db") : null;
    try (Side reference = new Side(REFERENCE + ":memory:")) {
      Difference difference = runOn(program, reference, file);
      if (difference == null && file != null) {
        return checkFile(program, reference, file);
      }
      return difference;
    } finally {
      if (file != null) {
        Files.deleteIfExists(file);
        Files.deleteIfExists(Path.of(file + "-journal"));
      }
    }
  }

  private Difference runOn(Program program, Side reference, Path file)
      throws SQLException, InterruptedException {
    Side tested = new Side(urlPrefix + (file == null ? ":memory:" : file));
    for (String sql : setUp) {
      tested.execute(sql);
    }
    FutureTask<Difference> work = new FutureTask<>(() -> compare(program, reference, tested));
    Thread worker = new Thread(work, "differential-worker");
    worker.setDaemon(true);
    worker.start();
    while (true) {
      try {
        Difference difference = work.get(POLL_MILLIS, TimeUnit.MILLISECONDS);
        tested.close();
        return difference;
      } catch (TimeoutException e) {
        if (reference.runningMillis() > REFERENCE_LIMIT_MILLIS) {
          reference.cancel();
        }
        if (tested.runningMillis() > HANG_MILLIS) {
          return hang(program, worker);
        }
      } catch (ExecutionException e) {
        throw new IllegalStateException("seed " + program.seed(), e.getCause());
      }
    }
  }

  private static Difference hang(Program program, Thread worker) {
    StringBuilder text = new StringBuilder("a statement runs for more than 20 s:");
    StackTraceElement[] trace = worker.getStackTrace();
    for (int i = 0; i < Math.min(12, trace.length); i++) {
      text.append("\n    at ").append(trace[i]);
    }
    return new Difference(program, program.steps().size(), text.toString(), "HANG");
  }

  private static Difference compare(Program program, Side reference, Side tested) {
    List<Step> steps = program.steps();
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      boolean anyOrder = step.sql().startsWith("UPDATE") && goesByIndex(reference, step);
      boolean alike = anyOrder && !rowsDiffer(reference, tested);
      Outcome expected = reference.execute(step.sql());
      if (expected.kind() == Outcome.Kind.ERROR && expected.code() == 9) {
        // Too slow in SQLite and stopped half-way: the two databases are no longer comparable.
        return null;
      }
      if (MessageRules.meansNothing(expected.message())) {
        continue;
      }
      Outcome actual = tested.execute(step.sql());
      String text = actual.differenceFrom(expected, step);
      if (text != null) {
        if (alike && isUniqueError(expected) != isUniqueError(actual)) {
          return null;
        }
        if (hasRandomRowids(reference) || hasRandomRowids(tested)) {
          return null;
        }
        String signature = expected.signature() + " / " + actual.signature();
        return new Difference(program, i, text, signature);
      }
      if (alike && isUniqueError(expected) && rowsDiffer(reference, tested)) {
        // A constraint with FAIL keeps what was changed before it.
        return null;
      }
    }
    return null;
  }

  /**
   * Whether SQLite takes the rows of an UPDATE in the order of an index that it chose: then the
   * order is its own affair, and decides whether, and where, two rows are equal for a moment.
   */
  private static boolean goesByIndex(Side reference, Step step) {
    Outcome plan = reference.execute("EXPLAIN QUERY PLAN " + step.sql());
    for (Object[] row : plan.rows()) {
      if (row[3].toString().contains(" INDEX ")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isUniqueError(Outcome outcome) {
    return outcome.kind() == Outcome.Kind.ERROR && outcome.message().startsWith("UNIQUE");
  }

  private static boolean rowsDiffer(Side reference, Side tested) {
    Outcome tables = reference.execute("SELECT name FROM sqlite_schema WHERE type = 'table'");
    for (Object[] table : tables.rows()) {
      Step dump = new Step("SELECT * FROM " + table[0], EnumSet.of(Tolerance.ORDER));
      Outcome expected = reference.execute(dump.sql());
      if (tested.execute(dump.sql()).differenceFrom(expected, dump) != null) {
        return true;
      }
    }
    return false;
  }

  /** After the largest rowid has been used, SQLite chooses new rowids at random. */
  private static boolean hasRandomRowids(Side side) {
    Outcome tables = side.execute("SELECT name FROM sqlite_schema WHERE type = 'table'");
    for (Object[] table : tables.rows()) {
      Outcome largest =
          side.execute(
              "SELECT 1 FROM "
                  + table[0]
                  + " WHERE rowid > 1099511627776 AND rowid NOT IN (9007199254740992,"
                  + " 9007199254740993, 1e15, 1e16, 1e17, 123456789012345678.0)");
      if (!largest.rows().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** SQLite must find the file sound, and every table's rows the same as in its own database. */
  private static Difference checkFile(Program program, Side reference, Path file)
      throws SQLException {
    if (hasRandomRowids(reference)) {
      return null;
    }
    // Closing the tested connection rolled back what was open; "no transaction is active" is fine.
    reference.execute("ROLLBACK");
    try (Side reader = new Side(REFERENCE + file)) {
      Step integrity = Step.exact("PRAGMA integrity_check");
      Outcome sound = reference.execute(integrity.sql());
      String text = reader.execute(integrity.sql()).differenceFrom(sound, integrity);
      if (text != null) {
        return new Difference(program, program.steps().size(), "file: " + text, "FILE");
      }
      Outcome tables =
          reference.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name");
      for (Object[] table : tables.rows()) {
        Step dump = new Step("SELECT * FROM " + table[0], EnumSet.of(Tolerance.ORDER));
        text = reader.execute(dump.sql()).differenceFrom(reference.execute(dump.sql()), dump);
        if (text != null) {
          text = "file: " + dump.sql() + ": " + text;
          return new Difference(program, program.steps().size(), text, "FILE ROWS");
        }
      }
    }
    return null;
  }
}
