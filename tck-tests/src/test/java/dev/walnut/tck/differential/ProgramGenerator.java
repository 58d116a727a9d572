// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the program of a seed. */
final class ProgramGenerator {

  private static final Pattern BLOB = Pattern.compile("x'([0-9a-f]*)'");

  private final Dice dice;
  private final ExpressionGenerator expressions;
  private final SchemaGenerator schema;
  private final List<TableModel> tables = new ArrayList<>();
  private final List<TableModel> sources = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final long seed;

  private ProgramGenerator(long seed) {
    this.seed = seed;
    this.dice = new Dice(seed);
    this.expressions = new ExpressionGenerator(dice);
    this.schema = new SchemaGenerator(dice, expressions);
  }

  static Program program(long seed) {
    return new ProgramGenerator(seed).generate();
  }

  private Program generate() {
    boolean onFile = dice.percent(25);
    int tableCount = dice.between(1, 3);
    for (int i = 0; i < tableCount; i++) {
      TableModel table = schema.table(steps);
      tables.add(table);
      sources.add(table);
      int indexCount = dice.below(3);
      for (int j = 0; j < indexCount; j++) {
        steps.add(schema.index(table));
      }
    }
    ChangeGenerator changes = new ChangeGenerator(dice, expressions, tables);
    int insertCount = dice.between(5, 25);
    for (int i = 0; i < insertCount; i++) {
      steps.add(changes.insert(dice.pick(tables)));
    }
    if (dice.percent(40)) {
      sources.add(schema.view(steps, dice.pick(tables)));
    }
    QueryGenerator queries = new QueryGenerator(dice, expressions, sources);
    expressions.setSubqueries(queries);
    int stepCount = dice.between(20, 60);
    for (int i = 0; i < stepCount; i++) {
      step(queries, changes);
    }
    finish();
    String encoding = encoding();
    if (encoding != null) {
      String unit = encoding.endsWith("le") ? "$100" : "00$1";
      steps.replaceAll(step -> defined(step, unit));
      steps.add(0, Step.exact("PRAGMA encoding = '" + encoding + "'"));
    }
    return new Program(seed, onFile, List.copyOf(steps));
  }

  /** Some databases are UTF-16; which ones does not depend on the dice, which others do. */
  private String encoding() {
    switch (Math.floorMod(seed * 0x9e3779b97f4a7c15L >> 32, 16)) {
      case 0:
        return "UTF-16le";
      case 1:
        return "UTF-16be";
      default:
        return null;
    }
  }

  /**
   * What SQLite reads beyond a BLOB's bytes in a UTF-16 database is undefined: where half a code
   * unit stands at the end, and in concat() of a BLOB. And a number in a text that goes on with a
   * letter beyond U+00FF is not SQLite's CAST AS NUMERIC of it. So all text is of Latin letters.
   *
   * @param unit what a byte of a BLOB becomes
   */
  private static Step defined(Step step, String unit) {
    String sql =
        step.sql()
            .replaceAll("\\b(concat(_ws)?|char)(?= ?\\()", "printf")
            .replace("\ud83d\ude00", "\u00e4");
    Matcher blob = BLOB.matcher(sql);
    String widened =
        blob.replaceAll(found -> "x'" + found.group(1).replaceAll("([0-9a-f]{2})", unit) + "'");
    return step.withSql(widened.replaceAll("zeroblob ?\\( ?3 ?\\)", "x'00000000'"));
  }

  private void step(QueryGenerator queries, ChangeGenerator changes) {
    int kind = dice.below(100);
    if (kind < 62) {
      steps.add(queries.query());
    } else if (kind < 74) {
      // Subqueries over a table that is being changed are well defined, but slow to shrink.
      steps.add(changes.insert(dice.pick(tables)));
    } else if (kind < 82) {
      steps.add(changes.update(dice.pick(tables)));
    } else if (kind < 86) {
      steps.add(changes.delete(dice.pick(tables)));
    } else if (kind < 94) {
      steps.add(changes.transaction());
    } else if (kind < 97) {
      steps.add(schema.index(dice.pick(tables)));
    } else if (kind < 98) {
      steps.add(Step.exact("REINDEX"));
    } else if (kind < 99) {
      steps.add(Step.exact("DROP INDEX IF EXISTS i" + dice.between(1, 8)));
    } else {
      // Once the largest rowid is in use, new ones are random.
      steps.add(
          Step.exact(
              "SELECT changes(), total_changes(),"
                  + " CASE WHEN last_insert_rowid() < 4294967296 THEN last_insert_rowid() END"));
    }
  }

  /** The whole content, so that a wrong change shows even if no query met it. */
  private void finish() {
    for (TableModel table : tables) {
      String rowid = table.hasRowid() ? "rowid, " : "";
      steps.add(
          new Step("SELECT " + rowid + "* FROM " + table.name(), EnumSet.of(Tolerance.ORDER)));
    }
    steps.add(
        new Step(
            "SELECT type, name, tbl_name, sql FROM sqlite_schema", EnumSet.of(Tolerance.ORDER)));
    steps.add(Step.exact("COMMIT"));
    steps.add(Step.exact("PRAGMA integrity_check"));
  }
}
