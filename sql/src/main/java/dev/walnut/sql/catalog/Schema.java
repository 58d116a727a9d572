// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The tables, views, indexes and triggers of one database at one schema cookie. Immutable; replaced
 * as a whole when the cookie changes.
 */
public final class Schema {
  private final int cookie;
  private final Map<String, Table> tables;
  private final Map<String, IndexEntry> indexes;
  private final Map<String, Trigger> triggers;
  private final boolean hasPartialIndexes;

  /** An index and the table it belongs to. */
  public record IndexEntry(Table table, Index index) {}

  /**
   * @param cookie schema cookie of the file it was read from
   * @param tables all tables and views in the order of sqlite_schema, the schema table included
   * @param triggers all triggers
   */
  public Schema(int cookie, List<Table> tables, List<Trigger> triggers) {
    this.cookie = cookie;
    this.tables = new LinkedHashMap<>();
    this.indexes = new LinkedHashMap<>();
    this.triggers = new LinkedHashMap<>();
    for (Table table : tables) {
      this.tables.put(key(table.name()), table);
      for (Index index : table.indexes()) {
        this.indexes.put(key(index.name()), new IndexEntry(table, index));
      }
    }
    this.hasPartialIndexes = indexes.values().stream().anyMatch(e -> e.index().isPartial());
    for (Trigger trigger : triggers) {
      this.triggers.put(key(trigger.name()), trigger);
    }
  }

  public int cookie() {
    return cookie;
  }

  /** Whether any index has a WHERE of its own. */
  public boolean hasPartialIndexes() {
    return hasPartialIndexes;
  }

  /** The table or view of that name, in any case of letters; null if there is none. */
  public Table table(String name) {
    Table table = tables.get(name);
    return table != null ? table : tables.get(key(name));
  }

  /** The index of that name and its table; null if there is none. */
  public IndexEntry index(String name) {
    return indexes.get(key(name));
  }

  public Trigger trigger(String name) {
    return triggers.get(key(name));
  }

  public Collection<Table> tables() {
    return tables.values();
  }

  public Collection<Trigger> triggers() {
    return triggers.values();
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
