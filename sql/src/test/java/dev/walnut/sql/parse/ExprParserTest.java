// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.sql.syntax.Expr;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Examples read {@code expression => tree}. */
class ExprParserTest {
  private static void check(String example) {
    String[] parts = example.split(" => ");
    assertThat(ExprPrinter.print(SqlParser.parseExpression(parts[0]))).isEqualTo(parts[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a or b and c => (or a (and b c))",
        "a and b or c and d => (or (and a b) (and c d))",
        "not a = b => (not (= a b))",
        "not a and b => (and (not a) b)",
        "not not a => (not (not a))",
        "a = b < c => (= a (< b c))",
        "a < b = c => (= (< a b) c)",
        "a == b <> c != d => (!= (!= (= a b) c) d)",
        "a is b is not c => (is-not (is a b) c)",
        "a is distinct from b => (is-not a b)",
        "a is not distinct from b => (is a b)",
        "a is not null => (is-not a null)",
        "a < b & c => (< a (& b c))",
        "a + b - c * d / e % f => (- (+ a b) (% (/ (* c d) e) f))",
        "a * b || c => (* a (|| b c))",
        "a || b || c => (|| (|| a b) c)",
        "a -> 'x' ->> 'y' || b => (|| (->> (-> a 'x') 'y') b)",
        "- a || b => (|| (- a) b)",
        "- a * - b => (* (- a) (- b))",
        "~ - + a => (~ (- (+ a)))",
        "- a collate nocase => (collate (- a) nocase)",
        "a || b collate nocase => (|| a (collate b nocase))",
        "a collate x collate y => (collate (collate a x) y)",
        "1 + not 2 = 3 => (+ 1 (not (= 2 3)))",
        "- not a and b => (and (- (not a)) b)",
        "a isnull notnull => (notnull (isnull a))",
        "a not null = b => (= (notnull a) b)",
        "not a not null => (not (notnull a))",
        "a = b isnull => (isnull (= a b))",
        "a < b isnull => (isnull (< a b))",
        "a between b and c and d => (and (between a b c) d)",
        "a between b and c between d and e => (between (between a b c) d e)",
        "a not between b + 1 and c < d => (not-between a (+ b 1) (< c d))",
        "a between b = c and d = e => (= (between a (= b c) d) e)",
        "a between not b and c => (between a (not b) c)",
        "a in (1, 2) => (in a (1 2))",
        "a not in () => (not-in a ())",
        "a in (1) in (2) => (in (in a (1)) (2))",
        "a + 1 in b => (in (+ a 1) b)",
        "a in main.b => (in a main.b)",
        "a in f(1, 2) => (in a f (1 2))",
        "a in f() => (in a f ())",
        "a in (select b) => (in a (select (b)))",
        "a not in (values (1)) => (not-in a (values (1)))",
        "a like b => (like a b)",
        "a not glob b || c => (not-glob a (|| b c))",
        "a like b escape c => (like a b c)",
        "a like b < c escape d => (like a (< b c) d)",
        "a like b like c escape d => (like (like a b) c d)",
        "a regexp b match c => (match (regexp a b) c)",
        "a like b = c => (= (like a b) c)",
        "case when a then b end => (case (when a b))",
        "case a when 1 then 2 when 3 then 4 else 5 end => (case a (when 1 2) (when 3 4) (else 5))",
        "case a = b when c then d end => (case (= a b) (when c d))",
        "cast(a as int) => (cast a <int>)",
        "cast(a + 1 as unsigned  big int(10, -2)) => (cast (+ a 1) <unsigned  big int(10, -2)>)",
        "cast(a as) => (cast a <>)",
        "exists (select 1) => (exists (select (1)))",
        "not exists (values (1)) => (not (exists (values (1))))",
        "(select a) + 1 => (+ (subquery (select (a))) 1)",
        "((a)) => a",
        "(a, b) = (1, 2) => (= (row a b) (row 1 2))",
        "((a, b), c) => (row (row a b) c)",
        "f() => (f())",
        "f(a, b + 1) => (f() a (+ b 1))",
        "count(*) => (count() *)",
        "count(distinct a) => (count() distinct a)",
        "count(all a) => (count() a)",
        "group_concat(a, ',' order by b desc nulls last) => (group_concat() a ',' (order (desc b"
            + " nulls-last)))",
        "f(order by a) => (f() (order a))",
        "sum(a) filter (where a > 1) => (sum() a (filter (> a 1)))",
        "sum(a) over w => (sum() a (over w))",
        "sum(a) over () => (sum() a (over ()))",
        "sum(a) filter (where b) over (w) => (sum() a (filter b) (over (w)))",
        "sum(a) over (partition by b, c order by d) => (sum() a (over ((partition b c) (order"
            + " d))))",
        "sum(a) over (rows 1 preceding) => (sum() a (over ((rows (preceding 1) current-row))))",
        "sum(a) over (w order by b groups between unbounded preceding and 2 following exclude ties)"
            + " => (sum() a (over (w (order b) (groups unbounded-preceding (following 2)"
            + " exclude-ties))))",
        "sum(a) over (range between current row and unbounded following exclude current row) "
            + "=> (sum() a (over ((range current-row unbounded-following exclude-current-row))))",
        "raise(ignore) => (raise ignore)",
        "raise(abort, 'x' || a) => (raise abort (|| 'x' a))",
        "current_date || current_time || current_timestamp "
            + "=> (|| (|| current-date current-time) current-timestamp)",
      })
  void treesFollowSqlitesPrecedence(String example) {
    check(example);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a => a",
        "t.a => t.a",
        "main.t.a => main.t.a",
        "\"a\" => \"a\"",
        "[a b] => a b",
        "`a``b` => a`b",
        "\"a\"\"b\" => \"a\"b\"",
        "'t'.'a' => t.a",
        "t.\"a\" => t.a",
        "true => #true",
        "FALSE => #FALSE",
        "\"true\" => \"true\"",
        "t.true => t.true",
        "left => left",
        "natural.cross => natural.cross",
        "indexed => indexed",
        "key + replace => (+ key replace)",
        "like => like",
        "like(a, b) => (like() a b)",
        "replace(a, b, c) => (replace() a b c)",
        "left(a) => (left() a)",
        "\"f\"(a) => (f() a)",
        "if(a, b) => (if() a b)",
        "end => end",
        "window + over + filter => (+ (+ window over) filter)",
        "é$x_1 => é$x_1",
      })
  void namesMayBeKeywordsAndQuoted(String example) {
    check(example);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 => 0",
        "007 => 7",
        "1_000_000 => 1000000",
        "9223372036854775807 => 9223372036854775807",
        "9223372036854775808 => 2^63",
        "-9223372036854775808 => -9223372036854775808",
        "- 9223372036854775808 => -9223372036854775808",
        "-(9_223372036854775808) => -9223372036854775808",
        "- - 9223372036854775808 => (- -9223372036854775808)",
        "-9223372036854775809 => -2^63",
        "99999999999999999999 => 1.0E20",
        "0x10 => 16",
        "0XfF => 255",
        "0x1_F => 31",
        "0xffffffffffffffff => -1",
        "-0x10 => -16",
        "1.5 => 1.5",
        "1. => 1.0",
        ".5 => 0.5",
        "1e3 => 1000.0",
        "1.5E-1_0 => 1.5E-10",
        "1_0.2_5 => 10.25",
        "1e999 => Infinity",
        "'it''s' => 'it's'",
        "'' => ''",
        "x'' => x''",
        "X'00fF' => x'00ff'",
        "null => null",
      })
  void literalsHaveSqlitesValues(String example) {
    check(example.replace("2^63", Double.toString(0x1p63)));
  }

  @Test
  void bitOperatorsShareOneStrength() {
    assertThat(ExprPrinter.print(SqlParser.parseExpression("a & b | c << d >> e + f")))
        .isEqualTo("(>> (<< (| (& a b) c) d) (+ e f))");
  }

  @Test
  void spansGoFromTheFirstToTheLastToken() {
    Expr.Binary sum = (Expr.Binary) SqlParser.parseExpression("  f( a ) + /* x */ - \"b\"  -- y");
    assertThat(sum.start()).isEqualTo(2);
    assertThat(sum.end()).isEqualTo(24);
    assertThat(sum.left().start()).isEqualTo(2);
    assertThat(sum.left().end()).isEqualTo(8);
    assertThat(sum.right().start()).isEqualTo(19);
    assertThat(sum.right().end()).isEqualTo(24);
  }

  @Test
  void longChainsOfAnOperatorTakeNoStack() {
    Expr expr = SqlParser.parseExpression("1" + " + 1".repeat(998));
    int depth = 0;
    while (expr.kind() == Expr.Kind.BINARY) {
      expr = ((Expr.Binary) expr).left();
      depth++;
    }
    assertThat(depth).isEqualTo(998);
  }
}
