// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.bind.ExpressionCompiler;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.Evaluator;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.Insert;
import dev.walnut.sql.syntax.OrderingTerm;
import java.util.ArrayList;
import java.util.List;

/**
 * The ON CONFLICT clauses of an INSERT: finds the unique key that each one names and gives it the
 * clause's action. Keys that clauses name are checked first, in the order of the clauses.
 */
final class UpsertCompiler {
  private final Insert statement;
  private final TableTarget target;
  private final Table table;
  private final NewRow excluded;
  private final List<ExpressionCompiler> compilers = new ArrayList<>();

  UpsertCompiler(Insert statement, TableTarget target, NewRow excluded) {
    this.statement = statement;
    this.target = target;
    this.table = target.table();
    this.excluded = excluded;
  }

  /** The rules with their actions, in the order in which they are to be checked. */
  List<KeyRule> compile(List<KeyRule> rules) {
    List<KeyRule> named = new ArrayList<>();
    List<Insert.Upsert> clauses = statement.upserts();
    for (int i = 0; i < clauses.size(); i++) {
      Insert.Upsert clause = clauses.get(i);
      UpsertAction action = action(clause);
      if (clause.target().isEmpty()) {
        for (KeyRule rule : rules) {
          if (rule.isUnique() && rule.upsert() == null) {
            rule.setUpsert(action);
          }
        }
      } else {
        KeyRule rule = find(clause, rules, i);
        if (rule.upsert() == null) {
          rule.setUpsert(action);
          named.add(rule);
        }
      }
    }
    List<KeyRule> ordered = new ArrayList<>();
    for (KeyRule rule : rules) {
      if (rule.definition() == null && !named.contains(rule)) {
        ordered.add(rule);
      }
    }
    ordered.addAll(named);
    for (KeyRule rule : rules) {
      if (!ordered.contains(rule)) {
        ordered.add(rule);
      }
    }
    return ordered;
  }

  /** Makes subqueries run again; to be called when the statement starts. */
  void reset() {
    for (ExpressionCompiler compiler : compilers) {
      compiler.reset();
    }
  }

  private KeyRule find(Insert.Upsert clause, List<KeyRule> rules, int position) {
    for (OrderingTerm term : clause.target()) {
      checkNames(term.expr());
    }
    for (KeyRule rule : rules) {
      if (rule.definition() == null
          ? isRowid(clause)
          : rule.isUnique() && matches(clause, rule.definition())) {
        return rule;
      }
    }
    String which = statement.upserts().size() == 1 ? "" : ordinal(position + 1) + " ";
    throw new DatabaseException(
        ResultCode.ERROR,
        which + "ON CONFLICT clause does not match any PRIMARY KEY or UNIQUE constraint");
  }

  private void checkNames(Expr expr) {
    ExpressionCompiler.compile(
        expr, RowScope.of(table.name(), table, target.slot()), target.context());
  }

  private boolean isRowid(Insert.Upsert clause) {
    if (clause.target().size() != 1
        || !(clause.target().get(0).expr() instanceof Expr.Column column)) {
      return false;
    }
    int index = table.columnIndex(column.column());
    return index >= 0 ? index == table.rowidColumn() : RowidNames.isRowidName(column.column());
  }

  private boolean matches(Insert.Upsert clause, Index index) {
    if (index.parts().size() != clause.target().size()) {
      return false;
    }
    if (index.where() != null
        && (clause.targetWhere() == null
            || !SameExpression.test(index.where(), clause.targetWhere()))) {
      return false;
    }
    for (Index.Part part : index.parts()) {
      boolean found = false;
      for (OrderingTerm term : clause.target()) {
        found |= matches(term.expr(), part);
      }
      if (!found) {
        return false;
      }
    }
    return true;
  }

  private boolean matches(Expr term, Index.Part part) {
    Expr expr = term;
    if (expr instanceof Expr.Collate collate) {
      if (!collate.collation().equalsIgnoreCase(part.collation().name())) {
        return false;
      }
      expr = collate.operand();
    }
    if (part.isExpression()) {
      return SameExpression.test(part.expression(), expr);
    }
    return expr instanceof Expr.Column column
        && table.columnIndex(column.column()) == part.columnIndex();
  }

  private static String ordinal(int n) {
    int last = n % 10;
    boolean teen = n % 100 / 10 == 1;
    if (teen || last == 0 || last > 3) {
      return n + "th";
    }
    return n + (last == 1 ? "st" : last == 2 ? "nd" : "rd");
  }

  private UpsertAction action(Insert.Upsert clause) {
    if (clause.isNothing()) {
      return UpsertAction.NOTHING;
    }
    String name = statement.alias() != null ? statement.alias() : table.name();
    RowScope scope =
        new RowScope(
            List.of(
                new RowScope.Row(name, table, target.slot(), false),
                new RowScope.Row("excluded", table, excluded, true)));
    ExpressionCompiler compiler = new ExpressionCompiler(scope, target.context());
    Assignments assignments =
        Assignments.compile(clause.assignments(), table, scope, compiler, target.context());
    Evaluator where = clause.where() == null ? null : compiler.compile(clause.where());
    RowUpdater updater =
        new RowUpdater(
            target, assignments.changed(), assignments.changesRowid(), ConflictResolution.ABORT);
    NewRow updated = new NewRow(table);
    compilers.add(compiler);
    return row -> {
      updater.begin();
      target.slot().show(updater.old());
      if (where != null && where.test() != 1) {
        return false;
      }
      updater.copyOld(updated, assignments.changed());
      assignments.evaluate(updated);
      updated.detach();
      if (!updater.update(updated)) {
        return false;
      }
      target.slot().show(updated);
      return true;
    };
  }
}
