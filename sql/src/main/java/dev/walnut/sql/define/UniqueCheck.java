// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.engine.record.RecordReader;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;
import java.util.List;

/** Compares the key of each entry of an index with that of the entry before. */
final class UniqueCheck {
  private final List<Index.Part> parts;
  private final StoredText text;
  private Value[] previous;
  private Value[] current;
  private boolean hasPrevious;

  UniqueCheck(List<Index.Part> parts, StoredText text) {
    this.parts = parts;
    this.text = text;
    this.previous = cells(parts.size());
    this.current = cells(parts.size());
  }

  private static Value[] cells(int count) {
    Value[] cells = new Value[count];
    for (int i = 0; i < count; i++) {
      cells[i] = new Value();
    }
    return cells;
  }

  /** Whether an entry has the key of the one before; a NULL in it equals nothing. */
  boolean equalsPrevious(RecordReader entry) {
    boolean equal = hasPrevious;
    for (int i = 0; i < current.length; i++) {
      text.read(entry, i, current[i]);
      equal =
          equal
              && !current[i].isNull()
              && Comparison.compare(previous[i], current[i], parts.get(i).collation()) == 0;
      current[i].detach();
    }
    Value[] swap = previous;
    previous = current;
    current = swap;
    hasPrevious = true;
    return equal;
  }
}
