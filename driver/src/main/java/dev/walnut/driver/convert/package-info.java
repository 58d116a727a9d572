// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Between SQLite's values and errors and those of {@code java.sql}: one table each, both ways. No
 * other package of the driver makes a {@code SQLException} from a {@code DatabaseException}.
 */
package dev.walnut.driver.convert;
