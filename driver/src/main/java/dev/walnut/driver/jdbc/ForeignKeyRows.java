// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.sql.catalog.ForeignKey;
import dev.walnut.sql.catalog.Table;
import java.sql.DatabaseMetaData;
import java.util.List;

/**
 * The rows of getImportedKeys, getExportedKeys and getCrossReference. A key without a name gets one
 * that stays the same as long as the table's keys do: {@code TABLE_fk_N}, N its place from 1.
 */
final class ForeignKeyRows {
  private ForeignKeyRows() {}

  static MetaDataRows table() {
    return new MetaDataRows(
        "PKTABLE_CAT",
        "PKTABLE_SCHEM",
        "PKTABLE_NAME",
        "PKCOLUMN_NAME",
        "FKTABLE_CAT",
        "FKTABLE_SCHEM",
        "FKTABLE_NAME",
        "FKCOLUMN_NAME",
        "KEY_SEQ:SMALLINT",
        "UPDATE_RULE:SMALLINT",
        "DELETE_RULE:SMALLINT",
        "FK_NAME",
        "PK_NAME",
        "DEFERRABILITY:SMALLINT");
  }

  /** All keys of one child. */
  static void imported(
      CatalogReader reader, MetaDataRows rows, String catalog, String schema, String child) {
    Table table = reader.table(catalog, schema, child);
    if (table != null) {
      for (int i = 0; i < table.foreignKeys().size(); i++) {
        ForeignKey key = table.foreignKeys().get(i);
        add(rows, table, i, reader.table(catalog, schema, key.parentTable()));
      }
    }
  }

  /**
   * All keys that refer to one parent.
   *
   * @param child only keys of that table; null for all
   */
  static void exported(
      CatalogReader reader,
      MetaDataRows rows,
      String catalog,
      String schema,
      String parent,
      String child) {
    Table parentTable = reader.table(catalog, schema, parent);
    if (parentTable == null) {
      return;
    }
    for (Table table : reader.tables(catalog, schema, null)) {
      if (child != null && !table.name().equalsIgnoreCase(child)) {
        continue;
      }
      for (int i = 0; i < table.foreignKeys().size(); i++) {
        if (table.foreignKeys().get(i).parentTable().equalsIgnoreCase(parentTable.name())) {
          add(rows, table, i, parentTable);
        }
      }
    }
  }

  private static void add(MetaDataRows rows, Table child, int keyIndex, Table parent) {
    ForeignKey key = child.foreignKeys().get(keyIndex);
    String name = key.name() != null ? key.name() : child.name() + "_fk_" + (keyIndex + 1);
    String parentName = parent == null ? key.parentTable() : parent.name();
    String parentKeyName = parent == null ? null : CatalogReader.primaryKeyName(parent);
    List<String> parentColumns =
        key.parentColumns().isEmpty() && parent != null
            ? CatalogReader.primaryKey(parent)
            : key.parentColumns();
    for (int i = 0; i < key.columns().size(); i++) {
      rows.add(
          null,
          null,
          parentName,
          i < parentColumns.size() ? parentColumns.get(i) : null,
          null,
          null,
          child.name(),
          child.columns().get(key.columns().get(i)).name(),
          i + 1,
          rule(key.onUpdate()),
          rule(key.onDelete()),
          name,
          parentKeyName,
          key.deferred()
              ? DatabaseMetaData.importedKeyInitiallyDeferred
              : DatabaseMetaData.importedKeyNotDeferrable);
    }
  }

  private static int rule(String action) {
    return switch (action) {
      case "CASCADE" -> DatabaseMetaData.importedKeyCascade;
      case "SET NULL" -> DatabaseMetaData.importedKeySetNull;
      case "SET DEFAULT" -> DatabaseMetaData.importedKeySetDefault;
      case "RESTRICT" -> DatabaseMetaData.importedKeyRestrict;
      default -> DatabaseMetaData.importedKeyNoAction;
    };
  }
}
