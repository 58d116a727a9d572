// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.SyntaxSearch;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.syntax.Expr;
import java.util.List;

/** The rule that generated columns must not depend on themselves, however indirectly. */
final class GeneratedColumns {
  private GeneratedColumns() {}

  /** Refuses a table whose generated columns cannot be computed in any order. */
  static void checkNoLoop(Table table) {
    List<Column> columns = table.columns();
    boolean[] known = new boolean[columns.size()];
    int left = 0;
    for (int i = 0; i < known.length; i++) {
      known[i] = !columns.get(i).isGenerated();
      left += known[i] ? 0 : 1;
    }
    while (left > 0) {
      int before = left;
      int stuck = -1;
      for (int i = 0; i < known.length; i++) {
        if (!known[i]) {
          if (needsUnknown(table, columns.get(i).generated(), known)) {
            stuck = i;
          } else {
            known[i] = true;
            left--;
          }
        }
      }
      if (left == before) {
        throw Names.error("generated column loop on \"" + columns.get(stuck).name() + "\"");
      }
    }
  }

  private static boolean needsUnknown(Table table, Expr expr, boolean[] known) {
    return SyntaxSearch.anyIn(
        expr,
        e -> {
          if (e instanceof Expr.Column c) {
            int index = table.columnIndex(c.column());
            return index >= 0 && !known[index];
          }
          return false;
        });
  }
}
