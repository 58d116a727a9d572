// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.bind.RowScope;
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

  /** The rows of EXPLAIN QUERY PLAN. */
  public static List<ExplainRow> explain(Select select, CompileContext context) {
    throw new DatabaseException(ResultCode.ERROR, "not yet");
  }
}
