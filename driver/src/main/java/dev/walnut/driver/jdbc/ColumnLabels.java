// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DeclaredType;
import dev.walnut.sql.api.ColumnInfo;
import java.sql.Types;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The columns of a result and the way from a label to a column: without regard to case, the first
 * column of a name wins. Made once per compiled statement and shared by all its result sets.
 * Immutable; the map is made at the first look-up, and a race would make it twice with one content.
 */
final class ColumnLabels {
  private final List<ColumnInfo> columns;
  private Map<String, Integer> numberByLabel;
  private boolean[] bigint;

  ColumnLabels(List<ColumnInfo> columns) {
    this.columns = columns;
  }

  List<ColumnInfo> columns() {
    return columns;
  }

  ColumnInfo column(int columnIndex) {
    return columns.get(columnIndex);
  }

  int count() {
    return columns.size();
  }

  /** Whether a column (from 0) is declared as a 64-bit integer. */
  boolean isBigint(int columnIndex) {
    boolean[] flags = bigint;
    if (flags == null) {
      flags = new boolean[columns.size()];
      for (int i = 0; i < flags.length; i++) {
        String declared = columns.get(i).declaredType();
        flags[i] = declared != null && DeclaredType.of(declared).jdbcType() == Types.BIGINT;
      }
      bigint = flags;
    }
    return flags[columnIndex];
  }

  /** The number (from 1) of the first column of that label; 0 if there is none. */
  int find(String label) {
    Map<String, Integer> map = numberByLabel;
    if (map == null) {
      map = build();
      numberByLabel = map;
    }
    // Labels as the statement spells them are in the map as well: no new string for those.
    Integer number = map.get(label);
    if (number == null) {
      number = map.get(label.toLowerCase(Locale.ROOT));
    }
    return number == null ? 0 : number;
  }

  private Map<String, Integer> build() {
    Map<String, Integer> map = new HashMap<>(columns.size() * 4);
    for (int i = 0; i < columns.size(); i++) {
      map.putIfAbsent(columns.get(i).name().toLowerCase(Locale.ROOT), i + 1);
    }
    for (ColumnInfo column : columns) {
      map.putIfAbsent(column.name(), map.get(column.name().toLowerCase(Locale.ROOT)));
    }
    return map;
  }
}
