// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * Table and index b-trees over a pager's pages.
 *
 * <pre>
 *   Btrees --- opens ---> BtreeCursor (rowid -> record)   IndexCursor (record as key)
 *     |                        \________ TreeCursor ________/     path, steps, saved positions
 *     |                                     |
 *     |                PageEditor (cells of one page)   Balancer (split, merge, deepen, shallow)
 *     |                                     |
 *   Freelist   OverflowChain   PageLayout / TreeFormat (where things are on a page)
 * </pre>
 *
 * {@link dev.walnut.engine.btree.Btrees} is the entry point and shows an example.
 */
package dev.walnut.engine.btree;
