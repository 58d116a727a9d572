// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * Collects the rows of a pragma. Cells are {@code String}, {@code Long}, {@code Integer} or null.
 */
final class Rows {
  static final List<Value[]> NONE = List.of();

  private final List<Value[]> list = new ArrayList<>();

  Rows add(Object... cells) {
    Value[] row = new Value[cells.length];
    for (int i = 0; i < cells.length; i++) {
      row[i] = new Value();
      if (cells[i] == null) {
        row[i].setNull();
      } else if (cells[i] instanceof Number n) {
        row[i].setInteger(n.longValue());
      } else {
        row[i].setText((String) cells[i]);
      }
    }
    list.add(row);
    return this;
  }

  List<Value[]> list() {
    return list;
  }

  int size() {
    return list.size();
  }

  /** One row of one number. */
  static List<Value[]> of(long value) {
    return new Rows().add(value).list();
  }

  /** One row of one text. */
  static List<Value[]> of(String value) {
    return new Rows().add(value).list();
  }
}
