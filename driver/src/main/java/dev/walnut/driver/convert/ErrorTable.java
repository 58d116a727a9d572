// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.sql.SQLException;

/**
 * The one table from SQLite's result codes to JDBC: exception class, SQLState, vendor code,
 * message.
 *
 * <p>Message form: {@code [SQLITE_CONSTRAINT_UNIQUE] A UNIQUE constraint failed (UNIQUE constraint
 * failed: t.n)}: the code's name, a sentence about the code, SQLite's own text in parentheses. The
 * form is sqlite-jdbc's, because programs look into it. The vendor code is the primary code.
 */
public final class ErrorTable {
  /** What the driver was doing; it decides what a plain SQLITE_ERROR or CANTOPEN means. */
  public enum Phase {
    /** Opening a connection. */
    OPEN,
    /** Compiling a statement. */
    PREPARE,
    /** Running a statement or reading its rows. */
    EXECUTE
  }

  private enum Family {
    PLAIN,
    SYNTAX,
    CONSTRAINT,
    BUSY,
    ROLLED_BACK,
    DATA,
    CONNECTION,
    PERMANENT
  }

  private record Row(Family family, String state, String sentence) {}

  private ErrorTable() {}

  /** The SQLException for an error met in a phase. The cause is kept. */
  public static SQLException toSqlException(DatabaseException e, Phase phase) {
    ResultCode code = e.resultCode();
    Row row = row(code, phase);
    String message = message(code, row.sentence, e.getMessage());
    return switch (row.family) {
      case PLAIN -> new WalnutSQLException(message, row.state, code, e);
      case SYNTAX -> new WalnutSQLException.Syntax(message, row.state, code, e);
      case CONSTRAINT -> new WalnutSQLException.Constraint(message, row.state, code, e);
      case BUSY -> new WalnutSQLException.Busy(message, row.state, code, e);
      case ROLLED_BACK -> new WalnutSQLException.RolledBack(message, row.state, code, e);
      case DATA -> new WalnutSQLException.Data(message, row.state, code, e);
      case CONNECTION -> new WalnutSQLException.Connection(message, row.state, code, e);
      case PERMANENT -> new WalnutSQLException.Permanent(message, row.state, code, e);
    };
  }

  /** The SQLException for a statement that its query timeout ended. */
  public static SQLException timeout(DatabaseException e, int seconds) {
    String message =
        message(
            e.resultCode(),
            "The query timeout of "
                + seconds
                + (seconds == 1 ? " second" : " seconds")
                + " ran out",
            e.getMessage());
    return new WalnutSQLException.Timeout(message, "57014", e.resultCode(), e);
  }

  /**
   * The SQLException for whatever a call into the database threw. What is no {@link
   * DatabaseException} is a fault of this library, or the input's nesting was too deep for the
   * thread's stack; the application gets a SQLException all the same.
   */
  public static SQLException failure(Throwable failure, Phase phase) {
    if (failure instanceof DatabaseException e) {
      return toSqlException(e, phase);
    }
    if (failure instanceof StackOverflowError) {
      return toSqlException(
          new DatabaseException(ResultCode.ERROR, "statement is nested too deeply", failure),
          phase);
    }
    if (failure instanceof OutOfMemoryError) {
      return toSqlException(
          new DatabaseException(ResultCode.NOMEM, ResultCode.NOMEM.text(), failure), phase);
    }
    if (failure instanceof Error e) {
      throw e;
    }
    return toSqlException(
        new DatabaseException(ResultCode.INTERNAL, "internal error: " + failure, failure), phase);
  }

  private static String message(ResultCode code, String sentence, String text) {
    return "[SQLITE_" + code.name() + "] " + sentence + " (" + text + ")";
  }

  private static Row row(ResultCode code, Phase phase) {
    switch (code) {
      case CONSTRAINT_UNIQUE:
        return new Row(Family.CONSTRAINT, "23505", "A UNIQUE constraint failed");
      case CONSTRAINT_PRIMARYKEY:
        return new Row(Family.CONSTRAINT, "23505", "A PRIMARY KEY constraint failed");
      case CONSTRAINT_ROWID:
        return new Row(Family.CONSTRAINT, "23505", "rowid is not unique");
      case CONSTRAINT_NOTNULL:
        return new Row(Family.CONSTRAINT, "23502", "A NOT NULL constraint failed");
      case CONSTRAINT_CHECK:
        return new Row(Family.CONSTRAINT, "23514", "A CHECK constraint failed");
      case CONSTRAINT_FOREIGNKEY:
        return new Row(Family.CONSTRAINT, "23503", "A foreign key constraint failed");
      case CONSTRAINT_TRIGGER:
        return new Row(Family.CONSTRAINT, "23000", "A RAISE function in a trigger fired");
      case CONSTRAINT_DATATYPE:
        return new Row(
            Family.CONSTRAINT, "23000", "A value does not fit the column's type in a STRICT table");
      case BUSY_RECOVERY:
        return new Row(Family.BUSY, "40001", "Another process is busy recovering the database");
      case BUSY_SNAPSHOT:
        return new Row(
            Family.BUSY,
            "40001",
            "Another database connection has already written to the database");
      case LOCKED_SHAREDCACHE:
        return new Row(
            Family.BUSY, "40001", "Another connection that shares the cache is in the way");
      case ABORT_ROLLBACK:
        return new Row(
            Family.ROLLED_BACK, "40000", "The transaction of the statement was rolled back");
      case CANTOPEN_ISDIR:
        return openFailure(phase, "The file is really a directory");
      default:
        return primaryRow(code, phase);
    }
  }

  private static Row primaryRow(ResultCode code, Phase phase) {
    switch (code.primary()) {
      case 1:
        return phase == Phase.EXECUTE
            ? new Row(Family.PLAIN, "HY000", "SQL error or missing database")
            : new Row(Family.SYNTAX, "42000", "SQL error or missing database");
      case 2:
        return new Row(Family.PLAIN, "XX000", "Internal logic error");
      case 3:
        return new Row(Family.PERMANENT, "42501", "Access permission denied");
      case 4:
        return new Row(Family.ROLLED_BACK, "40000", "The statement was aborted");
      case 5:
        return new Row(Family.BUSY, "40001", "The database file is locked");
      case 6:
        return new Row(Family.BUSY, "40001", "A table in the database is locked");
      case 7:
        return new Row(Family.PLAIN, "53200", "Out of memory");
      case 8:
        return new Row(Family.PERMANENT, "25006", "Attempt to write a readonly database");
      case 9:
        return new Row(Family.PLAIN, "57014", "Operation terminated by an interrupt");
      case 10:
        return new Row(Family.PERMANENT, "58030", "Some kind of disk I/O error occurred");
      case 11:
        return new Row(Family.PERMANENT, "XX001", "The database disk image is malformed");
      case 13:
        return new Row(Family.PERMANENT, "53100", "Insertion failed because database is full");
      case 14:
        return openFailure(phase, "Unable to open the database file");
      case 15:
        return new Row(Family.BUSY, "40001", "Database lock protocol error");
      case 17:
        return new Row(Family.BUSY, "40001", "The database schema changed");
      case 18:
        return new Row(Family.DATA, "22001", "String or BLOB exceeds size limit");
      case 19:
        return new Row(Family.CONSTRAINT, "23000", "Abort due to constraint violation");
      case 20:
        return new Row(Family.DATA, "22000", "Data type mismatch");
      case 21:
        return new Row(Family.PLAIN, "HY010", "Library used incorrectly");
      case 23:
        return new Row(Family.PERMANENT, "42501", "Authorization denied");
      case 25:
        return new Row(Family.PLAIN, "07009", "Parameter or column number out of range");
      case 26:
        return new Row(Family.PERMANENT, "XX001", "File opened that is not a database file");
      default:
        return new Row(Family.PLAIN, "HY000", "Database error");
    }
  }

  private static Row openFailure(Phase phase, String sentence) {
    return phase == Phase.OPEN
        ? new Row(Family.CONNECTION, "08001", sentence)
        : new Row(Family.PERMANENT, "58030", sentence);
  }
}
