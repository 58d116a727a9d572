// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * Rows of a {@link Materialized} with certain key values, found through a hash table. Rows of one
 * key form a chain in the order they were added; keys with a NULL are equal to nothing.
 */
final class HashProbeAccess extends Access {
  private final Materialized rows;
  private final BufferRow row;
  private final Evaluator[] inner;
  private final Evaluator[] outer;
  private final Affinity[] conversions;
  private final Collation[] collations;
  private final KeyTable table = new KeyTable();
  private final KeyEncoder key = new KeyEncoder();
  private final Value value = new Value();
  private int[] firstOfKey = new int[16];
  private int[] lastOfKey = new int[16];
  private int[] nextInChain = new int[16];
  private long version = -1;
  private int position;

  HashProbeAccess(
      Materialized rows,
      BufferRow row,
      Evaluator[] inner,
      Evaluator[] outer,
      Affinity[] conversions,
      Collation[] collations) {
    this.rows = rows;
    this.row = row;
    this.inner = inner;
    this.outer = outer;
    this.conversions = conversions;
    this.collations = collations;
  }

  Materialized rows() {
    return rows;
  }

  @Override
  void open() {
    rows.require();
    if (version != rows.version()) {
      build();
      version = rows.version();
    }
    row.setNullRow(false);
    int entry = encode(outer) ? table.find(key) : -1;
    position = entry < 0 ? -1 : firstOfKey[entry];
  }

  private void build() {
    table.clear();
    int count = rows.buffer().count();
    if (nextInChain.length < count) {
      nextInChain = new int[count];
    }
    for (int i = 0; i < count; i++) {
      row.moveTo(i);
      if (!encode(inner)) {
        continue;
      }
      nextInChain[i] = -1;
      int entry = table.add(key);
      if (entry < 0) {
        entry = -1 - entry;
        nextInChain[lastOfKey[entry]] = i;
      } else {
        if (entry == firstOfKey.length) {
          firstOfKey = Arrays.copyOf(firstOfKey, entry * 2);
          lastOfKey = Arrays.copyOf(lastOfKey, entry * 2);
        }
        firstOfKey[entry] = i;
      }
      lastOfKey[entry] = i;
    }
  }

  /** Encodes the key; false if it has a NULL. */
  private boolean encode(Evaluator[] parts) {
    key.begin();
    for (int i = 0; i < parts.length; i++) {
      parts[i].evaluate(value);
      if (value.isNull()) {
        return false;
      }
      Affinities.applyForComparison(value, conversions[i]);
      key.append(value, collations[i]);
    }
    return true;
  }

  @Override
  boolean next() {
    if (position < 0) {
      return false;
    }
    row.moveTo(position);
    position = nextInChain[position];
    return true;
  }

  @Override
  void setNullRow(boolean nullRow) {
    row.setNullRow(nullRow);
  }
}
