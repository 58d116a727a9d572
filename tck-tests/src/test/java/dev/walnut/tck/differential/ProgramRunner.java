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
import java.util.regex.Pattern;

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
  private static final int CONSTRAINT = 19;

  /** A change without OR FAIL, OR IGNORE and OR ROLLBACK. */
  private static final Pattern ATOMIC_CHANGE =
      Pattern.compile("(INSERT|UPDATE|DELETE|REPLACE) (?!OR (FAIL|IGNORE|ROLLBACK) )");

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
      Outcome expected = onReference(reference, step.sql());
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
        if (hasRandomRowids(reference) || hasRandomRowids(tested)) {
          return null;
        }
        String signature = expected.signature() + " / " + actual.signature();
        return new Difference(program, i, text, signature);
      }
    }
    return null;
  }

  /**
   * Runs a statement on SQLite. A change that SQLite's documentation calls atomic, and Walnut makes
   * so, is undone as a whole if it fails by anything but a constraint of its own: in a transaction
   * SQLite keeps the rows before the failing one if no constraint of the table can abort.
   */
  private static Outcome onReference(Side reference, String sql) {
    if (!ATOMIC_CHANGE.matcher(sql).lookingAt()) {
      return reference.execute(sql);
    }
    reference.execute("SAVEPOINT differential_step");
    Outcome outcome = reference.execute(sql);
    if (outcome.kind() == Outcome.Kind.ERROR
        && (outcome.code() != CONSTRAINT || outcome.message().startsWith("cannot store "))) {
      reference.execute("ROLLBACK TO differential_step");
    }
    // Fails if the statement rolled the transaction back.
    reference.execute("RELEASE differential_step");
    return outcome;
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
