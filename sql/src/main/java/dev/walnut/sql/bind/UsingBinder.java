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
      FromEntry left = null;
      FromEntry right = null;
      int matches = 0;
      for (int i = 0; i < scope.entries.size() && right == null; i++) {
        FromEntry entry = scope.entries.get(i);
        if (visible(entry, name) >= 0) {
          if (i >= firstEntry) {
            right = entry;
          } else if (matches++ == 0) {
            left = entry;
          }
        }
      }
      if (right == null || left == null) {
        throw BindState.error(
            "cannot join using column " + name + " - column not present in both tables");
      }
      if (matches > 1 && hasRightJoin) {
        throw BindState.error("ambiguous reference to " + name + " in USING()");
      }
      join(left, left.find(name), right, right.find(name), type, on);
    }
  }

  /**
   * Joins two columns. The name then stands for the value that a row always has: that of the right
   * side after a RIGHT join, of either after a FULL join, else of the left side. A later USING
   * compares with the first side that has a row.
   */
  private void join(
      FromEntry left,
      int leftColumn,
      FromEntry right,
      int rightColumn,
      JoinType type,
      List<Bound> on) {
    Bound key = left.joinKey(leftColumn);
    Bound value = left.unqualified(leftColumn);
    Bound other = right.unqualified(rightColumn);
    on.add(state.expressions.comparisons().compare(BinaryOperator.EQUAL, key, other));
    right.markJoined(rightColumn);
    switch (type) {
      case RIGHT:
        left.merge(leftColumn, other, coalesce(key, other));
        break;
      case FULL:
        left.merge(leftColumn, coalesce(value, other), coalesce(key, other));
        break;
      default:
        left.merge(leftColumn, value, key);
        break;
    }
  }

  private static Bound coalesce(Bound left, Bound right) {
    List<Bound> items = new ArrayList<>();
    if (left instanceof Bound.Coalesce && ((Bound.Coalesce) left).merged()) {
      items.addAll(((Bound.Coalesce) left).items());
    } else {
      items.add(left);
    }
    items.add(right);
    return new Bound.Coalesce(List.copyOf(items), true);
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
