// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.syntax.Insert;
import java.util.Arrays;
import java.util.List;

/** Which value of an INSERT's source goes to which column. */
final class InsertColumns {
  private InsertColumns() {}

  /**
   * @param valueCount number of values in a row of the source
   */
  static InsertProgram.Mapping mapping(Insert statement, Table table, int valueCount) {
    int[] positions = new int[table.columns().size()];
    Arrays.fill(positions, -1);
    return statement.columns().isEmpty()
        ? allColumns(table, positions, valueCount)
        : namedColumns(statement.columns(), table, positions, valueCount);
  }

  private static InsertProgram.Mapping allColumns(Table table, int[] positions, int valueCount) {
    int next = 0;
    for (int i = 0; i < positions.length; i++) {
      if (!table.columns().get(i).isGenerated() && !table.columns().get(i).hidden()) {
        positions[i] = next++;
      }
    }
    if (next != valueCount) {
      throw ChangeCompiler.error(
          "table "
              + table.name()
              + " has "
              + next
              + " columns but "
              + valueCount
              + " values were supplied");
    }
    int rowidPosition = -1;
    if (table.rowidColumn() >= 0) {
      rowidPosition = positions[table.rowidColumn()];
      positions[table.rowidColumn()] = -1;
    }
    return new InsertProgram.Mapping(positions, rowidPosition);
  }

  private static InsertProgram.Mapping namedColumns(
      List<String> names, Table table, int[] positions, int valueCount) {
    int rowidPosition = -1;
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      int column = table.columnIndex(name);
      if (column < 0) {
        if (table.isWithoutRowid() || !RowidNames.isRowidName(name)) {
          throw ChangeCompiler.error("table " + table.name() + " has no column named " + name);
        }
        rowidPosition = i;
      } else if (column == table.rowidColumn()) {
        rowidPosition = i;
      } else if (table.columns().get(column).isGenerated()) {
        throw ChangeCompiler.error("cannot INSERT into generated column \"" + name + "\"");
      } else if (positions[column] < 0) {
        positions[column] = i;
      }
    }
    if (names.size() != valueCount) {
      throw ChangeCompiler.error(valueCount + " values for " + names.size() + " columns");
    }
    return new InsertProgram.Mapping(positions, rowidPosition);
  }
}
