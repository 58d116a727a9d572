// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.ArrayList;
import java.util.List;

/**
 * What the generator believes about a table or view; failed statements may prove it wrong.
 *
 * @param name table or view name
 * @param columns column names
 * @param key columns of the primary key; empty if there is none
 * @param hasRowid false for views and WITHOUT ROWID tables
 * @param isView true for views
 */
record TableModel(
    String name, List<String> columns, List<String> key, boolean hasRowid, boolean isView) {

  /** Columns under an alias, and the rowid sometimes known by that name. */
  List<String> scope(String alias) {
    List<String> scope = new ArrayList<>();
    for (String column : columns) {
      scope.add(alias + "." + column);
    }
    return scope;
  }
}
