// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.record.RecordReader;

/**
 * The tree that holds a table's rows, seen through the key that identifies a row: the rowid, or the
 * primary key of a WITHOUT ROWID table. Has one cursor.
 */
abstract class TableTree {
  /** Opens the cursor; an open one is closed. */
  abstract void open(Btrees trees);

  abstract void close();

  /** Lets go of the position, so that changes by others cost nothing. */
  abstract void reset();

  /** Goes to the stored row with the key of a new row; false if there is none. */
  abstract boolean seek(NewRow row);

  /** Goes to the row that a record of an index belongs to; false if it is missing. */
  abstract boolean seekOwner(IndexTarget index, RecordReader entry);

  /** Whether a record of an index belongs to a stored row. */
  abstract boolean isOwner(IndexTarget index, RecordReader entry, StoredRow row);

  /** Shows the current row. */
  abstract void show(StoredRow row);

  /** Whether a new row has the key of the stored one. */
  abstract boolean hasKeyOf(NewRow row, StoredRow stored);

  /** Stores a row, in place of one with its key. */
  abstract void put(NewRow row);

  /** Stores a row whose key is known to be greater than all others. */
  abstract void append(NewRow row);

  /** Deletes the current row. */
  abstract void delete();
}
