// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * SQLite's five lock states on one database file, and the eight locks of one in WAL mode, shared
 * out among the connections of this process; and the waiting for locks that others hold.
 */
package dev.walnut.engine.lock;
