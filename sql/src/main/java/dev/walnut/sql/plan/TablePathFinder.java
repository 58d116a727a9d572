// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.bind.IndexExpressions;
import dev.walnut.sql.bind.TableSource;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.execute.RowSource;
import dev.walnut.sql.value.Affinity;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Paths of a table: scans, rowid and index searches, unions of these for OR, a hash table. */
final class TablePathFinder extends PathFinder {
  private final TableSource source;
  private final Table table;
  private final List<Use> uses;
  private final List<Conjunct> conjuncts;
  private final SelectPlanner planner;
  private final CompileContext context;
  private final ConjunctBuilder masks;
  private final int ordinal;
  private final double rows;
  private final boolean outerJoined;

  /**
   * Whether WHERE may narrow the source: not before a RIGHT or FULL join has looked for matches.
   */
  private final boolean takesWhere;

  private List<IndexCandidate> candidates;

  TablePathFinder(
      TableSource source,
      List<Use> uses,
      List<Conjunct> conjuncts,
      ConjunctBuilder masks,
      int ordinal,
      boolean outerJoined,
      boolean takesWhere,
      SelectPlanner planner,
      CompileContext context) {
    this.source = source;
    this.table = source.table();
    this.uses = uses;
    this.conjuncts = conjuncts;
    this.masks = masks;
    this.ordinal = ordinal;
    this.outerJoined = outerJoined;
    this.takesWhere = takesWhere;
    this.planner = planner;
    this.context = context;
    this.rows = planner.estimatedRows(source);
  }

  /** An index that may be used, and what it would have to be asked. */
  private record IndexCandidate(Index index, Bound[] expressions, boolean covering) {}

  @Override
  long relevant() {
    long mask = 0;
    for (Use use : uses) {
      mask |= use.others();
    }
    for (Conjunct conjunct : conjuncts) {
      if (conjunct.expr().kind() == Bound.Kind.OR) {
        mask |= conjunct.mask();
      }
    }
    return mask;
  }

  @Override
  void find(long available, List<PathChoice> into) {
    boolean mayScan = source.hint() == null || source.hint().indexName() == null;
    boolean mayIndex = source.hint() == null || source.hint().indexName() != null;
    if (mayScan && !table.isWithoutRowid()) {
      addRowidPaths(available, into);
    }
    for (IndexCandidate candidate : candidates()) {
      boolean own = table.isOwnTree(candidate.index);
      if (own || (mayIndex && isHinted(candidate.index))) {
        addIndexPath(candidate, own, available, into);
      }
    }
    if (mayScan) {
      addOrPaths(available, into);
      PathChoice hash = hash(uses, conjuncts, available, rows, rows);
      if (hash != null) {
        into.add(hash);
      }
    }
  }

  private boolean isHinted(Index index) {
    return source.hint() == null || index.name().equalsIgnoreCase(source.hint().indexName());
  }

  // ---- rowid

  private void addRowidPaths(long available, List<PathChoice> into) {
    Use equal = null;
    Use in = null;
    Use lower = null;
    Use upper = null;
    for (Use use : uses) {
      if (use.column() != RowSource.ROWID || (use.others() & ~available) != 0) {
        continue;
      }
      switch (use.operator()) {
        case EQUAL:
        case IS:
          if (equal == null || equal.others() != 0) {
            equal = use;
          }
          break;
        case IN:
          in = in == null ? use : in;
          break;
        case LESS:
        case LESS_EQUAL:
          upper = upper == null ? use : upper;
          break;
        default:
          lower = lower == null ? use : lower;
          break;
      }
    }
    if (equal != null) {
      AccessPath path = new AccessPath.RowidEqual(equal.value());
      into.add(new PathChoice(path, seekCost(rows) * 0.8, 0, 1, usedOf(equal), true));
      return;
    }
    if (in != null) {
      double count = countOf(in.in());
      AccessPath path = new AccessPath.RowidIn(keyTerm(in));
      into.add(
          new PathChoice(
              path, seekCost(rows) * count, 0, Math.min(rows, count), usedOf(in), false));
    }
    if (lower != null || upper != null) {
      double part = lower != null && upper != null ? 0.05 : 0.3;
      BitSet used = new BitSet();
      if (lower != null) {
        used.set(lower.conjunct());
      }
      if (upper != null) {
        used.set(upper.conjunct());
      }
      AccessPath path = new AccessPath.RowidRange(bound(lower), bound(upper), false);
      into.add(
          new PathChoice(
              path, seekCost(rows) + rows * part, 0, Math.max(1, rows * part), used, false));
      return;
    }
    into.add(
        new PathChoice(new AccessPath.TableScan(false), SEEK + rows, 0, rows, new BitSet(), false));
  }

  private static BitSet usedOf(Use use) {
    BitSet used = new BitSet();
    used.set(use.conjunct());
    return used;
  }

  private static AccessPath.RangeBound bound(Use use) {
    if (use == null) {
      return null;
    }
    boolean inclusive =
        use.operator() == Use.Operator.LESS_EQUAL || use.operator() == Use.Operator.GREATER_EQUAL;
    return new AccessPath.RangeBound(use.value(), inclusive, use.conversion());
  }

  private static AccessPath.KeyTerm keyTerm(Use use) {
    return new AccessPath.KeyTerm(
        use.value(), use.in(), use.operator() == Use.Operator.IS, use.conversion());
  }

  private double countOf(Bound in) {
    if (in.kind() == Bound.Kind.IN_LIST) {
      return ((Bound.InList) in).items().size();
    }
    return Math.min(25, planner.estimatedRows(((Bound.InSelect) in).select()));
  }

  // ---- indexes

  private List<IndexCandidate> candidates() {
    if (candidates == null) {
      candidates = new ArrayList<>(table.indexes().size());
      // As in SQLite: of paths that cost the same the first one stays.
      for (Index index : table.checkOrder()) {
        Bound[] expressions = new Bound[index.parts().size()];
        for (int i = 0; i < expressions.length; i++) {
          if (index.parts().get(i).isExpression()) {
            expressions[i] =
                IndexExpressions.bind(index.parts().get(i).expression(), source, planner.state());
          }
        }
        if (!index.isPartial() || isImplied(index)) {
          candidates.add(new IndexCandidate(index, expressions, isCovering(index)));
        }
      }
    }
    return candidates;
  }

  private boolean isImplied(Index index) {
    List<Bound> wanted = new ArrayList<>(1);
    Bound condition = IndexExpressions.bind(index.where(), source, planner.state());
    flatten(condition, wanted);
    for (Bound part : wanted) {
      boolean implied = false;
      for (Conjunct conjunct : conjuncts) {
        if (!conjunct.derived()
            && (outerJoined ? conjunct.onTerm() == ordinal : conjunct.onTerm() < 0)
            && implies(conjunct.expr(), part)) {
          implied = true;
          break;
        }
      }
      if (!implied) {
        return false;
      }
    }
    return true;
  }

  private static void flatten(Bound e, List<Bound> into) {
    if (e.kind() == Bound.Kind.AND) {
      flatten(((Bound.And) e).left(), into);
      flatten(((Bound.And) e).right(), into);
    } else {
      into.add(e);
    }
  }

  private static boolean implies(Bound known, Bound wanted) {
    if (known.equals(wanted)) {
      return true;
    }
    if (wanted.kind() == Bound.Kind.IS_NULL && ((Bound.IsNull) wanted).negated()) {
      Bound operand = ((Bound.IsNull) wanted).operand();
      if (known.kind() == Bound.Kind.COMPARE) {
        Bound.Compare compare = (Bound.Compare) known;
        return compare.operator() != dev.walnut.sql.syntax.BinaryOperator.IS
            && compare.operator() != dev.walnut.sql.syntax.BinaryOperator.IS_NOT
            && (compare.left().equals(operand) || compare.right().equals(operand));
      }
      if (known.kind() == Bound.Kind.IN_LIST) {
        return !((Bound.InList) known).negated()
            && ((Bound.InList) known).operand().equals(operand);
      }
    }
    return false;
  }

  private boolean isCovering(Index index) {
    if (table.isOwnTree(index)) {
      return true;
    }
    ColumnUsage usage = planner.usage();
    if (usage.usesNone(source)) {
      return true;
    }
    int count = table.columns().size();
    for (int c = 0; c < count; c++) {
      if (usage.uses(source, c) && c != table.rowidColumn() && !holds(index, c)) {
        return false;
      }
    }
    return true;
  }

  private boolean holds(Index index, int column) {
    for (Index.Part part : index.parts()) {
      if (part.columnIndex() == column) {
        return true;
      }
    }
    if (table.isWithoutRowid()) {
      for (Index.Part part : table.primaryKey().parts()) {
        if (part.columnIndex() == column) {
          return true;
        }
      }
    }
    return false;
  }

  private void addIndexPath(
      IndexCandidate candidate, boolean own, long available, List<PathChoice> into) {
    Index index = candidate.index;
    List<Index.Part> parts = index.parts();
    List<AccessPath.KeyTerm> equal = new ArrayList<>(2);
    BitSet used = new BitSet();
    double starts = 1;
    boolean matchesNull = false;
    int at = 0;
    for (; at < parts.size(); at++) {
      Use best = null;
      for (Use use : uses) {
        if (use.isEquality()
            && isUsable(use, candidate, at, available)
            && (best == null || rank(use) < rank(best))) {
          best = use;
        }
      }
      if (best == null) {
        break;
      }
      if (best.operator() == Use.Operator.IN) {
        starts *= Math.max(1, countOf(best.in()));
      }
      matchesNull |= best.operator() != Use.Operator.EQUAL && best.in() == null;
      equal.add(keyTerm(best));
      used.set(best.conjunct());
    }
    AccessPath.RangeBound lower = null;
    AccessPath.RangeBound upper = null;
    if (at < parts.size()) {
      for (Use use : uses) {
        if (!use.isEquality() && isUsable(use, candidate, at, available)) {
          boolean isUpper =
              use.operator() == Use.Operator.LESS || use.operator() == Use.Operator.LESS_EQUAL;
          if (isUpper && upper == null) {
            upper = bound(use);
            used.set(use.conjunct());
          } else if (!isUpper && lower == null) {
            lower = bound(use);
            used.set(use.conjunct());
          }
        }
      }
    }
    boolean covering = candidate.covering;
    boolean unique = index.unique() && at == parts.size() && !matchesNull;
    double found = rows;
    if (at > 0) {
      found = unique ? 1 : rowsPerKey(index, at);
    }
    if (lower != null && upper != null) {
      found *= 0.05;
    } else if (lower != null || upper != null) {
      found *= 0.3;
    }
    found = Math.max(1, Math.min(rows, found * starts));
    boolean search = at > 0 || lower != null || upper != null;
    boolean rowids = !table.isWithoutRowid();
    if (!search && !own && rowids && !index.isPartial() && planner.isForChange(source)) {
      return;
    }
    double perRow;
    if (!search && covering && (!rowids || RowWidths.isNarrower(table, index))) {
      perRow = RowWidths.scanStep(table, index);
    } else if (own) {
      perRow = 0.99;
    } else if (!search && covering) {
      perRow = 1.001; // No better than the table, unless its order is wanted.
    } else if (covering) {
      perRow = 0.4 + 0.6 * Math.min(1, (widthOf(index) + 1.0) / (table.columns().size() + 1.0));
    } else {
      perRow = 3.5;
    }
    double cost = (search ? seekCost(rows) * starts : SEEK) + found * perRow;
    AccessPath path = new AccessPath.IndexSearch(index, equal, lower, upper, false, covering);
    into.add(new PathChoice(path, cost, 0, found, used, search && unique && starts == 1));
  }

  /** How many columns an entry of the index holds, the rowid apart. */
  private int widthOf(Index index) {
    int width = index.parts().size();
    if (table.isWithoutRowid()) {
      for (Index.Part key : table.primaryKey().parts()) {
        boolean held = false;
        for (Index.Part part : index.parts()) {
          held |= part.columnIndex() == key.columnIndex();
        }
        width += held ? 0 : 1;
      }
    }
    return width;
  }

  private static int rank(Use use) {
    return use.operator() == Use.Operator.IN ? 2 : use.others() == 0 ? 0 : 1;
  }

  private double rowsPerKey(Index index, int columns) {
    long[] statistics = context.indexStatistics(table, index);
    if (statistics != null && statistics.length > columns) {
      return Math.max(1, statistics[columns]);
    }
    double guess = 10;
    for (int i = 1; i < columns; i++) {
      guess *= 0.7;
    }
    return Math.max(index.unique() && columns == index.parts().size() ? 1 : 2, guess);
  }

  private boolean isUsable(Use use, IndexCandidate candidate, int at, long available) {
    if ((use.others() & ~available) != 0) {
      return false;
    }
    Index.Part part = candidate.index.parts().get(at);
    if (part.isExpression()) {
      if (!use.target().equals(candidate.expressions[at])) {
        return false;
      }
    } else {
      int column = part.columnIndex() == table.rowidColumn() ? RowSource.ROWID : part.columnIndex();
      if (use.column() != column) {
        return false;
      }
    }
    if (use.collation() != null
        && !use.collation().name().equalsIgnoreCase(part.collation().name())) {
      return false;
    }
    Affinity own = use.target().affinity();
    Affinity conversion = use.conversion();
    if (conversion.isNumeric()) {
      return own.isNumeric();
    }
    return conversion != Affinity.TEXT || own == Affinity.TEXT;
  }

  // ---- OR

  private void addOrPaths(long available, List<PathChoice> into) {
    if (table.isWithoutRowid()) {
      return;
    }
    for (int i = 0; i < conjuncts.size(); i++) {
      Conjunct conjunct = conjuncts.get(i);
      if (conjunct.expr().kind() != Bound.Kind.OR
          || (conjunct.mask() >> ordinal & 1) == 0
          || !mayNarrow(conjunct)) {
        continue;
      }
      List<Bound> disjuncts = new ArrayList<>();
      splitOr(conjunct.expr(), disjuncts);
      addOrPath(disjuncts, i, available, into);
    }
  }

  private boolean mayNarrow(Conjunct conjunct) {
    return outerJoined ? conjunct.onTerm() == ordinal : conjunct.onTerm() < 0 && takesWhere;
  }

  private static void splitOr(Bound e, List<Bound> into) {
    Bound rest = e;
    int at = into.size();
    while (rest.kind() == Bound.Kind.OR) {
      into.add(at, ((Bound.Or) rest).right());
      rest = ((Bound.Or) rest).left();
    }
    into.add(at, rest);
  }

  private void addOrPath(List<Bound> disjuncts, int index, long available, List<PathChoice> into) {
    List<AccessPath> branches = new ArrayList<>(disjuncts.size());
    double cost = 0;
    double found = 0;
    for (Bound disjunct : disjuncts) {
      List<Bound> parts = new ArrayList<>(2);
      flatten(disjunct, parts);
      List<Conjunct> branchConjuncts = new ArrayList<>(parts.size());
      UseFinder finder = new UseFinder(masks, ordinal, true);
      for (int i = 0; i < parts.size(); i++) {
        Conjunct part = new Conjunct(parts.get(i), masks.mask(parts.get(i)), -1, false);
        branchConjuncts.add(part);
        finder.add(part, i);
      }
      if (finder.uses().isEmpty()) {
        return;
      }
      TablePathFinder branch =
          new TablePathFinder(
              source,
              finder.uses(),
              branchConjuncts,
              masks,
              ordinal,
              false,
              true,
              planner,
              context);
      branch.candidates = candidates();
      List<PathChoice> choices = new ArrayList<>(2);
      branch.findSearches(available, choices);
      PathChoice best = null;
      for (PathChoice choice : choices) {
        if (best == null || choice.cost < best.cost) {
          best = choice;
        }
      }
      if (best == null) {
        return;
      }
      branches.add(best.path);
      cost += best.cost;
      found += best.rows;
    }
    into.add(
        new PathChoice(
            new AccessPath.OrUnion(branches),
            cost + found * 1.5,
            0,
            Math.min(rows, found),
            new BitSet(),
            false));
  }

  /** Only paths that look for something; the union of scans would be no gain. */
  private void findSearches(long available, List<PathChoice> into) {
    List<PathChoice> all = new ArrayList<>(4);
    addRowidPaths(available, all);
    for (IndexCandidate candidate : candidates) {
      addIndexPath(candidate, false, available, all);
    }
    for (PathChoice choice : all) {
      if (choice.path instanceof AccessPath.IndexSearch) {
        AccessPath.IndexSearch search = (AccessPath.IndexSearch) choice.path;
        if (!search.equal().isEmpty() || search.lower() != null || search.upper() != null) {
          into.add(choice);
        }
      } else if (!(choice.path instanceof AccessPath.TableScan)) {
        into.add(choice);
      }
    }
  }
}
