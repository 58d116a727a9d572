// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows of a schema table become a schema, or an error that names the row. */
class SchemaLoaderTest {
  private static Collation collation(String name) {
    if (name.equalsIgnoreCase("NOCASE")) {
      return Collation.NOCASE;
    }
    return name.equalsIgnoreCase("BINARY") ? Collation.BINARY : new UnknownCollation(name);
  }

  private static SchemaLoader loader() {
    return new SchemaLoader("main", SchemaLoaderTest::collation, 4, 100);
  }

  private static Table table(String name, String sql) {
    SchemaLoader loader = loader();
    loader.add("table", name, name, 2, sql);
    return loader.finish(1).table(name);
  }

  private static void assertMalformed(SchemaLoader loader, String message, Runnable add) {
    assertThatThrownBy(add::run)
        .isInstanceOf(DatabaseException.class)
        .hasMessage(message)
        .satisfies(
            e -> assertThat(((DatabaseException) e).resultCode()).isEqualTo(ResultCode.CORRUPT));
  }

  @Test
  void columnsHaveTypesAffinitiesAndCollations() {
    Table t =
        table("t", "CREATE TABLE t(a integer, b VARCHAR(5) COLLATE nocase NOT NULL, c DEFAULT 5)");
    assertThat(t.columns()).extracting(Column::name).containsExactly("a", "b", "c");
    assertThat(t.columns())
        .extracting(Column::declaredType)
        .containsExactly("INTEGER", "VARCHAR(5)", null);
    assertThat(t.columns())
        .extracting(Column::affinity)
        .containsExactly(Affinity.INTEGER, Affinity.TEXT, Affinity.BLOB);
    assertThat(t.columns().get(1).collation()).isEqualTo(Collation.NOCASE);
    assertThat(t.columns().get(1).notNull()).isTrue();
    assertThat(t.columns().get(2).defaultText()).isEqualTo("5");
    assertThat(t.columnIndex("B")).isEqualTo(1);
  }

  @Test
  void integerPrimaryKeyIsTheRowidButForDescBehindTheColumn() {
    assertThat(table("t", "CREATE TABLE t(a, b INTEGER PRIMARY KEY)").rowidColumn()).isEqualTo(1);
    assertThat(table("t", "CREATE TABLE t(a INTEGER, PRIMARY KEY(a DESC))").rowidColumn())
        .isEqualTo(0);
    Table descending = table("t", "CREATE TABLE t(a INTEGER PRIMARY KEY DESC)");
    assertThat(descending.rowidColumn()).isEqualTo(-1);
    assertThat(descending.indexes()).hasSize(1);
    assertThat(table("t", "CREATE TABLE t(a INT PRIMARY KEY)").rowidColumn()).isEqualTo(-1);
  }

  @Test
  void equalConstraintsShareOneAutomaticIndex() {
    Table t = table("t", "CREATE TABLE t(a UNIQUE, b, UNIQUE(b, a), PRIMARY KEY(a), UNIQUE(b, a))");
    assertThat(t.indexes())
        .extracting(Index::name)
        .containsExactly("sqlite_autoindex_t_1", "sqlite_autoindex_t_2");
    assertThat(t.indexes().get(0).origin()).isEqualTo(Index.Origin.PRIMARY_KEY);
  }

  @Test
  void conflictClausesStayWithTheirConstraints() {
    Table t =
        table("t", "CREATE TABLE t(a UNIQUE ON CONFLICT IGNORE, b NOT NULL ON CONFLICT FAIL)");
    assertThat(t.indexes().get(0).conflict()).isEqualTo(ConflictResolution.IGNORE);
    assertThat(t.columns().get(1).notNullConflict()).isEqualTo(ConflictResolution.FAIL);
  }

  @Test
  void aTableWithoutRowidIsItsPrimaryKey() {
    Table t = table("t", "CREATE TABLE t(a, b, c UNIQUE, PRIMARY KEY(c DESC, a, c)) WITHOUT ROWID");
    Index key = t.primaryKey();
    assertThat(key.parts()).extracting(Index.Part::columnIndex).containsExactly(2, 0);
    assertThat(key.rootPage()).isEqualTo(2);
    assertThat(t.storageOrder()).containsExactly(2, 0, 1);
    assertThat(t.columns().get(0).notNull()).isTrue();
    IndexLayout unique = IndexLayout.of(t, t.indexes().get(0));
    assertThat(unique.fieldCount()).isEqualTo(2);
    assertThat(unique.fieldOf(0)).isEqualTo(1);
  }

  @Test
  void automaticIndexesGetTheirRootPagesFromRowsWithoutText() {
    SchemaLoader loader = loader();
    loader.add("table", "t", "t", 2, "CREATE TABLE t(a UNIQUE, b UNIQUE)");
    loader.add("index", "sqlite_autoindex_t_2", "t", 4, null);
    loader.add("index", "sqlite_autoindex_t_1", "t", 3, null);
    loader.add("index", "i", "t", 5, "CREATE INDEX i ON t(b DESC, a + 1) WHERE a > 0");
    Schema schema = loader.finish(7);
    List<Index> indexes = schema.table("T").indexes();
    assertThat(indexes).extracting(Index::rootPage).containsExactly(3, 4, 5);
    assertThat(schema.index("I").index().parts().get(0).descending()).isTrue();
    assertThat(schema.index("i").index().parts().get(1).isExpression()).isTrue();
    assertThat(schema.index("i").index().isPartial()).isTrue();
    assertThat(schema.cookie()).isEqualTo(7);
  }

  @Test
  void descMeansNothingInOldSchemaFormats() {
    SchemaLoader loader = new SchemaLoader("main", SchemaLoaderTest::collation, 1, 100);
    loader.add("table", "t", "t", 2, "CREATE TABLE t(a)");
    loader.add("index", "i", "t", 3, "CREATE INDEX i ON t(a DESC)");
    assertThat(loader.finish(1).index("i").index().parts().get(0).descending()).isFalse();
  }

  @Test
  void viewsTriggersAndVirtualTablesAreKept() {
    SchemaLoader loader = loader();
    loader.add("table", "t", "t", 2, "CREATE TABLE t(a)");
    loader.add("view", "v", "v", 0, "CREATE VIEW v(x) AS SELECT a FROM t");
    loader.add("table", "f", "f", 0, "CREATE VIRTUAL TABLE f USING fts5(x)");
    loader.add("trigger", "g", "t", 0, "CREATE TRIGGER g AFTER INSERT ON t BEGIN SELECT 1; END");
    Schema schema = loader.finish(1);
    assertThat(schema.table("v").kind()).isEqualTo(Table.Kind.VIEW);
    assertThat(schema.table("v").viewColumnNames()).containsExactly("x");
    assertThat(schema.table("f").moduleName()).isEqualTo("fts5");
    assertThat(schema.table("t").triggers()).hasSize(1);
  }

  @Test
  void aBrokenRowIsNamed() {
    assertMalformed(
        loader(),
        "malformed database schema (t) - near \"TALE\": syntax error",
        () -> loader().add("table", "t", "t", 2, "CREATE TALE t(a)"));
    assertMalformed(
        loader(),
        "malformed database schema (i) - no such table: main.t",
        () -> loader().add("index", "i", "t", 2, "CREATE INDEX i ON t(a)"));
    assertMalformed(
        loader(),
        "malformed database schema (sqlite_autoindex_t_1) - orphan index",
        () -> loader().add("index", "sqlite_autoindex_t_1", "t", 2, null));
    assertMalformed(
        loader(),
        "malformed database schema (t) - invalid rootpage",
        () -> loader().add("table", "t", "t", 101, "CREATE TABLE t(a)"));
    assertMalformed(
        loader(),
        "malformed database schema (?)",
        () -> loader().add("table", null, "t", 2, "DROP TABLE t"));
  }

  @Test
  void anUnknownCollationDisturbsOnlyWhoComparesByIt() {
    Table t = table("t", "CREATE TABLE t(a COLLATE klingon)");
    Collation collation = t.columns().get(0).collation();
    assertThatThrownBy(() -> collation.compare(new byte[1], 0, 1, new byte[1], 0, 1))
        .hasMessage("no such collation sequence: klingon");
  }
}
