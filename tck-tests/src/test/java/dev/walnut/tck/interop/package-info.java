// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Files shared with SQLite, which runs in another process: one after the other and at the same
 * time, with locks held and processes killed.
 *
 * <p>{@link dev.walnut.tck.interop.InteropContract} holds the tests; SQLite is a child JVM with
 * sqlite-jdbc in every build and the {@code sqlite3} shell under {@code -Pshell}.
 */
package dev.walnut.tck.interop;
