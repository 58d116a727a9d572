// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.sql.parse.SqlParser;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * The trees of expressions are SQLite's: written out with parentheses around every node, an
 * expression has the value that it has for SQLite without them.
 */
class ExpressionTreeTest {
  private static final String[] OPERANDS = {
    "0", "1", "2", "-1", "3.5", "NULL", "'a'", "'B'", "'1'", "x'31'", "c", "d", "e"
  };
  private static final String[] BINARY = {
    "OR", "AND", "=", "==", "<>", "!=", "<", "<=", ">", ">=", "IS", "IS NOT", "IS DISTINCT FROM",
    "IS NOT DISTINCT FROM", "&", "|", "<<", ">>", "+", "-", "*", "/", "%", "||", "LIKE", "NOT LIKE",
    "GLOB", "->", "->>"
  };
  private static final String[] PREFIX = {"-", "+", "~", "NOT"};
  private static final String[] POSTFIX = {
    "ISNULL", "NOTNULL", "NOT NULL", "IS NULL", "COLLATE NOCASE", "IN (1, 'a', NULL)", "NOT IN (0)"
  };

  @Test
  void valuesDoNotChangeWhenParenthesesAreAdded() throws SQLException {
    long seed = Long.getLong("walnut.parse.seed", 1);
    System.out.println("expression tree test: seed " + seed);
    Random random = new Random(seed);
    try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = sqlite.createStatement()) {
      for (int i = 0; i < 5_000; i++) {
        String sql = expression(random, 1 + random.nextInt(7));
        String from = " from (select 7 as c, 'A' as d, NULL as e)";
        SqliteVerdict verdict = SqliteVerdict.of(sqlite, "select " + sql + from);
        assertThat(verdict.agrees()).as("%s%n%s", sql, verdict).isTrue();
        if (verdict.walnut() != null) {
          // ESCAPE may come too late for its LIKE.
          continue;
        }
        String parenthesised = ParenthesisedSql.of(SqlParser.parseExpression(sql));
        assertThat(value(statement, parenthesised, from))
            .as("%s%n%s", sql, parenthesised)
            .isEqualTo(value(statement, sql, from));
      }
    }
  }

  /** The value as SQL; what is wrong when there is none, as with JSON operators on no JSON. */
  private static String value(Statement statement, String sql, String from) {
    try (ResultSet row = statement.executeQuery("select quote(" + sql + ")" + from)) {
      return row.getString(1);
    } catch (SQLException e) {
      return e.getMessage();
    }
  }

  private static String expression(Random random, int operators) {
    if (operators == 0) {
      return any(random, OPERANDS);
    }
    int left = random.nextInt(operators);
    int right = operators - 1 - left;
    switch (random.nextInt(12)) {
      case 0:
        return any(random, PREFIX) + " " + expression(random, operators - 1);
      case 1:
        return expression(random, operators - 1) + " " + any(random, POSTFIX);
      case 2:
        return expression(random, left)
            + (random.nextBoolean() ? " NOT" : "")
            + " BETWEEN "
            + withoutOr(expression(random, right))
            + " AND "
            + any(random, OPERANDS);
      case 3:
        return expression(random, left) + " LIKE " + expression(random, right) + " ESCAPE 'x'";
      case 4:
        return "CASE WHEN "
            + expression(random, left)
            + " THEN "
            + expression(random, right)
            + " ELSE 5 END";
      case 5:
        return "(" + expression(random, operators - 1) + ")";
      default:
        return expression(random, left)
            + " "
            + any(random, BINARY)
            + " "
            + expression(random, right);
    }
  }

  /** OR, AND and BETWEEN cannot stand between BETWEEN and its AND. */
  private static String withoutOr(String expression) {
    return expression.contains("OR") || expression.contains("AND")
        ? "(" + expression + ")"
        : expression;
  }

  private static String any(Random random, String[] items) {
    return items[random.nextInt(items.length)];
  }
}
