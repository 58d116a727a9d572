// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.List;

/**
 * The table in which a database keeps its own definitions: root page 1, called {@code
 * sqlite_master} (in the temporary database {@code sqlite_temp_master}), with {@code sqlite_schema}
 * and {@code sqlite_temp_schema} as other names.
 */
public final class SchemaTable {
  public static final String NAME = "sqlite_master";
  public static final String TEMP_NAME = "sqlite_temp_master";

  /** Field numbers of its records. */
  public static final int TYPE = 0;

  public static final int OBJECT_NAME = 1;
  public static final int TABLE_NAME = 2;
  public static final int ROOT_PAGE = 3;
  public static final int SQL = 4;

  private SchemaTable() {}

  /** The schema table of the database with that name, as {@code main}, {@code temp}. */
  public static Table of(String schemaName, Collation binary) {
    Table.Builder table = new Table.Builder();
    table.schemaName = schemaName;
    table.name = nameIn(schemaName);
    table.rootPage = 1;
    table.columns =
        List.of(
            column("type", "TEXT", Affinity.TEXT, binary),
            column("name", "TEXT", Affinity.TEXT, binary),
            column("tbl_name", "TEXT", Affinity.TEXT, binary),
            column("rootpage", "INT", Affinity.INTEGER, binary),
            column("sql", "TEXT", Affinity.TEXT, binary));
    return table.build();
  }

  /** What the schema table is called in a database. */
  public static String nameIn(String schemaName) {
    return schemaName.equalsIgnoreCase("temp") ? TEMP_NAME : NAME;
  }

  /**
   * Whether a name means the schema table of a database.
   *
   * @param schemaName the database that is searched
   * @param qualified whether the name was written with the database before it
   */
  public static boolean isNamed(String name, String schemaName, boolean qualified) {
    if (!name.regionMatches(true, 0, "sqlite_", 0, 7)) {
      return false;
    }
    boolean temp = schemaName.equalsIgnoreCase("temp");
    boolean temporaryName =
        name.equalsIgnoreCase(TEMP_NAME) || name.equalsIgnoreCase("sqlite_temp_schema");
    if (temporaryName) {
      return temp;
    }
    boolean plainName = name.equalsIgnoreCase(NAME) || name.equalsIgnoreCase("sqlite_schema");
    return plainName && (!temp || qualified);
  }

  /** Whether a table is a schema table, which statements may read but not change. */
  public static boolean is(Table table) {
    return table.rootPage() == 1;
  }

  private static Column column(String name, String type, Affinity affinity, Collation collation) {
    return new Column(
        name, type, affinity, collation, false, null, null, null, 0, null, false, false);
  }
}
