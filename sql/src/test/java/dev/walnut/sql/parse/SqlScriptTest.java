// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlScriptTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        ";",
        "select 1;",
        "select 1; -- x",
        "select 1; /* x */ ",
        "no sql at all ;",
        "select ';';",
        "create trigger x insert on t begin select 1; end;",
        "explain create temp trigger x insert on t begin select case 1 when 1 then 2 end; end ;",
        "create table end (a); ",
      })
  void textsThatEndWithASemicolonAreComplete(String sql) {
    assertThat(SqlScript.isComplete(sql)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "  -- x;",
        "select 1",
        "select 1; select",
        "select 1; /* x",
        "select ';",
        "select [;",
        "create trigger x insert on t begin select 1;",
        "create trigger x insert on t begin select 1; end",
        "create trigger x insert on t begin select 1; end x;",
        "create temporary trigger x insert on t begin select 1; ;",
      })
  void otherTextsAreNot(String sql) {
    assertThat(SqlScript.isComplete(sql)).isFalse();
  }

  @Test
  void scriptsAreSplitAtTheEndsOfStatements() {
    assertThat(
            SqlScript.split(
                "-- first\n select ';' /* ; */ ;; no sql ; create trigger x insert on t begin\n"
                    + "select 1; end; select 2 -- last"))
        .containsExactly(
            "select ';'",
            "no sql",
            "create trigger x insert on t begin\nselect 1; end",
            "select 2");
    assertThat(SqlScript.split(" ; ")).isEmpty();
  }

  @Test
  void namesAndStringsAreQuotedAndUnquoted() {
    assertThat(SqlText.quoteName("a\"b")).isEqualTo("\"a\"\"b\"");
    assertThat(SqlText.quoteString("it's")).isEqualTo("'it''s'");
    String sql = "x 'it''''s' \"a\"\"\" [b]]";
    assertThat(SqlText.unquote(sql, 2, 11)).isEqualTo("it''s");
    assertThat(SqlText.unquote(sql, 12, 17)).isEqualTo("a\"");
    assertThat(SqlText.unquote(sql, 18, 21)).isEqualTo("b");
  }
}
