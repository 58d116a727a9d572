// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.catalog.CheckConstraint;
import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.SyntaxSearch;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.StrictType;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * The constraints that a row keeps or breaks by itself, in SQLite's order: affinities, NOT NULL,
 * the types of a STRICT table, CHECK.
 */
final class RowConstraints {
  private final TableTarget target;
  private final Table table;
  private final ConflictResolution override;
  private final Affinity[] affinities;
  private final StrictType[] strictTypes;
  private final int[] notNullColumns;
  private final Evaluator[] notNullDefaults;
  private final boolean replacesNulls;
  private final Check[] checks;

  private record Check(CheckConstraint constraint, Evaluator evaluator) {}

  /**
   * @param changed the columns that an UPDATE assigns; null for INSERT: all
   * @param override conflict clause of the statement; null if none
   */
  RowConstraints(TableTarget target, boolean[] changed, ConflictResolution override) {
    this.target = target;
    this.table = target.table();
    this.override = override;
    int count = table.columns().size();
    this.affinities = new Affinity[count];
    this.strictTypes = table.isStrict() ? new StrictType[count] : null;
    int[] notNull = new int[count];
    int notNullCount = 0;
    this.notNullDefaults = new Evaluator[count];
    for (int i = 0; i < count; i++) {
      Column column = table.columns().get(i);
      if (i == table.rowidColumn() || (changed != null && !changed[i])) {
        continue;
      }
      if (column.affinity() != Affinity.BLOB && column.affinity() != Affinity.NONE) {
        affinities[i] = column.affinity();
      }
      if (strictTypes != null) {
        strictTypes[i] = StrictType.ofDeclaredType(column.declaredType());
      }
      if (column.notNull()) {
        notNull[notNullCount++] = i;
        if (resolution(column.notNullConflict()) == ConflictResolution.REPLACE
            && column.defaultValue() != null) {
          notNullDefaults[i] = target.evaluatorOfDefault(column);
        }
      }
    }
    this.replacesNulls = Arrays.stream(notNullDefaults).anyMatch(Objects::nonNull);
    this.notNullColumns = Arrays.copyOf(notNull, notNullCount);
    this.checks = checks(changed);
  }

  private Check[] checks(boolean[] changed) {
    List<Check> list = new ArrayList<>();
    if (!target.context().session().settings().ignoreCheckConstraints()) {
      for (CheckConstraint constraint : table.checks()) {
        if (changed == null || concerns(constraint.condition(), changed)) {
          list.add(new Check(constraint, target.compiler().compile(constraint.condition())));
        }
      }
    }
    return list.toArray(new Check[0]);
  }

  private boolean concerns(Expr condition, boolean[] changed) {
    return SyntaxSearch.anyIn(
        condition,
        e -> {
          if (e instanceof Expr.Column c) {
            int column = table.columnIndex(c.column());
            return column < 0 || changed[column];
          }
          return false;
        });
  }

  private ConflictResolution resolution(ConflictResolution declared) {
    if (override != null) {
      return override;
    }
    return declared != null ? declared : ConflictResolution.ABORT;
  }

  /**
   * Brings a row's values into the form in which they are stored and checks them. The slot shows
   * the row afterwards.
   *
   * @return false: the row is to be left out
   * @throws ConstraintException if the statement fails
   */
  boolean apply(NewRow row) {
    for (int i = 0; i < affinities.length; i++) {
      if (affinities[i] != null) {
        Affinities.applyForStorage(row.value(i), affinities[i]);
      }
    }
    for (int column : notNullColumns) {
      if (row.value(column).isNull() && !replaceNull(row, column)) {
        return false;
      }
    }
    if (replacesNulls) {
      checkReplacedNulls(row);
    }
    if (checks.length > 0) {
      checkTypes(row);
    }
    target.slot().show(row);
    for (Check check : checks) {
      if (check.evaluator.test() == 0 && ignores(check)) {
        return false;
      }
    }
    return true;
  }

  /** Deals with a NULL where none may be; false: the row is to be left out. */
  private boolean replaceNull(NewRow row, int index) {
    Column column = table.columns().get(index);
    ConflictResolution resolution = resolution(column.notNullConflict());
    if (resolution == ConflictResolution.REPLACE) {
      if (notNullDefaults[index] != null) {
        Value value = row.value(index);
        notNullDefaults[index].evaluate(value);
        Affinities.applyForStorage(value, column.affinity());
        return true;
      }
      resolution = ConflictResolution.ABORT;
    }
    if (resolution == ConflictResolution.IGNORE) {
      return false;
    }
    throw nullViolation(column, resolution);
  }

  /**
   * Checks the columns whose NULL a default replaces: the default may be NULL itself. That comes
   * after all other columns.
   */
  private void checkReplacedNulls(NewRow row) {
    for (int column : notNullColumns) {
      if (notNullDefaults[column] != null && row.value(column).isNull()) {
        throw nullViolation(table.columns().get(column), ConflictResolution.ABORT);
      }
    }
  }

  private ConstraintException nullViolation(Column column, ConflictResolution resolution) {
    return new ConstraintException(
        ResultCode.CONSTRAINT_NOTNULL,
        "NOT NULL constraint failed: " + table.name() + "." + column.name(),
        resolution);
  }

  /**
   * Checks the types of a STRICT table. SQLite does so when values first have to be in their stored
   * form: before a CHECK, else after the rowid was looked up and before the first index is. The
   * caller sees to the latter; a second call does no harm.
   */
  void checkTypes(NewRow row) {
    if (strictTypes == null) {
      return;
    }
    for (int i = 0; i < strictTypes.length; i++) {
      StrictType type = strictTypes[i];
      if (type != null && !type.accepts(row.value(i))) {
        throw type.mismatch(row.value(i), table.name(), table.columns().get(i).name());
      }
    }
  }

  private boolean ignores(Check check) {
    ConflictResolution resolution = resolution(null);
    if (resolution == ConflictResolution.IGNORE) {
      return true;
    }
    String name =
        check.constraint.name() != null ? check.constraint.name() : check.constraint.text();
    throw new ConstraintException(
        ResultCode.CONSTRAINT_CHECK,
        "CHECK constraint failed: " + name,
        resolution == ConflictResolution.REPLACE ? ConflictResolution.ABORT : resolution);
  }
}
