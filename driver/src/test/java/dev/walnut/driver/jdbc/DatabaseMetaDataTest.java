// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DatabaseMetaDataTest extends JdbcTestBase {
  private DatabaseMetaData m;

  @BeforeEach
  void createSchema() throws SQLException {
    run(
        "create table p(a text,b text,constraint pk_p primary key(b,a))",
        "create table p2(id integer primary key)",
        "create table ch(x text,y text,z integer references p2(id),"
            + "constraint fk_ch foreign key(x,y) references p(a,b)"
            + " on delete set null on update cascade)",
        "create table t(id integer primary key autoincrement, n varchar(20) not null default 'q',"
            + " d decimal(10,2) default 5, ts datetime default current_timestamp, j json)",
        "create view v as select id, n as q from t",
        "create index i1 on t(n desc, lower(n)) where n is not null",
        "create unique index i2 on t(d)",
        "create table w(k text primary key, v) without rowid",
        "create table self(id integer primary key, par int references self)",
        "create temp table tt(a)");
    m = connection.getMetaData();
  }

  private static String columns(ResultSet rows, String... labels) throws SQLException {
    StringBuilder text = new StringBuilder();
    while (rows.next()) {
      text.append(text.isEmpty() ? "" : " ");
      for (int i = 0; i < labels.length; i++) {
        text.append(i == 0 ? "" : "|").append(rows.getString(labels[i]));
      }
    }
    return text.toString();
  }

  @Test
  void toolsRecogniseSqlite() throws SQLException {
    assertThat(m.getDatabaseProductName()).isEqualTo("SQLite");
    assertThat(m.getDatabaseProductVersion()).isEqualTo("3.54.1");
    assertThat(m.getDatabaseMajorVersion()).isEqualTo(3);
    assertThat(m.getDatabaseMinorVersion()).isEqualTo(54);
    assertThat(m.getDriverName()).isEqualTo("SQLite JDBC");
    assertThat(m.getURL()).isEqualTo("jdbc:walnut::memory:");
    assertThat(m.getConnection()).isSameAs(connection);
    assertThat(m.getIdentifierQuoteString()).isEqualTo("\"");
    assertThat(m.getSearchStringEscape()).isEqualTo("\\");
    assertThat(m.getDefaultTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
    assertThat(m.supportsResultSetType(ResultSet.TYPE_FORWARD_ONLY)).isTrue();
    assertThat(m.supportsResultSetType(ResultSet.TYPE_SCROLL_INSENSITIVE)).isFalse();
    assertThat(m.getSQLKeywords()).contains("AUTOINCREMENT");
  }

  @Test
  void everyQuestionWithoutArgumentsHasAnAnswer() throws Exception {
    for (Method method : DatabaseMetaData.class.getMethods()) {
      if (method.getParameterCount() == 0 && !method.getName().equals("getUserName")) {
        assertThat(method.invoke(m)).as(method.getName()).isNotNull();
      }
    }
  }

  @Test
  void tablesAreListedByTypeAndName() throws SQLException {
    assertThat(columns(m.getTables(null, null, "%", null), "TABLE_NAME", "TABLE_TYPE"))
        .isEqualTo(
            "tt|GLOBAL TEMPORARY sqlite_schema|SYSTEM TABLE sqlite_sequence|SYSTEM TABLE"
                + " sqlite_temp_schema|SYSTEM TABLE ch|TABLE p|TABLE p2|TABLE self|TABLE t|TABLE"
                + " w|TABLE v|VIEW");
    assertThat(columns(m.getTables(null, null, "T%", new String[] {"TABLE"}), "TABLE_NAME"))
        .isEqualTo("t");
    assertThat(columns(m.getTables("", "", "P_", null), "TABLE_NAME")).isEqualTo("p2");
    assertThat(columns(m.getTableTypes(), "TABLE_TYPE"))
        .isEqualTo("GLOBAL TEMPORARY SYSTEM TABLE TABLE VIEW");
    assertThat(m.getCatalogs().next()).isFalse();
    assertThat(m.getSchemas().next()).isFalse();
    assertThat(m.getSchemas(null, "%").next()).isFalse();
  }

  @Test
  void columnsTellTheirTypesAsResultsDo() throws SQLException {
    ResultSet rows = m.getColumns(null, null, "t", "%");
    ResultSetMetaData r = rows.getMetaData();
    assertThat(r.getColumnCount()).isEqualTo(24);
    assertThat(r.getColumnName(19)).isEqualTo("SCOPE_CATALOG");
    assertThat(r.getColumnType(5)).isEqualTo(Types.INTEGER);
    assertThat(
            columns(
                rows,
                "COLUMN_NAME",
                "DATA_TYPE",
                "TYPE_NAME",
                "COLUMN_SIZE",
                "DECIMAL_DIGITS",
                "NULLABLE",
                "COLUMN_DEF",
                "ORDINAL_POSITION",
                "IS_AUTOINCREMENT"))
        .isEqualTo(
            "id|4|INTEGER|2000000000|0|1|null|1|YES n|12|VARCHAR|20|0|0|'q'|2|NO"
                + " d|3|DECIMAL|10|2|1|5|3|NO ts|93|DATETIME|2000000000|0|1|current_timestamp|4|NO"
                + " j|12|JSON|2000000000|0|1|null|5|NO");
    assertThat(columns(m.getColumns("any", "any", "v", null), "COLUMN_NAME", "TYPE_NAME"))
        .isEqualTo("id|INTEGER q|VARCHAR");
    assertThat(columns(m.getColumns(null, null, null, "par"), "TABLE_NAME")).isEqualTo("self");
  }

  @Test
  void primaryKeysAreInNameOrderWithTheirSequence() throws SQLException {
    assertThat(columns(m.getPrimaryKeys(null, null, "P"), "COLUMN_NAME", "KEY_SEQ", "PK_NAME"))
        .isEqualTo("a|2|pk_p b|1|pk_p");
    assertThat(columns(m.getPrimaryKeys(null, null, "t"), "COLUMN_NAME", "PK_NAME"))
        .isEqualTo("id|null");
    assertThat(m.getPrimaryKeys(null, null, "tt").next()).isFalse();
    assertThat(m.getPrimaryKeys(null, null, "nosuch").next()).isFalse();
    run("create table am(\"id\" INTEGER, n text, PRIMARY KEY(\"id\" AUTOINCREMENT))");
    assertThat(columns(m.getPrimaryKeys(null, null, "am"), "COLUMN_NAME")).isEqualTo("id");
  }

  @Test
  void foreignKeysAreSeenFromBothSides() throws SQLException {
    String[] labels = {
      "PKTABLE_NAME",
      "PKCOLUMN_NAME",
      "FKCOLUMN_NAME",
      "KEY_SEQ",
      "UPDATE_RULE",
      "DELETE_RULE",
      "FK_NAME",
      "PK_NAME"
    };
    assertThat(columns(m.getImportedKeys(null, null, "ch"), labels))
        .isEqualTo("p|a|x|1|0|2|fk_ch|pk_p p|b|y|2|0|2|fk_ch|pk_p p2|id|z|1|3|3|ch_fk_1|null");
    assertThat(columns(m.getExportedKeys(null, null, "p2"), labels))
        .isEqualTo("p2|id|z|1|3|3|ch_fk_1|null");
    assertThat(columns(m.getExportedKeys(null, null, "self"), labels))
        .isEqualTo("self|id|par|1|3|3|self_fk_1|null");
    assertThat(columns(m.getCrossReference(null, null, "p", null, null, "ch"), labels))
        .isEqualTo("p|a|x|1|0|2|fk_ch|pk_p p|b|y|2|0|2|fk_ch|pk_p");
    assertThat(m.getCrossReference(null, null, "p", null, null, "t").next()).isFalse();
  }

  @Test
  void indexesTellOrderConditionAndUniqueness() throws SQLException {
    String[] labels = {
      "NON_UNIQUE",
      "INDEX_NAME",
      "ORDINAL_POSITION",
      "COLUMN_NAME",
      "ASC_OR_DESC",
      "FILTER_CONDITION"
    };
    assertThat(columns(m.getIndexInfo(null, null, "t", false, true), labels))
        .isEqualTo("0|i2|1|d|A|null 1|i1|1|n|D|n is not null 1|i1|2|null|A|n is not null");
    assertThat(columns(m.getIndexInfo(null, null, "t", true, true), "INDEX_NAME")).isEqualTo("i2");
  }

  @Test
  void rowsAreIdentifiedByKeyOrRowid() throws SQLException {
    String[] labels = {"COLUMN_NAME", "PSEUDO_COLUMN"};
    int scope = DatabaseMetaData.bestRowSession;
    assertThat(columns(m.getBestRowIdentifier(null, null, "t", scope, true), labels))
        .isEqualTo("id|1");
    assertThat(columns(m.getBestRowIdentifier(null, null, "w", scope, true), labels))
        .isEqualTo("k|1");
    assertThat(columns(m.getBestRowIdentifier(null, null, "tt", scope, true), labels))
        .isEqualTo("rowid|2");
    assertThat(columns(m.getPseudoColumns(null, null, "t", null), "COLUMN_NAME"))
        .isEqualTo("rowid");
  }

  @Test
  void attachedDatabasesAreSeenWhenTheyAreNamed() throws SQLException {
    run("attach ':memory:' as aux", "create table aux.other(q)");
    assertThat(columns(m.getTables(null, "aux", "other", null), "TABLE_NAME")).isEqualTo("other");
    assertThat(columns(m.getTables(null, null, "other", null), "TABLE_NAME")).isEmpty();
    assertThat(columns(m.getColumns("aux", null, "other", null), "COLUMN_NAME")).isEqualTo("q");
  }

  @Test
  void typesAndFunctions() throws SQLException {
    assertThat(columns(m.getTypeInfo(), "TYPE_NAME", "DATA_TYPE"))
        .isEqualTo("NULL|0 INTEGER|4 REAL|7 TEXT|12 BLOB|2004");
    assertThat(columns(m.getFunctions(null, null, "upper"), "FUNCTION_NAME")).isEqualTo("upper");
  }

  @Test
  void whatSqliteDoesNotHaveIsEmpty() throws SQLException {
    assertThat(m.getProcedures(null, null, "%").next()).isFalse();
    assertThat(m.getProcedureColumns(null, null, "%", "%").next()).isFalse();
    assertThat(m.getFunctionColumns(null, null, "%", "%").next()).isFalse();
    assertThat(m.getTablePrivileges(null, null, "%").next()).isFalse();
    assertThat(m.getColumnPrivileges(null, null, "t", "%").next()).isFalse();
    assertThat(m.getVersionColumns(null, null, "t").next()).isFalse();
    assertThat(m.getUDTs(null, null, "%", null).next()).isFalse();
    assertThat(m.getSuperTypes(null, null, "%").next()).isFalse();
    assertThat(m.getSuperTables(null, null, "%").next()).isFalse();
    assertThat(m.getAttributes(null, null, "%", "%").next()).isFalse();
    assertThat(m.getClientInfoProperties().next()).isFalse();
  }
}
