// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * Accounts for every page and every byte of a database file and reports each broken rule, in
 * SQLite's words.
 */
package dev.walnut.engine.check;
