// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundCore;
import dev.walnut.sql.bind.Source;
import dev.walnut.sql.syntax.BinaryOperator;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects the conditions of a query, finds the sources they read, and adds what follows. */
final class ConjunctBuilder {
  private final BoundCore core;
  private final List<Conjunct> conjuncts = new ArrayList<>();
  private final Map<Source, Integer> ordinals;

  ConjunctBuilder(BoundCore core) {
    this.core = core;
    int count = core.terms.size();
    this.ordinals = count > 4 ? new HashMap<>(count * 2) : null;
    if (ordinals != null) {
      for (int i = 0; i < count; i++) {
        ordinals.put(core.terms.get(i).source(), i);
      }
    }
  }

  List<Conjunct> build() {
    for (Bound e : core.where) {
      conjuncts.add(new Conjunct(e, mask(e), -1, false));
    }
    for (int i = 0; i < core.terms.size(); i++) {
      for (Bound e : core.terms.get(i).on()) {
        conjuncts.add(new Conjunct(e, mask(e), i, false));
      }
    }
    if (core.terms.size() > 1) {
      propagateConstants();
    }
    return conjuncts;
  }

  int ordinal(Source source) {
    if (ordinals != null) {
      return ordinals.getOrDefault(source, -1);
    }
    for (int i = 0; i < core.terms.size(); i++) {
      if (core.terms.get(i).source() == source) {
        return i;
      }
    }
    return -1;
  }

  /** The sources of this query that an expression reads. */
  long mask(Bound e) {
    switch (e.kind()) {
      case CONSTANT:
      case PARAMETER:
      case SLOT:
        return 0;
      case COLUMN:
        int ordinal = ordinal(((Bound.ColumnRef) e).source());
        return ordinal < 0 ? 0 : 1L << ordinal;
      default:
        long[] mask = {0};
        e.forEachOperand(operand -> mask[0] |= mask(operand));
        if (e.nested() != null) {
          for (Source source : e.nested().freeSources()) {
            int free = ordinal(source);
            if (free >= 0) {
              mask[0] |= 1L << free;
            }
          }
        }
        return mask[0];
    }
  }

  /** From {@code a = b} and {@code b = constant} adds {@code a = constant}. */
  private void propagateConstants() {
    Map<Bound, Bound> constants = new HashMap<>();
    boolean found = true;
    for (int round = 0; found && round < 64; round++) {
      found = false;
      for (int i = 0; i < conjuncts.size(); i++) {
        Conjunct c = conjuncts.get(i);
        if (c.onTerm() >= 0 || !isPlainEquality(c.expr())) {
          continue;
        }
        Bound.Compare compare = (Bound.Compare) c.expr();
        Bound left = compare.left();
        Bound right = compare.right();
        if (isConstant(right) && left.kind() == Bound.Kind.COLUMN) {
          found |= constants.putIfAbsent(left, right) == null;
        } else if (isConstant(left) && right.kind() == Bound.Kind.COLUMN) {
          found |= constants.putIfAbsent(right, left) == null;
        } else if (left.kind() == Bound.Kind.COLUMN
            && right.kind() == Bound.Kind.COLUMN
            && left.affinity() == right.affinity()) {
          found |=
              derive(compare, left, right, constants) || derive(compare, right, left, constants);
        }
      }
    }
  }

  private boolean derive(
      Bound.Compare equality, Bound from, Bound to, Map<Bound, Bound> constants) {
    Bound constant = constants.get(from);
    if (constant == null || constants.containsKey(to)) {
      return false;
    }
    Bound derived =
        new Bound.Compare(
            BinaryOperator.EQUAL, to, constant, to.affinity(), equality.textCollation());
    conjuncts.add(new Conjunct(derived, mask(derived), -1, true));
    constants.put(to, constant);
    return true;
  }

  private static boolean isConstant(Bound e) {
    return e.kind() == Bound.Kind.CONSTANT || e.kind() == Bound.Kind.PARAMETER;
  }

  private static boolean isPlainEquality(Bound e) {
    if (e.kind() != Bound.Kind.COMPARE) {
      return false;
    }
    Bound.Compare compare = (Bound.Compare) e;
    return compare.operator() == BinaryOperator.EQUAL
        && compare.textCollation().name().equals("BINARY")
        && !compare.left().hasExplicitCollation()
        && !compare.right().hasExplicitCollation();
  }
}
