// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * What a database holds: tables, indexes, views, triggers, as their stored definitions say. {@link
 * dev.walnut.sql.catalog.SchemaLoader} reads them; everything it makes is immutable and shared.
 */
package dev.walnut.sql.catalog;
