// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.api;

/**
 * How to open a session.
 *
 * @param path file name; empty: a private temporary database; {@code :memory:}: a private memory
 *     database. A {@code file:} URI has been taken apart by the caller.
 * @param readOnly open for reading only; the file must exist
 * @param create make the file if it does not exist
 * @param memory {@code mode=memory}: a memory database named {@code path}
 * @param sharedCache {@code cache=shared}: memory databases of one name are one database
 * @param immutable {@code immutable=1}: no locks, no journal, no change detection
 * @param busyTimeoutMillis how long to wait for locks; 0: not at all
 * @param pragmas where PRAGMA statements find their meaning
 */
public record SessionOptions(
    String path,
    boolean readOnly,
    boolean create,
    boolean memory,
    boolean sharedCache,
    boolean immutable,
    int busyTimeoutMillis,
    PragmaRegistry pragmas) {}
