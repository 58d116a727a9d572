// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

/** What a conflict does under an ON CONFLICT clause. */
interface UpsertAction {
  /** DO NOTHING: the new row is left out. */
  UpsertAction NOTHING = excluded -> false;

  /**
   * Deals with the conflict; the tree stands on the row that is in the way.
   *
   * @param excluded the row that could not be inserted
   * @return whether the row in the way was changed
   */
  boolean run(NewRow excluded);
}
