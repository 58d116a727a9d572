// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.plan;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundCore;
import dev.walnut.sql.bind.CallSource;
import dev.walnut.sql.bind.CompileContext;
import dev.walnut.sql.bind.Source;
import dev.walnut.sql.bind.SubquerySource;
import dev.walnut.sql.bind.TableSource;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import java.util.ArrayList;
import java.util.List;

/**
 * Plans one FROM clause: which source comes when, and how each is reached.
 *
 * <p>The order of sources is searched breadth first with a bounded number of partial orders kept
 * per step, so that 64 tables take milliseconds. Outer and cross joins fix that what stands to
 * their left comes before them; nothing moves across a RIGHT or FULL join.
 */
final class JoinPlanner {
  private static final int WIDE_BEAM = 12;
  private static final int NARROW_BEAM = 4;
  private static final int MANY_SOURCES = 12;

  private final BoundCore core;
  private final OrderGoal goal;
  private final SelectPlanner planner;
  private final CompileContext context;
  private final int count;
  private final ConjunctBuilder masks;
  private final JoinType[] types;
  private List<Conjunct> conjuncts;
  private PathFinder[] finders;
  private long[] prerequisites;
  private int lastRight = -1;
  private PathCache[] caches;
  private long[] relevant;
  private int[][] conjunctsOf;
  private double[] selectivities;

  JoinPlanner(BoundCore core, OrderGoal goal, SelectPlanner planner, CompileContext context) {
    this.core = core;
    this.goal = goal;
    this.planner = planner;
    this.context = context;
    this.count = core.terms.size();
    this.masks = new ConjunctBuilder(core);
    this.types = new JoinType[count];
  }

  /** Paths found for one source, by the sources available to it. */
  private static final class PathCache {
    final List<Long> masks = new ArrayList<>(2);
    final List<List<PathChoice>> choices = new ArrayList<>(2);
  }

  /** A partial order of sources. */
  private static final class State {
    final State before;
    final int source;
    final PathChoice choice;
    final long mask;
    final double cost;
    final double rows;

    State(State before, int source, PathChoice choice, long mask, double cost, double rows) {
      this.before = before;
      this.source = source;
      this.choice = choice;
      this.mask = mask;
      this.cost = cost;
      this.rows = rows;
    }
  }

  CorePlan plan() {
    conjuncts = masks.build();
    List<Bound> constantFilters = new ArrayList<>(0);
    for (int i = 0; i < count; i++) {
      types[i] = core.terms.get(i).type();
    }
    reduceOuterJoins();
    for (int i = 0; i < count; i++) {
      if (types[i] == JoinType.RIGHT || types[i] == JoinType.FULL) {
        lastRight = i;
      }
    }
    for (Conjunct conjunct : conjuncts) {
      if (conjunct.mask() == 0 && isInner(conjunct) && !conjunct.derived()) {
        constantFilters.add(conjunct.expr());
      }
    }
    if (count == 0) {
      return new CorePlan(core, List.of(), constantFilters, true, 1);
    }
    findPrerequisites();
    makeFinders();
    State best = count == 1 ? single() : search();
    return build(best, constantFilters);
  }

  /** Whether the condition filters rows of the whole join. */
  private static boolean isInner(Conjunct conjunct) {
    return conjunct.onTerm() < 0;
  }

  /** A LEFT JOIN whose NULL rows a condition of WHERE rejects is an inner join. */
  private void reduceOuterJoins() {
    for (int i = 0; i < count; i++) {
      if (types[i] != JoinType.LEFT) {
        continue;
      }
      boolean laterRight = false;
      for (int k = i + 1; k < count; k++) {
        laterRight |= types[k] == JoinType.RIGHT || types[k] == JoinType.FULL;
      }
      if (laterRight) {
        continue;
      }
      for (Conjunct conjunct : conjuncts) {
        if (isInner(conjunct) && rejectsNull(conjunct.expr(), core.terms.get(i).source())) {
          types[i] = JoinType.INNER;
          for (int c = 0; c < conjuncts.size(); c++) {
            if (conjuncts.get(c).onTerm() == i) {
              Conjunct on = conjuncts.get(c);
              conjuncts.set(c, new Conjunct(on.expr(), on.mask(), -1, false));
            }
          }
          break;
        }
      }
    }
  }

  private static boolean rejectsNull(Bound e, Source source) {
    if (e.kind() == Bound.Kind.COMPARE) {
      Bound.Compare compare = (Bound.Compare) e;
      return compare.operator() != dev.walnut.sql.syntax.BinaryOperator.IS
          && compare.operator() != dev.walnut.sql.syntax.BinaryOperator.IS_NOT
          && (isColumnOf(compare.left(), source) || isColumnOf(compare.right(), source));
    }
    if (e.kind() == Bound.Kind.IN_LIST) {
      // NULL NOT IN () is true.
      Bound.InList in = (Bound.InList) e;
      return !in.items().isEmpty() && isColumnOf(in.operand(), source);
    }
    return e.kind() == Bound.Kind.IS_NULL
        && ((Bound.IsNull) e).negated()
        && isColumnOf(((Bound.IsNull) e).operand(), source);
  }

  private static boolean isColumnOf(Bound e, Source source) {
    return e.kind() == Bound.Kind.COLUMN && ((Bound.ColumnRef) e).source() == source;
  }

  private void findPrerequisites() {
    prerequisites = new long[count];
    long barrier = 0;
    for (int i = 0; i < count; i++) {
      long before = (1L << i) - 1;
      prerequisites[i] = barrier;
      switch (types[i]) {
        case LEFT:
        case CROSS:
          prerequisites[i] = before;
          break;
        case RIGHT:
        case FULL:
          prerequisites[i] = before;
          barrier = before | 1L << i;
          break;
        default:
          break;
      }
      // ON of an inner join that a later RIGHT or FULL join needs is tested at its own source.
      for (Conjunct conjunct : conjuncts) {
        if (conjunct.onTerm() == i) {
          prerequisites[i] |= conjunct.mask() & before;
        }
      }
      if (lastRight > i && types[i] != JoinType.COMMA) {
        prerequisites[i] = before;
      }
    }
  }

  private void makeFinders() {
    finders = new PathFinder[count];
    caches = new PathCache[count];
    relevant = new long[count];
    selectivities = new double[conjuncts.size()];
    conjunctsOf = new int[count][];
    for (int c = 0; c < selectivities.length; c++) {
      selectivities[c] = selectivity(conjuncts.get(c).expr());
    }
    for (int i = 0; i < count; i++) {
      Source source = core.terms.get(i).source();
      boolean outer = types[i] == JoinType.LEFT;
      boolean right = types[i] == JoinType.RIGHT || types[i] == JoinType.FULL;
      boolean expressions = source.table() != null && hasExpressionIndex((TableSource) source);
      UseFinder uses = new UseFinder(masks, i, expressions || source.table() == null || count > 1);
      for (int c = 0; c < conjuncts.size(); c++) {
        Conjunct conjunct = conjuncts.get(c);
        boolean own = conjunct.onTerm() == i;
        if (own || (!outer && !right && conjunct.onTerm() < 0 && lastRight < i)) {
          uses.add(conjunct, c);
        } else if (!outer && !right && conjunct.onTerm() < 0 && lastRight < 0) {
          uses.add(conjunct, c);
        }
      }
      if (source instanceof TableSource && !right) {
        finders[i] =
            new TablePathFinder(
                (TableSource) source,
                uses.uses(),
                conjuncts,
                masks,
                i,
                outer,
                lastRight < i,
                planner,
                context);
      } else {
        long arguments = 0;
        if (source instanceof CallSource) {
          for (Bound argument : ((CallSource) source).arguments()) {
            arguments |= masks.mask(argument);
          }
        }
        finders[i] =
            new SourcePathFinder(
                source,
                uses.uses(),
                conjuncts,
                planner.estimatedRows(source),
                arguments,
                right || isShared(source));
      }
      relevant[i] = finders[i].relevant();
      conjunctsOf[i] = conjunctsOf(i);
    }
  }

  /** The conditions to be tested that read a source. */
  private int[] conjunctsOf(int source) {
    int[] found = new int[conjuncts.size()];
    int n = 0;
    for (int c = 0; c < found.length; c++) {
      if ((conjuncts.get(c).mask() >> source & 1) != 0 && !conjuncts.get(c).derived()) {
        found[n++] = c;
      }
    }
    return java.util.Arrays.copyOf(found, n);
  }

  private static boolean isShared(Source source) {
    return source instanceof SubquerySource
        && (((SubquerySource) source).select().uses() > 1
            || ((SubquerySource) source).isMaterialized());
  }

  private static boolean hasExpressionIndex(TableSource source) {
    for (Index index : source.table().indexes()) {
      for (Index.Part part : index.parts()) {
        if (part.isExpression()) {
          return true;
        }
      }
    }
    return false;
  }

  // ---- one source

  private State single() {
    List<PathChoice> choices = new ArrayList<>(4);
    finders[0].find(0, choices);
    PathChoice best = null;
    double bestCost = 0;
    for (PathChoice choice : choices) {
      double cost = choice.cost + choice.setupCost + orderCost(choice);
      if (best == null || cost < bestCost) {
        best = choice;
        bestCost = cost;
      }
    }
    if (best == null) {
      throw new dev.walnut.engine.api.DatabaseException(
          dev.walnut.engine.api.ResultCode.ERROR, "no query solution");
    }
    return new State(null, 0, best, 1, bestCost, best.rows);
  }

  /** What it costs that a path of the only source does not give the wanted order. */
  private double orderCost(PathChoice choice) {
    if (goal.terms().isEmpty()) {
      return 0;
    }
    double rows = choice.rows * filterSelectivity(1, choice);
    if (check(0, choice) != OrderCheck.NO) {
      return goal.few() ? -0.8 * choice.cost * Math.max(0, 1 - 20 / Math.max(20, rows)) : 0;
    }
    if (goal.anyOrder()) {
      return rows * 0.8;
    }
    if (goal.few() && core.aggregates != null) {
      return 0;
    }
    return rows * (goal.few() ? 0.5 : 0.25 * (64 - Long.numberOfLeadingZeros((long) rows)));
  }

  private int check(int source, PathChoice choice) {
    return OrderCheck.check(
        core.terms.get(source).source(), choice, count > 1, goal, constants(), planner.state());
  }

  /** Columns that WHERE makes equal to a constant. */
  private List<Bound> constants() {
    List<Bound> constants = new ArrayList<>(0);
    for (Conjunct conjunct : conjuncts) {
      if (isInner(conjunct) && conjunct.expr().kind() == Bound.Kind.COMPARE) {
        Bound.Compare compare = (Bound.Compare) conjunct.expr();
        if (compare.operator() == dev.walnut.sql.syntax.BinaryOperator.EQUAL
            && compare.left().kind() == Bound.Kind.COLUMN
            && (compare.right().kind() == Bound.Kind.CONSTANT
                || compare.right().kind() == Bound.Kind.PARAMETER)
            && compare.textCollation().name().equalsIgnoreCase("BINARY")) {
          constants.add(compare.left());
        }
      }
    }
    return constants;
  }

  // ---- several sources

  private State search() {
    int width = count > MANY_SOURCES ? NARROW_BEAM : WIDE_BEAM;
    List<State> current = new ArrayList<>(width);
    current.add(new State(null, -1, null, 0, 0, 1));
    for (int step = 0; step < count; step++) {
      List<State> next = new ArrayList<>(width + 1);
      for (State state : current) {
        for (int i = 0; i < count; i++) {
          if ((state.mask >> i & 1) == 0 && (prerequisites[i] & ~state.mask) == 0) {
            extend(state, i, next, width);
          }
        }
      }
      current = next;
    }
    if (current.isEmpty()) {
      throw new dev.walnut.engine.api.DatabaseException(
          dev.walnut.engine.api.ResultCode.ERROR, "no query solution");
    }
    State best = current.get(0);
    for (State state : current) {
      if (state.cost + sortCost(state) < best.cost + sortCost(best)) {
        best = state;
      }
    }
    return improveOrder(best);
  }

  private void extend(State state, int source, List<State> next, int width) {
    PathChoice best = null;
    double bestCost = 0;
    for (PathChoice choice : choices(source, state.mask)) {
      double cost = choice.cost * state.rows + choice.setupCost;
      if (best == null || cost < bestCost) {
        best = choice;
        bestCost = cost;
      }
    }
    if (best == null) {
      return;
    }
    long mask = state.mask | 1L << source;
    double rows = state.rows * best.rows * filterSelectivity(source, mask, best);
    if (types[source] == JoinType.LEFT || types[source] == JoinType.FULL) {
      rows = Math.max(rows, state.rows);
    }
    rows = Math.min(Math.max(rows, 1e-3), 1e15);
    insert(
        new State(state, source, best, mask, state.cost + bestCost + rows * 0.1, rows),
        next,
        width);
  }

  /** Keeps the cheapest states, one per set of sources. */
  private static void insert(State state, List<State> next, int width) {
    for (int i = 0; i < next.size(); i++) {
      State other = next.get(i);
      if (other.mask == state.mask) {
        if (state.cost < other.cost) {
          next.set(i, state);
        }
        return;
      }
    }
    if (next.size() < width) {
      next.add(state);
      return;
    }
    int worst = 0;
    for (int i = 1; i < next.size(); i++) {
      if (next.get(i).cost > next.get(worst).cost) {
        worst = i;
      }
    }
    if (state.cost < next.get(worst).cost) {
      next.set(worst, state);
    }
  }

  private List<PathChoice> choices(int source, long available) {
    PathCache cache = caches[source];
    if (cache == null) {
      cache = new PathCache();
      caches[source] = cache;
    }
    long key = available & relevant[source];
    for (int i = 0; i < cache.masks.size(); i++) {
      if (cache.masks.get(i) == key) {
        return cache.choices.get(i);
      }
    }
    List<PathChoice> found = new ArrayList<>(4);
    long usable = finders[source] instanceof SourcePathFinder ? available : key;
    finders[source].find(usable, found);
    cache.masks.add(key);
    cache.choices.add(found);
    return found;
  }

  private double filterSelectivity(long mask, PathChoice choice) {
    return filterSelectivity(0, mask, choice);
  }

  /** What is left of a source's rows after the conditions that can be tested there. */
  private double filterSelectivity(int source, long mask, PathChoice choice) {
    double selectivity = 1;
    for (int c : conjunctsOf[source]) {
      if ((conjuncts.get(c).mask() & ~mask) == 0 && !choice.used.get(c)) {
        selectivity *= selectivities[c];
      }
    }
    return selectivity;
  }

  private static double selectivity(Bound e) {
    switch (e.kind()) {
      case COMPARE:
        switch (((Bound.Compare) e).operator()) {
          case EQUAL:
          case IS:
            return 0.1;
          case NOT_EQUAL:
          case IS_NOT:
            return 0.9;
          default:
            return 0.4;
        }
      case IN_LIST:
        return ((Bound.InList) e).negated()
            ? 0.8
            : Math.min(0.9, 0.1 * ((Bound.InList) e).items().size());
      case IN_SELECT:
        return 0.5;
      case IS_NULL:
        return ((Bound.IsNull) e).negated() ? 0.9 : 0.1;
      case OR:
        return 0.5;
      case NOT:
        return 0.7;
      default:
        return 0.5;
    }
  }

  private double sortCost(State state) {
    if (goal.terms().isEmpty() || isOrdered(state) != OrderCheck.NO) {
      return 0;
    }
    double rows = state.rows;
    return goal.anyOrder() || goal.few()
        ? rows * 0.8
        : rows * 0.25 * (64 - Long.numberOfLeadingZeros((long) Math.max(1, rows)));
  }

  private static State first(State state) {
    State s = state;
    while (s.before.source >= 0) {
      s = s.before;
    }
    return s;
  }

  private int isOrdered(State state) {
    State first = state.before == null ? state : first(state);
    return lastRight >= 0 ? OrderCheck.NO : check(first.source, first.choice);
  }

  /** Tries whether another path of the outermost source saves the sort. */
  private State improveOrder(State state) {
    if (goal.terms().isEmpty() || isOrdered(state) != OrderCheck.NO || lastRight >= 0) {
      return state;
    }
    State first = first(state);
    PathChoice better = null;
    for (PathChoice choice : choices(first.source, 0)) {
      if (check(first.source, choice) != OrderCheck.NO
          && choice.rows <= first.choice.rows * 1.01
          && (better == null || choice.cost < better.cost)) {
        better = choice;
      }
    }
    double saved = sortCost(state) + (goal.few() ? state.cost * 0.5 : 0);
    if (better == null || better.cost - first.choice.cost > saved) {
      return state;
    }
    return replaceFirst(state, better);
  }

  private static State replaceFirst(State state, PathChoice choice) {
    State before = state.before.source < 0 ? state.before : replaceFirst(state.before, choice);
    return new State(
        before,
        state.source,
        state.before.source < 0 ? choice : state.choice,
        state.mask,
        state.cost,
        state.rows);
  }

  // ---- the plan

  private CorePlan build(State best, List<Bound> constantFilters) {
    List<State> order = new ArrayList<>(count);
    for (State s = best; s != null && s.source >= 0; s = s.before) {
      order.add(0, s);
    }
    int ordered = goal.terms().isEmpty() ? OrderCheck.FORWARD : isOrdered(best);
    List<LoopPlan> loops = new ArrayList<>(count);
    int lastRightLevel = -1;
    for (int level = 0; level < order.size(); level++) {
      JoinType type = types[order.get(level).source];
      if (type == JoinType.RIGHT || type == JoinType.FULL) {
        lastRightLevel = level;
      }
    }
    boolean[] done = new boolean[conjuncts.size()];
    long mask = 0;
    for (int level = 0; level < order.size(); level++) {
      State state = order.get(level);
      mask |= 1L << state.source;
      AccessPath path = state.choice.path;
      if (level == 0 && ordered == OrderCheck.BACKWARD) {
        path = reversed(path);
      }
      List<Bound> on = new ArrayList<>(0);
      List<Bound> filters = new ArrayList<>(1);
      JoinType type = types[state.source];
      boolean outer = type == JoinType.LEFT || type == JoinType.RIGHT || type == JoinType.FULL;
      for (int c = 0; c < conjuncts.size(); c++) {
        Conjunct conjunct = conjuncts.get(c);
        if (done[c] || conjunct.derived()) {
          continue;
        }
        boolean used = state.choice.used.get(c);
        if (conjunct.onTerm() >= 0) {
          if (conjunct.onTerm() == state.source) {
            done[c] = true;
            if (!used) {
              (outer ? on : filters).add(conjunct.expr());
            }
          }
        } else if (used) {
          done[c] = true;
        } else if (conjunct.mask() != 0
            && (conjunct.mask() & ~mask) == 0
            && level >= lastRightLevel) {
          done[c] = true;
          filters.add(conjunct.expr());
        }
      }
      filters.sort(java.util.Comparator.comparingInt(JoinPlanner::weight));
      loops.add(
          new LoopPlan(
              core.terms.get(state.source).source(), path, type, on, filters, state.choice.rows));
    }
    return new CorePlan(core, loops, constantFilters, ordered != OrderCheck.NO, best.rows);
  }

  /** Cheap conditions first; those with subqueries last. */
  private static int weight(Bound e) {
    int[] weight = {0};
    e.walk(
        x -> {
          if (x.nested() != null) {
            weight[0] += 100;
          } else if (x.kind() == Bound.Kind.CALL) {
            weight[0] += 10;
          }
        });
    return weight[0];
  }

  private static AccessPath reversed(AccessPath path) {
    if (path instanceof AccessPath.TableScan) {
      return new AccessPath.TableScan(true);
    }
    if (path instanceof AccessPath.RowidRange) {
      AccessPath.RowidRange range = (AccessPath.RowidRange) path;
      return new AccessPath.RowidRange(range.lower(), range.upper(), true);
    }
    if (path instanceof AccessPath.IndexSearch) {
      AccessPath.IndexSearch s = (AccessPath.IndexSearch) path;
      return new AccessPath.IndexSearch(
          s.index(), s.equal(), s.lower(), s.upper(), true, s.covering());
    }
    return path;
  }
}
