// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/** Questions about bound expressions that several places ask. */
public final class Bounds {
  public static final Bound NULL = new Bound.Constant(new Value());

  private Bounds() {}

  public static Bound integer(long value) {
    Value v = new Value();
    v.setInteger(value);
    return new Bound.Constant(v);
  }

  /** Adds the sources an expression reads; those of nested SELECTs where they reach out of them. */
  public static void collectSources(Bound expression, Set<Source> into) {
    expression.walk(
        e -> {
          if (e.kind() == Bound.Kind.COLUMN) {
            into.add(((Bound.ColumnRef) e).source());
          } else if (e.nested() != null) {
            into.addAll(e.nested().free);
          }
        });
  }

  /** Hands over every expression in a SELECT and in the SELECTs nested in it. */
  public static void walkDeep(BoundSelect select, Consumer<Bound> action) {
    for (BoundCore core : select.cores) {
      for (JoinTerm term : core.terms) {
        term.on().forEach(e -> walkDeep(e, action));
        if (term.source() instanceof SubquerySource) {
          walkDeep(((SubquerySource) term.source()).select(), action);
        } else if (term.source() instanceof CallSource) {
          ((CallSource) term.source()).arguments().forEach(e -> walkDeep(e, action));
        }
      }
      core.where.forEach(e -> walkDeep(e, action));
      core.groupBy.forEach(e -> walkDeep(e, action));
      for (AggregateCall call : core.calls) {
        call.arguments().forEach(e -> walkDeep(e, action));
        call.orderBy().forEach(o -> walkDeep(o.expr(), action));
        if (call.filter() != null) {
          walkDeep(call.filter(), action);
        }
      }
      if (core.having != null) {
        walkDeep(core.having, action);
      }
      core.results.forEach(e -> walkDeep(e, action));
      if (core.values != null) {
        for (List<Bound> row : core.values) {
          row.forEach(e -> walkDeep(e, action));
        }
      }
    }
    for (BoundOrder order : select.orderBy) {
      walkDeep(order.expr(), action);
    }
  }

  /** Hands over the expression, all in it, and all in the SELECTs nested in it. */
  public static void walkDeep(Bound expression, Consumer<Bound> action) {
    expression.walk(
        e -> {
          action.accept(e);
          if (e.nested() != null) {
            walkDeep(e.nested(), action);
          }
        });
  }

  /** Whether evaluating it twice costs about nothing and gives the same. */
  static boolean isCheap(Bound e) {
    switch (e.kind()) {
      case CONSTANT:
      case PARAMETER:
      case COLUMN:
      case SLOT:
        return true;
      case COLLATE:
        return isCheap(((Bound.Collate) e).operand());
      case PLUS:
        return isCheap(((Bound.Plus) e).operand());
      case NEGATE:
        return isCheap(((Bound.Negate) e).operand());
      default:
        return false;
    }
  }

  /** The affinity that a comparison of two expressions applies to both. */
  static Affinity comparisonAffinity(Affinity a, Affinity b) {
    if (a != Affinity.NONE && b != Affinity.NONE) {
      return a.isNumeric() || b.isNumeric() ? Affinity.NUMERIC : Affinity.BLOB;
    }
    return a == Affinity.NONE ? b : a;
  }

  /** The collation that a comparison of two expressions uses. */
  static Collation comparisonCollation(Bound left, Bound right, Collation binary) {
    if (left.hasExplicitCollation()) {
      return left.collation();
    }
    if (right.hasExplicitCollation()) {
      return right.collation();
    }
    Collation collation = left.collation();
    if (collation == null) {
      collation = right.collation();
    }
    return collation == null ? binary : collation;
  }

  /** Splits a condition at its ANDs. */
  static void addConjuncts(Bound condition, List<Bound> into) {
    Bound rest = condition;
    int at = into.size();
    while (rest.kind() == Bound.Kind.AND) {
      Bound.And and = (Bound.And) rest;
      if (and.right().kind() == Bound.Kind.AND) {
        // Right-nested chains are as long as the text: split them without recursion on the left.
        addConjuncts(and.right(), into);
      } else {
        into.add(at, and.right());
      }
      rest = and.left();
    }
    into.add(at, rest);
  }
}
