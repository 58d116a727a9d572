// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DeclaredType;
import dev.walnut.driver.convert.ErrorTable;
import dev.walnut.driver.convert.ErrorTable.Phase;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.function.SqlFunction;
import dev.walnut.sql.session.DatabaseSession;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * What a connection can tell about itself and its schema, read from the parsed catalog. Names match
 * without regard to case. {@link DatabaseFacts} has what never changes.
 */
final class WalnutDatabaseMetaData extends DatabaseFacts implements SelfWrapper {
  private static final long UNLIMITED = 2_000_000_000;

  private final WalnutConnection connection;
  private final ConnectionGate gate;

  WalnutDatabaseMetaData(WalnutConnection connection) {
    this.connection = connection;
    this.gate = connection.gate();
  }

  /** Fills rows from the catalog. */
  private interface Filler {
    void fill(CatalogReader catalog, MetaDataRows rows) throws SQLException;
  }

  private ResultSet answer(MetaDataRows rows, Filler filler, int... order) throws SQLException {
    gate.enter();
    try {
      connection.checkOpen();
      filler.fill(new CatalogReader((DatabaseSession) connection.session()), rows);
    } catch (RuntimeException e) {
      throw ErrorTable.failure(e, Phase.PREPARE);
    } finally {
      gate.leave();
    }
    return rows.sortedBy(order).resultSet(connection);
  }

  private ResultSet nothing(String... columns) throws SQLException {
    connection.checkOpen();
    return new MetaDataRows(columns).resultSet(connection);
  }

  @Override
  public Connection getConnection() {
    return connection;
  }

  @Override
  public String getURL() {
    return connection.settings().url();
  }

  @Override
  public String getUserName() {
    return null;
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    return connection.isReadOnly();
  }

  @Override
  public String getDriverVersion() {
    return "0.1.0";
  }

  @Override
  public int getDriverMajorVersion() {
    return 0;
  }

  @Override
  public int getDriverMinorVersion() {
    return 1;
  }

  // ---- tables and columns

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return nothing("TABLE_CAT");
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return nothing("TABLE_SCHEM", "TABLE_CATALOG");
  }

  @Override
  public ResultSet getSchemas(String catalog, String schemaPattern) throws SQLException {
    return getSchemas();
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    connection.checkOpen();
    MetaDataRows rows = new MetaDataRows("TABLE_TYPE");
    rows.add("GLOBAL TEMPORARY").add("SYSTEM TABLE").add("TABLE").add("VIEW");
    return rows.resultSet(connection);
  }

  @Override
  public ResultSet getTables(
      String catalog, String schemaPattern, String tableNamePattern, String[] types)
      throws SQLException {
    List<String> wanted =
        types == null
            ? null
            : Arrays.stream(types).map(t -> t.strip().toUpperCase(Locale.ROOT)).toList();
    MetaDataRows rows =
        new MetaDataRows(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "TABLE_TYPE",
            "REMARKS",
            "TYPE_CAT",
            "TYPE_SCHEM",
            "TYPE_NAME",
            "SELF_REFERENCING_COL_NAME",
            "REF_GENERATION");
    return answer(
        rows,
        (reader, out) -> {
          for (Table table : reader.tables(catalog, schemaPattern, tableNamePattern)) {
            String type = CatalogReader.type(table);
            if (wanted == null || wanted.contains(type)) {
              String name = CatalogReader.shownName(table);
              out.add(null, null, name, type, null, null, null, null, null, null);
            }
          }
        },
        4,
        3);
  }

  @Override
  public ResultSet getColumns(
      String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
      throws SQLException {
    MetaDataRows rows =
        new MetaDataRows(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "DATA_TYPE:INTEGER",
            "TYPE_NAME",
            "COLUMN_SIZE:INTEGER",
            "BUFFER_LENGTH:INTEGER",
            "DECIMAL_DIGITS:INTEGER",
            "NUM_PREC_RADIX:INTEGER",
            "NULLABLE:INTEGER",
            "REMARKS",
            "COLUMN_DEF",
            "SQL_DATA_TYPE:INTEGER",
            "SQL_DATETIME_SUB:INTEGER",
            "CHAR_OCTET_LENGTH:INTEGER",
            "ORDINAL_POSITION:INTEGER",
            "IS_NULLABLE",
            "SCOPE_CATALOG",
            "SCOPE_SCHEMA",
            "SCOPE_TABLE",
            "SOURCE_DATA_TYPE:SMALLINT",
            "IS_AUTOINCREMENT",
            "IS_GENERATEDCOLUMN");
    return answer(
        rows,
        (reader, out) -> {
          for (Table table : reader.tables(catalog, schemaPattern, tableNamePattern)) {
            for (CatalogReader.ColumnEntry column : reader.columns(table)) {
              if (NamePattern.matches(columnNamePattern, column.name())) {
                addColumn(out, column);
              }
            }
          }
        },
        3,
        17);
  }

  private static void addColumn(MetaDataRows rows, CatalogReader.ColumnEntry column) {
    DeclaredType type = type(column.declaredType());
    long size = type.precision() > 0 ? type.precision() : UNLIMITED;
    rows.add(
        null,
        null,
        CatalogReader.shownName(column.table()),
        column.name(),
        type.jdbcType(),
        type.name(),
        size,
        UNLIMITED,
        type.scale(),
        10,
        column.notNull() ? columnNoNulls : columnNullable,
        null,
        column.defaultText(),
        0,
        0,
        size,
        column.position(),
        column.notNull() ? "NO" : "YES",
        null,
        null,
        null,
        null,
        column.autoIncrement() ? "YES" : "NO",
        column.generated() ? "YES" : "NO");
  }

  /** A column without a type can hold anything; text is what anything can be read as. */
  private static DeclaredType type(String declared) {
    return declared == null || declared.isBlank()
        ? new DeclaredType(Types.VARCHAR, "", 0, 0)
        : DeclaredType.of(declared);
  }

  @Override
  public ResultSet getBestRowIdentifier(
      String catalog, String schema, String table, int scope, boolean nullable)
      throws SQLException {
    MetaDataRows rows =
        new MetaDataRows(
            "SCOPE:SMALLINT",
            "COLUMN_NAME",
            "DATA_TYPE:INTEGER",
            "TYPE_NAME",
            "COLUMN_SIZE:INTEGER",
            "BUFFER_LENGTH:INTEGER",
            "DECIMAL_DIGITS:SMALLINT",
            "PSEUDO_COLUMN:SMALLINT");
    return answer(
        rows,
        (reader, out) -> {
          Table found = reader.table(catalog, schema, table);
          if (found == null || found.kind() != Table.Kind.TABLE) {
            return;
          }
          if (found.rowidColumn() < 0 && !found.isWithoutRowid()) {
            out.add(
                bestRowTransaction,
                "rowid",
                Types.BIGINT,
                "INTEGER",
                UNLIMITED,
                null,
                0,
                bestRowPseudo);
            return;
          }
          for (Column column : found.columns()) {
            if (column.primaryKeyPosition() > 0) {
              DeclaredType type = type(column.declaredType());
              out.add(
                  bestRowSession,
                  column.name(),
                  type.jdbcType(),
                  type.name(),
                  type.precision() > 0 ? type.precision() : UNLIMITED,
                  null,
                  type.scale(),
                  bestRowNotPseudo);
            }
          }
        },
        1);
  }

  @Override
  public ResultSet getPseudoColumns(
      String catalog, String schemaPattern, String tableNamePattern, String columnNamePattern)
      throws SQLException {
    MetaDataRows rows =
        new MetaDataRows(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "COLUMN_NAME",
            "DATA_TYPE:INTEGER",
            "COLUMN_SIZE:INTEGER",
            "DECIMAL_DIGITS:INTEGER",
            "NUM_PREC_RADIX:INTEGER",
            "COLUMN_USAGE",
            "REMARKS",
            "CHAR_OCTET_LENGTH:INTEGER",
            "IS_NULLABLE");
    return answer(
        rows,
        (reader, out) -> {
          for (Table table : reader.tables(catalog, schemaPattern, tableNamePattern)) {
            if (table.kind() == Table.Kind.TABLE
                && !table.isWithoutRowid()
                && table.columnIndex("rowid") < 0
                && NamePattern.matches(columnNamePattern, "rowid")) {
              out.add(
                  null,
                  null,
                  CatalogReader.shownName(table),
                  "rowid",
                  Types.BIGINT,
                  UNLIMITED,
                  0,
                  10,
                  "NO_USAGE_RESTRICTIONS",
                  null,
                  null,
                  "NO");
            }
          }
        },
        3);
  }

  // ---- keys and indexes

  @Override
  public ResultSet getPrimaryKeys(String catalog, String schema, String table) throws SQLException {
    MetaDataRows rows =
        new MetaDataRows(
            "TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "COLUMN_NAME", "KEY_SEQ:SMALLINT", "PK_NAME");
    return answer(
        rows,
        (reader, out) -> {
          Table found = reader.table(catalog, schema, table);
          if (found == null) {
            return;
          }
          String name = CatalogReader.primaryKeyName(found);
          int seq = 0;
          for (String column : CatalogReader.primaryKey(found)) {
            out.add(null, null, found.name(), column, ++seq, name);
          }
        },
        4);
  }

  @Override
  public ResultSet getImportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return answer(
        ForeignKeyRows.table(),
        (reader, out) -> ForeignKeyRows.imported(reader, out, catalog, schema, table),
        3,
        12,
        9);
  }

  @Override
  public ResultSet getExportedKeys(String catalog, String schema, String table)
      throws SQLException {
    return answer(
        ForeignKeyRows.table(),
        (reader, out) -> ForeignKeyRows.exported(reader, out, catalog, schema, table, null),
        7,
        12,
        9);
  }

  @Override
  public ResultSet getCrossReference(
      String parentCatalog,
      String parentSchema,
      String parentTable,
      String foreignCatalog,
      String foreignSchema,
      String foreignTable)
      throws SQLException {
    return answer(
        ForeignKeyRows.table(),
        (reader, out) ->
            ForeignKeyRows.exported(
                reader, out, parentCatalog, parentSchema, parentTable, foreignTable),
        7,
        12,
        9);
  }

  @Override
  public ResultSet getIndexInfo(
      String catalog, String schema, String table, boolean unique, boolean approximate)
      throws SQLException {
    MetaDataRows rows =
        new MetaDataRows(
            "TABLE_CAT",
            "TABLE_SCHEM",
            "TABLE_NAME",
            "NON_UNIQUE:BOOLEAN",
            "INDEX_QUALIFIER",
            "INDEX_NAME",
            "TYPE:SMALLINT",
            "ORDINAL_POSITION:SMALLINT",
            "COLUMN_NAME",
            "ASC_OR_DESC",
            "CARDINALITY:BIGINT",
            "PAGES:BIGINT",
            "FILTER_CONDITION");
    return answer(
        rows,
        (reader, out) -> {
          Table found = reader.table(catalog, schema, table);
          if (found == null) {
            return;
          }
          for (Index index : found.indexes()) {
            if (index.unique() || !unique) {
              addIndex(out, found, index);
            }
          }
        },
        4,
        7,
        6,
        8);
  }

  private static void addIndex(MetaDataRows rows, Table table, Index index) {
    int position = 0;
    for (Index.Part part : index.parts()) {
      String column =
          part.columnIndex() >= 0 ? table.columns().get(part.columnIndex()).name() : null;
      rows.add(
          null,
          null,
          table.name(),
          !index.unique(),
          null,
          index.name(),
          tableIndexOther,
          ++position,
          column,
          part.descending() ? "D" : "A",
          0,
          0,
          index.isPartial() ? SqlText.lastCondition(index.sql()) : null);
    }
  }

  // ---- types and functions

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    connection.checkOpen();
    MetaDataRows rows =
        new MetaDataRows(
            "TYPE_NAME",
            "DATA_TYPE:INTEGER",
            "PRECISION:INTEGER",
            "LITERAL_PREFIX",
            "LITERAL_SUFFIX",
            "CREATE_PARAMS",
            "NULLABLE:SMALLINT",
            "CASE_SENSITIVE:BOOLEAN",
            "SEARCHABLE:SMALLINT",
            "UNSIGNED_ATTRIBUTE:BOOLEAN",
            "FIXED_PREC_SCALE:BOOLEAN",
            "AUTO_INCREMENT:BOOLEAN",
            "LOCAL_TYPE_NAME",
            "MINIMUM_SCALE:SMALLINT",
            "MAXIMUM_SCALE:SMALLINT",
            "SQL_DATA_TYPE:INTEGER",
            "SQL_DATETIME_SUB:INTEGER",
            "NUM_PREC_RADIX:INTEGER");
    addType(rows, "NULL", Types.NULL, null, null, false, true);
    addType(rows, "INTEGER", Types.INTEGER, null, null, true, false);
    addType(rows, "REAL", Types.REAL, null, null, false, false);
    addType(rows, "TEXT", Types.VARCHAR, "'", "'", false, true);
    addType(rows, "BLOB", Types.BLOB, "x'", "'", false, true);
    return rows.resultSet(connection);
  }

  private static void addType(
      MetaDataRows rows,
      String name,
      int type,
      String prefix,
      String suffix,
      boolean autoIncrement,
      boolean unsigned) {
    rows.add(
        name,
        type,
        0,
        prefix,
        suffix,
        null,
        typeNullable,
        type == Types.VARCHAR,
        typeSearchable,
        unsigned,
        false,
        autoIncrement,
        null,
        0,
        0,
        0,
        0,
        10);
  }

  @Override
  public ResultSet getFunctions(String catalog, String schemaPattern, String functionNamePattern)
      throws SQLException {
    MetaDataRows rows =
        new MetaDataRows(
            "FUNCTION_CAT",
            "FUNCTION_SCHEM",
            "FUNCTION_NAME",
            "REMARKS",
            "FUNCTION_TYPE:SMALLINT",
            "SPECIFIC_NAME");
    return answer(
        rows,
        (reader, out) -> {
          TreeSet<String> names = new TreeSet<>();
          for (SqlFunction function : connection.session().functions().all()) {
            names.add(function.name());
          }
          for (String name : names) {
            if (NamePattern.matches(functionNamePattern, name)) {
              out.add(null, null, name, null, functionNoTable, name);
            }
          }
        },
        3);
  }

  // ---- what SQLite does not have

  @Override
  public ResultSet getFunctionColumns(
      String catalog, String schemaPattern, String functionNamePattern, String columnNamePattern)
      throws SQLException {
    return nothing(
        "FUNCTION_CAT",
        "FUNCTION_SCHEM",
        "FUNCTION_NAME",
        "COLUMN_NAME",
        "COLUMN_TYPE:SMALLINT",
        "DATA_TYPE:INTEGER",
        "TYPE_NAME",
        "PRECISION:INTEGER",
        "LENGTH:INTEGER",
        "SCALE:SMALLINT",
        "RADIX:SMALLINT",
        "NULLABLE:SMALLINT",
        "REMARKS",
        "CHAR_OCTET_LENGTH:INTEGER",
        "ORDINAL_POSITION:INTEGER",
        "IS_NULLABLE",
        "SPECIFIC_NAME");
  }

  @Override
  public ResultSet getProcedures(String catalog, String schemaPattern, String procedureNamePattern)
      throws SQLException {
    return nothing(
        "PROCEDURE_CAT",
        "PROCEDURE_SCHEM",
        "PROCEDURE_NAME",
        "RESERVED1",
        "RESERVED2",
        "RESERVED3",
        "REMARKS",
        "PROCEDURE_TYPE:SMALLINT",
        "SPECIFIC_NAME");
  }

  @Override
  public ResultSet getProcedureColumns(
      String catalog, String schemaPattern, String procedureNamePattern, String columnNamePattern)
      throws SQLException {
    return nothing(
        "PROCEDURE_CAT",
        "PROCEDURE_SCHEM",
        "PROCEDURE_NAME",
        "COLUMN_NAME",
        "COLUMN_TYPE:SMALLINT",
        "DATA_TYPE:INTEGER",
        "TYPE_NAME",
        "PRECISION:INTEGER",
        "LENGTH:INTEGER",
        "SCALE:SMALLINT",
        "RADIX:SMALLINT",
        "NULLABLE:SMALLINT",
        "REMARKS",
        "COLUMN_DEF",
        "SQL_DATA_TYPE:INTEGER",
        "SQL_DATETIME_SUB:INTEGER",
        "CHAR_OCTET_LENGTH:INTEGER",
        "ORDINAL_POSITION:INTEGER",
        "IS_NULLABLE",
        "SPECIFIC_NAME");
  }

  @Override
  public ResultSet getColumnPrivileges(
      String catalog, String schema, String table, String columnNamePattern) throws SQLException {
    return nothing(
        "TABLE_CAT",
        "TABLE_SCHEM",
        "TABLE_NAME",
        "COLUMN_NAME",
        "GRANTOR",
        "GRANTEE",
        "PRIVILEGE",
        "IS_GRANTABLE");
  }

  @Override
  public ResultSet getTablePrivileges(String catalog, String schemaPattern, String tableNamePattern)
      throws SQLException {
    return nothing(
        "TABLE_CAT",
        "TABLE_SCHEM",
        "TABLE_NAME",
        "GRANTOR",
        "GRANTEE",
        "PRIVILEGE",
        "IS_GRANTABLE");
  }

  @Override
  public ResultSet getVersionColumns(String catalog, String schema, String table)
      throws SQLException {
    return nothing(
        "SCOPE:SMALLINT",
        "COLUMN_NAME",
        "DATA_TYPE:INTEGER",
        "TYPE_NAME",
        "COLUMN_SIZE:INTEGER",
        "BUFFER_LENGTH:INTEGER",
        "DECIMAL_DIGITS:SMALLINT",
        "PSEUDO_COLUMN:SMALLINT");
  }

  @Override
  public ResultSet getUDTs(
      String catalog, String schemaPattern, String typeNamePattern, int[] types)
      throws SQLException {
    return nothing(
        "TYPE_CAT",
        "TYPE_SCHEM",
        "TYPE_NAME",
        "CLASS_NAME",
        "DATA_TYPE:INTEGER",
        "REMARKS",
        "BASE_TYPE:SMALLINT");
  }

  @Override
  public ResultSet getSuperTypes(String catalog, String schemaPattern, String typeNamePattern)
      throws SQLException {
    return nothing(
        "TYPE_CAT",
        "TYPE_SCHEM",
        "TYPE_NAME",
        "SUPERTYPE_CAT",
        "SUPERTYPE_SCHEM",
        "SUPERTYPE_NAME");
  }

  @Override
  public ResultSet getSuperTables(String catalog, String schemaPattern, String tableNamePattern)
      throws SQLException {
    return nothing("TABLE_CAT", "TABLE_SCHEM", "TABLE_NAME", "SUPERTABLE_NAME");
  }

  @Override
  public ResultSet getAttributes(
      String catalog, String schemaPattern, String typeNamePattern, String attributeNamePattern)
      throws SQLException {
    return nothing(
        "TYPE_CAT",
        "TYPE_SCHEM",
        "TYPE_NAME",
        "ATTR_NAME",
        "DATA_TYPE:INTEGER",
        "ATTR_TYPE_NAME",
        "ATTR_SIZE:INTEGER",
        "DECIMAL_DIGITS:INTEGER",
        "NUM_PREC_RADIX:INTEGER",
        "NULLABLE:INTEGER",
        "REMARKS",
        "ATTR_DEF",
        "SQL_DATA_TYPE:INTEGER",
        "SQL_DATETIME_SUB:INTEGER",
        "CHAR_OCTET_LENGTH:INTEGER",
        "ORDINAL_POSITION:INTEGER",
        "IS_NULLABLE",
        "SCOPE_CATALOG",
        "SCOPE_SCHEMA",
        "SCOPE_TABLE",
        "SOURCE_DATA_TYPE:SMALLINT");
  }

  @Override
  public ResultSet getClientInfoProperties() throws SQLException {
    return nothing("NAME", "MAX_LEN:INTEGER", "DEFAULT_VALUE", "DESCRIPTION");
  }
}
