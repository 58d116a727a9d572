// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.bind.Bound;
import dev.walnut.sql.bind.BoundSelect;
import dev.walnut.sql.bind.SubquerySource;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.function.SqlFunction;
import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Makes bound expressions executable: chooses the evaluator that fits the kinds of operands. */
final class EvaluatorFactory {
  private static final int MIN_SET = 3;

  private final StatementResources resources;
  private final SelectFactory selects;
  private final Map<Bound.Slot, Value> slots = new IdentityHashMap<>(0);
  private final boolean repeatsSubqueries;

  /** Subqueries made so far: if it grows while an expression is made, the expression has one. */
  private int subqueryCount;

  /**
   * @param repeatsSubqueries whether uncorrelated subqueries run at each evaluation
   */
  EvaluatorFactory(StatementResources resources, SelectFactory selects, boolean repeatsSubqueries) {
    this.resources = resources;
    this.selects = selects;
    this.repeatsSubqueries = repeatsSubqueries;
  }

  /** Conditions: like {@link #condition}. */
  Evaluator[] conditions(List<Bound> list, RowEnvironment env) {
    Evaluator[] result = new Evaluator[list.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = condition(list.get(i), env);
    }
    return result;
  }

  /** An expression of which the truth is asked. */
  Evaluator condition(Bound e, RowEnvironment env) {
    return number(e, env);
  }

  /** An expression whose numeric reading is asked, which goes through its text. */
  private Evaluator number(Bound e, RowEnvironment env) {
    Evaluator evaluator = make(e, env);
    TextEncoding encoding = encodingOfBlob(e);
    return encoding == TextEncoding.UTF8 ? evaluator : new StoredTextEvaluator(evaluator, encoding);
  }

  /** The database's encoding if the value may be a BLOB; else UTF-8, without a look at the file. */
  private TextEncoding encodingOfBlob(Bound e) {
    return mayBeBlob(e) ? resources.context().encoding() : TextEncoding.UTF8;
  }

  private static boolean mayBeBlob(Bound e) {
    switch (e.kind()) {
      case CONSTANT:
        return ((Bound.Constant) e).value().type() == Value.BLOB;
      case NEGATE:
      case BIT_NOT:
      case NOT:
      case IS_NULL:
      case TRUTH:
      case ARITHMETIC:
      case AND:
      case OR:
      case COMPARE:
      case IN_LIST:
      case IN_SELECT:
      case EXISTS:
        return false;
      default:
        return true;
    }
  }

  /** As in SQLite what is known of a value beyond its bytes does not leave a subquery. */
  private static boolean comesFromSubquery(Bound e) {
    return e.kind() == Bound.Kind.SUBQUERY
        || e.kind() == Bound.Kind.COLUMN
            && ((Bound.ColumnRef) e).source() instanceof SubquerySource;
  }

  /** The arguments of a call. */
  Evaluator[] arguments(SqlFunction function, List<Bound> list, RowEnvironment env) {
    Evaluator[] result = new Evaluator[list.size()];
    for (int i = 0; i < result.length; i++) {
      Bound argument = list.get(i);
      result[i] = function.takesBlob(i) ? make(argument, env) : number(argument, env);
      if (function.readsJsonMark() && comesFromSubquery(argument)) {
        result[i] = new UnmarkedEvaluator(result[i]);
      }
    }
    return result;
  }

  Evaluator[] all(List<Bound> list, RowEnvironment env) {
    Evaluator[] result = new Evaluator[list.size()];
    for (int i = 0; i < result.length; i++) {
      result[i] = make(list.get(i), env);
    }
    return result;
  }

  Evaluator make(Bound e, RowEnvironment env) {
    switch (e.kind()) {
      case CONSTANT:
        return new CellEvaluator(((Bound.Constant) e).value(), true);
      case PARAMETER:
        return new CellEvaluator(((Bound.Parameter) e).cell(), false);
      case COLUMN:
        return column((Bound.ColumnRef) e, env);
      case SLOT:
        return new CellEvaluator(slot(((Bound.SlotRef) e).slot()), false);
      case LET:
        Bound.Let let = (Bound.Let) e;
        Evaluator value = make(let.value(), env);
        return new LetEvaluator(slot(let.slot()), value, make(let.body(), env));
      case NEGATE:
        return new NegateEvaluator(number(((Bound.Negate) e).operand(), env));
      case PLUS:
        return make(((Bound.Plus) e).operand(), env);
      case BIT_NOT:
        return new BitNotEvaluator(number(((Bound.BitNot) e).operand(), env));
      case NOT:
        return new NotCondition(condition(((Bound.Not) e).operand(), env));
      case IS_NULL:
        Bound.IsNull isNull = (Bound.IsNull) e;
        Evaluator nullOperand = make(isNull.operand(), env);
        return nullOperand instanceof FieldColumn
            ? new FieldIsNullCondition((FieldColumn) nullOperand, isNull.negated())
            : new IsNullCondition(nullOperand, isNull.negated());
      case TRUTH:
        Bound.Truth truth = (Bound.Truth) e;
        return new TruthCondition(condition(truth.operand(), env), truth.wanted(), truth.negated());
      case ARITHMETIC:
        return arithmetic((Bound.Arithmetic) e, env);
      case AND:
        return and((Bound.And) e, env);
      case OR:
        return or((Bound.Or) e, env);
      case COMPARE:
        return compare((Bound.Compare) e, env);
      case IN_LIST:
        return inList((Bound.InList) e, env);
      case IN_SELECT:
        subqueryCount++;
        Bound.InSelect in = (Bound.InSelect) e;
        return new InSelectCondition(all(in.operands(), env), selectSet(in, env), in.negated());
      case CASE:
        Bound.Case c = (Bound.Case) e;
        return new CaseEvaluator(
            conditions(c.conditions(), env),
            all(c.results(), env),
            c.otherwise() == null ? null : make(c.otherwise(), env));
      case CAST:
        Bound.Cast cast = (Bound.Cast) e;
        return new CastEvaluator(
            make(cast.operand(), env), cast.affinity(), false, resources.context().encoding());
      case COLLATE:
        return make(((Bound.Collate) e).operand(), env);
      case GENERATED:
        Bound.Generated generated = (Bound.Generated) e;
        return new CastEvaluator(
            make(generated.operand(), env),
            generated.affinity(),
            true,
            resources.context().encoding());
      case COALESCE:
        return new CoalesceEvaluator(all(((Bound.Coalesce) e).items(), env));
      case CALL:
        Bound.Call call = (Bound.Call) e;
        return new CallEvaluator(
            call.function().newCall(),
            CollatedContext.of(resources.context().functionContext(), call.callCollation()),
            arguments(call.function(), call.arguments(), env));
      case SUBQUERY:
        subqueryCount++;
        Bound.Subquery subquery = (Bound.Subquery) e;
        return new SubqueryEvaluator(subqueryResult(subquery.select(), env), subquery.column());
      case EXISTS:
        subqueryCount++;
        BoundSelect exists = ((Bound.Exists) e).select();
        return new ExistsCondition(selects.make(exists, env), isRepeated(exists), resources);
      default:
        throw new IllegalStateException(e.kind().name());
    }
  }

  private Evaluator arithmetic(Bound.Arithmetic e, RowEnvironment env) {
    boolean concatenation = e.operator() == BinaryOperator.CONCAT;
    int before = subqueryCount;
    Evaluator left = concatenation ? make(e.left(), env) : number(e.left(), env);
    int between = subqueryCount;
    Evaluator right = concatenation ? make(e.right(), env) : number(e.right(), env);
    Lazy lazy = Lazy.of(between > before, subqueryCount > between);
    if (!concatenation) {
      return ArithmeticEvaluator.of(e.operator(), left, right, lazy);
    }
    TextEncoding encoding = encodingOfBlob(e.left());
    if (encoding == TextEncoding.UTF8) {
      encoding = encodingOfBlob(e.right());
    }
    int maxLength = resources.context().functionContext().maxLength();
    return ArithmeticEvaluator.concatenation(left, right, lazy, maxLength, encoding);
  }

  private boolean isRepeated(BoundSelect select) {
    return repeatsSubqueries || select.isCorrelated();
  }

  private Value slot(Bound.Slot slot) {
    return slots.computeIfAbsent(slot, s -> new Value());
  }

  private SubqueryResult subqueryResult(BoundSelect select, RowEnvironment env) {
    SubqueryResult result = env.subqueries().get(select);
    if (result == null) {
      result =
          new SubqueryResult(
              selects.make(select, env), select.columnCount(), isRepeated(select), resources);
      env.subqueries().put(select, result);
    }
    return result;
  }

  /** The rows of an IN's SELECT. */
  SelectSet selectSet(Bound.InSelect in, RowEnvironment env) {
    return new SelectSet(
        selects.make(in.select(), env),
        isRepeated(in.select()),
        in.conversions().toArray(new Affinity[0]),
        in.collations().toArray(new Collation[0]),
        resources);
  }

  private Evaluator column(Bound.ColumnRef column, RowEnvironment env) {
    RowSource row = env.row(column.source());
    int index = column.column();
    if (row instanceof StoredRow) {
      StoredRow stored = (StoredRow) row;
      if (index < 0) {
        return new RowidColumn(stored);
      }
      StoredRow finder = env.finder(column.source());
      if (finder != null && finder.fields().field(index) >= 0) {
        stored = finder;
      }
      RecordFields fields = stored.fields();
      return new FieldColumn(
          stored, fields.field(index), fields.isReal(index), fields.absent(index), fields.text());
    }
    if (row instanceof BufferRow) {
      BufferRow buffered = (BufferRow) row;
      return new FieldColumn(buffered, buffered.field(index), false, null, StoredText.UTF8);
    }
    if (row instanceof SavedRow) {
      SavedRow saved = (SavedRow) row;
      return new FieldColumn(saved, saved.field(index), false, null, StoredText.UTF8);
    }
    if (row instanceof ProjectRows) {
      return ((ProjectRows) row).output(index);
    }
    if (row instanceof CellRow) {
      return new CellEvaluator(((CellRow) row).cells[index], false);
    }
    return new SourceColumn(row, index);
  }

  /** Chains lean to the left and are as long as the text: they are followed without recursion. */
  private Evaluator and(Bound.And e, RowEnvironment env) {
    List<Bound> parts = new ArrayList<>();
    Bound rest = e;
    while (rest.kind() == Bound.Kind.AND) {
      parts.add(((Bound.And) rest).right());
      rest = ((Bound.And) rest).left();
    }
    int before = subqueryCount;
    Evaluator result = condition(rest, env);
    for (int i = parts.size() - 1; i >= 0; i--) {
      int between = subqueryCount;
      Evaluator part = condition(parts.get(i), env);
      result =
          between > before && subqueryCount == between
              ? new AndCondition(part, result)
              : new AndCondition(result, part);
    }
    return result;
  }

  /** Like {@link #and}: an operand with a subquery comes after one without. */
  private Evaluator or(Bound.Or e, RowEnvironment env) {
    List<Bound> parts = new ArrayList<>();
    Bound rest = e;
    while (rest.kind() == Bound.Kind.OR) {
      parts.add(((Bound.Or) rest).right());
      rest = ((Bound.Or) rest).left();
    }
    int before = subqueryCount;
    Evaluator result = condition(rest, env);
    for (int i = parts.size() - 1; i >= 0; i--) {
      int between = subqueryCount;
      Evaluator part = condition(parts.get(i), env);
      result =
          between > before && subqueryCount == between
              ? new OrCondition(part, result)
              : new OrCondition(result, part);
    }
    return result;
  }

  private Evaluator compare(Bound.Compare e, RowEnvironment env) {
    int before = subqueryCount;
    Evaluator left = make(e.left(), env);
    int between = subqueryCount;
    Evaluator right = make(e.right(), env);
    Lazy lazy = Lazy.of(between > before, subqueryCount > between);
    BinaryOperator operator = e.operator();
    if (right instanceof FieldColumn && left instanceof CellEvaluator) {
      return fieldCompare(
          (FieldColumn) right, (CellEvaluator) left, mirrored(operator), e, e.right());
    }
    if (left instanceof FieldColumn && right instanceof CellEvaluator) {
      return fieldCompare((FieldColumn) left, (CellEvaluator) right, operator, e, e.left());
    }
    return new CompareCondition(
        left, right, lazy, new ComparisonRule(operator, e.conversion(), e.textCollation()));
  }

  private static Evaluator fieldCompare(
      FieldColumn column,
      CellEvaluator cell,
      BinaryOperator operator,
      Bound.Compare e,
      Bound columnExpression) {
    ComparisonRule rule = new ComparisonRule(operator, e.conversion(), e.textCollation());
    Value value = cell.cell;
    if (cell.constant) {
      value = new Value();
      value.set(cell.cell);
      if (e.conversion().isNumeric()
          || (e.conversion() == Affinity.TEXT
              && columnExpression.affinity() == Affinity.TEXT
              && columnExpression.kind() == Bound.Kind.COLUMN
              && ((Bound.ColumnRef) columnExpression).source().table() != null)) {
        Affinities.applyForComparison(value, e.conversion());
      }
    }
    return new FieldCompareCondition(column, value, rule);
  }

  private static BinaryOperator mirrored(BinaryOperator operator) {
    switch (operator) {
      case LESS:
        return BinaryOperator.GREATER;
      case LESS_EQUAL:
        return BinaryOperator.GREATER_EQUAL;
      case GREATER:
        return BinaryOperator.LESS;
      case GREATER_EQUAL:
        return BinaryOperator.LESS_EQUAL;
      default:
        return operator;
    }
  }

  private Evaluator inList(Bound.InList e, RowEnvironment env) {
    Evaluator operand = make(e.operand(), env);
    Evaluator[] items = all(e.items(), env);
    boolean constant = items.length >= MIN_SET;
    for (Evaluator item : items) {
      constant &= item instanceof CellEvaluator && ((CellEvaluator) item).constant;
    }
    if (!constant) {
      ComparisonRule rule =
          new ComparisonRule(BinaryOperator.EQUAL, e.conversion(), e.textCollation());
      return new InListCondition(operand, items, e.negated(), rule);
    }
    Value[] constants = new Value[items.length];
    for (int i = 0; i < constants.length; i++) {
      constants[i] = ((CellEvaluator) items[i]).cell;
    }
    return new InConstantsCondition(
        operand, constants, e.negated(), e.conversion(), e.textCollation());
  }
}
