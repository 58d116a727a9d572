// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

/**
 * One row of EXPLAIN QUERY PLAN.
 *
 * @param id number of this node
 * @param parent number of the node it belongs to; 0 at the top
 * @param notUsed always 0
 * @param detail SQLite's words for what the node does
 */
public record ExplainRow(int id, int parent, int notUsed, String detail) {}
