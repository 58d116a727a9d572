// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.syntax.BinaryOperator;
import dev.walnut.sql.value.Arithmetic;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Value;

/**
 * A binary operator that gives a value; one class per operator, so that calls stay direct. An
 * operand with a subquery comes last, and not at all if the other is NULL.
 */
abstract class ArithmeticEvaluator extends Scalar {
  private final Evaluator left;
  private final Evaluator right;
  private final Lazy lazy;
  private final Value a = new Value();
  private final Value b = new Value();

  ArithmeticEvaluator(Evaluator left, Evaluator right, Lazy lazy) {
    this.left = left;
    this.right = right;
    this.lazy = lazy;
  }

  @Override
  public final void evaluate(Value out) {
    if (lazy == Lazy.NEITHER) {
      left.evaluate(a);
      right.evaluate(b);
    } else if (!lazy.evaluate(left, a, right, b)) {
      out.setNull();
      return;
    }
    compute(a, b, out);
  }

  abstract void compute(Value x, Value y, Value out);

  static Evaluator of(BinaryOperator operator, Evaluator left, Evaluator right, Lazy lazy) {
    switch (operator) {
      case ADD:
        return new Add(left, right, lazy);
      case SUBTRACT:
        return new Subtract(left, right, lazy);
      case MULTIPLY:
        return new Multiply(left, right, lazy);
      case DIVIDE:
        return new Divide(left, right, lazy);
      case REMAINDER:
        return new Remainder(left, right, lazy);
      case BIT_AND:
        return new BitAnd(left, right, lazy);
      case BIT_OR:
        return new BitOr(left, right, lazy);
      case SHIFT_LEFT:
        return new ShiftLeft(left, right, lazy);
      case SHIFT_RIGHT:
        return new ShiftRight(left, right, lazy);
      default:
        throw new IllegalStateException(operator.name());
    }
  }

  /**
   * @param encoding the database's, if an operand may be a BLOB
   */
  static Evaluator concatenation(
      Evaluator left, Evaluator right, Lazy lazy, int maxLength, TextEncoding encoding) {
    return new Concatenate(left, right, lazy, maxLength, encoding);
  }

  private static boolean areIntegers(Value x, Value y) {
    return x.type() == Value.INTEGER && y.type() == Value.INTEGER;
  }

  private static final class Add extends ArithmeticEvaluator {
    Add(Evaluator left, Evaluator right, Lazy lazy) {
      super(left, right, lazy);
    }

    @Override
    void compute(Value x, Value y, Value out) {
      if (areIntegers(x, y)) {
        Arithmetic.add(x.integer(), y.integer(), out);
      } else {
        Arithmetic.add(x, y, out);
      }
    }
  }

  private static final class Subtract extends ArithmeticEvaluator {
    Subtract(Evaluator left, Evaluator right, Lazy lazy) {
      super(left, right, lazy);
    }

    @Override
    void compute(Value x, Value y, Value out) {
      if (areIntegers(x, y)) {
        Arithmetic.subtract(x.integer(), y.integer(), out);
      } else {
        Arithmetic.subtract(x, y, out);
      }
    }
  }

  private static final class Multiply extends ArithmeticEvaluator {
    Multiply(Evaluator left, Evaluator right, Lazy lazy) {
      super(left, right, lazy);
    }

    @Override
    void compute(Value x, Value y, Value out) {
      if (areIntegers(x, y)) {
        Arithmetic.multiply(x.integer(), y.integer(), out);
      } else {
        Arithmetic.multiply(x, y, out);
      }
    }
  }

  private static final class Divide extends ArithmeticEvaluator {
    Divide(Evaluator left, Evaluator right, Lazy lazy) {
      super(left, right, lazy);
    }

    @Override
    void compute(Value x, Value y, Value out) {
      Arithmetic.divide(x, y, out);
    }
  }

  private static final class Remainder extends ArithmeticEvaluator {
    Remainder(Evaluator left, Evaluator right, Lazy lazy) {
      super(left, right, lazy);
    }

    @Override
    void compute(Value x, Value y, Value out) {
      Arithmetic.remainder(x, y, out);
    }
  }

  private static final class BitAnd extends ArithmeticEvaluator {
    BitAnd(Evaluator left, Evaluator right, Lazy lazy) {
      super(left, right, lazy);
    }

    @Override
    void compute(Value x, Value y, Value out) {
      Arithmetic.bitAnd(x, y, out);
    }
  }

  private static final class BitOr extends ArithmeticEvaluator {
    BitOr(Evaluator left, Evaluator right, Lazy lazy) {
      super(left, right, lazy);
    }

    @Override
    void compute(Value x, Value y, Value out) {
      Arithmetic.bitOr(x, y, out);
    }
  }

  private static final class ShiftLeft extends ArithmeticEvaluator {
    ShiftLeft(Evaluator left, Evaluator right, Lazy lazy) {
      super(left, right, lazy);
    }

    @Override
    void compute(Value x, Value y, Value out) {
      Arithmetic.shiftLeft(x, y, out);
    }
  }

  private static final class ShiftRight extends ArithmeticEvaluator {
    ShiftRight(Evaluator left, Evaluator right, Lazy lazy) {
      super(left, right, lazy);
    }

    @Override
    void compute(Value x, Value y, Value out) {
      Arithmetic.shiftRight(x, y, out);
    }
  }

  private static final class Concatenate extends ArithmeticEvaluator {
    private final int maxLength;
    private final TextEncoding encoding;

    Concatenate(Evaluator left, Evaluator right, Lazy lazy, int maxLength, TextEncoding encoding) {
      super(left, right, lazy);
      this.maxLength = maxLength;
      this.encoding = encoding;
    }

    @Override
    void compute(Value x, Value y, Value out) {
      if (encoding != TextEncoding.UTF8
          && (x.type() == Value.BLOB || y.type() == Value.BLOB)
          && !x.isNull()
          && !y.isNull()) {
        Utf16.concatenate(x, y, out, encoding);
      } else {
        Arithmetic.concatenate(x, y, out, maxLength);
      }
    }
  }
}
