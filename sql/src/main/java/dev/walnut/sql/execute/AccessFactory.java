// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.Bounds;
import dev.walnut.sql.bind.CallSource;
import dev.walnut.sql.bind.JsonSource;
import dev.walnut.sql.bind.PragmaSource;
import dev.walnut.sql.bind.RecursionSource;
import dev.walnut.sql.bind.Source;
import dev.walnut.sql.bind.SubquerySource;
import dev.walnut.sql.bind.TableSource;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.plan.AccessPath;
import dev.walnut.sql.plan.ColumnUsage;
import dev.walnut.sql.plan.LoopPlan;
import dev.walnut.sql.syntax.FromTerm.JoinType;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Makes access paths executable. */
final class AccessFactory {
  private final StatementResources resources;
  private final SelectFactory selects;
  private final EvaluatorFactory evaluators;
  private final RecordLayouts layouts;
  private final ColumnUsage usage;

  AccessFactory(
      StatementResources resources,
      SelectFactory selects,
      EvaluatorFactory evaluators,
      RecordLayouts layouts,
      ColumnUsage usage) {
    this.resources = resources;
    this.selects = selects;
    this.evaluators = evaluators;
    this.layouts = layouts;
    this.usage = usage;
  }

  RecordLayouts layouts() {
    return layouts;
  }

  /**
   * Makes the access of one loop and sets its source's row.
   *
   * @param hasRightJoin whether any source may have to read as NULLs
   */
  Access make(LoopPlan loop, boolean hasRightJoin, RowEnvironment env) {
    AccessPath path = loop.path();
    Source source = loop.source();
    if (path instanceof AccessPath.HashProbe) {
      return hashProbe(loop, (AccessPath.HashProbe) path, env);
    }
    if (path instanceof AccessPath.SubqueryScan) {
      Materialized rows = materialized(loop, env);
      BufferRow row = bufferRow(source, rows);
      env.set(source, row);
      return new BufferScanAccess(rows, row);
    }
    if (source instanceof TableSource) {
      return tableAccess((TableSource) source, path, env);
    }
    if (source instanceof PragmaSource) {
      PragmaSource pragma = (PragmaSource) source;
      Rows rows =
          new PragmaRows(
              pragma.pragma(),
              pragma.columnCount(),
              pragma.argument() == null ? null : evaluators.make(pragma.argument(), env),
              pragma.schema() == null ? null : evaluators.make(pragma.schema(), env),
              resources.context().session());
      NullableRow row = new NullableRow(rows);
      env.set(source, row);
      return new StreamAccess(rows, row);
    }
    if (source instanceof JsonSource) {
      JsonSource call = (JsonSource) source;
      Rows rows =
          new JsonRows(
              call.kind(),
              evaluators.all(call.arguments(), env),
              resources.context().functionContext());
      NullableRow row = new NullableRow(rows);
      env.set(source, row);
      return new StreamAccess(rows, row);
    }
    if (source instanceof RecursionSource) {
      NullableRow row = new NullableRow(env.row(source));
      env.set(source, row);
      return new SingleRowAccess(row);
    }
    Rows rows = selects.make(((SubquerySource) source).select(), env);
    NullableRow row = new NullableRow(rows);
    boolean nullable = hasRightJoin || loop.type() == JoinType.LEFT;
    if (nullable || !(rows instanceof ProjectRows)) {
      env.set(source, row);
    } else {
      env.set(source, rows);
    }
    return new StreamAccess(rows, row);
  }

  private Access tableAccess(TableSource source, AccessPath path, RowEnvironment env) {
    Table table = source.table();
    if (path instanceof AccessPath.IndexSearch) {
      AccessPath.IndexSearch search = (AccessPath.IndexSearch) path;
      boolean own = table.isOwnTree(search.index());
      StoredRow indexRow = own ? layouts.tableRow(table) : layouts.indexRow(table, search.index());
      StoredRow target = null;
      if (own || search.covering()) {
        // Keys are computed from earlier sources; this one is set before its own filters are made.
        Access access = indexSearch(search, indexRow, null, env);
        env.set(source, indexRow);
        return access;
      }
      target = layouts.tableRow(table);
      layouts.link(table, target, indexRow, search.index());
      Access access = indexSearch(search, indexRow, target, env);
      env.set(source, target, indexRow);
      return access;
    }
    StoredRow row = layouts.tableRow(table);
    Access access = rowidAccess(path, row, source, env);
    env.set(source, row);
    return access;
  }

  private Access rowidAccess(
      AccessPath path, StoredRow row, TableSource source, RowEnvironment env) {
    if (path instanceof AccessPath.TableScan) {
      return new TableScanAccess(row, ((AccessPath.TableScan) path).descending());
    }
    if (path instanceof AccessPath.RowidEqual) {
      return new RowidEqualAccess(row, evaluators.make(((AccessPath.RowidEqual) path).key(), env));
    }
    if (path instanceof AccessPath.RowidIn) {
      return new RowidInAccess(
          row, inValues(((AccessPath.RowidIn) path).in(), Affinity.INTEGER, Collation.BINARY, env));
    }
    if (path instanceof AccessPath.RowidRange) {
      AccessPath.RowidRange range = (AccessPath.RowidRange) path;
      return new RowidRangeAccess(
          row,
          range.lower() == null ? null : evaluators.make(range.lower().value(), env),
          range.lower() != null && range.lower().inclusive(),
          range.upper() == null ? null : evaluators.make(range.upper().value(), env),
          range.upper() != null && range.upper().inclusive(),
          range.descending());
    }
    if (path instanceof AccessPath.OrUnion) {
      return orUnion((AccessPath.OrUnion) path, row, source, env);
    }
    throw new IllegalStateException(path.toString());
  }

  private Access orUnion(
      AccessPath.OrUnion union, StoredRow row, TableSource source, RowEnvironment env) {
    int count = union.branches().size();
    Access[] branches = new Access[count];
    StoredRow[] rows = new StoredRow[count];
    for (int i = 0; i < count; i++) {
      AccessPath path = union.branches().get(i);
      if (path instanceof AccessPath.IndexSearch) {
        AccessPath.IndexSearch search = (AccessPath.IndexSearch) path;
        rows[i] = layouts.indexRow(source.table(), search.index());
        branches[i] = indexSearch(search, rows[i], null, env);
      } else {
        rows[i] = layouts.tableRow(source.table());
        branches[i] = rowidAccess(path, rows[i], source, env);
      }
    }
    return new OrUnionAccess(row, branches, rows);
  }

  private Access indexSearch(
      AccessPath.IndexSearch search, StoredRow row, StoredRow target, RowEnvironment env) {
    List<AccessPath.KeyTerm> terms = search.equal();
    KeyPart[] equal = new KeyPart[terms.size()];
    for (int i = 0; i < equal.length; i++) {
      AccessPath.KeyTerm term = terms.get(i);
      if (term.in() != null) {
        Collation collation = search.index().parts().get(i).collation();
        equal[i] =
            new KeyPart(
                null, inValues(term, term.conversion(), collation, env), false, term.conversion());
      } else {
        equal[i] =
            new KeyPart(
                evaluators.make(term.value(), env), null, term.matchesNull(), term.conversion());
      }
    }
    KeyBound lower = bound(search.lower(), env);
    KeyBound upper = bound(search.upper(), env);
    if (lower == null && upper != null) {
      lower = KeyBound.behindNull();
    }
    boolean reversed = lower != null && search.index().parts().get(equal.length).descending();
    return new IndexSearchAccess(
        row,
        target,
        equal,
        reversed ? upper : lower,
        reversed ? lower : upper,
        search.descending());
  }

  private KeyBound bound(AccessPath.RangeBound bound, RowEnvironment env) {
    return bound == null
        ? null
        : new KeyBound(evaluators.make(bound.value(), env), bound.inclusive(), bound.conversion());
  }

  private InValues inValues(
      AccessPath.KeyTerm term, Affinity conversion, Collation collation, RowEnvironment env) {
    if (term.in() instanceof Bound.InList) {
      Evaluator[] items = evaluators.all(((Bound.InList) term.in()).items(), env);
      return new InValues(items, null, conversion, collation);
    }
    SelectSet set = evaluators.selectSet((Bound.InSelect) term.in(), env);
    return new InValues(null, set, conversion, collation);
  }

  // ---- kept rows

  /** The kept rows that an access of a RIGHT or FULL join reads. */
  Materialized keptRows(Access access) {
    return access instanceof HashProbeAccess
        ? ((HashProbeAccess) access).rows()
        : ((BufferScanAccess) access).rows();
  }

  private Access hashProbe(LoopPlan loop, AccessPath.HashProbe path, RowEnvironment env) {
    int count = path.inner().size();
    Affinity[] conversions = new Affinity[count];
    Collation[] collations = new Collation[count];
    for (int i = 0; i < count; i++) {
      conversions[i] = path.comparisons().get(i).conversion();
      collations[i] = path.comparisons().get(i).textCollation();
    }
    Evaluator[] outer = evaluators.all(path.outer(), env);
    Materialized rows = materialized(loop, env);
    BufferRow row = bufferRow(loop.source(), rows);
    env.set(loop.source(), row);
    Evaluator[] inner = evaluators.all(path.inner(), env);
    return new HashProbeAccess(rows, row, inner, outer, conversions, collations);
  }

  private BufferRow bufferRow(Source source, Materialized rows) {
    if (source.table() == null) {
      return new BufferRow(rows.buffer(), null, -1);
    }
    int[] fields = new int[source.columnCount()];
    int at = 0;
    for (int i = 0; i < fields.length; i++) {
      fields[i] = usage.uses(source, i) ? at++ : -1;
    }
    return new BufferRow(rows.buffer(), fields, usage.usesRowid(source) ? at : -1);
  }

  private Materialized materialized(LoopPlan loop, RowEnvironment env) {
    Source source = loop.source();
    if (source.table() != null) {
      return keptTable(loop, (TableSource) source, env);
    }
    if (source instanceof SubquerySource) {
      return selects.materialized(((SubquerySource) source).select(), env);
    }
    // A pragma or recursion row on the right of a RIGHT or FULL join: filled anew each time.
    LoopPlan plain =
        new LoopPlan(
            source,
            source instanceof CallSource
                ? new AccessPath.PragmaRows()
                : new AccessPath.RecursionRow(),
            JoinType.INNER,
            List.of(),
            List.of(),
            loop.rows());
    Access access = make(plain, true, env);
    RowSource row = env.row(source);
    Evaluator[] columns = new Evaluator[source.columnCount()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new SourceColumn(row, i);
    }
    return new Materialized(buffer -> fill(buffer, access, columns, null), true, resources);
  }

  /** The used columns of a table's rows that pass the conditions on the table alone. */
  private Materialized keptTable(LoopPlan loop, TableSource source, RowEnvironment env) {
    RowEnvironment own = env.copy();
    AccessPath scan =
        source.table().isWithoutRowid()
            ? new AccessPath.IndexSearch(
                source.table().primaryKey(), List.of(), null, null, false, true)
            : new AccessPath.TableScan(false);
    Access access = tableAccess(source, scan, own);
    List<Evaluator> columns = new ArrayList<>();
    for (int i = 0; i < source.columnCount(); i++) {
      if (usage.uses(source, i)) {
        columns.add(evaluators.make(new Bound.ColumnRef(source, i), own));
      }
    }
    if (usage.usesRowid(source)) {
      columns.add(evaluators.make(new Bound.ColumnRef(source, RowSource.ROWID), own));
    }
    List<Bound> conditions = new ArrayList<>();
    boolean outer =
        loop.type() != JoinType.INNER
            && loop.type() != JoinType.COMMA
            && loop.type() != JoinType.CROSS;
    if (loop.type() != JoinType.RIGHT && loop.type() != JoinType.FULL) {
      for (Bound condition : outer ? loop.on() : loop.filters()) {
        Set<Source> sources = new HashSet<>();
        Bounds.collectSources(condition, sources);
        if (sources.size() == 1 && sources.contains(source) && condition.nested() == null) {
          conditions.add(condition);
        }
      }
    }
    Evaluator[] filters = evaluators.conditions(conditions, own);
    Evaluator[] kept = columns.toArray(new Evaluator[0]);
    return new Materialized(buffer -> fill(buffer, access, kept, filters), false, resources);
  }

  private void fill(RowBuffer buffer, Access access, Evaluator[] columns, Evaluator[] filters) {
    access.open();
    next:
    while (access.next()) {
      resources.countStep();
      if (filters != null) {
        for (Evaluator filter : filters) {
          if (filter.test() != Condition.TRUE) {
            continue next;
          }
        }
      }
      buffer.add(columns);
    }
  }
}
