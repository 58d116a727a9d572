// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * Files as the engine sees them: {@link dev.walnut.engine.file.FileSystem} opens, {@link
 * dev.walnut.engine.file.DatabaseFile} reads, writes, syncs and locks, {@link
 * dev.walnut.engine.file.SharedMemory} maps and locks the file beside a database in WAL mode. The
 * only package that knows {@code java.nio.channels} and {@code java.nio.file}.
 *
 * <pre>
 *   pager, journal, wal, lock  -->  FileSystem, DatabaseFile, SharedMemory
 *                                 |
 *              +------------------+-------------------+
 *       OperatingSystemFiles  MemoryFiles   SimulatedFiles (tests)
 * </pre>
 */
package dev.walnut.engine.file;
