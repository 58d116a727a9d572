// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.bind.BindState;
import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.bind.RowScope;
import dev.walnut.sql.bind.SelectBinder;
import dev.walnut.sql.execute.Query;
import dev.walnut.sql.execute.StatementFactory;
import dev.walnut.sql.syntax.Select;
import java.util.List;

/** From a SELECT as written to one that can be executed: bind, plan, instantiate. */
public final class QueryCompiler {
  private QueryCompiler() {}

  /**
   * Compiles a SELECT for one statement instance.
   *
   * @throws DatabaseException with SQLite's message if a name or a use of it is wrong
   */
  public static Query compile(Select select, CompileContext context) {
    return compile(select, RowScope.EMPTY, context);
  }

  /** As {@link #compile(Select, CompileContext)}, with rows around it (NEW, OLD, a changed row). */
  public static Query compile(Select select, RowScope outer, CompileContext context) {
    return StatementFactory.query(select, outer, context);
  }

  /**
   * Compiles the SELECT that finds the rows of an UPDATE or DELETE in its first source: like
   * SQLite's it does not scan an index of a table with rowids only because it is smaller, so that
   * rows come in the table's order.
   */
  public static ChangeScan compileForChange(Select select, CompileContext context) {
    return StatementFactory.changeScan(select, context);
  }

  /**
   * The rows of EXPLAIN QUERY PLAN.
   *
   * @param forChange whether {@link #compileForChange} would compile the SELECT
   */
  public static List<ExplainRow> explain(Select select, boolean forChange, CompileContext context) {
    BindState state = new BindState(context);
    BoundSelect bound = SelectBinder.bindStatement(select, RowScope.EMPTY, state);
    ColumnUsage usage = ColumnUsage.of(bound, state.sourceCount());
    SelectPlanner planner =
        new SelectPlanner(state, context, usage, forChange ? bound.firstSource() : null);
    ExplainPrinter printer = new ExplainPrinter(planner);
    printer.print(bound, 0);
    return printer.rows();
  }
}
