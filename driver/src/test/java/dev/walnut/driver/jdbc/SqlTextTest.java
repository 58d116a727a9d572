// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlTextTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "insert into t values(1) ~ INSERT",
        " /* c */ REPLACE into t values(1) ~ REPLACE",
        "update t set a=1 ~ UPDATE",
        "-- c ~ ''",
        "select replace(a,'x','y') from t ~ ''",
        "with a as (select 1), b(x) as (values(2)) insert into t select * from a ~ INSERT",
        "with recursive \"insert\" as (delete) update t set a=1 ~ UPDATE",
        "with x as (select 1) delete from t ~ DELETE",
        "with x as (select 1) select 1 ~ ''",
      })
  void theVerbOfAChangeIsFound(String sql, String verb) {
    assertThat(SqlText.changeVerb(sql)).isEqualTo(verb);
  }

  @Test
  void statementsBeginPastBlanksCommentsAndSemicolons() {
    assertThat(SqlText.statementStart(" ; -- c\n /* d */ ;select 1", 0)).isEqualTo(18);
    assertThat(SqlText.statementStart("select 1; -- c", 8)).isEqualTo(-1);
    assertThat(SqlText.statementStart("/* open", 0)).isEqualTo(-1);
    assertThat(SqlText.statementStart("", 0)).isEqualTo(-1);
  }

  @Test
  void theConditionOfAPartialIndexIsItsText() {
    assertThat(SqlText.lastCondition("create index i on t(a) where a > 'where' and (b)"))
        .isEqualTo("a > 'where' and (b)");
    assertThat(SqlText.lastCondition("create index \"where\" on t(a)")).isNull();
  }

  @ParameterizedTest
  @CsvSource({
    "%, abc, true",
    "a%, abc, true",
    "A_C, abc, true",
    "%b%, abc, true",
    "%bc%c, abc, false",
    "a\\_c, abc, false",
    "a\\_c, a_c, true",
    "'', abc, false",
    "'', '', true",
    "%%, '', true",
    "a%b%c, aXXbYYc, true",
  })
  void namePatterns(String pattern, String name, boolean matches) {
    assertThat(NamePattern.matches(pattern, name)).isEqualTo(matches);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "select {d '2024-01-01'} ~ select '2024-01-01'",
        "select {t '10:11:12'}, {ts '2024-01-01 10:11:12'} ~ select '10:11:12', '2024-01-01"
            + " 10:11:12'",
        "select {fn ucase({fn lcase('A')})} ~ select upper(lower('A'))",
        "select {fn locate('b', 'abc')} ~ select instr('abc','b')",
        "select {fn concat(a, f(b,c))} ~ select (a||f(b,c))",
        "select {fn now()} ~ select current_timestamp",
        "select {fn abs(-1)} ~ select abs(-1)",
        "select {fn convert(a, SQL_INTEGER)} ~ select CAST(a AS INTEGER)",
        "select * from {oj a left join b on a.x=b.x} ~ select * from a left join b on a.x=b.x",
        "select a like 'x!%' {escape '!'} ~ select a like 'x!%' ESCAPE '!'",
        "select 1 {limit 3 offset 4} ~ select 1 LIMIT 3 offset 4",
        "select '{d}', \"{d 'x'}\" -- {d 'x'} ~ select '{d}', \"{d 'x'}\" -- {d 'x'}",
        "select {nosuch} ~ select {nosuch}",
        "select {d ~ select {d",
      })
  void escapesAreTranslated(String sql, String expected) throws SQLException {
    assertThat(EscapeSyntax.translate(sql)).isEqualTo(expected);
  }

  @Test
  void callsAreRefused() {
    assertThatThrownBy(() -> EscapeSyntax.translate("{call p(1)}"))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> EscapeSyntax.translate("{?= call p(1)}"))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> EscapeSyntax.translate("{fn left('a')}"))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void deepEscapesAreRefused() {
    String deep = "{fn abs(".repeat(200) + "1" + ")}".repeat(200);
    assertThatThrownBy(() -> EscapeSyntax.translate(deep)).isInstanceOf(SQLException.class);
  }
}
