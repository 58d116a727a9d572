// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Input that means no good: damaged files in a small heap, and SQL at and beyond SQLite's limits.
 */
package dev.walnut.tck.badinput;
