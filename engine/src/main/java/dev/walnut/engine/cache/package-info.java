// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/** Committed page images shared by all connections of a database, within a budget of bytes. */
package dev.walnut.engine.cache;
