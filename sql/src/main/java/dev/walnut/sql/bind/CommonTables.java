// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.syntax.With;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The common tables of one WITH clause, and those of the clauses around it. */
final class CommonTables {
  /** One common table and how far its binding has come. */
  static final class Entry {
    final With.CommonTable definition;
    final CommonTables owner;

    /** Set while its own recursive parts are bound. */
    RecursionSource recursion;

    List<String> recursionNames;
    int recursiveUses;

    /** Set once bound, and shared by all references where it stays a unit. */
    BoundSelect select;

    List<String> columnNames;
    boolean binding;

    Entry(With.CommonTable definition, CommonTables owner) {
      this.definition = definition;
      this.owner = owner;
    }
  }

  final CommonTables parent;
  private final Map<String, Entry> entries = new HashMap<>();

  CommonTables(With with, CommonTables parent) {
    this.parent = parent;
    for (With.CommonTable table : with.tables()) {
      String key = table.name().toLowerCase(Locale.ROOT);
      if (entries.put(key, new Entry(table, this)) != null) {
        throw BindState.error("duplicate WITH table name: " + table.name());
      }
    }
  }

  /** The common table of that name, nearest first; null if there is none. */
  static Entry find(CommonTables tables, String name) {
    String key = tables == null ? null : name.toLowerCase(Locale.ROOT);
    for (CommonTables t = tables; t != null; t = t.parent) {
      Entry entry = t.entries.get(key);
      if (entry != null) {
        return entry;
      }
    }
    return null;
  }
}
