// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * An expression whose names are resolved: columns point to their {@link Source}, comparisons know
 * their affinity and collation, functions are looked up. Immutable.
 *
 * <p>Equality is structural, so that an ORDER BY term, a GROUP BY key or an index expression can be
 * recognised in another expression. Subqueries are equal to themselves only.
 */
public sealed interface Bound {
  /** Which record an expression is. */
  enum Kind {
    CONSTANT,
    PARAMETER,
    COLUMN,
    SLOT,
    LET,
    NEGATE,
    PLUS,
    BIT_NOT,
    NOT,
    IS_NULL,
    TRUTH,
    ARITHMETIC,
    AND,
    OR,
    COMPARE,
    IN_LIST,
    IN_SELECT,
    CASE,
    CAST,
    COLLATE,
    COALESCE,
    CALL,
    SUBQUERY,
    EXISTS,
    ROW,
    GENERATED
  }

  Kind kind();

  /** The affinity it has as an operand of a comparison. */
  default Affinity affinity() {
    return Affinity.NONE;
  }

  /** The collation it brings to a comparison; null if none. */
  default Collation collation() {
    Bound operand = explicitlyCollated();
    return operand == null ? null : operand.collation();
  }

  /**
   * Whether the collation comes from a COLLATE operator, which wins over a column's. Such an
   * operator reaches through all that is built on its expression, but not out of a SELECT.
   */
  default boolean hasExplicitCollation() {
    return explicitlyCollated() != null;
  }

  /** The first operand that has an explicit collation; null if none. */
  private Bound explicitlyCollated() {
    Bound[] found = {null};
    forEachOperand(
        operand -> {
          if (found[0] == null && operand.hasExplicitCollation()) {
            found[0] = operand;
          }
        });
    return found[0];
  }

  /** Hands over the direct operands. A nested SELECT is none: see {@link #nested}. */
  default void forEachOperand(Consumer<Bound> action) {}

  /** The same expression over changed operands. */
  default Bound mapOperands(UnaryOperator<Bound> change) {
    return this;
  }

  /** The SELECT in it; null if it has none. */
  default BoundSelect nested() {
    return null;
  }

  /** A literal. The cell must not be changed. */
  record Constant(Value value) implements Bound {
    @Override
    public Kind kind() {
      return Kind.CONSTANT;
    }

    @Override
    public boolean equals(Object other) {
      if (!(other instanceof Constant)) {
        return false;
      }
      Value a = value;
      Value b = ((Constant) other).value;
      if (a.type() != b.type()) {
        return false;
      }
      switch (a.type()) {
        case Value.NULL:
          return true;
        case Value.INTEGER:
          return a.integer() == b.integer();
        case Value.REAL:
          return Double.doubleToLongBits(a.real()) == Double.doubleToLongBits(b.real());
        default:
          return Arrays.equals(
              a.bytes(),
              a.offset(),
              a.offset() + a.length(),
              b.bytes(),
              b.offset(),
              b.offset() + b.length());
      }
    }

    @Override
    public int hashCode() {
      return value.type();
    }
  }

  /** A parameter and the cell that holds its value. */
  record Parameter(int number, Value cell) implements Bound {
    @Override
    public Kind kind() {
      return Kind.PARAMETER;
    }
  }

  /** A column of a source; {@link dev.walnut.sql.execute.RowSource#ROWID} for the rowid. */
  record ColumnRef(Source source, int column) implements Bound {
    @Override
    public Kind kind() {
      return Kind.COLUMN;
    }

    @Override
    public Affinity affinity() {
      return source.affinityOf(column);
    }

    @Override
    public Collation collation() {
      return source.collationOf(column);
    }

    @Override
    public boolean hasExplicitCollation() {
      return source.hasExplicitCollation(column);
    }
  }

  /** The value of the enclosing {@link Let} that made the slot. */
  record SlotRef(Slot slot) implements Bound {
    @Override
    public Kind kind() {
      return Kind.SLOT;
    }

    @Override
    public Affinity affinity() {
      return slot.affinity();
    }

    @Override
    public Collation collation() {
      return slot.collation();
    }

    @Override
    public boolean hasExplicitCollation() {
      return slot.explicitCollation();
    }
  }

  /** Identity of a value that is computed once and used more than once in an expression. */
  final class Slot {
    private final Affinity affinity;
    private final Collation collation;
    private final boolean explicitCollation;

    Slot(Bound value) {
      affinity = value.affinity();
      collation = value.collation();
      explicitCollation = value.hasExplicitCollation();
    }

    Affinity affinity() {
      return affinity;
    }

    Collation collation() {
      return collation;
    }

    boolean explicitCollation() {
      return explicitCollation;
    }
  }

  /** {@code body} with {@code slot} standing for {@code value}. */
  record Let(Slot slot, Bound value, Bound body) implements Bound {
    @Override
    public Kind kind() {
      return Kind.LET;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(value);
      action.accept(body);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Let(slot, change.apply(value), change.apply(body));
    }
  }

  /** {@code -operand}. */
  record Negate(Bound operand) implements Bound {
    @Override
    public Kind kind() {
      return Kind.NEGATE;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Negate(change.apply(operand));
    }
  }

  /** {@code +operand}: its value without affinity. */
  record Plus(Bound operand) implements Bound {
    @Override
    public Kind kind() {
      return Kind.PLUS;
    }

    @Override
    public Collation collation() {
      return operand.collation();
    }

    @Override
    public boolean hasExplicitCollation() {
      return operand.hasExplicitCollation();
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Plus(change.apply(operand));
    }
  }

  /** {@code ~operand}. */
  record BitNot(Bound operand) implements Bound {
    @Override
    public Kind kind() {
      return Kind.BIT_NOT;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new BitNot(change.apply(operand));
    }
  }

  /** {@code NOT operand}. */
  record Not(Bound operand) implements Bound {
    @Override
    public Kind kind() {
      return Kind.NOT;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Not(change.apply(operand));
    }
  }

  /** {@code operand IS [NOT] NULL}. */
  record IsNull(Bound operand, boolean negated) implements Bound {
    @Override
    public Kind kind() {
      return Kind.IS_NULL;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new IsNull(change.apply(operand), negated);
    }
  }

  /** {@code operand IS [NOT] TRUE} or {@code FALSE}. */
  record Truth(Bound operand, boolean wanted, boolean negated) implements Bound {
    @Override
    public Kind kind() {
      return Kind.TRUTH;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Truth(change.apply(operand), wanted, negated);
    }
  }

  /** Arithmetic, bit operation or concatenation. */
  record Arithmetic(BinaryOperator operator, Bound left, Bound right) implements Bound {
    @Override
    public Kind kind() {
      return Kind.ARITHMETIC;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(left);
      action.accept(right);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Arithmetic(operator, change.apply(left), change.apply(right));
    }
  }

  /** {@code left AND right}. */
  record And(Bound left, Bound right) implements Bound {
    @Override
    public Kind kind() {
      return Kind.AND;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(left);
      action.accept(right);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new And(change.apply(left), change.apply(right));
    }
  }

  /** {@code left OR right}. */
  record Or(Bound left, Bound right) implements Bound {
    @Override
    public Kind kind() {
      return Kind.OR;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(left);
      action.accept(right);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Or(change.apply(left), change.apply(right));
    }
  }

  /**
   * A comparison.
   *
   * @param conversion applied to both operands before comparing, as SQLite's comparison opcodes do:
   *     a numeric one turns numeric text to numbers, TEXT turns numbers to text if the other is
   *     text; NONE or BLOB: nothing
   * @param textCollation compares text; never null. It is not what the answer, a number, brings to
   *     a comparison around it
   */
  record Compare(
      BinaryOperator operator,
      Bound left,
      Bound right,
      Affinity conversion,
      Collation textCollation)
      implements Bound {
    @Override
    public Kind kind() {
      return Kind.COMPARE;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(left);
      action.accept(right);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Compare(
          operator, change.apply(left), change.apply(right), conversion, textCollation);
    }
  }

  /**
   * {@code operand [NOT] IN (items)}.
   *
   * @param conversion affinity applied to operand and items
   * @param textCollation compares text; never null
   */
  record InList(
      Bound operand,
      List<Bound> items,
      boolean negated,
      Affinity conversion,
      Collation textCollation)
      implements Bound {
    @Override
    public Kind kind() {
      return Kind.IN_LIST;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
      items.forEach(action);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new InList(
          change.apply(operand), mapAll(items, change), negated, conversion, textCollation);
    }
  }

  /** {@code operands [NOT] IN (SELECT ...)}; several operands are a row value. */
  record InSelect(
      List<Bound> operands,
      BoundSelect select,
      boolean negated,
      List<Affinity> conversions,
      List<Collation> collations)
      implements Bound {
    @Override
    public Kind kind() {
      return Kind.IN_SELECT;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      operands.forEach(action);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new InSelect(mapAll(operands, change), select, negated, conversions, collations);
    }

    @Override
    public BoundSelect nested() {
      return select;
    }

    @Override
    public boolean equals(Object other) {
      return this == other;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(this);
    }
  }

  /**
   * {@code CASE WHEN condition THEN result ... END}; a CASE with operand has comparisons as
   * conditions.
   *
   * @param otherwise null if absent
   */
  record Case(List<Bound> conditions, List<Bound> results, Bound otherwise) implements Bound {
    @Override
    public Kind kind() {
      return Kind.CASE;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      for (int i = 0; i < conditions.size(); i++) {
        action.accept(conditions.get(i));
        action.accept(results.get(i));
      }
      if (otherwise != null) {
        action.accept(otherwise);
      }
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Case(
          mapAll(conditions, change),
          mapAll(results, change),
          otherwise == null ? null : change.apply(otherwise));
    }
  }

  /** {@code CAST(operand AS ...)}. */
  record Cast(Bound operand, Affinity affinity) implements Bound {
    @Override
    public Kind kind() {
      return Kind.CAST;
    }

    @Override
    public Collation collation() {
      return operand.collation();
    }

    @Override
    public boolean hasExplicitCollation() {
      return operand.hasExplicitCollation();
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Cast(change.apply(operand), affinity);
    }
  }

  /** {@code operand COLLATE collation}; {@code implicit} if a view column's collation is kept. */
  record Collate(Bound operand, Collation collation, boolean implicit) implements Bound {
    @Override
    public Kind kind() {
      return Kind.COLLATE;
    }

    @Override
    public Affinity affinity() {
      return operand.affinity();
    }

    @Override
    public boolean hasExplicitCollation() {
      return !implicit;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Collate(change.apply(operand), collation, implicit);
    }
  }

  /** A value of a virtual generated column: its expression with the column's affinity applied. */
  record Generated(Bound operand, Affinity affinity, Collation collation) implements Bound {
    @Override
    public Kind kind() {
      return Kind.GENERATED;
    }

    @Override
    public boolean hasExplicitCollation() {
      return false;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      action.accept(operand);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Generated(change.apply(operand), affinity, collation);
    }
  }

  /**
   * {@code coalesce(...)} and {@code ifnull(...)}: evaluates no further than it must.
   *
   * @param merged whether it is a column that NATURAL or USING merged: it is compared as its first
   *     item would be
   */
  record Coalesce(List<Bound> items, boolean merged) implements Bound {
    @Override
    public Kind kind() {
      return Kind.COALESCE;
    }

    @Override
    public Affinity affinity() {
      return merged ? items.get(0).affinity() : Affinity.NONE;
    }

    @Override
    public Collation collation() {
      return merged ? items.get(0).collation() : Bound.super.collation();
    }

    @Override
    public boolean hasExplicitCollation() {
      return merged ? items.get(0).hasExplicitCollation() : Bound.super.hasExplicitCollation();
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      items.forEach(action);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Coalesce(mapAll(items, change), merged);
    }
  }

  /**
   * A call of a scalar function.
   *
   * @param callCollation what the function is told to compare with
   */
  record Call(ScalarFunction function, List<Bound> arguments, Collation callCollation)
      implements Bound {
    @Override
    public Kind kind() {
      return Kind.CALL;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      arguments.forEach(action);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Call(function, mapAll(arguments, change), callCollation);
    }
  }

  /** A column of the first row of a SELECT; NULL if it has no row. */
  record Subquery(BoundSelect select, int column) implements Bound {
    @Override
    public Kind kind() {
      return Kind.SUBQUERY;
    }

    @Override
    public Affinity affinity() {
      return select.affinity(column);
    }

    @Override
    public BoundSelect nested() {
      return select;
    }
  }

  /** {@code EXISTS (SELECT ...)}. */
  record Exists(BoundSelect select) implements Bound {
    @Override
    public Kind kind() {
      return Kind.EXISTS;
    }

    @Override
    public BoundSelect nested() {
      return select;
    }
  }

  /** A row value; legal only as an operand of what takes rows apart. */
  record Row(List<Bound> items) implements Bound {
    @Override
    public Kind kind() {
      return Kind.ROW;
    }

    @Override
    public void forEachOperand(Consumer<Bound> action) {
      items.forEach(action);
    }

    @Override
    public Bound mapOperands(UnaryOperator<Bound> change) {
      return new Row(mapAll(items, change));
    }
  }

  /** Hands the expression and everything in it, nested SELECTs excluded, to {@code action}. */
  default void walk(Consumer<Bound> action) {
    action.accept(this);
    forEachOperand(operand -> operand.walk(action));
  }

  private static List<Bound> mapAll(List<Bound> list, UnaryOperator<Bound> change) {
    Bound[] changed = new Bound[list.size()];
    for (int i = 0; i < changed.length; i++) {
      changed[i] = Objects.requireNonNull(change.apply(list.get(i)));
    }
    return List.of(changed);
  }
}
