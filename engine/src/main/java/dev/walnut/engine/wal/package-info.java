// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * The write-ahead log: its file, the wal-index that all processes share, read marks, the writer,
 * recovery and checkpoints. What other processes see follows SQLite's format and protocol to the
 * byte; sources are "WAL-mode File Format" and "Write-Ahead Logging" of SQLite's documentation.
 */
package dev.walnut.engine.wal;
