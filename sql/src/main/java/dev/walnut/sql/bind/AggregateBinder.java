// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Binds calls of aggregate functions. A call belongs to the innermost query whose sources its
 * arguments read, which may be one around the query it stands in.
 */
final class AggregateBinder {
  private final BindState state;

  AggregateBinder(BindState state) {
    this.state = state;
  }

  Bound bind(AggregateFunction function, Expr.FunctionCall expr, Scope scope) {
    if (expr.star() && !function.name().equals("count")) {
      throw BindState.error("wrong number of arguments to function " + expr.name() + "()");
    }
    if (scope.core == null || scope.clause == Scope.Clause.AGGREGATE_ARGUMENT) {
      throw BindState.error("misuse of aggregate function " + expr.name() + "()");
    }
    Scope.Clause outerClause = scope.clause;
    scope.clause = Scope.Clause.AGGREGATE_ARGUMENT;
    List<Bound> arguments = new ArrayList<>(expr.arguments().size());
    for (Expr argument : expr.arguments()) {
      arguments.add(state.expressions.bindScalar(argument, scope));
    }
    Bound filter =
        expr.filter() == null ? null : state.expressions.bindScalar(expr.filter(), scope);
    List<BoundOrder> orderBy = new ArrayList<>();
    for (OrderingTerm term : expr.orderBy()) {
      Bound key = state.expressions.bindScalar(term.expr(), scope);
      orderBy.add(OrderBinder.order(key, -1, term, state.binary));
    }
    scope.clause = outerClause;
    if (expr.distinct() && arguments.size() != 1) {
      throw BindState.error("DISTINCT aggregates must have exactly one argument");
    }
    Scope owner = owner(arguments, filter, scope);
    requireAllowed(scope, owner, expr.name());
    owner.aggregateSeen = true;
    Collation collation = state.binary;
    for (Bound argument : arguments) {
      if (argument.collation() != null) {
        collation = argument.collation();
        break;
      }
    }
    AggregateCall call =
        new AggregateCall(function, arguments, expr.distinct(), filter, orderBy, collation);
    Bound result = register(call, owner.core);
    for (Scope s = scope; s != owner; s = s.parent) {
      s.free.add(owner.core.aggregates);
    }
    return result;
  }

  private Bound register(AggregateCall call, BoundCore core) {
    if (core.aggregates == null) {
      core.aggregates = new CellSource(state.newSourceId());
    }
    int index = core.calls.indexOf(call);
    if (index < 0) {
      index = core.aggregates.add(null);
      core.calls.add(call);
    }
    return new Bound.ColumnRef(core.aggregates, index);
  }

  private static void requireAllowed(Scope scope, Scope owner, String name) {
    if (scope.clause == Scope.Clause.WHERE && !scope.core.isAggregate()) {
      throw BindState.error("misuse of aggregate function " + name + "()");
    }
    switch (owner.clause) {
      case RESULT:
      case HAVING:
      case ORDER_BY:
        return;
      case GROUP_BY:
        throw BindState.error("aggregate functions are not allowed in the GROUP BY clause");
      case WHERE:
      case PLAIN_ORDER_BY:
        throw BindState.error("misuse of aggregate: " + name + "()");
      default:
        throw BindState.error("misuse of aggregate function " + name + "()");
    }
  }

  private static Scope owner(List<Bound> arguments, Bound filter, Scope scope) {
    Set<Source> sources = new LinkedHashSet<>();
    for (Bound argument : arguments) {
      Bounds.collectSources(argument, sources);
    }
    if (filter != null) {
      Bounds.collectSources(filter, sources);
    }
    if (sources.isEmpty()) {
      return scope;
    }
    for (Scope s = scope; s != null; s = s.parent) {
      for (Source source : sources) {
        if (s.owns(source)) {
          return s;
        }
      }
    }
    return scope;
  }
}
