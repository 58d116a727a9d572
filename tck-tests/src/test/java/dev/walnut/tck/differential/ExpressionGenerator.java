// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.ArrayList;
import java.util.List;

/** Random scalar expressions over a scope of columns, and literals of all storage classes. */
final class ExpressionGenerator {

  private static final String[] INTEGERS = {
    "0",
    "1",
    "-1",
    "2",
    "3",
    "7",
    "10",
    "42",
    "100",
    "255",
    "256",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483649",
    "4294967296",
    "9007199254740992",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775807",
    "-9223372036854775808",
    "0x1F",
    "0x7fffffffffffffff",
    "9223372036854775808"
  };
  private static final String[] REALS = {
    "0.0",
    "-0.5",
    "0.1",
    "1.0",
    "1.5",
    "2.5",
    "-2.5",
    "3.14159",
    "1e3",
    "1e15",
    "1e16",
    "1e17",
    "123456789012345678.0",
    "9223372036854775807.0",
    "-9.2233720368547758e18",
    "1.7976931348623157e308",
    "4.9e-324",
    "2.2250738585072014e-308",
    "1e-7",
    "100.0",
    "0.30000000000000004",
    ".5",
    "5.",
    "1e999",
    "-1e999"
  };
  private static final String[] TEXTS = {
    "''",
    "'a'",
    "'A'",
    "'b'",
    "'abc'",
    "'ABC'",
    "'aBc  '",
    "'abc '",
    "' abc'",
    "'1'",
    "'01'",
    "'1.0'",
    "' 1'",
    "'1 '",
    "'-5'",
    "'+7'",
    "'1e3'",
    "'1e'",
    "'.5'",
    "'0x10'",
    "'12abc'",
    "'é'",
    "'É'",
    "'日本語'",
    "'😀'",
    "'a%b'",
    "'a_b'",
    "'100%'",
    "'[a-c]*'",
    "'it''s'",
    "'null'",
    "'9223372036854775807'",
    "'9223372036854775808'",
    "'-9223372036854775808'",
    "'1.5'",
    "'inf'",
    "'nan'",
    "'true'",
    "'a' || char(0) || 'b'",
    "'zzzzzzzzzzzzzzzzzzzzzzzz'"
  };
  private static final String[] BLOBS = {
    "x''",
    "x'00'",
    "x'61'",
    "x'616263'",
    "x'41'",
    "x'31'",
    "x'312e35'",
    "x'0102030405'",
    "x'7a7a'",
    "zeroblob(3)"
  };
  private static final String[] TYPES = {
    "INTEGER",
    "TEXT",
    "REAL",
    "NUMERIC",
    "BLOB",
    "VARCHAR(5)",
    "BIGINT",
    "DOUBLE",
    "FLOATING POINT",
    "DECIMAL(10,2)"
  };
  private static final String[] COLLATIONS = {"BINARY", "NOCASE", "RTRIM"};

  private final Dice dice;
  private SubqueryMaker subqueries;

  ExpressionGenerator(Dice dice) {
    this.dice = dice;
  }

  /** Makes subqueries for expressions; without one, none occur. */
  interface SubqueryMaker {
    /** A query of some columns and one row, or of any number of rows. */
    String query(List<String> outer, int columnCount, boolean oneRow);
  }

  void setSubqueries(SubqueryMaker maker) {
    this.subqueries = maker;
  }

  String literal() {
    int kind = dice.below(100);
    if (kind < 38) {
      return dice.percent(50) ? Integer.toString(dice.between(-5, 20)) : dice.pick(INTEGERS);
    }
    if (kind < 55) {
      return dice.pick(REALS);
    }
    if (kind < 83) {
      return dice.pick(TEXTS);
    }
    return kind < 91 ? dice.pick(BLOBS) : "NULL";
  }

  /** A literal that a DEFAULT clause may hold without parentheses. */
  String simpleLiteral() {
    return dice.percent(60)
        ? Integer.toString(dice.between(-5, 20))
        : dice.pick(
                "'abc'", "'1'", "1.5", "NULL", "x'61'", "''", "-1", "+2.0", "CURRENT_DATE IS NULL")
            .replace("CURRENT_DATE IS NULL", "'é'");
  }

  String collation() {
    return dice.pick(COLLATIONS);
  }

  String type() {
    return dice.pick(TYPES);
  }

  /** An expression of limited depth; depth 0 gives a column or literal. */
  String expression(List<String> scope, int depth) {
    if (depth <= 0 || dice.percent(20)) {
      return scope.isEmpty() || dice.percent(25) ? literal() : dice.pick(scope);
    }
    int d = depth - 1;
    int kind = dice.below(100);
    if (kind < 18) {
      String operator = dice.pick("+", "-", "*", "/", "%", "||", "&", "|", "<<", ">>", "+", "-");
      return operand(scope, d) + " " + operator + " " + operand(scope, d);
    }
    if (kind < 40) {
      return predicate(scope, d);
    }
    if (kind < 45) {
      return dice.pick("-", "+", "~", "NOT ") + operand(scope, d);
    }
    if (kind < 53) {
      return "CAST(" + expression(scope, d) + " AS " + type() + ")";
    }
    if (kind < 62) {
      return caseExpression(scope, d);
    }
    if (kind < 66) {
      return operand(scope, d) + " COLLATE " + collation();
    }
    if (kind < 70 && subqueries != null) {
      return "(" + subqueries.query(scope, 1, true) + ")";
    }
    return function(scope, d);
  }

  /** An expression in parentheses unless it is a single token. */
  String operand(List<String> scope, int depth) {
    String text = expression(scope, depth);
    // Without parentheses now and then, so that precedence is compared, too.
    boolean simple = text.matches("[\\w.]+|'[^']*'");
    return simple || dice.percent(15) ? text : "(" + text + ")";
  }

  /** An expression that is mostly true, false or NULL. */
  String predicate(List<String> scope, int depth) {
    int kind = dice.below(100);
    if (kind < 35) {
      String operator =
          dice.pick("=", "<", ">", "<=", ">=", "<>", "!=", "==", "IS", "IS NOT", "=", "<", ">");
      return operand(scope, depth) + " " + operator + " " + operand(scope, depth);
    }
    if (kind < 50) {
      return operand(scope, depth) + dice.pick(" AND ", " OR ") + operand(scope, depth);
    }
    if (kind < 58) {
      String not = dice.percent(30) ? " NOT" : "";
      return operand(scope, depth)
          + not
          + " BETWEEN "
          + operand(scope, depth)
          + " AND "
          + operand(scope, depth);
    }
    if (kind < 70) {
      return in(scope, depth);
    }
    if (kind < 78) {
      return like(scope, depth);
    }
    if (kind < 84) {
      return operand(scope, depth) + dice.pick(" IS NULL", " NOTNULL", " ISNULL", " IS NOT NULL");
    }
    if (kind < 88) {
      return operand(scope, depth)
          + dice.pick(" IS DISTINCT FROM ", " IS NOT DISTINCT FROM ")
          + operand(scope, depth);
    }
    if (kind < 94) {
      return rowComparison(scope, depth);
    }
    if (subqueries != null && kind < 98) {
      return (dice.percent(30) ? "NOT " : "")
          + "EXISTS ("
          + subqueries.query(scope, 1, false)
          + ")";
    }
    return "NOT " + operand(scope, depth);
  }

  private String in(List<String> scope, int depth) {
    String not = dice.percent(30) ? " NOT" : "";
    if (subqueries != null && dice.percent(35)) {
      if (dice.percent(25)) {
        return "("
            + expression(scope, 0)
            + ", "
            + expression(scope, 0)
            + ")"
            + not
            + " IN ("
            + subqueries.query(scope, 2, false)
            + ")";
      }
      return operand(scope, depth) + not + " IN (" + subqueries.query(scope, 1, false) + ")";
    }
    List<String> values = new ArrayList<>();
    int count = dice.percent(5) ? 0 : dice.between(1, 5);
    for (int i = 0; i < count; i++) {
      values.add(dice.percent(80) ? literal() : expression(scope, 0));
    }
    return operand(scope, depth) + not + " IN (" + String.join(", ", values) + ")";
  }

  private String like(List<String> scope, int depth) {
    String not = dice.percent(25) ? " NOT" : "";
    if (dice.percent(60)) {
      String pattern =
          dice.pick("'a%'", "'%b%'", "'_b_'", "'A%'", "'%'", "''", "'abc'", "'1%'", "'%é'", "'日%'");
      String escape = dice.percent(15) ? " ESCAPE " + dice.pick("'!'", "'%'", "'\\'") : "";
      return operand(scope, depth) + not + " LIKE " + pattern + escape;
    }
    String pattern =
        dice.pick("'a*'", "'*b*'", "'?b?'", "'[a-c]*'", "'[^a]*'", "'*'", "'[]'", "'1*'");
    return operand(scope, depth) + not + " GLOB " + pattern;
  }

  private String rowComparison(List<String> scope, int depth) {
    String left = "(" + expression(scope, 0) + ", " + expression(scope, depth) + ")";
    String right = "(" + expression(scope, 0) + ", " + expression(scope, 0) + ")";
    return left + " " + dice.pick("=", "<", "<=", ">", ">=", "<>", "IS", "IS NOT") + " " + right;
  }

  private String caseExpression(List<String> scope, int depth) {
    StringBuilder text = new StringBuilder("CASE");
    boolean simple = dice.percent(40);
    if (simple) {
      text.append(' ').append(expression(scope, depth));
    }
    int count = dice.between(1, 2);
    for (int i = 0; i < count; i++) {
      text.append(" WHEN ")
          .append(simple ? expression(scope, 0) : predicate(scope, depth))
          .append(" THEN ")
          .append(expression(scope, depth));
    }
    if (dice.percent(70)) {
      text.append(" ELSE ").append(expression(scope, depth));
    }
    return text.append(" END").toString();
  }

  private String function(List<String> scope, int depth) {
    String a = expression(scope, depth);
    switch (dice.below(29)) {
      case 0:
        return "abs(" + dice.pick("length", "unicode", "sign") + "(" + a + "))";
      case 1:
        return "length(" + a + ")";
      case 2:
        return dice.pick("lower", "upper") + "(" + a + ")";
      case 3:
        return "substr(" + a + ", " + dice.between(-3, 4) + ")";
      case 4:
        return "substr(" + a + ", " + dice.between(-3, 4) + ", " + dice.between(-2, 4) + ")";
      case 5:
        return dice.pick("trim", "ltrim", "rtrim") + "(" + a + ")";
      case 6:
        return dice.pick("trim", "ltrim", "rtrim")
            + "("
            + a
            + ", "
            + dice.pick("'a'", "'ab '", "''")
            + ")";
      case 7:
        return "replace(" + a + ", " + dice.pick("'a'", "'b'", "''", "'1'") + ", 'xy')";
      case 8:
        return "instr(" + a + ", " + expression(scope, 0) + ")";
      case 9:
        return "coalesce(" + a + ", " + expression(scope, 0) + ", " + expression(scope, 0) + ")";
      case 10:
        return "ifnull(" + a + ", " + expression(scope, 0) + ")";
      case 11:
        return "nullif(" + a + ", " + expression(scope, 0) + ")";
      case 12:
        return "iif(" + predicate(scope, depth) + ", " + a + ", " + expression(scope, 0) + ")";
      case 13:
        return "typeof(" + a + ")";
      case 14:
        return "hex(" + a + ")";
      case 15:
        return "quote(" + a + ")";
      case 16:
        return "round(" + a + ")";
      case 17:
        return "round(" + a + ", " + dice.between(-1, 5) + ")";
      case 18:
        return "unicode(" + a + ")";
      case 19:
        return "char(" + dice.between(32, 300) + ", 97)";
      case 20:
        return dice.pick("min", "max") + "(" + a + ", " + expression(scope, 0) + ")";
      case 21:
        return "sign(" + a + ")";
      case 22:
        return "concat(" + a + ", " + expression(scope, 0) + ")";
      case 23:
        return "concat_ws('-', " + a + ", " + expression(scope, 0) + ")";
      case 24:
        return "octet_length(" + a + ")";
      case 25:
        return dice.pick("likely", "unlikely") + "(" + a + ")";
      case 26:
        return "printf("
            + dice.pick(
                "'%d'",
                "'%5d|'", "'%s'", "'%-6s|'", "'%.2f'", "'%x'", "'%Q'", "'%e'", "'%g'", "'%05d'")
            + ", "
            + a
            + ")";
      case 27:
        return "glob('a*', " + a + ")";
      default:
        return "like('%a%', " + a + ")";
    }
  }
}
