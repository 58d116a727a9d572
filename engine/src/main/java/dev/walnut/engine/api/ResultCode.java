// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.api;

/**
 * SQLite's result codes, primary and extended, with the text that SQLite gives for each.
 *
 * <p>An extended code carries its primary code in the low eight bits. Source: the public
 * description of result codes in SQLite's documentation ("Result and Error Codes").
 */
public enum ResultCode {
  OK(0, "not an error"),
  ERROR(1, "SQL logic error"),
  INTERNAL(2, "unknown error"),
  PERM(3, "access permission denied"),
  ABORT(4, "query aborted"),
  BUSY(5, "database is locked"),
  LOCKED(6, "database table is locked"),
  NOMEM(7, "out of memory"),
  READONLY(8, "attempt to write a readonly database"),
  INTERRUPT(9, "interrupted"),
  IOERR(10, "disk I/O error"),
  CORRUPT(11, "database disk image is malformed"),
  NOTFOUND(12, "unknown operation"),
  FULL(13, "database or disk is full"),
  CANTOPEN(14, "unable to open database file"),
  PROTOCOL(15, "locking protocol"),
  EMPTY(16, "unknown error"),
  SCHEMA(17, "database schema has changed"),
  TOOBIG(18, "string or blob too big"),
  CONSTRAINT(19, "constraint failed"),
  MISMATCH(20, "datatype mismatch"),
  MISUSE(21, "bad parameter or other API misuse"),
  NOLFS(22, "large file support is disabled"),
  AUTH(23, "authorization denied"),
  FORMAT(24, "unknown error"),
  RANGE(25, "column index out of range"),
  NOTADB(26, "file is not a database"),
  NOTICE(27, "notification message"),
  WARNING(28, "warning message"),
  ROW(100, "another row available"),
  DONE(101, "no more rows available"),
  ERROR_MISSING_COLLSEQ(257, "SQL logic error"),
  ERROR_RETRY(513, "SQL logic error"),
  ERROR_SNAPSHOT(769, "SQL logic error"),
  IOERR_READ(266, "disk I/O error"),
  IOERR_SHORT_READ(522, "disk I/O error"),
  IOERR_WRITE(778, "disk I/O error"),
  IOERR_FSYNC(1034, "disk I/O error"),
  IOERR_DIR_FSYNC(1290, "disk I/O error"),
  IOERR_TRUNCATE(1546, "disk I/O error"),
  IOERR_FSTAT(1802, "disk I/O error"),
  IOERR_UNLOCK(2058, "disk I/O error"),
  IOERR_RDLOCK(2314, "disk I/O error"),
  IOERR_DELETE(2570, "disk I/O error"),
  IOERR_ACCESS(3338, "disk I/O error"),
  IOERR_CHECKRESERVEDLOCK(3594, "disk I/O error"),
  IOERR_LOCK(3850, "disk I/O error"),
  IOERR_CLOSE(4106, "disk I/O error"),
  IOERR_SHMOPEN(4618, "disk I/O error"),
  IOERR_SHMSIZE(4874, "disk I/O error"),
  IOERR_SHMLOCK(5130, "disk I/O error"),
  IOERR_SHMMAP(5386, "disk I/O error"),
  IOERR_SEEK(5642, "disk I/O error"),
  IOERR_DELETE_NOENT(5898, "disk I/O error"),
  IOERR_MMAP(6154, "disk I/O error"),
  IOERR_GETTEMPPATH(6410, "disk I/O error"),
  IOERR_CORRUPTFS(8458, "disk I/O error"),
  LOCKED_SHAREDCACHE(262, "database table is locked"),
  LOCKED_VTAB(518, "database table is locked"),
  BUSY_RECOVERY(261, "database is locked"),
  BUSY_SNAPSHOT(517, "database is locked"),
  BUSY_TIMEOUT(773, "database is locked"),
  CANTOPEN_NOTEMPDIR(270, "unable to open database file"),
  CANTOPEN_ISDIR(526, "unable to open database file"),
  CANTOPEN_FULLPATH(782, "unable to open database file"),
  CANTOPEN_SYMLINK(1550, "unable to open database file"),
  CORRUPT_VTAB(267, "database disk image is malformed"),
  CORRUPT_SEQUENCE(523, "database disk image is malformed"),
  CORRUPT_INDEX(779, "database disk image is malformed"),
  READONLY_RECOVERY(264, "attempt to write a readonly database"),
  READONLY_CANTLOCK(520, "attempt to write a readonly database"),
  READONLY_ROLLBACK(776, "attempt to write a readonly database"),
  READONLY_DBMOVED(1032, "attempt to write a readonly database"),
  READONLY_CANTINIT(1288, "attempt to write a readonly database"),
  READONLY_DIRECTORY(1544, "attempt to write a readonly database"),
  ABORT_ROLLBACK(516, "abort due to ROLLBACK"),
  CONSTRAINT_CHECK(275, "constraint failed"),
  CONSTRAINT_COMMITHOOK(531, "constraint failed"),
  CONSTRAINT_FOREIGNKEY(787, "constraint failed"),
  CONSTRAINT_FUNCTION(1043, "constraint failed"),
  CONSTRAINT_NOTNULL(1299, "constraint failed"),
  CONSTRAINT_PRIMARYKEY(1555, "constraint failed"),
  CONSTRAINT_TRIGGER(1811, "constraint failed"),
  CONSTRAINT_UNIQUE(2067, "constraint failed"),
  CONSTRAINT_VTAB(2323, "constraint failed"),
  CONSTRAINT_ROWID(2579, "constraint failed"),
  CONSTRAINT_PINNED(2835, "constraint failed"),
  CONSTRAINT_DATATYPE(3091, "constraint failed"),
  AUTH_USER(279, "authorization denied");

  private final int code;
  private final String text;

  ResultCode(int code, String text) {
    this.code = code;
    this.text = text;
  }

  /** The extended code; equals {@link #primary()} for primary codes. */
  public int code() {
    return code;
  }

  /** The primary code, the low eight bits of {@link #code()}. */
  public int primary() {
    return code & 0xff;
  }

  /** SQLite's English text for this code. */
  public String text() {
    return text;
  }

  /** Whether this code or its primary code is {@code other}. */
  public boolean is(ResultCode other) {
    return this == other || (other.code <= 0xff && primary() == other.code);
  }
}
