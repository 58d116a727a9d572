// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Programs to start from: a quick start, a connection pool, jOOQ, and settings that matter.
 *
 * <p>Each takes a JDBC URL or a file as its first argument and works in a temporary directory
 * without one. All of them run as tests too.
 */
package dev.walnut.examples;
