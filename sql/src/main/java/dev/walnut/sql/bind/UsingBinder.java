// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import java.util.ArrayList;
import java.util.List;

/** Makes equalities of USING and NATURAL, and merges the columns that they name. */
final class UsingBinder {
  private final BindState state;

  UsingBinder(BindState state) {
    this.state = state;
  }

  /**
   * Joins the entries from {@code firstEntry} on with those before.
   *
   * @param hasRightJoin whether the FROM clause has a RIGHT or FULL join anywhere
   * @param on receives the equalities
   */
  void bind(
      FromTerm term,
      JoinType type,
      boolean hasRightJoin,
      Scope scope,
      int firstEntry,
      List<Bound> on) {
    List<String> names = term.natural() ? common(scope, firstEntry) : term.using();
    for (String name : names) {
      FromEntry right = null;
      for (int i = firstEntry; i < scope.entries.size() && right == null; i++) {
        if (visible(scope.entries.get(i), name) >= 0) {
          right = scope.entries.get(i);
        }
      }
      Bound left = scope.merged(name);
      int matches = 0;
      for (int i = 0; i < firstEntry; i++) {
        int column = visible(scope.entries.get(i), name);
        if (column >= 0 && matches++ == 0 && left == null) {
          left = scope.entries.get(i).column(column);
        }
      }
      if (right == null || left == null) {
        throw BindState.error(
            "cannot join using column " + name + " - column not present in both tables");
      }
      if (matches > 1 && hasRightJoin) {
        throw BindState.error("ambiguous reference to " + name + " in USING()");
      }
      int rightColumn = right.find(name);
      Bound rightValue = right.column(rightColumn);
      on.add(state.expressions.comparisons().compare(BinaryOperator.EQUAL, left, rightValue));
      right.markJoined(rightColumn);
      if (type == JoinType.RIGHT || type == JoinType.FULL) {
        scope.merge(name, coalesce(left, rightValue));
      } else {
        scope.merge(name, left);
      }
    }
  }

  private static Bound coalesce(Bound left, Bound right) {
    List<Bound> items = new ArrayList<>();
    if (left instanceof Bound.Coalesce) {
      items.addAll(((Bound.Coalesce) left).items());
    } else {
      items.add(left);
    }
    items.add(right);
    return new Bound.Coalesce(List.copyOf(items));
  }

  private static int visible(FromEntry entry, String name) {
    int column = entry.find(name);
    return column >= 0 && !entry.isJoined(column) && !entry.isHidden(column) ? column : -1;
  }

  private static List<String> common(Scope scope, int firstEntry) {
    List<String> names = new ArrayList<>();
    for (int i = firstEntry; i < scope.entries.size(); i++) {
      FromEntry right = scope.entries.get(i);
      for (int c = 0; c < right.columnCount(); c++) {
        String name = right.columnName(c);
        if (visible(right, name) != c) {
          continue;
        }
        for (int k = 0; k < firstEntry; k++) {
          if (visible(scope.entries.get(k), name) >= 0) {
            names.add(name);
            break;
          }
        }
      }
    }
    return names;
  }
}
