// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;

/**
 * SQL's operators on values: arithmetic, bits, concatenation.
 *
 * <p>Operands are not changed; the result may be one of the operands. NULL in gives NULL out. Only
 * concatenation allocates.
 */
public final class Arithmetic {
  private Arithmetic() {}

  /** a + b; REAL where the integer sum does not fit. */
  public static void add(Value a, Value b, Value result) {
    if (a.type() == Value.INTEGER && b.type() == Value.INTEGER) {
      add(a.integer(), b.integer(), result);
    } else {
      compute('+', a, b, result);
    }
  }

  /** a - b; REAL where the integer difference does not fit. */
  public static void subtract(Value a, Value b, Value result) {
    if (a.type() == Value.INTEGER && b.type() == Value.INTEGER) {
      subtract(a.integer(), b.integer(), result);
    } else {
      compute('-', a, b, result);
    }
  }

  /** a * b; REAL where the integer product does not fit. */
  public static void multiply(Value a, Value b, Value result) {
    if (a.type() == Value.INTEGER && b.type() == Value.INTEGER) {
      multiply(a.integer(), b.integer(), result);
    } else {
      compute('*', a, b, result);
    }
  }

  /** a / b, integers toward zero; NULL for a zero divisor. */
  public static void divide(Value a, Value b, Value result) {
    if (a.type() == Value.INTEGER && b.type() == Value.INTEGER) {
      divide(a.integer(), b.integer(), result);
    } else {
      compute('/', a, b, result);
    }
  }

  /**
   * a % b of both operands' integer readings; NULL for a zero divisor. The result is REAL if an
   * operand is.
   */
  public static void remainder(Value a, Value b, Value result) {
    if (a.type() == Value.INTEGER && b.type() == Value.INTEGER) {
      remainder(a.integer(), b.integer(), result);
    } else {
      compute('%', a, b, result);
    }
  }

  public static void add(long a, long b, Value result) {
    long sum = a + b;
    if (((a ^ sum) & (b ^ sum)) < 0) {
      result.setReal((double) a + (double) b);
    } else {
      result.setInteger(sum);
    }
  }

  public static void subtract(long a, long b, Value result) {
    long difference = a - b;
    if (((a ^ b) & (a ^ difference)) < 0) {
      result.setReal((double) a - (double) b);
    } else {
      result.setInteger(difference);
    }
  }

  public static void multiply(long a, long b, Value result) {
    long low = a * b;
    if (Math.multiplyHigh(a, b) != low >> 63) {
      result.setReal((double) a * (double) b);
    } else {
      result.setInteger(low);
    }
  }

  public static void divide(long a, long b, Value result) {
    if (b == 0) {
      result.setNull();
    } else if (b == -1 && a == Long.MIN_VALUE) {
      result.setReal(0x1p63);
    } else {
      result.setInteger(a / b);
    }
  }

  public static void remainder(long a, long b, Value result) {
    if (b == 0) {
      result.setNull();
    } else {
      result.setInteger(a % b);
    }
  }

  /** Unary minus: 0 - a. */
  public static void negate(Value a, Value result) {
    switch (a.type()) {
      case Value.INTEGER:
        subtract(0, a.integer(), result);
        break;
      case Value.REAL:
        result.setReal(0.0 - a.real());
        break;
      case Value.NULL:
        result.setNull();
        break;
      default:
        int kind = Numbers.classify(a.bytes(), a.offset(), a.length());
        if (isInteger(kind, a)) {
          subtract(0, kind == Numbers.NO_NUMBER ? 0 : a.asLong(), result);
        } else {
          result.setReal(0.0 - a.asDouble());
        }
        break;
    }
  }

  private static void compute(char operator, Value a, Value b, Value result) {
    if (a.isNull() || b.isNull()) {
      result.setNull();
      return;
    }
    if (isIntegerOperand(a) && isIntegerOperand(b)) {
      long x = a.asLong();
      long y = b.asLong();
      switch (operator) {
        case '+':
          add(x, y, result);
          break;
        case '-':
          subtract(x, y, result);
          break;
        case '*':
          multiply(x, y, result);
          break;
        case '/':
          divide(x, y, result);
          break;
        default:
          remainder(x, y, result);
          break;
      }
      return;
    }
    if (operator == '%') {
      long divisor = b.asLong();
      if (divisor == 0) {
        result.setNull();
      } else {
        result.setReal(a.asLong() % divisor);
      }
      return;
    }
    double x = a.asDouble();
    double y = b.asDouble();
    switch (operator) {
      case '+':
        result.setReal(x + y);
        break;
      case '-':
        result.setReal(x - y);
        break;
      case '*':
        result.setReal(x * y);
        break;
      default:
        if (y == 0) {
          result.setNull();
        } else {
          result.setReal(x / y);
        }
        break;
    }
  }

  private static boolean isIntegerOperand(Value value) {
    switch (value.type()) {
      case Value.INTEGER:
        return true;
      case Value.REAL:
        return false;
      default:
        return isInteger(Numbers.classify(value.bytes(), value.offset(), value.length()), value);
    }
  }

  /** Whether text of that kind counts as an integer in arithmetic. */
  private static boolean isInteger(int kind, Value text) {
    switch (kind) {
      case Numbers.NO_NUMBER:
        return true;
      case Numbers.INTEGER:
      case Numbers.INTEGER_PREFIX:
        return !Numbers.overflows(text.bytes(), text.offset(), text.length());
      default:
        return false;
    }
  }

  /** a & b of the integer readings. */
  public static void bitAnd(Value a, Value b, Value result) {
    if (a.isNull() || b.isNull()) {
      result.setNull();
    } else {
      result.setInteger(a.asLong() & b.asLong());
    }
  }

  /** a | b of the integer readings. */
  public static void bitOr(Value a, Value b, Value result) {
    if (a.isNull() || b.isNull()) {
      result.setNull();
    } else {
      result.setInteger(a.asLong() | b.asLong());
    }
  }

  /** ~a of the integer reading. */
  public static void bitNot(Value a, Value result) {
    if (a.isNull()) {
      result.setNull();
    } else {
      result.setInteger(~a.asLong());
    }
  }

  /** a << b; a negative count shifts right. */
  public static void shiftLeft(Value a, Value b, Value result) {
    if (a.isNull() || b.isNull()) {
      result.setNull();
    } else {
      result.setInteger(shiftLeft(a.asLong(), b.asLong()));
    }
  }

  /** a >> b, keeping the sign; a negative count shifts left. */
  public static void shiftRight(Value a, Value b, Value result) {
    if (a.isNull() || b.isNull()) {
      result.setNull();
    } else {
      result.setInteger(shiftRight(a.asLong(), b.asLong()));
    }
  }

  public static long shiftLeft(long a, long count) {
    if (count < 0) {
      return count <= -64 ? a >> 63 : a >> -count;
    }
    return count >= 64 ? 0 : a << count;
  }

  public static long shiftRight(long a, long count) {
    if (count < 0) {
      return count <= -64 ? 0 : a << -count;
    }
    return count >= 64 ? a >> 63 : a >> count;
  }

  /**
   * a || b: TEXT, the bytes of both one after the other.
   *
   * @param maxLength largest length of the result in bytes
   * @throws DatabaseException TOOBIG if it would be longer
   */
  public static void concatenate(Value a, Value b, Value result, int maxLength) {
    if (a.isNull() || b.isNull()) {
      result.setNull();
      return;
    }
    boolean leftIsBytes = a.type() >= Value.TEXT;
    boolean rightIsBytes = b.type() >= Value.TEXT;
    byte[] left = leftIsBytes ? a.bytes() : a.toByteArray();
    byte[] right = rightIsBytes ? b.bytes() : b.toByteArray();
    int leftLength = leftIsBytes ? a.length() : left.length;
    int rightLength = rightIsBytes ? b.length() : right.length;
    long length = (long) leftLength + rightLength;
    if (length > maxLength) {
      throw new DatabaseException(ResultCode.TOOBIG);
    }
    byte[] joined = new byte[(int) length];
    System.arraycopy(left, leftIsBytes ? a.offset() : 0, joined, 0, leftLength);
    System.arraycopy(right, rightIsBytes ? b.offset() : 0, joined, leftLength, rightLength);
    result.setText(joined, 0, joined.length);
  }
}
