// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A database engine in a process of its own that opens one file at a time. */
interface ForeignSqlite extends AutoCloseable {

  /** Opens a file, made if it does not exist; closes the one open before. */
  void open(Path file) throws IOException;

  /** Closes the file. */
  void closeFile() throws IOException;

  /**
   * Runs one statement and returns its rows, each with its values in SQL notation and commas
   * between.
   *
   * @throws ForeignException if the engine reports an error
   */
  List<String> query(String sql) throws IOException;

  /** Runs one statement whose rows do not matter. */
  default void execute(String sql) throws IOException {
    query(sql);
  }

  /** Runs one statement and returns SQLite's primary result code, 0 for success. */
  default int tryExecute(String sql) throws IOException {
    try {
      query(sql);
      return 0;
    } catch (ForeignException e) {
      return e.code();
    }
  }

  /** Kills the process as {@code kill -9} does, and waits until it is gone. */
  void kill() throws InterruptedException;

  @Override
  void close() throws IOException;

  /** An error that the engine reported. */
  final class ForeignException extends IOException {
    private static final long serialVersionUID = 1L;
    private final int code;

    ForeignException(int code, String message) {
      super(message);
      this.code = code;
    }

    int code() {
      return code;
    }
  }
}
