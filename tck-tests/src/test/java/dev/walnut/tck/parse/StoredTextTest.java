// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.sql.parse.SqlParser;
import dev.walnut.sql.syntax.ColumnConstraint;
import dev.walnut.sql.syntax.ColumnDefinition;
import dev.walnut.sql.syntax.CreateIndex;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.CreateTrigger;
import dev.walnut.sql.syntax.CreateView;
import dev.walnut.sql.syntax.CreateVirtualTable;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.SelectCore;
import dev.walnut.sql.syntax.Statement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Texts that SQLite keeps are found by the offsets and texts in Walnut's trees. */
class StoredTextTest {
  private Connection sqlite;

  @BeforeEach
  void open() throws SQLException {
    sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
  }

  @AfterEach
  void close() throws SQLException {
    sqlite.close();
  }

  private void execute(String sql) throws SQLException {
    try (java.sql.Statement statement = sqlite.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  @Test
  void schemaTextsAreCutOutOfTheStatement() throws SQLException {
    for (String sql :
        List.of(
            "create table t1(a,b)",
            "  create   TABLE\tmain . \"t 2\" ( a , b )   /* x */  -- y",
            "create table if not exists t3(a int primary key)  without rowid /* x */  ; -- y",
            "create table t4(a int primary key) without rowid  , strict   /* x */ -- y",
            "create table t5(a int primary key)   ;",
            "create table t6(a int), strict  ",
            "create temp table t7 ( a ) ;",
            "create   unique   index  if not exists  main . i1  on t1 ( a )  where a > 1  /* x */"
                + " ;",
            "create   index  i2  on t1 ( a )    /* x */ -- y",
            "create index i3 on t1(a)  ",
            "create view   main .  v1 ( a , b )  as select 1,2  /* x */  ;",
            "create view v2 as select 1 /* x */ -- y",
            "create temporary view v3 as select 1   ",
            "create trigger  main . r1  after insert on t1 begin select 1 ; end  /* x */ ;",
            "create trigger if not exists r2 insert on t1 begin select 1 ; end",
            "create temp trigger r3 insert on t1 begin select 1; select 2; end;",
            "create virtual table f1 using fts5( a ,  b  , tokenize = 'porter' )   /* x */ ;",
            "create virtual table if not exists main.d1 using dbstat  /* x */ ;")) {
      execute(sql);
      Statement statement = SqlParser.parse(sql).statement();
      Stored stored = stored(sql, statement);
      try (PreparedStatement query =
          sqlite.prepareStatement(
              "select sql from (select * from sqlite_schema union all"
                  + " select * from sqlite_temp_schema) where name = ?")) {
        query.setString(1, stored.name());
        try (ResultSet row = query.executeQuery()) {
          assertThat(row.next()).as(sql).isTrue();
          assertThat(stored.text()).isEqualTo(row.getString(1));
        }
      }
    }
  }

  private record Stored(String name, String text) {}

  private static Stored stored(String sql, Statement statement) {
    switch (statement.kind()) {
      case CREATE_TABLE:
        CreateTable table = (CreateTable) statement;
        return new Stored(
            table.name().name(),
            "CREATE TABLE " + sql.substring(table.nameStart(), table.textEnd()));
      case CREATE_INDEX:
        CreateIndex index = (CreateIndex) statement;
        return new Stored(
            index.name().name(),
            (index.unique() ? "CREATE UNIQUE INDEX " : "CREATE INDEX ")
                + sql.substring(index.nameStart(), index.textEnd()));
      case CREATE_VIEW:
        CreateView view = (CreateView) statement;
        return new Stored(
            view.name().name(), "CREATE VIEW " + sql.substring(view.nameStart(), view.textEnd()));
      case CREATE_TRIGGER:
        CreateTrigger trigger = (CreateTrigger) statement;
        return new Stored(
            trigger.name().name(),
            "CREATE TRIGGER " + sql.substring(trigger.nameStart(), trigger.textEnd()));
      case CREATE_VIRTUAL_TABLE:
        CreateVirtualTable virtual = (CreateVirtualTable) statement;
        return new Stored(
            virtual.name().name(),
            "CREATE VIRTUAL TABLE " + sql.substring(virtual.nameStart(), virtual.textEnd()));
      default:
        throw new IllegalArgumentException(statement.kind().name());
    }
  }

  @Test
  void typesAndDefaultsAreTextsOfTheStatement() throws SQLException {
    String sql =
        "create table t(a, b int, c   long   varchar ( 10 , +5 )  not null, d varchar(-  5,  6),"
            + " e \"foo bar\" baz, f 'abc' , g [x], h int /* c */ eger, i [a b] c, j \"x y\" z (1),"
            + " k generated always as (1), l INT generated   always as (1), m generated always,"
            + " n foo always, o default x, p default -1, q default (1 + 2 /*x*/ ), r default 'x',"
            + " s default +  5, t default \"yy\", u default -- foo\n 7 /* bar */ ,"
            + " v int default current_time, w default null not null, x default x'00',"
            + " y default true, z default - 7.5, aa default [x y], ab default `q`, ac default key)";
    execute(sql);
    List<String> expected = new ArrayList<>();
    try (java.sql.Statement statement = sqlite.createStatement();
        ResultSet row =
            statement.executeQuery("select name, type, dflt_value from pragma_table_xinfo('t')")) {
      while (row.next()) {
        expected.add(row.getString(1) + "|" + row.getString(2) + "|" + row.getString(3));
      }
    }
    List<String> actual = new ArrayList<>();
    for (ColumnDefinition column : ((CreateTable) SqlParser.parse(sql).statement()).columns()) {
      String text = null;
      for (ColumnConstraint constraint : column.constraints()) {
        if (constraint.kind() == ColumnConstraint.Kind.DEFAULT) {
          text = ((ColumnConstraint.Default) constraint).text();
        }
      }
      String type = column.declaredType() == null ? "" : column.declaredType();
      actual.add(column.name() + "|" + standard(type) + "|" + text);
    }
    assertThat(actual).isEqualTo(expected);
  }

  /** SQLite writes a few very common types in capitals. */
  private static String standard(String type) {
    return type.equals("int") ? "INT" : type;
  }

  @Test
  void columnsAreNamedByTheText() throws SQLException {
    String sql =
        "select 1, 1+ 1 , (2)/* x */, 'a', \"b\", /* c */ x'00' -- d\n, not   1, abs( -1 ), case"
            + " 1 when 2 then 3 end, null  , -  5, (select 1 ), 1 as \"as\", count(*)  ";
    List<String> expected = new ArrayList<>();
    try (PreparedStatement statement = sqlite.prepareStatement(sql)) {
      for (int i = 1; i <= statement.getMetaData().getColumnCount(); i++) {
        expected.add(statement.getMetaData().getColumnName(i));
      }
    }
    List<String> actual = new ArrayList<>();
    Select select = (Select) SqlParser.parse(sql).statement();
    for (ResultColumn column : ((SelectCore.Query) select.cores().get(0)).columns()) {
      actual.add(column.alias() == null ? column.text() : column.alias());
    }
    assertThat(actual).isEqualTo(expected);
  }

  @Test
  void checksWithoutNameAreQuotedInTheError() throws SQLException {
    execute("create table t(a check ( a > 1 /* x */ ), b)");
    ColumnConstraint.Check check =
        (ColumnConstraint.Check)
            ((CreateTable)
                    SqlParser.parse("create table t(a check ( a > 1 /* x */ ), b)").statement())
                .columns()
                .get(0)
                .constraints()
                .get(0);
    try {
      execute("insert into t values (0, 0)");
    } catch (SQLException e) {
      assertThat(e.getMessage()).contains("CHECK constraint failed: " + check.text() + ")");
      return;
    }
    throw new AssertionError("no error");
  }
}
