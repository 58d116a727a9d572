// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.function.SqlFunction;
import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.UnaryOperator;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/** Turns expressions as written into bound ones. */
final class ExpressionBinder {
  private final BindState state;
  private final NameResolver names;
  private final ComparisonBinder comparisons;
  private final AggregateBinder aggregates;

  ExpressionBinder(BindState state) {
    this.state = state;
    this.names = new NameResolver(state);
    this.comparisons = new ComparisonBinder(state);
    this.aggregates = new AggregateBinder(state);
  }

  NameResolver names() {
    return names;
  }

  ComparisonBinder comparisons() {
    return comparisons;
  }

  /** Binds an expression that must be one value. */
  Bound bindScalar(Expr expr, Scope scope) {
    return ComparisonBinder.scalar(bind(expr, scope));
  }

  /** Binds an expression; the result may be a row value. */
  Bound bind(Expr expr, Scope scope) {
    switch (expr.kind()) {
      case COLUMN:
        return names.resolve((Expr.Column) expr, scope);
      case INTEGER:
        return Bounds.integer(((Expr.IntegerLiteral) expr).value());
      case STRING:
        Value text = new Value();
        text.setText(((Expr.StringLiteral) expr).value());
        return new Bound.Constant(text);
      case PARAMETER:
        int number = ((Expr.Parameter) expr).index();
        return new Bound.Parameter(number, state.context.parameter(number));
      default:
        state.enterExpression();
        Bound bound = bindOther(expr, scope);
        state.leaveExpression();
        return bound;
    }
  }

  private Bound bindOther(Expr expr, Scope scope) {
    switch (expr.kind()) {
      case NULL:
        return Bounds.NULL;
      case REAL:
        return real(((Expr.RealLiteral) expr).value());
      case BLOB:
        byte[] bytes = ((Expr.BlobLiteral) expr).value();
        Value blob = new Value();
        blob.setBlob(bytes, 0, bytes.length);
        return new Bound.Constant(blob);
      case CURRENT:
        String name =
            "current_" + ((Expr.Current) expr).what().name().toLowerCase(java.util.Locale.ROOT);
        return call(name, List.of(), name);
      case UNARY:
        return unary((Expr.Unary) expr, scope);
      case BINARY:
        return binary((Expr.Binary) expr, scope);
      case BETWEEN:
        return between((Expr.Between) expr, scope);
      case IN_LIST:
        return inList((Expr.InList) expr, scope);
      case IN_SELECT:
        return inSelect((Expr.InSelect) expr, scope);
      case IN_TABLE:
        Expr.InTable inTable = (Expr.InTable) expr;
        return comparisons.in(
            bind(inTable.operand(), scope),
            state.selects.bindTable(inTable.table(), inTable.arguments(), scope),
            inTable.negated());
      case LIKE:
        return like((Expr.Like) expr, scope);
      case CASE:
        return caseOf((Expr.Case) expr, scope);
      case CAST:
        Expr.Cast cast = (Expr.Cast) expr;
        Affinity to = Affinity.ofCast(cast.typeName());
        return new Bound.Cast(bindScalar(cast.operand(), scope), to);
      case COLLATE:
        Expr.Collate collate = (Expr.Collate) expr;
        Collation collation = collationOrNull(collate);
        return new Bound.Collate(bindScalar(collate.operand(), scope), collation, false);
      case EXISTS:
        return new Bound.Exists(state.selects.bindNested(((Expr.Exists) expr).select(), scope));
      case SUBQUERY:
        return subquery((Expr.Subquery) expr, scope);
      case ROW_VALUE:
        List<Bound> items = new ArrayList<>();
        for (Expr item : ((Expr.RowValue) expr).items()) {
          items.add(bindScalar(item, scope));
        }
        return new Bound.Row(items);
      case FUNCTION:
        return function((Expr.FunctionCall) expr, scope);
      case RAISE:
        throw BindState.error("RAISE() may only be used within a trigger-program");
      default:
        throw new IllegalStateException(expr.kind().name());
    }
  }

  private Collation collationOrNull(Expr.Collate collate) {
    return state.context.collation(collate.collation());
  }

  private static Bound real(double value) {
    Value v = new Value();
    v.setReal(value);
    return new Bound.Constant(v);
  }

  private Bound subquery(Expr.Subquery expr, Scope scope) {
    BoundSelect select = state.selects.bindNested(expr.select(), scope);
    if (select.columnCount() == 1) {
      return new Bound.Subquery(select, 0);
    }
    List<Bound> items = new ArrayList<>();
    for (int i = 0; i < select.columnCount(); i++) {
      items.add(new Bound.Subquery(select, i));
    }
    return new Bound.Row(items);
  }

  private Bound unary(Expr.Unary expr, Scope scope) {
    UnaryOperator operator = expr.operator();
    Bound operand = bindScalar(expr.operand(), scope);
    switch (operator) {
      case MINUS:
        if (operand instanceof Bound.Constant) {
          Value v = ((Bound.Constant) operand).value();
          if (v.type() == Value.INTEGER && v.integer() != Long.MIN_VALUE) {
            return Bounds.integer(-v.integer());
          }
          if (v.type() == Value.REAL) {
            return real(-v.real());
          }
        }
        return new Bound.Negate(operand);
      case PLUS:
        return operand instanceof Bound.Constant ? operand : new Bound.Plus(operand);
      case BIT_NOT:
        return new Bound.BitNot(operand);
      case NOT:
        return new Bound.Not(operand);
      case IS_NULL:
        return new Bound.IsNull(operand, false);
      case NOT_NULL:
        return new Bound.IsNull(operand, true);
      default:
        throw new IllegalStateException(operator.name());
    }
  }

  private Bound binary(Expr.Binary expr, Scope scope) {
    BinaryOperator operator = expr.operator();
    if (operator == BinaryOperator.AND || operator == BinaryOperator.OR) {
      return logic(expr, scope);
    }
    if (operator == BinaryOperator.IS || operator == BinaryOperator.IS_NOT) {
      boolean negated = operator == BinaryOperator.IS_NOT;
      if (expr.right() instanceof Expr.InList in && FalseTerms.ignoresOperand(in)) {
        // SQLite reads x IN () as the word FALSE, x NOT IN () as TRUE, and so IS as IS FALSE; but
        // where x calls a function it is the number 0 or 1.
        return new Bound.Truth(bindScalar(expr.left(), scope), in.negated(), negated);
      }
      if (expr.right() instanceof Expr.Column
          && names.isBooleanConstant((Expr.Column) expr.right(), scope)) {
        boolean wanted = ((Expr.Column) expr.right()).column().equalsIgnoreCase("true");
        return new Bound.Truth(bindScalar(expr.left(), scope), wanted, negated);
      }
      if (expr.right() instanceof Expr.NullLiteral) {
        return new Bound.IsNull(bindScalar(expr.left(), scope), negated);
      }
    }
    if (operator.isComparison()) {
      Bound left = bind(expr.left(), scope);
      return comparisons.compare(operator, left, bind(expr.right(), scope));
    }
    return arithmetic(expr, scope);
  }

  /** Chains of arithmetic lean to the left: they are followed without recursion. */
  private Bound arithmetic(Expr.Binary expr, Scope scope) {
    List<Expr.Binary> chain = new ArrayList<>(2);
    Expr first = expr;
    while (first instanceof Expr.Binary && isArithmetic(((Expr.Binary) first).operator())) {
      chain.add((Expr.Binary) first);
      first = ((Expr.Binary) first).left();
    }
    Bound result = bindScalar(first, scope);
    for (int i = chain.size() - 1; i >= 0; i--) {
      BinaryOperator operator = chain.get(i).operator();
      Bound right = bindScalar(chain.get(i).right(), scope);
      if (operator == BinaryOperator.EXTRACT || operator == BinaryOperator.EXTRACT_VALUE) {
        result = call(operator.symbol(), List.of(result, right), operator.symbol());
      } else {
        result = new Bound.Arithmetic(operator, result, right);
      }
    }
    return result;
  }

  private static boolean isArithmetic(BinaryOperator operator) {
    return operator != BinaryOperator.AND
        && operator != BinaryOperator.OR
        && !operator.isComparison();
  }

  /** Chains of AND or OR are as long as the text: they are followed without recursion. */
  private Bound logic(Expr.Binary expr, Scope scope) {
    List<Expr.Binary> chain = new ArrayList<>();
    Expr first = expr;
    while (first instanceof Expr.Binary && ((Expr.Binary) first).operator() == expr.operator()) {
      chain.add((Expr.Binary) first);
      first = ((Expr.Binary) first).left();
    }
    int folded = chain.size();
    if (expr.operator() == BinaryOperator.AND) {
      folded = FalseTerms.outermost(first, chain);
    }
    Bound result = folded < chain.size() ? Bounds.integer(0) : bindScalar(first, scope);
    for (int i = folded - 1; i >= 0; i--) {
      Bound right = bindScalar(chain.get(i).right(), scope);
      result =
          expr.operator() == BinaryOperator.AND
              ? new Bound.And(result, right)
              : new Bound.Or(result, right);
    }
    return result;
  }

  private Bound between(Expr.Between expr, Scope scope) {
    Bound operand = bind(expr.operand(), scope);
    Bound low = bind(expr.low(), scope);
    Bound high = bind(expr.high(), scope);
    Bound result;
    if (operand instanceof Bound.Row || Bounds.isCheap(operand)) {
      result = range(operand, low, high);
    } else {
      Bound.Slot slot = new Bound.Slot(operand);
      result = new Bound.Let(slot, operand, range(new Bound.SlotRef(slot), low, high));
    }
    return expr.negated() ? new Bound.Not(result) : result;
  }

  private Bound range(Bound operand, Bound low, Bound high) {
    return new Bound.And(
        comparisons.compare(BinaryOperator.GREATER_EQUAL, operand, low),
        comparisons.compare(BinaryOperator.LESS_EQUAL, operand, high));
  }

  private Bound inList(Expr.InList expr, Scope scope) {
    if (FalseTerms.ignoresOperand(expr)) {
      return Bounds.integer(expr.negated() ? 1 : 0);
    }
    Bound operand = bind(expr.operand(), scope);
    List<Bound> items = new ArrayList<>(expr.items().size());
    for (Expr item : expr.items()) {
      items.add(bind(item, scope));
    }
    return comparisons.in(operand, items, expr.negated());
  }

  /** SQLite looks at the number of columns before it looks for row values inside the operand. */
  private Bound inSelect(Expr.InSelect in, Scope scope) {
    BoundSelect select = state.selects.bindNested(in.select(), scope);
    boolean mayBeRow =
        in.operand() instanceof Expr.RowValue || in.operand() instanceof Expr.Subquery;
    if (!mayBeRow && select.columnCount() != 1) {
      throw ComparisonBinder.columnCountError(select.columnCount(), 1);
    }
    return comparisons.in(bind(in.operand(), scope), select, in.negated());
  }

  private Bound like(Expr.Like expr, Scope scope) {
    String name = expr.operator().functionName();
    List<Bound> arguments = new ArrayList<>();
    Bound operand = bindScalar(expr.operand(), scope);
    arguments.add(bindScalar(expr.pattern(), scope));
    arguments.add(operand);
    if (expr.escape() != null) {
      arguments.add(bindScalar(expr.escape(), scope));
    }
    Bound result = call(name, arguments, name.toUpperCase(java.util.Locale.ROOT));
    return expr.negated() ? new Bound.Not(result) : result;
  }

  private Bound caseOf(Expr.Case expr, Scope scope) {
    Bound base = expr.operand() == null ? null : bind(expr.operand(), scope);
    Bound.Slot slot = null;
    Bound compared = base;
    if (base != null && !(base instanceof Bound.Row) && !Bounds.isCheap(base)) {
      slot = new Bound.Slot(base);
      compared = new Bound.SlotRef(slot);
    }
    List<Bound> conditions = new ArrayList<>();
    List<Bound> results = new ArrayList<>();
    for (Expr.When when : expr.whens()) {
      Bound condition = bind(when.condition(), scope);
      conditions.add(
          base == null
              ? ComparisonBinder.scalar(condition)
              : comparisons.compare(BinaryOperator.EQUAL, compared, condition));
      results.add(bindScalar(when.result(), scope));
    }
    Bound otherwise = expr.otherwise() == null ? null : bindScalar(expr.otherwise(), scope);
    Bound result = new Bound.Case(conditions, results, otherwise);
    return slot == null ? result : new Bound.Let(slot, base, result);
  }

  private Bound function(Expr.FunctionCall expr, Scope scope) {
    if (expr.over() != null) {
      throw BindState.error("window functions are not supported: " + expr.name() + "()");
    }
    int count = expr.arguments().size();
    SqlFunction function = state.context.functions().find(expr.name(), count);
    if (function == null || (expr.star() && !(function instanceof AggregateFunction))) {
      throw unknown(expr.name());
    }
    if (function instanceof AggregateFunction) {
      return aggregates.bind((AggregateFunction) function, expr, scope);
    }
    if (expr.filter() != null) {
      throw BindState.error("FILTER may not be used with non-aggregate " + expr.name() + "()");
    }
    if (!expr.orderBy().isEmpty()) {
      throw BindState.error("ORDER BY may not be used with non-aggregate " + expr.name() + "()");
    }
    List<Bound> arguments = new ArrayList<>(count);
    for (Expr argument : expr.arguments()) {
      arguments.add(bindScalar(argument, scope));
    }
    return call(expr.name(), arguments, expr.name());
  }

  private Bound call(String name, List<Bound> arguments, String shownName) {
    SqlFunction function = state.context.functions().find(name, arguments.size());
    if (!(function instanceof ScalarFunction)) {
      throw unknown(shownName);
    }
    switch (function.name()) {
      case "coalesce":
      case "ifnull":
        return new Bound.Coalesce(List.copyOf(arguments), false);
      case "iif":
      case "if":
        return iif(arguments);
      default:
        break;
    }
    Collation collation = state.binary;
    for (Bound argument : arguments) {
      if (argument.collation() != null) {
        collation = argument.collation();
        break;
      }
    }
    return new Bound.Call((ScalarFunction) function, List.copyOf(arguments), collation);
  }

  private static Bound iif(List<Bound> arguments) {
    List<Bound> conditions = new ArrayList<>();
    List<Bound> results = new ArrayList<>();
    for (int i = 0; i + 1 < arguments.size(); i += 2) {
      conditions.add(arguments.get(i));
      results.add(arguments.get(i + 1));
    }
    boolean odd = arguments.size() % 2 == 1;
    return new Bound.Case(conditions, results, odd ? arguments.get(arguments.size() - 1) : null);
  }

  private RuntimeException unknown(String name) {
    if (state.context.functions().exists(name)) {
      return BindState.error("wrong number of arguments to function " + name + "()");
    }
    return WindowNames.isWindowFunction(name)
        ? BindState.error("misuse of window function " + name + "()")
        : BindState.error("no such function: " + name);
  }
}
