// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * Transactions on pages.
 *
 * <pre>
 *   b-tree  -- PageAccess -->  Pager (one per connection: state, dirty pages, savepoints)
 *                                |
 *                              Database (one per file and process)
 *                                |-- DatabaseFile    bytes
 *                                |-- LockTable       who may read and write
 *                                |-- PageCache       committed images
 *                                '-- CommittedState  page count, first page, version
 * </pre>
 */
package dev.walnut.engine.pager;
