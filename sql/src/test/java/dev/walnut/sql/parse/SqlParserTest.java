// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.syntax.AlterTable;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.SelectCore;
import dev.walnut.sql.syntax.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for all statements: spans, tails, parameters, texts of columns, errors, limits. */
class SqlParserTest {

  @Test
  void statementsOfOneTextAreReadOneByOne() {
    String sql = " ; select 1 ; -- x\n;select 2/* ; */;\n";
    List<String> texts = new ArrayList<>();
    int offset = 0;
    ParsedStatement parsed;
    while ((parsed = SqlParser.parse(sql, offset)).statement() != null) {
      texts.add(parsed.text());
      offset = parsed.tailOffset();
    }
    assertThat(texts).containsExactly("select 1", "select 2");
    assertThat(parsed.tailOffset()).isEqualTo(sql.length());
    assertThat(sql.substring(SqlParser.parse(sql).tailOffset()))
        .isEqualTo(" -- x\n;select 2/* ; */;\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "  ", ";", "-- x", "/* x", "/* x */ ; ;; ", "\uFEFF"})
  void thereMayBeNoStatement(String sql) {
    assertThat(SqlParser.parse(sql).statement()).isNull();
    assertThat(SqlParser.parse(sql).text()).isEmpty();
  }

  @Test
  void aTextEndsAtNul() {
    assertThat(SqlParser.parse("select 1\0 from").text()).isEqualTo("select 1");
  }

  @Test
  void parametersAreNumberedAsSqliteNumbersThem() {
    Parameters parameters =
        SqlParser.parse("select ?, :a, ?5, ?, @a, :a, $b::c(d e), ?2, ?006".replace(" e", "e"))
            .parameters();
    assertThat(parameters.count()).isEqualTo(8);
    assertThat(parameters.name(1)).isNull();
    assertThat(parameters.name(2)).isEqualTo(":a");
    assertThat(parameters.name(3)).isNull();
    assertThat(parameters.name(4)).isNull();
    assertThat(parameters.name(5)).isEqualTo("?5");
    assertThat(parameters.name(6)).isEqualTo("?006");
    assertThat(parameters.name(7)).isEqualTo("@a");
    assertThat(parameters.name(8)).isEqualTo("$b::c(de)");
    assertThat(parameters.index(":a")).isEqualTo(2);
    assertThat(parameters.index("a")).isZero();
    assertThatThrownBy(() -> parameters.name(9)).isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void manyNamedParametersAreFoundByName() {
    StringBuilder sql = new StringBuilder("select :p0");
    for (int i = 1; i < 100; i++) {
      sql.append(", :p").append(i);
    }
    sql.append(", :p42");
    Parameters parameters = SqlParser.parse(sql.toString()).parameters();
    assertThat(parameters.count()).isEqualTo(100);
    assertThat(parameters.index(":p42")).isEqualTo(43);
    assertThat(parameters.name(100)).isEqualTo(":p99");
  }

  @Test
  void statementsWithoutParametersHaveNone() {
    assertThat(SqlParser.parse("select 1").parameters().count()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select a +  b from t => a +  b",
        "select /* x */ a -- y\n from t => a -- y",
        "select a => a",
        "select \"a\" => \"a\"",
        "select (a), b => (a)",
        "select t . a , b => t . a",
        "select 1 /* x */ => 1 /* x */",
        "select 'a''b' from t => 'a''b'",
        "select a as b from t => null",
        "select * from t => null",
      })
  void columnsWithoutAliasAreNamedByTheirText(String example) {
    String[] parts = example.split(" => ");
    Select select = (Select) SqlParser.parse(parts[0]).statement();
    String text = ((SelectCore.Query) select.cores().get(0)).columns().get(0).text();
    assertThat(String.valueOf(text)).isEqualTo(parts[1]);
  }

  @Test
  void addedColumnsGoIntoTheTableAsTheyWereWritten() {
    String sql = "alter table t add column  a int /* x */ ; ";
    AlterTable alter = (AlterTable) SqlParser.parse(sql).statement();
    AlterTable.AddColumn add = (AlterTable.AddColumn) alter.action();
    assertThat(sql.substring(add.definition().start(), add.textEnd())).isEqualTo("a int /* x */ ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select => incomplete input",
        "select 1 from => incomplete input",
        "select (1 => incomplete input",
        "select /* 1 => incomplete input",
        "create trigger x insert on t begin select 1 => incomplete input",
        "select a between b or c and d => incomplete input",
        "select (a between b or c and d) => near \")\": syntax error",
        "foo => near \"foo\": syntax error",
        "select 1; foo => null",
        "select 1 2 => near \"2\": syntax error",
        "select 'a' 'b' 'c' => near \"'c'\": syntax error",
        "select from => near \"from\": syntax error",
        "select 1 from ; => near \";\": syntax error",
        "values (1) order by 1 => near \"order\": syntax error",
        "create table if (a) => near \"(\": syntax error",
        "explain explain select 1 => near \"explain\": syntax error",
        "select 1 in (1,) => near \")\": syntax error",
        "select #1 => near \"#1\": syntax error",
        "select (select 1) filter (where 1) => near \"filter\": syntax error",
        "insert into t select a from u on conflict do nothing => near \"do\": syntax error",
        "select 'abc => unrecognized token: \"'abc\"",
        "select \"abc => unrecognized token: \"\"abc\"",
        "select [abc => unrecognized token: \"[abc\"",
        "select x'0' => unrecognized token: \"x'0'\"",
        "select x'0g' => unrecognized token: \"x'0g'\"",
        "select 1a => unrecognized token: \"1a\"",
        "select 1_ => unrecognized token: \"1_\"",
        "select 1__0 => unrecognized token: \"1__0\"",
        "select 1_ 2 => near \"2\": syntax error",
        "select @ => unrecognized token: \"@\"",
        "select $a(b => unrecognized token: \"$a(b\"",
        "select ! 1 => unrecognized token: \"!\"",
        "select \u0001 => unrecognized token: \"\u0001\"",
        "select ?0 => variable number must be between ?1 and ?250000",
        "select ?250001 => variable number must be between ?1 and ?250000",
        "select ?99999999999999999999 => variable number must be between ?1 and ?250000",
        "select ?250000, ? => too many SQL variables",
        "select 0x10000000000000000 => hex literal too big: 0x10000000000000000",
        "select -0x8000000000000000 => hex literal too big: -0x8000000000000000",
        "select 1 order by 1 union select 2 => "
            + "ORDER BY clause should come after UNION not before",
        "select 1 union select 1 limit 1 union all select 2 => "
            + "LIMIT clause should come after UNION ALL not before",
        "select * from t on 1 => a JOIN clause is required before ON",
        "select * from t using (a) => a JOIN clause is required before USING",
        "select * from t natural join u on 1 => "
            + "a NATURAL join may not have an ON or USING clause",
        "select * from t outer join u => unknown join type: outer",
        "select * from t Left  Inner join u => unknown join type: Left Inner",
        "select * from t cross left 'x' join u => unknown join type: cross left 'x'",
        "select * from t left \"outer\" join u => unknown join type: left \"outer\"",
        "select * from t cross left join => incomplete input",
        "select * from t cross left join * => near \"*\": syntax error",
        "values (1), (2, 3) => all VALUES must have the same number of terms",
        "select sum(a) over (rows 1 following) => unsupported frame specification",
        "update t set (a, b) = (1, 2, 3) => 2 columns assigned 3 values",
        "update t set (a, b) = 1 => 2 columns assigned 1 values",
        "delete from t order by a => ORDER BY without LIMIT on DELETE",
        "update t set a = 1 order by a => ORDER BY without LIMIT on UPDATE",
        "create table t (a) foo => unknown table option: foo",
        "create table t (a) without foo => unknown table option: foo",
        "create table t (a as (1) foo) => error in generated column \"a\"",
        "create table t (a, foreign key (a desc) references u) => "
            + "syntax error after column name \"a\"",
        "create view v (a collate x) as select 1 => syntax error after column name \"a\"",
        "create index i on t (a nulls first) => unsupported use of NULLS FIRST",
        "create table t (a, unique (a nulls last)) => unsupported use of NULLS LAST",
        "create view v as select ? => parameters are not allowed in views",
        "create trigger x insert on t begin select ?; end => trigger cannot use variables",
        "create temp trigger main.x insert on t begin select 1; end => "
            + "temporary trigger may not have qualified name",
        "create trigger x insert on t begin delete from main.u; end => "
            + "qualified table names are not allowed on INSERT, UPDATE, and DELETE statements"
            + " within triggers",
        "create trigger x insert on t begin delete from u indexed by i; end => the INDEXED BY"
            + " clause is not allowed on UPDATE or DELETE statements within triggers",
        "create trigger x insert on t begin insert into u values (1) returning a; end => "
            + "cannot use RETURNING in a trigger",
      })
  void errorsHaveSqlitesWords(String example) {
    String[] parts = example.split(" => ");
    assertThat(error(parts[0])).isEqualTo(parts[1]);
  }

  private static String error(String sql) {
    try {
      SqlParser.parse(sql);
      return "null";
    } catch (DatabaseException e) {
      assertThat(e.resultCode()).isEqualTo(ResultCode.ERROR);
      return e.getMessage();
    }
  }

  private static String nested(String before, String core, String after, int depth) {
    return before.repeat(depth) + core + after.repeat(depth);
  }

  @Test
  void treesAreLimitedInHeight() {
    String tooLarge = "Expression tree is too large (maximum depth 1000)";
    assertThat(error("select 1" + "+1".repeat(999))).isEqualTo("null");
    assertThat(error("select 1" + "+1".repeat(1000))).isEqualTo(tooLarge);
    assertThat(error("select " + "not ".repeat(1000) + "1")).isEqualTo(tooLarge);
    assertThat(error("select 1" + "+1".repeat(100_000))).isEqualTo(tooLarge);
  }

  @Test
  void queriesInsideQueriesAreLimitedByTheSumOfHeights() {
    assertThat(error("select " + nested("(select ", "1", ")", 43))).isEqualTo("null");
    assertThat(error("select " + nested("(select ", "1", ")", 44)))
        .isEqualTo("Expression tree is too large (maximum depth 1000)");
  }

  @Test
  void nestingIsLimitedAsByTheStackOfSqlitesParser() {
    assertThat(error("select " + nested("(", "1", ")", 2493))).isEqualTo("null");
    assertThat(error("select " + nested("(", "1", ")", 2494))).isEqualTo("Recursion limit");
    assertThat(error("select " + "(".repeat(1_000_000))).isEqualTo("Recursion limit");
    assertThat(error("select " + nested("abs(", "1", ")", 831))).isEqualTo("null");
    assertThat(error("select " + nested("abs(", "1", ")", 832))).isEqualTo("Recursion limit");
    assertThat(error("select * from " + nested("(select * from ", "t", ")", 500)))
        .isEqualTo("Recursion limit");
    assertThat(error("create virtual table x using y(" + nested("(", "", ")", 1247) + ")"))
        .isEqualTo("null");
    assertThat(error("create virtual table x using y(" + nested("(", "", ")", 1248) + ")"))
        .isEqualTo("Recursion limit");
  }

  @Test
  void deepNestingNeedsNoDeepStack() throws InterruptedException {
    String deep = "select " + nested("1 || (", "1", ")", 331);
    String[] result = new String[1];
    Thread small = new Thread(null, () -> result[0] = error(deep), "small stack", 256 << 10);
    small.start();
    small.join();
    assertThat(result[0]).isEqualTo("null");
  }

  @Test
  void interruptsOutlastDeepNesting() {
    Thread.currentThread().interrupt();
    assertThat(error("select " + nested("(", "1", ")", 1000))).isEqualTo("null");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void listsAreLimited() {
    assertThat(error("select 1" + ",1".repeat(1999))).isEqualTo("null");
    assertThat(error("select 1" + ",1".repeat(2000))).isEqualTo("too many columns in result set");
    assertThat(error("select max(1" + ",1".repeat(100) + ")"))
        .isEqualTo("too many arguments on function max");
    assertThat(error("select 1 order by 1" + ",1".repeat(2000)))
        .isEqualTo("too many terms in ORDER BY clause");
    assertThat(error("select 1 group by 1" + ",1".repeat(2000)))
        .isEqualTo("too many terms in GROUP BY clause");
    assertThat(error("create table t(a" + ",a".repeat(2000) + ")"))
        .isEqualTo("too many columns on t");
    assertThat(error("create index i on t(a" + ",a".repeat(2000) + ")"))
        .isEqualTo("too many columns in index");
    assertThat(error("update t set a=1" + ",a=1".repeat(2000)))
        .isEqualTo("too many columns in set list");
    assertThat(error("select 1 from t" + ",t".repeat(200)))
        .isEqualTo("too many FROM clause terms, max: 200");
    assertThat(error("select 1 in (1" + ",1".repeat(50_000) + ")")).isEqualTo("null");
    assertThat(error("values (1)" + ",(1)".repeat(50_000))).isEqualTo("null");
  }

  @Test
  void compoundsAreLimitedInTerms() {
    String tooMany = "too many terms in compound SELECT";
    assertThat(error("select 1" + " union all select 1".repeat(499))).isEqualTo("null");
    assertThat(error("select 1" + " union all select 1".repeat(500))).isEqualTo(tooMany);
    assertThat(error("select 1" + " union all select 1".repeat(10_000))).isEqualTo(tooMany);
    assertThat(error("values (a), (b)" + " union all select 1".repeat(499))).isEqualTo(tooMany);
  }

  @Test
  void limitsCanBeLowered() {
    ParserLimits limits = new ParserLimits(30, 5, 0, 3, 2, 9, 2, 20);
    assertThat(parse("select ?9", limits)).isEqualTo("null");
    assertThat(parse("select ?10", limits)).isEqualTo("variable number must be between ?1 and ?9");
    assertThat(parse("select 1+1+1+1+1+1", limits))
        .isEqualTo("Expression tree is too large (maximum depth 5)");
    assertThat(parse("select ((((((((((((((((", limits)).isEqualTo("Recursion limit");
    assertThat(parse("select '123456789012345678901234567890'", limits))
        .isEqualTo("statement too long");
  }

  private static String parse(String sql, ParserLimits limits) {
    try {
      SqlParser.parse(sql, 0, limits);
      return "null";
    } catch (DatabaseException e) {
      return e.getMessage();
    }
  }

  @Test
  void parsedTreesCannotBeChanged() {
    Statement statement = SqlParser.parse("create table t (a, b, c)").statement();
    assertThatThrownBy(() -> ((CreateTable) statement).columns().remove(0))
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void anExpressionIsTheWholeText() {
    assertThatThrownBy(() -> SqlParser.parseExpression("1 2"))
        .hasMessage("near \"2\": syntax error");
    assertThatThrownBy(() -> SqlParser.parseExpression("")).hasMessage("incomplete input");
    assertThatThrownBy(() -> SqlParser.parseExpression("1;"))
        .hasMessage("near \";\": syntax error");
  }
}
