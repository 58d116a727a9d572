// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.Select.CompoundOperator;
import dev.walnut.sql.syntax.SelectCore;
import java.util.ArrayList;
import java.util.List;

/** Binds common tables, recursive ones included, where they are referred to. */
final class CommonTableBinder {
  private final BindState state;

  CommonTableBinder(BindState state) {
    this.state = state;
  }

  /** A common table's SELECT and its column names. */
  record Bindings(BoundSelect select, List<String> names) {}

  Bindings bind(CommonTables.Entry entry, Scope outer) {
    if (entry.binding) {
      throw BindState.error("circular reference: " + entry.definition.name());
    }
    if (entry.select == null || !entry.select.free.isEmpty()) {
      entry.binding = true;
      Select written = entry.definition.select();
      int recursive = firstRecursiveCore(written, entry.definition.name());
      entry.select =
          recursive < 0
              ? state.selects.bind(written, outer, entry.owner, false)
              : bindRecursive(entry, written, recursive, outer);
      entry.binding = false;
      entry.columnNames = names(entry, entry.select);
    }
    return new Bindings(entry.select, entry.columnNames);
  }

  private static List<String> names(CommonTables.Entry entry, BoundSelect select) {
    List<String> names = entry.definition.columns();
    if (names.isEmpty()) {
      names = new ArrayList<>();
      for (ColumnInfo info : select.columns()) {
        names.add(info.name());
      }
    } else if (names.size() != select.columnCount()) {
      throw BindState.error(
          "table "
              + entry.definition.name()
              + " has "
              + select.columnCount()
              + " values for "
              + names.size()
              + " columns");
    }
    return names;
  }

  private BoundSelect bindRecursive(
      CommonTables.Entry entry, Select written, int firstRecursive, Scope outer) {
    CommonTables tables =
        written.with() == null ? entry.owner : new CommonTables(written.with(), entry.owner);
    BoundSelect bound = new BoundSelect();
    bound.operators = written.operators();
    List<Scope> scopes = new ArrayList<>();
    for (int i = 0; i < written.cores().size(); i++) {
      if (i == firstRecursive) {
        bound.firstRecursiveCore = i;
        BoundCore first = bound.cores.get(0);
        bound.recursion =
            new RecursionSource(
                state.newSourceId(),
                entry.definition.name(),
                first.values != null ? first.values.get(0) : first.results,
                state.binary);
        entry.recursion = bound.recursion;
        entry.recursionNames = names(entry, bound);
      }
      entry.recursiveUses = 0;
      state.selects.bindCore(written, i, bound, scopes, outer, tables, false);
      if (i >= firstRecursive && bound.cores.get(i).isAggregate()) {
        throw BindState.error("recursive aggregate queries not supported");
      }
      state.selects.requireSameCount(bound, i);
    }
    entry.recursion = null;
    state.selects.finish(written, bound, scopes);
    return bound;
  }

  /** The first part whose FROM names the common table, if the compound allows recursion; or -1. */
  private static int firstRecursiveCore(Select select, String name) {
    for (int i = 1; i < select.cores().size(); i++) {
      if (refersTo(select.cores().get(i), name)) {
        for (int k = i - 1; k < select.operators().size(); k++) {
          CompoundOperator operator = select.operators().get(k);
          if (operator != CompoundOperator.UNION && operator != CompoundOperator.UNION_ALL) {
            return -1;
          }
        }
        return i;
      }
    }
    return -1;
  }

  private static boolean refersTo(SelectCore core, String name) {
    return core.kind() == SelectCore.Kind.QUERY && refersTo(((SelectCore.Query) core).from(), name);
  }

  private static boolean refersTo(List<FromTerm> terms, String name) {
    for (FromTerm term : terms) {
      FromItem item = term.item();
      if (item instanceof FromItem.Table) {
        FromItem.Table table = (FromItem.Table) item;
        if (table.name().schema() == null && table.name().name().equalsIgnoreCase(name)) {
          return true;
        }
      } else if (item instanceof FromItem.Group
          && refersTo(((FromItem.Group) item).terms(), name)) {
        return true;
      }
    }
    return false;
  }
}
