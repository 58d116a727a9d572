// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.ArrayList;
import java.util.List;

/** Random tables, indexes and views. */
final class SchemaGenerator {

  private static final String[] DECLARED_TYPES = {
    "INTEGER",
    "INT",
    "BIGINT",
    "TEXT",
    "VARCHAR(10)",
    "REAL",
    "DOUBLE",
    "NUMERIC",
    "DECIMAL(10,2)",
    "BLOB",
    "",
    "BOOLEAN",
    "DATE",
    "CLOB",
    "CHARINT",
    "FLOATING POINT",
    "STRING"
  };
  private static final String[] STRICT_TYPES = {"INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY"};

  private final Dice dice;
  private final ExpressionGenerator expressions;
  private int nextName = 1;

  SchemaGenerator(Dice dice, ExpressionGenerator expressions) {
    this.dice = dice;
    this.expressions = expressions;
  }

  /** Appends the statements that make a table with its indexes; returns its model. */
  TableModel table(List<Step> steps) {
    String name = "t" + nextName++;
    boolean strict = dice.percent(15);
    boolean withoutRowid = dice.percent(25);
    int columnCount = dice.between(2, 6);
    List<String> columns = new ArrayList<>();
    List<String> definitions = new ArrayList<>();
    List<String> key = new ArrayList<>();
    // 0 none, 1 INTEGER PRIMARY KEY, 2 column key, 3 composite key
    int keyKind = withoutRowid ? dice.between(1, 3) : dice.below(4);
    for (int i = 0; i < columnCount; i++) {
      String column = columnName(i);
      columns.add(column);
      String type = strict ? dice.pick(STRICT_TYPES) : dice.pick(DECLARED_TYPES);
      StringBuilder definition = new StringBuilder(column);
      boolean isKey = i == 0 && (keyKind == 1 || keyKind == 2);
      if (isKey && keyKind == 1) {
        type = "INTEGER";
      }
      definition.append(type.isEmpty() ? "" : " " + type);
      if (isKey) {
        key.add(column);
        definition.append(" PRIMARY KEY");
        if (dice.percent(15)) {
          definition.append(" DESC");
        } else if (keyKind == 1 && !withoutRowid && dice.percent(25)) {
          definition.append(" AUTOINCREMENT");
        }
      }
      definition.append(constraints(column, isKey));
      definitions.add(definition.toString());
    }
    if (keyKind == 3) {
      key.addAll(columns.subList(0, 2));
      definitions.add(
          "PRIMARY KEY("
              + columns.get(0)
              + (dice.percent(20) ? " DESC" : "")
              + ", "
              + columns.get(1)
              + (dice.percent(15) ? " COLLATE NOCASE" : "")
              + ")");
    }
    if (dice.percent(20) && columnCount > 2) {
      definitions.add(
          "UNIQUE(" + columns.get(columnCount - 1) + ", " + columns.get(1) + ")" + onConflict());
    }
    if (dice.percent(10)) {
      definitions.add("CHECK(" + columns.get(1) + " IS NOT 'zz' OR " + columns.get(0) + " > 0)");
    }
    List<String> options = new ArrayList<>();
    if (withoutRowid) {
      options.add("WITHOUT ROWID");
    }
    if (strict) {
      options.add("STRICT");
    }
    steps.add(
        Step.exact(
            "CREATE TABLE "
                + name
                + "("
                + String.join(", ", definitions)
                + ")"
                + (options.isEmpty() ? "" : " " + String.join(", ", options))));
    return new TableModel(name, columns, key, !withoutRowid, false);
  }

  private String columnName(int index) {
    // The same names in all tables make NATURAL and USING joins meaningful.
    return String.valueOf((char) ('a' + index));
  }

  private String constraints(String column, boolean isKey) {
    StringBuilder text = new StringBuilder();
    if (dice.percent(9)) {
      text.append(" NOT NULL").append(onConflict());
    }
    if (!isKey && dice.percent(10)) {
      text.append(" UNIQUE").append(onConflict());
    }
    if (dice.percent(20)) {
      text.append(" COLLATE ").append(expressions.collation());
    }
    if (dice.percent(20)) {
      text.append(" DEFAULT ");
      text.append(
          dice.percent(80)
              ? expressions.simpleLiteral()
              : "(" + expressions.expression(List.of(), 1) + ")");
    }
    if (!isKey && dice.percent(8)) {
      text.append(" CHECK(typeof(").append(column).append(") <> 'blob')");
    }
    return text.toString();
  }

  private String onConflict() {
    return dice.percent(25)
        ? " ON CONFLICT " + dice.pick("ABORT", "FAIL", "IGNORE", "REPLACE", "ROLLBACK")
        : "";
  }

  Step index(TableModel table) {
    String name = "i" + nextName++;
    List<String> terms = new ArrayList<>();
    int count = dice.between(1, 3);
    for (int i = 0; i < count; i++) {
      String term =
          dice.percent(80)
              ? dice.pick(table.columns())
              : dice.pick("lower(", "length(", "abs(0 + ", "typeof(")
                  + dice.pick(table.columns())
                  + ")";
      if (dice.percent(15)) {
        term += " COLLATE " + expressions.collation();
      }
      terms.add(term + dice.pick("", "", "", " DESC", " ASC"));
    }
    String where = "";
    if (dice.percent(20)) {
      String column = dice.pick(table.columns());
      where =
          " WHERE "
              + column
              + dice.pick(" IS NOT NULL", " > 0", " < 'm'", " = 1", " BETWEEN 0 AND 9");
    }
    return Step.exact(
        "CREATE "
            + (dice.percent(15) ? "UNIQUE " : "")
            + "INDEX "
            + name
            + " ON "
            + table.name()
            + "("
            + String.join(", ", terms)
            + ")"
            + where);
  }

  TableModel view(List<Step> steps, TableModel table) {
    String name = "v" + nextName++;
    List<String> outputs = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    int count = dice.between(1, 3);
    for (int i = 0; i < count; i++) {
      String column = columnName(i);
      columns.add(column);
      boolean plain = dice.percent(60);
      outputs.add(
          (plain ? dice.pick(table.columns()) : expressions.expression(table.columns(), 1))
              + " AS "
              + column);
    }
    String where = dice.percent(50) ? " WHERE " + expressions.predicate(table.columns(), 1) : "";
    steps.add(
        Step.exact(
            "CREATE VIEW "
                + name
                + " AS SELECT "
                + String.join(", ", outputs)
                + " FROM "
                + table.name()
                + where));
    return new TableModel(name, columns, List.of(), false, true);
  }
}
