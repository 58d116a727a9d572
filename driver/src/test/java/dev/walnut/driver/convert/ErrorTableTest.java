// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.driver.convert.ErrorTable.Phase;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ErrorTableTest {
  /** An SQLException is iterable; here it is looked at as a throwable. */
  private static org.assertj.core.api.AbstractThrowableAssert<?, ?> assertThatException(
      Throwable e) {
    return assertThat(e);
  }

  static Stream<Arguments> rows() {
    return Stream.of(
        row(ResultCode.CONSTRAINT_UNIQUE, "23505", SQLIntegrityConstraintViolationException.class),
        row(
            ResultCode.CONSTRAINT_PRIMARYKEY,
            "23505",
            SQLIntegrityConstraintViolationException.class),
        row(ResultCode.CONSTRAINT_ROWID, "23505", SQLIntegrityConstraintViolationException.class),
        row(ResultCode.CONSTRAINT_NOTNULL, "23502", SQLIntegrityConstraintViolationException.class),
        row(ResultCode.CONSTRAINT_CHECK, "23514", SQLIntegrityConstraintViolationException.class),
        row(
            ResultCode.CONSTRAINT_FOREIGNKEY,
            "23503",
            SQLIntegrityConstraintViolationException.class),
        row(ResultCode.CONSTRAINT_TRIGGER, "23000", SQLIntegrityConstraintViolationException.class),
        row(
            ResultCode.CONSTRAINT_DATATYPE,
            "23000",
            SQLIntegrityConstraintViolationException.class),
        row(ResultCode.CONSTRAINT, "23000", SQLIntegrityConstraintViolationException.class),
        row(ResultCode.BUSY, "40001", SQLTransientException.class),
        row(ResultCode.BUSY_SNAPSHOT, "40001", SQLTransientException.class),
        row(ResultCode.BUSY_RECOVERY, "40001", SQLTransientException.class),
        row(ResultCode.LOCKED, "40001", SQLTransientException.class),
        row(ResultCode.LOCKED_SHAREDCACHE, "40001", SQLTransientException.class),
        row(ResultCode.PROTOCOL, "40001", SQLTransientException.class),
        row(ResultCode.SCHEMA, "40001", SQLTransientException.class),
        row(ResultCode.INTERRUPT, "57014", SQLException.class),
        row(ResultCode.ABORT_ROLLBACK, "40000", SQLTransactionRollbackException.class),
        row(ResultCode.ABORT, "40000", SQLTransactionRollbackException.class),
        row(ResultCode.READONLY, "25006", SQLNonTransientException.class),
        row(ResultCode.READONLY_DBMOVED, "25006", SQLNonTransientException.class),
        row(ResultCode.IOERR, "58030", SQLNonTransientException.class),
        row(ResultCode.IOERR_FSYNC, "58030", SQLNonTransientException.class),
        row(ResultCode.CORRUPT, "XX001", SQLNonTransientException.class),
        row(ResultCode.NOTADB, "XX001", SQLNonTransientException.class),
        row(ResultCode.FULL, "53100", SQLNonTransientException.class),
        row(ResultCode.CANTOPEN, "58030", SQLNonTransientException.class),
        row(ResultCode.PERM, "42501", SQLNonTransientException.class),
        row(ResultCode.AUTH, "42501", SQLNonTransientException.class),
        row(ResultCode.TOOBIG, "22001", SQLDataException.class),
        row(ResultCode.MISMATCH, "22000", SQLDataException.class),
        row(ResultCode.RANGE, "07009", SQLException.class),
        row(ResultCode.MISUSE, "HY010", SQLException.class),
        row(ResultCode.NOMEM, "53200", SQLException.class),
        row(ResultCode.INTERNAL, "XX000", SQLException.class),
        row(ResultCode.ERROR, "HY000", SQLException.class));
  }

  private static Arguments row(ResultCode code, String state, Class<?> type) {
    return Arguments.of(code, state, type);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void eachCodeHasItsStateClassAndVendorCode(ResultCode code, String state, Class<?> type) {
    SQLException e =
        ErrorTable.toSqlException(new DatabaseException(code, "the text"), Phase.EXECUTE);
    assertThatException(e).isInstanceOf(type).isInstanceOf(ExtendedErrorCode.class);
    assertThat(e.getSQLState()).isEqualTo(state);
    assertThat(e.getErrorCode()).isEqualTo(code.primary());
    assertThat(((ExtendedErrorCode) e).getExtendedCode()).isEqualTo(code.code());
    assertThatException(e).hasMessageStartingWith("[SQLITE_" + code.name() + "] ");
    assertThatException(e).hasMessageEndingWith("(the text)");
    assertThat(e.getCause()).isInstanceOf(DatabaseException.class);
  }

  @ParameterizedTest
  @EnumSource(ResultCode.class)
  void noCodeIsWithoutARow(ResultCode code) {
    for (Phase phase : Phase.values()) {
      SQLException e = ErrorTable.toSqlException(new DatabaseException(code), phase);
      assertThat(e.getSQLState()).hasSize(5);
      assertThat(e.getErrorCode()).isEqualTo(code.primary());
    }
  }

  @Test
  void messagesHaveTheFormThatProgramsForSqliteJdbcLookFor() {
    SQLException e =
        ErrorTable.toSqlException(
            new DatabaseException(ResultCode.CONSTRAINT_UNIQUE, "UNIQUE constraint failed: t.n"),
            Phase.EXECUTE);
    assertThatException(e)
        .hasMessage(
            "[SQLITE_CONSTRAINT_UNIQUE] A UNIQUE constraint failed (UNIQUE constraint failed:"
                + " t.n)");
  }

  @Test
  void anErrorOfCompilingIsASyntaxError() {
    SQLException e =
        ErrorTable.toSqlException(
            new DatabaseException(ResultCode.ERROR, "near \"selec\": syntax error"), Phase.PREPARE);
    assertThatException(e).isInstanceOf(SQLSyntaxErrorException.class);
    assertThat(e.getSQLState()).isEqualTo("42000");
    assertThatException(e)
        .hasMessage("[SQLITE_ERROR] SQL error or missing database (near \"selec\": syntax error)");
  }

  @Test
  void aFileThatCannotBeOpenedIsAConnectionError() {
    SQLException e =
        ErrorTable.toSqlException(new DatabaseException(ResultCode.CANTOPEN), Phase.OPEN);
    assertThatException(e).isInstanceOf(SQLNonTransientConnectionException.class);
    assertThat(e.getSQLState()).isEqualTo("08001");
  }

  @Test
  void anExpiredQueryTimeoutIsATimeout() {
    SQLException e = ErrorTable.timeout(new DatabaseException(ResultCode.INTERRUPT), 1);
    assertThatException(e).isInstanceOf(SQLTimeoutException.class);
    assertThat(e.getSQLState()).isEqualTo("57014");
    assertThat(e.getErrorCode()).isEqualTo(9);
  }

  @Test
  void aFaultOfTheLibraryIsAnSqlExceptionToo() {
    SQLException e = ErrorTable.failure(new IllegalStateException("bug"), Phase.EXECUTE);
    assertThat(e.getErrorCode()).isEqualTo(ResultCode.INTERNAL.code());
    assertThatException(e).hasMessageContaining("bug");
    SQLException deep = ErrorTable.failure(new StackOverflowError(), Phase.PREPARE);
    assertThatException(deep).hasMessageContaining("nested too deeply");
    SQLException memory = ErrorTable.failure(new OutOfMemoryError(), Phase.EXECUTE);
    assertThat(memory.getErrorCode()).isEqualTo(ResultCode.NOMEM.code());
  }
}
