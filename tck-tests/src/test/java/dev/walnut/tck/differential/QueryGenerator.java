// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Random SELECT statements over the tables and views of a program. */
final class QueryGenerator implements ExpressionGenerator.SubqueryMaker {

  private static final int MAX_SUBQUERY_DEPTH = 2;

  private final Dice dice;
  private final ExpressionGenerator expressions;
  private final List<TableModel> tables;
  private int nextAlias = 1;
  private int subqueryDepth;

  QueryGenerator(Dice dice, ExpressionGenerator expressions, List<TableModel> tables) {
    this.dice = dice;
    this.expressions = expressions;
    this.tables = tables;
  }

  /** A FROM clause and the columns it brings into scope. */
  private record Source(String text, List<String> scope) {}

  /** A complete query as a step. */
  Step query() {
    int kind = dice.below(100);
    if (kind < 50) {
      return simple();
    }
    if (kind < 70) {
      return aggregate();
    }
    if (kind < 82) {
      return compound();
    }
    if (kind < 92) {
      return withCte();
    }
    return kind < 96 ? recursive() : values();
  }

  private Step simple() {
    Source source = source(true);
    List<String> outputs = outputs(source.scope(), dice.between(1, 4), 2);
    boolean distinct = dice.percent(15);
    Set<Tolerance> tolerances = EnumSet.of(Tolerance.ORDER);
    if (distinct) {
      // Which of two texts that are equal under a collation is shown would be undefined.
      outputs.replaceAll(output -> "(" + output + ") COLLATE BINARY");
      tolerances.add(Tolerance.NUMBERS);
    }
    boolean star = !distinct && dice.percent(12);
    String list = star ? "*" : String.join(", ", named(outputs));
    String where = where(source.scope());
    String text =
        "SELECT " + (distinct ? "DISTINCT " : "") + list + " FROM " + source.text() + where;
    if (star || dice.percent(45)) {
      return new Step(text, tolerances);
    }
    if (distinct) {
      return new Step(text + " ORDER BY " + positions(outputs.size()), tolerances);
    }
    return ordered(text, outputs, tolerances);
  }

  /** Adds a total order, so that the order can be compared and LIMIT is well defined. */
  private Step ordered(String text, List<String> outputs, Set<Tolerance> tolerances) {
    List<String> terms = new ArrayList<>();
    for (String output : outputs) {
      terms.add(
          "("
              + output
              + ") COLLATE BINARY"
              + dice.pick("", " ASC", " DESC", " DESC NULLS LAST", " NULLS LAST", " NULLS FIRST"));
      terms.add("typeof(" + output + ")");
    }
    tolerances.remove(Tolerance.ORDER);
    String order = " ORDER BY " + String.join(", ", terms);
    return new Step(text + order + limit(), tolerances);
  }

  private String limit() {
    int kind = dice.below(100);
    if (kind < 60) {
      return "";
    }
    if (kind < 80) {
      return " LIMIT " + dice.between(0, 8);
    }
    return " LIMIT " + dice.between(-1, 8) + dice.pick(" OFFSET ") + dice.between(0, 5);
  }

  private Step aggregate() {
    Source source = source(true);
    List<String> outputs = new ArrayList<>();
    int count = dice.between(1, 3);
    for (int i = 0; i < count; i++) {
      outputs.add(aggregateCall(source.scope()));
    }
    String group = "";
    if (dice.percent(65)) {
      // Grouping by type and binary value makes all rows of a group show the same value.
      String key =
          dice.percent(70) ? dice.pick(source.scope()) : expressions.expression(source.scope(), 2);
      if (dice.percent(60)) {
        outputs.add(0, "typeof(" + key + ")");
        outputs.add(1, "(" + key + ") COLLATE BINARY");
        group = " GROUP BY typeof(" + key + "), (" + key + ") COLLATE BINARY";
      } else {
        group = " GROUP BY " + key;
      }
      if (dice.percent(25)) {
        group +=
            " HAVING "
                + aggregateCall(source.scope())
                + dice.pick(" > ", " < ", " <> ", " IS NOT ")
                + expressions.literal();
      }
    }
    String text =
        "SELECT "
            + String.join(", ", named(outputs))
            + " FROM "
            + source.text()
            + where(source.scope())
            + group;
    return new Step(text, EnumSet.of(Tolerance.ORDER, Tolerance.NUMBERS));
  }

  private String aggregateCall(List<String> scope) {
    String distinct = dice.percent(15) ? "DISTINCT " : "";
    String argument =
        dice.percent(60) ? dice.pick(scope) : "(" + expressions.expression(scope, 2) + ")";
    switch (dice.below(8)) {
      case 0:
        return "count(*)";
      case 1:
        return "count(" + distinct + argument + ")";
      case 2:
        return "sum(" + distinct + "length(" + argument + "))";
      case 3:
        return "total(length(" + argument + ") * 0.5)";
      case 4:
        return "min(" + argument + " COLLATE BINARY)";
      case 5:
        return "max(" + argument + " COLLATE BINARY)";
      case 6:
        return "avg(" + distinct + "length(" + argument + "))";
      default:
        return "count(*) FILTER (WHERE " + expressions.predicate(scope, 1) + ")";
    }
  }

  private Step compound() {
    int columnCount = dice.between(1, 3);
    StringBuilder text = new StringBuilder(binarySelect(columnCount));
    int count = dice.between(1, 2);
    for (int i = 0; i < count; i++) {
      text.append(dice.pick(" UNION ", " UNION ALL ", " INTERSECT ", " EXCEPT "));
      text.append(
          dice.percent(15) ? "VALUES " + valueRows(columnCount) : binarySelect(columnCount));
    }
    Set<Tolerance> tolerances = EnumSet.of(Tolerance.ORDER, Tolerance.NUMBERS);
    if (dice.percent(40)) {
      text.append(" ORDER BY ").append(positions(columnCount));
    }
    return new Step(text.toString(), tolerances);
  }

  private String positions(int columnCount) {
    return IntStream.rangeClosed(1, columnCount)
        .mapToObj(position -> position + dice.pick("", " DESC"))
        .collect(Collectors.joining(", "));
  }

  private String binarySelect(int columnCount) {
    Source source = source(false);
    List<String> outputs = outputs(source.scope(), columnCount, 1);
    outputs.replaceAll(output -> "(" + output + ") COLLATE BINARY");
    return "SELECT "
        + String.join(", ", outputs)
        + " FROM "
        + source.text()
        + where(source.scope());
  }

  private String valueRows(int columnCount) {
    List<String> rows = new ArrayList<>();
    int rowCount = dice.between(1, 3);
    for (int i = 0; i < rowCount; i++) {
      rows.add(
          IntStream.range(0, columnCount)
              .mapToObj(j -> expressions.literal())
              .collect(Collectors.joining(", ", "(", ")")));
    }
    return String.join(", ", rows);
  }

  private Step values() {
    return new Step("VALUES " + valueRows(dice.between(1, 3)), EnumSet.noneOf(Tolerance.class));
  }

  private Step withCte() {
    String name = "w" + nextAlias++;
    int columnCount = dice.between(1, 3);
    Source inner = source(false);
    List<String> outputs = outputs(inner.scope(), columnCount, 1);
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < columnCount; i++) {
      columns.add("c" + i);
    }
    String hint = dice.pick("", "", " MATERIALIZED", " NOT MATERIALIZED");
    String cte =
        "WITH "
            + name
            + "("
            + String.join(", ", columns)
            + ") AS"
            + hint
            + " (SELECT "
            + String.join(", ", outputs)
            + " FROM "
            + inner.text()
            + where(inner.scope())
            + ") ";
    TableModel model = new TableModel(name, columns, List.of(), false, true);
    Source source = new Source(name, model.scope(name));
    if (dice.percent(40)) {
      source = join(source, table(dice.pick(tables)));
    }
    List<String> selected = outputs(source.scope(), dice.between(1, 3), 1);
    String text =
        cte
            + "SELECT "
            + String.join(", ", named(selected))
            + " FROM "
            + source.text()
            + where(source.scope());
    return new Step(text, EnumSet.of(Tolerance.ORDER));
  }

  private Step recursive() {
    int limit = dice.between(1, 12);
    String union = dice.pick("UNION", "UNION ALL");
    String step = dice.pick("n + 1, s || n", "n + 2, n * n", "n + 1, NULL");
    String text =
        "WITH RECURSIVE r(n, s) AS (SELECT 1, 'x' "
            + union
            + " SELECT "
            + step
            + " FROM r WHERE n < "
            + limit
            + ") SELECT * FROM r"
            + (dice.percent(30) ? " WHERE " + expressions.predicate(List.of("n", "s"), 1) : "");
    return Step.exact(text);
  }

  /** One table or a join of several. */
  private Source source(boolean mayJoin) {
    Source source = dice.percent(88) ? table(dice.pick(tables)) : derived();
    int joins = mayJoin ? dice.pick(List.of(0, 0, 1, 1, 2)) : 0;
    for (int i = 0; i < joins; i++) {
      source = join(source, table(dice.pick(tables)));
    }
    return source;
  }

  private Source table(TableModel table) {
    String alias = "x" + nextAlias++;
    List<String> scope = table.scope(alias);
    if (table.hasRowid() && dice.percent(20)) {
      scope.add(alias + ".rowid");
    }
    return new Source(table.name() + dice.pick(" AS ", " ") + alias, scope);
  }

  private Source derived() {
    Source inner = table(dice.pick(tables));
    String alias = "x" + nextAlias++;
    List<String> outputs = outputs(inner.scope(), 2, 1);
    return new Source(
        "(SELECT "
            + outputs.get(0)
            + " AS a, "
            + outputs.get(1)
            + " AS b FROM "
            + inner.text()
            + where(inner.scope())
            + ") AS "
            + alias,
        List.of(alias + ".a", alias + ".b"));
  }

  private Source join(Source left, Source right) {
    List<String> scope = new ArrayList<>(left.scope());
    scope.addAll(right.scope());
    int kind = dice.below(100);
    if (kind < 10) {
      return new Source(left.text() + dice.pick(", ", " CROSS JOIN ") + right.text(), scope);
    }
    String join =
        dice.pick(
            " JOIN ", " INNER JOIN ", " LEFT JOIN ", " LEFT JOIN ", " RIGHT JOIN ", " FULL JOIN ");
    if (kind < 18) {
      return new Source(left.text() + " NATURAL" + join + right.text(), scope);
    }
    if (kind < 28) {
      return new Source(left.text() + join + right.text() + " USING (a)", scope);
    }
    String on =
        dice.percent(75)
            ? dice.pick(left.scope())
                + dice.pick(" = ", " = ", " < ", " IS ")
                + dice.pick(right.scope())
            : expressions.predicate(scope, 1);
    if (dice.percent(20)) {
      on += " AND " + expressions.predicate(right.scope(), 0);
    }
    return new Source(left.text() + join + right.text() + " ON " + on, scope);
  }

  private List<String> outputs(List<String> scope, int count, int depth) {
    List<String> outputs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      outputs.add(dice.percent(50) ? dice.pick(scope) : expressions.expression(scope, depth));
    }
    return outputs;
  }

  private List<String> named(List<String> outputs) {
    List<String> named = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      named.add(outputs.get(i) + (dice.percent(20) ? " AS r" + i : ""));
    }
    return named;
  }

  private String where(List<String> scope) {
    if (dice.percent(35)) {
      return "";
    }
    if (dice.percent(40)) {
      // What an index could serve.
      String column = dice.pick(scope);
      String condition =
          column + dice.pick(" = ", " > ", " < ", " >= ", " <= ", " IS ") + expressions.literal();
      if (dice.percent(40)) {
        condition +=
            dice.pick(" AND ", " AND ", " OR ")
                + dice.pick(scope)
                + dice.pick(" = ", " > ", " <= ")
                + expressions.literal();
      }
      return " WHERE " + condition;
    }
    return " WHERE " + expressions.predicate(scope, 2);
  }

  @Override
  public String query(List<String> outer, int columnCount, boolean oneRow) {
    if (subqueryDepth >= MAX_SUBQUERY_DEPTH || tables.isEmpty()) {
      return "SELECT "
          + IntStream.range(0, columnCount)
              .mapToObj(i -> expressions.literal())
              .collect(Collectors.joining(", "));
    }
    subqueryDepth++;
    try {
      Source source = table(dice.pick(tables));
      List<String> scope = new ArrayList<>(source.scope());
      boolean correlated = dice.percent(50);
      if (correlated) {
        scope.addAll(outer);
      }
      String where =
          correlated && !outer.isEmpty() && dice.percent(70)
              ? " WHERE "
                  + dice.pick(source.scope())
                  + dice.pick(" = ", " < ", " IS ")
                  + dice.pick(outer)
              : where(scope);
      if (oneRow) {
        return "SELECT "
            + dice.pick(
                    "count(*)",
                    "min(%s COLLATE BINARY)",
                    "max(%s COLLATE BINARY)",
                    "sum(length(%s))")
                .replace("%s", dice.pick(source.scope()))
            + " FROM "
            + source.text()
            + where;
      }
      List<String> outputs = outputs(source.scope(), columnCount, 1);
      return "SELECT " + String.join(", ", outputs) + " FROM " + source.text() + where;
    } finally {
      subqueryDepth--;
    }
  }
}
