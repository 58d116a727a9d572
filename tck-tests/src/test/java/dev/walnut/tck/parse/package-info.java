// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * The parser against SQLite's: what is accepted, the words of errors, the trees (by the values that
 * expressions have), the texts that SQLite stores, and the limits.
 */
package dev.walnut.tck.parse;
