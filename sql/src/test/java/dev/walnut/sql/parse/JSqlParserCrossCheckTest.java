// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.sf.jsqlparser.JSQLParserException;
import net.sf.jsqlparser.parser.CCJSqlParserUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * JSqlParser as a second opinion on the trees of expressions, where SQLite agrees with other
 * databases. Where it does not is listed in {@link #knownDifferences}; SQLite's side of those is
 * shown by values in the tests against SQLite.
 */
class JSqlParserCrossCheckTest {
  private static final String[] OPERANDS = {"a", "b", "t.c", "1", "25", "'x'", "NULL"};

  @Test
  void bothParsersBuildTheSameTrees() throws JSQLParserException {
    long seed = Long.getLong("walnut.parse.seed", 1);
    System.out.println("JSqlParser cross-check: seed " + seed);
    Random random = new Random(seed);
    for (int i = 0; i < 1_000; i++) {
      String sql = condition(random, 3);
      assertThat(ExprPrinter.print(SqlParser.parseExpression(sql)))
          .as(sql)
          .isEqualTo(JSqlParserPrinter.print(CCJSqlParserUtil.parseExpression(sql, false)));
    }
  }

  /** Each line: expression, SQLite's tree, the other one. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "a + b || c => (+ a (|| b c)) => (|| (+ a b) c)",
        "a || b * c => (* (|| a b) c) => (|| a (* b c))",
        "a & b + c => (& a (+ b c)) => (+ (& a b) c)",
        "a << b - c => (<< a (- b c)) => (- (<< a b) c)",
        "a between b and c = d => (= (between a b c) d) => (between a b (= c d))",
      })
  void knownDifferences(String example) throws JSQLParserException {
    String[] parts = example.split(" => ");
    assertThat(ExprPrinter.print(SqlParser.parseExpression(parts[0]))).isEqualTo(parts[1]);
    assertThat(JSqlParserPrinter.print(CCJSqlParserUtil.parseExpression(parts[0], false)))
        .isEqualTo(parts[2]);
  }

  private static String condition(Random random, int depth) {
    if (depth == 0) {
      return comparison(random, 1);
    }
    switch (random.nextInt(5)) {
      case 0:
        return condition(random, depth - 1) + " OR " + condition(random, depth - 1);
      case 1:
        return condition(random, depth - 1) + " AND " + condition(random, depth - 1);
      case 2:
        return "NOT " + comparison(random, depth);
      case 3:
        return "(" + condition(random, depth - 1) + ")";
      default:
        return comparison(random, depth);
    }
  }

  /** Never a comparison of comparisons: most databases have no such thing. */
  private static String comparison(Random random, int depth) {
    String left = value(random, depth);
    String not = random.nextBoolean() ? " NOT" : "";
    switch (random.nextInt(6)) {
      case 0:
        return left + " IS" + not + " NULL";
      case 1:
        return left + not + " IN (" + value(random, depth) + ", " + value(random, 0) + ")";
      case 2:
        return left + not + " BETWEEN " + value(random, depth) + " AND " + value(random, depth);
      case 3:
        return left + not + " LIKE " + operand(random);
      default:
        return left
            + any(random, " = ", " <> ", " < ", " <= ", " > ", " >= ")
            + value(random, depth);
    }
  }

  /** Sums, or texts put together, or bits: their mixtures are known differences. */
  private static String value(Random random, int depth) {
    if (depth == 0) {
      return operand(random);
    }
    StringBuilder text = new StringBuilder(product(random, depth - 1));
    String[] operators =
        switch (random.nextInt(3)) {
          case 0 -> new String[] {" + ", " - "};
          case 1 -> new String[] {" & ", " | "};
          default -> null;
        };
    if (operators == null) {
      return operand(random) + " || " + operand(random) + " || " + operand(random);
    }
    String operator = any(random, operators);
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(operator).append(product(random, depth - 1));
    }
    return text.toString();
  }

  private static String product(Random random, int depth) {
    StringBuilder text = new StringBuilder(factor(random, depth));
    for (int i = random.nextInt(3); i > 0; i--) {
      text.append(any(random, " * ", " / ", " % ")).append(factor(random, depth));
    }
    return text.toString();
  }

  private static String factor(Random random, int depth) {
    switch (random.nextInt(depth > 0 ? 6 : 2)) {
      case 0:
        return any(random, "- ", "+ ", "~ ") + "a";
      case 2:
        return "(" + value(random, depth) + ")";
      case 3:
        return "f(" + value(random, depth) + ", " + operand(random) + ")";
      case 4:
        return "CASE WHEN "
            + comparison(random, depth - 1)
            + " THEN "
            + value(random, depth - 1)
            + " ELSE "
            + value(random, depth - 1)
            + " END";
      case 5:
        return "CASE " + operand(random) + " WHEN " + value(random, depth - 1) + " THEN 1 END";
      default:
        return operand(random);
    }
  }

  private static String operand(Random random) {
    return any(random, OPERANDS);
  }

  private static String any(Random random, String... items) {
    return items[random.nextInt(items.length)];
  }
}
