// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Random INSERT, UPDATE, DELETE and transaction statements. */
final class ChangeGenerator {

  private final Dice dice;
  private final ExpressionGenerator expressions;
  private final List<TableModel> tables;

  ChangeGenerator(Dice dice, ExpressionGenerator expressions, List<TableModel> tables) {
    this.dice = dice;
    this.expressions = expressions;
    this.tables = tables;
  }

  private String orClause() {
    return dice.percent(30)
        ? "OR "
            + dice.pick("IGNORE", "REPLACE", "ABORT", "FAIL", "ROLLBACK", "IGNORE", "REPLACE")
            + " "
        : "";
  }

  Step insert(TableModel table) {
    List<String> columns = new ArrayList<>(table.columns());
    if (dice.percent(30) && columns.size() > 1) {
      columns.remove(dice.below(columns.size()));
    }
    boolean named = columns.size() < table.columns().size() || dice.percent(30);
    String verb = dice.percent(8) ? "REPLACE " : "INSERT " + orClause();
    String into =
        verb + "INTO " + table.name() + (named ? "(" + String.join(", ", columns) + ")" : "");
    int kind = dice.below(100);
    if (kind < 4) {
      return Step.exact("INSERT INTO " + table.name() + " DEFAULT VALUES");
    }
    if (kind < 12) {
      // The order of insertion decides about conflicts, so it must be defined.
      TableModel source = dice.pick(tables);
      String outputs =
          columns.stream()
              .map(column -> dice.percent(70) ? dice.pick(source.columns()) : expressions.literal())
              .collect(Collectors.joining(", "));
      String order =
          source.columns().stream()
              .map(column -> column + " COLLATE BINARY, typeof(" + column + ")")
              .collect(Collectors.joining(", "));
      return Step.exact(
          into
              + " SELECT "
              + outputs
              + " FROM "
              + source.name()
              + " ORDER BY "
              + order
              + " LIMIT 6");
    }
    List<String> rows = new ArrayList<>();
    int rowCount = dice.pick(List.of(1, 1, 1, 2, 3));
    for (int i = 0; i < rowCount; i++) {
      rows.add(
          columns.stream()
              .map(column -> value(column, table))
              .collect(Collectors.joining(", ", "(", ")")));
    }
    return Step.exact(into + " VALUES " + String.join(", ", rows));
  }

  private String value(String column, TableModel table) {
    if (table.key().contains(column) && dice.percent(70)) {
      return Integer.toString(dice.between(-3, 40));
    }
    if (dice.percent(10)) {
      return expressions.expression(List.of(), 2);
    }
    return expressions.literal();
  }

  Step update(TableModel table) {
    boolean oneRow = table.key().size() == 1 && dice.percent(50);
    List<String> settings = new ArrayList<>();
    int count = dice.between(1, 2);
    for (int i = 0; i < count; i++) {
      settings.add(dice.pick(table.columns()) + " = " + expressions.expression(table.columns(), 2));
    }
    String where =
        oneRow
            ? " WHERE " + table.key().get(0) + " = " + dice.between(-3, 40)
            : dice.percent(85) ? " WHERE " + expressions.predicate(table.columns(), 1) : "";
    // With several rows, conflict resolution depends on the order in which they are visited.
    String or = oneRow ? orClause() : "";
    Set<Tolerance> tolerances =
        oneRow ? EnumSet.noneOf(Tolerance.class) : EnumSet.of(Tolerance.CONSTRAINT);
    String sql = "UPDATE " + or + table.name() + " SET " + String.join(", ", settings) + where;
    return seesItself(sql, table) || overwritesSubquery(settings)
        ? update(table)
        : new Step(sql, tolerances);
  }

  /** Whether a column is set twice, where SQLite does not look at the columns of the first one. */
  private static boolean overwritesSubquery(List<String> settings) {
    String first = settings.get(0);
    String column = first.substring(0, first.indexOf(" = ") + 3);
    return settings.size() == 2 && settings.get(1).startsWith(column) && first.contains("SELECT");
  }

  /**
   * Whether a change looks its own table's rows up by IN. Where there is an index for that SQLite
   * asks the index, half changed as it is; without one, and in Walnut, it is the table as it was.
   */
  private static boolean seesItself(String sql, TableModel table) {
    return Pattern.compile("IN \\(SELECT [\\w. ,]+ FROM " + table.name() + "\\b")
        .matcher(sql)
        .find();
  }

  Step delete(TableModel table) {
    String where =
        dice.percent(5)
            ? ""
            : " WHERE "
                + (dice.percent(50)
                    ? dice.pick(table.columns())
                        + dice.pick(" = ", " > ", " < ")
                        + expressions.literal()
                    : expressions.predicate(table.columns(), 1));
    String sql = "DELETE FROM " + table.name() + where;
    return seesItself(sql, table) ? delete(table) : Step.exact(sql);
  }

  Step transaction() {
    return Step.exact(
        dice.pick(
            "BEGIN",
            "BEGIN IMMEDIATE",
            "COMMIT",
            "COMMIT",
            "ROLLBACK",
            "SAVEPOINT s1",
            "SAVEPOINT s2",
            "RELEASE s1",
            "ROLLBACK TO s1",
            "ROLLBACK TO s2",
            "RELEASE s2"));
  }
}
