// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

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

/**
 * An error of the database that fits no standard subclass; the nested classes are the ones that do.
 * All of them carry SQLite's extended code.
 */
public final class WalnutSQLException extends SQLException implements ExtendedErrorCode {
  private static final long serialVersionUID = 1L;

  private final ResultCode resultCode;

  WalnutSQLException(String message, String state, ResultCode code, Throwable cause) {
    super(message, state, code.primary(), cause);
    this.resultCode = code;
  }

  @Override
  public ResultCode getResultCode() {
    return resultCode;
  }

  /** A constraint was violated; SQLState 23xxx says which kind. */
  public static final class Constraint extends SQLIntegrityConstraintViolationException
      implements ExtendedErrorCode {
    private static final long serialVersionUID = 1L;
    private final ResultCode resultCode;

    Constraint(String message, String state, ResultCode code, Throwable cause) {
      super(message, state, code.primary(), cause);
      this.resultCode = code;
    }

    @Override
    public ResultCode getResultCode() {
      return resultCode;
    }
  }

  /** A statement that does not compile: syntax, or a name that does not exist. */
  public static final class Syntax extends SQLSyntaxErrorException implements ExtendedErrorCode {
    private static final long serialVersionUID = 1L;
    private final ResultCode resultCode;

    Syntax(String message, String state, ResultCode code, Throwable cause) {
      super(message, state, code.primary(), cause);
      this.resultCode = code;
    }

    @Override
    public ResultCode getResultCode() {
      return resultCode;
    }
  }

  /** Somebody else holds a lock; the same work may succeed later. */
  public static final class Busy extends SQLTransientException implements ExtendedErrorCode {
    private static final long serialVersionUID = 1L;
    private final ResultCode resultCode;

    Busy(String message, String state, ResultCode code, Throwable cause) {
      super(message, state, code.primary(), cause);
      this.resultCode = code;
    }

    @Override
    public ResultCode getResultCode() {
      return resultCode;
    }
  }

  /** The query timeout ran out. */
  public static final class Timeout extends SQLTimeoutException implements ExtendedErrorCode {
    private static final long serialVersionUID = 1L;
    private final ResultCode resultCode;

    Timeout(String message, String state, ResultCode code, Throwable cause) {
      super(message, state, code.primary(), cause);
      this.resultCode = code;
    }

    @Override
    public ResultCode getResultCode() {
      return resultCode;
    }
  }

  /** The transaction that the statement belonged to was rolled back under it. */
  public static final class RolledBack extends SQLTransactionRollbackException
      implements ExtendedErrorCode {
    private static final long serialVersionUID = 1L;
    private final ResultCode resultCode;

    RolledBack(String message, String state, ResultCode code, Throwable cause) {
      super(message, state, code.primary(), cause);
      this.resultCode = code;
    }

    @Override
    public ResultCode getResultCode() {
      return resultCode;
    }
  }

  /** A value is too big, out of range or of the wrong type. */
  public static final class Data extends SQLDataException implements ExtendedErrorCode {
    private static final long serialVersionUID = 1L;
    private final ResultCode resultCode;

    Data(String message, String state, ResultCode code, Throwable cause) {
      super(message, state, code.primary(), cause);
      this.resultCode = code;
    }

    @Override
    public ResultCode getResultCode() {
      return resultCode;
    }
  }

  /** The database could not be opened. */
  public static final class Connection extends SQLNonTransientConnectionException
      implements ExtendedErrorCode {
    private static final long serialVersionUID = 1L;
    private final ResultCode resultCode;

    Connection(String message, String state, ResultCode code, Throwable cause) {
      super(message, state, code.primary(), cause);
      this.resultCode = code;
    }

    @Override
    public ResultCode getResultCode() {
      return resultCode;
    }
  }

  /** Repeating the same work will fail again until its cause is removed. */
  public static final class Permanent extends SQLNonTransientException
      implements ExtendedErrorCode {
    private static final long serialVersionUID = 1L;
    private final ResultCode resultCode;

    Permanent(String message, String state, ResultCode code, Throwable cause) {
      super(message, state, code.primary(), cause);
      this.resultCode = code;
    }

    @Override
    public ResultCode getResultCode() {
      return resultCode;
    }
  }
}
