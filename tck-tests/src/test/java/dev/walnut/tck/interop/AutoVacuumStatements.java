// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Random statements that make and drop tables and indexes, and fill and empty them with rows of all
 * sizes. They depend on nothing but the seed, so that two files can be given the same.
 */
final class AutoVacuumStatements {
  private static final int MAX_TABLES = 7;

  private final Random random;
  private final int pageSize;
  private final List<Integer> tables = new ArrayList<>();
  private int nextName;

  AutoVacuumStatements(long seed, int pageSize) {
    this.random = new Random(seed);
    this.pageSize = pageSize;
  }

  /** The tables that exist after the statements given so far. */
  List<String> tables() {
    return tables.stream().map(number -> "t" + number).toList();
  }

  /** Statements of one transaction, BEGIN and COMMIT included. */
  List<String> transaction() {
    List<String> statements = new ArrayList<>();
    statements.add("BEGIN");
    for (int i = 1 + random.nextInt(6); i > 0; i--) {
      statements.add(statement());
      if (random.nextInt(4) == 0) {
        List<Integer> before = List.copyOf(tables);
        statements.add("SAVEPOINT s");
        for (int j = random.nextInt(4); j >= 0; j--) {
          statements.add(statement());
        }
        if (random.nextBoolean()) {
          statements.add("ROLLBACK TO s");
          restore(before);
        }
        statements.add("RELEASE s");
      }
    }
    statements.add("COMMIT");
    return statements;
  }

  private void restore(List<Integer> before) {
    tables.clear();
    tables.addAll(before);
  }

  private String statement() {
    int kind = random.nextInt(24);
    if (tables.isEmpty() || kind == 0 && tables.size() < MAX_TABLES) {
      return createTable();
    }
    int index = random.nextInt(tables.size());
    int number = tables.get(index);
    String table = "t" + number;
    int from = random.nextInt(60);
    int to = from + random.nextInt(30);
    switch (kind) {
      case 1:
        tables.remove(index);
        return "DROP TABLE " + table;
      case 2:
        return "CREATE INDEX IF NOT EXISTS i" + number + " ON " + table + "(b, c)";
      case 3:
        return "DROP INDEX IF EXISTS i" + number;
      case 4:
        return "DELETE FROM " + table;
      case 5, 6, 7, 8:
        return "DELETE FROM " + table + " WHERE a BETWEEN " + from + " AND " + to;
      case 9, 10, 11:
        return "UPDATE " + table + " SET b = " + blob() + " WHERE a BETWEEN " + from + " AND " + to;
      default:
        return "WITH RECURSIVE n(i) AS (SELECT "
            + from
            + " UNION ALL SELECT i + 1 FROM n WHERE i < "
            + to
            + ") INSERT OR REPLACE INTO "
            + table
            + "(a, b, c) SELECT i, "
            + blob()
            + ", i * 7 FROM n";
    }
  }

  private String createTable() {
    int number = nextName++;
    tables.add(number);
    String table = "CREATE TABLE t" + number;
    switch (random.nextInt(3)) {
      case 0:
        return table + "(a INTEGER PRIMARY KEY, b, c)";
      case 1:
        return table + "(a PRIMARY KEY, b, c) WITHOUT ROWID";
      default:
        return table + "(a UNIQUE, b, c, UNIQUE(c, a))";
    }
  }

  private String blob() {
    int kind = random.nextInt(10);
    int bytes = kind < 6 ? pageSize / 6 : kind < 9 ? pageSize : 6 * pageSize;
    return "zeroblob(" + random.nextInt(Math.min(bytes, 40_000)) + ")";
  }
}
