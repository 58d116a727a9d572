// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.ForeignKey;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/** foreign_key_list, foreign_key_check. */
final class ForeignKeyPragmas {
  private ForeignKeyPragmas() {}

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.listing(
            "foreign_key_list",
            true,
            ForeignKeyPragmas::list,
            "id",
            "seq",
            "table",
            "from",
            "to",
            "on_update",
            "on_delete",
            "match"),
        SessionPragma.listing(
            "foreign_key_check",
            true,
            ForeignKeyPragmas::check,
            "table",
            "rowid",
            "parent",
            "fkid"));
  }

  /** The last one declared has id 0. */
  private static List<Value[]> list(Call call) {
    Table table = SchemaLookup.table(call);
    if (table == null) {
      return Rows.NONE;
    }
    Rows rows = new Rows();
    List<ForeignKey> keys = table.foreignKeys();
    for (int id = 0; id < keys.size(); id++) {
      ForeignKey key = keys.get(keys.size() - 1 - id);
      for (int seq = 0; seq < key.columns().size(); seq++) {
        rows.add(
            id,
            seq,
            key.parentTable(),
            table.columns().get(key.columns().get(seq)).name(),
            key.parentColumns().isEmpty() ? null : key.parentColumns().get(seq),
            key.onUpdate(),
            key.onDelete(),
            "NONE");
      }
    }
    return rows.list();
  }

  private static List<Value[]> check(Call call) {
    Rows rows = new Rows();
    if (call.hasArgument()) {
      Table table = SchemaLookup.table(call);
      if (table == null) {
        throw Call.error("no such table: " + call.argument());
      }
      checkTable(call.session(), table, rows);
      return rows.list();
    }
    for (AttachedDatabase database : call.databases()) {
      for (Table table : call.session().schema(database).tables()) {
        checkTable(call.session(), table, rows);
      }
    }
    return rows.list();
  }

  private static void checkTable(DatabaseSession session, Table child, Rows rows) {
    List<ForeignKey> keys = child.foreignKeys();
    for (int id = 0; id < keys.size(); id++) {
      ForeignKey key = keys.get(keys.size() - 1 - id);
      Table parent = session.findTable(child.schemaName(), key.parentTable());
      String query = query(child, key, parent);
      try (SqlStatement statement = session.prepare(query)) {
        while (statement.step()) {
          Object rowid = child.isWithoutRowid() ? null : (Object) statement.columnLong(0);
          rows.add(child.name(), rowid, key.parentTable(), id);
        }
      }
    }
  }

  /** Rows of the child whose key is complete and not found in the parent. */
  private static String query(Table child, ForeignKey key, Table parent) {
    StringBuilder sql = new StringBuilder("SELECT ");
    sql.append(child.isWithoutRowid() ? "NULL" : "c.rowid").append(" FROM ");
    sql.append(name(child)).append(" AS c WHERE ");
    for (int i = 0; i < key.columns().size(); i++) {
      sql.append(i == 0 ? "" : " AND ").append(childColumn(child, key, i)).append(" IS NOT NULL");
    }
    if (parent != null) {
      List<String> columns = parentColumns(child, key, parent);
      sql.append(" AND NOT EXISTS (SELECT 1 FROM ").append(name(parent)).append(" AS p WHERE ");
      for (int i = 0; i < columns.size(); i++) {
        // The parent's column stands first: its collation decides.
        sql.append(i == 0 ? "p." : " AND p.").append(SchemaLookup.quoted(columns.get(i)));
        sql.append(" = ").append(childColumn(child, key, i));
      }
      sql.append(')');
    }
    return sql.toString();
  }

  private static String name(Table table) {
    return SchemaLookup.quoted(table.schemaName()) + "." + SchemaLookup.quoted(table.name());
  }

  private static String childColumn(Table child, ForeignKey key, int i) {
    return "c." + SchemaLookup.quoted(child.columns().get(key.columns().get(i)).name());
  }

  /** The parent's columns, which must be its primary key or have a unique index. */
  private static List<String> parentColumns(Table child, ForeignKey key, Table parent) {
    List<String> named = key.parentColumns();
    List<String> columns = named.isEmpty() ? primaryKey(parent) : named;
    boolean fits =
        columns.size() == key.columns().size()
            && (named.isEmpty() ? !columns.isEmpty() : isUnique(parent, columns));
    if (!fits) {
      throw Call.error(
          "foreign key mismatch - \""
              + child.name()
              + "\" referencing \""
              + key.parentTable()
              + "\"");
    }
    return columns;
  }

  private static List<String> primaryKey(Table table) {
    List<String> names = new ArrayList<>();
    for (int position = 1; position <= table.columns().size(); position++) {
      for (Column column : table.columns()) {
        if (column.primaryKeyPosition() == position) {
          names.add(column.name());
        }
      }
    }
    return names;
  }

  private static boolean isUnique(Table table, List<String> names) {
    int rowid = table.rowidColumn();
    if (names.size() == 1 && rowid >= 0 && table.columnIndex(names.get(0)) == rowid) {
      return true;
    }
    for (Index index : table.indexes()) {
      if (index.unique() && !index.isPartial() && hasColumns(table, index, names)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasColumns(Table table, Index index, List<String> names) {
    if (index.parts().size() != names.size()) {
      return false;
    }
    for (String name : names) {
      int column = table.columnIndex(name);
      boolean found =
          column >= 0 && index.parts().stream().anyMatch(p -> p.columnIndex() == column);
      if (!found) {
        return false;
      }
    }
    return true;
  }
}
