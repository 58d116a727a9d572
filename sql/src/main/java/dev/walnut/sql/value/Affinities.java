// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

/**
 * How affinities convert values: when stored in a column, when compared, and in CAST.
 *
 * <p>All methods change the cell in place. A number that becomes text allocates that text; nothing
 * else allocates.
 */
public final class Affinities {
  /**
   * CAST of TEXT AS NUMERIC makes integers of whole reals from minus this number up to, and
   * without, this number (measured: 2^51); a column's affinity goes up to 2^63.
   */
  private static final long CAST_INTEGER_LIMIT = 1L << 51;

  private Affinities() {}

  /**
   * Converts a value that is about to be stored in a column.
   *
   * <p>Integers in a REAL column become reals here; that a record may store them as integers again
   * is the record writer's business.
   */
  public static void applyForStorage(Value value, Affinity affinity) {
    switch (affinity) {
      case TEXT:
        applyText(value);
        break;
      case NUMERIC:
      case INTEGER:
        if (value.type() == Value.TEXT) {
          applyNumeric(value);
        }
        if (value.type() == Value.REAL) {
          realToIntegerIfExact(value);
        }
        break;
      case REAL:
        if (value.type() == Value.TEXT) {
          applyNumeric(value);
        }
        if (value.type() == Value.INTEGER) {
          value.setReal(value.integer());
        } else if (value.type() == Value.REAL && value.real() == 0) {
          value.setReal(0.0); // a column does not keep the sign of zero
        }
        break;
      case NONE:
      case BLOB:
        break;
    }
  }

  /**
   * Converts an operand of a comparison, by the affinity that {@link #ofComparison} gives for the
   * pair.
   */
  public static void applyForComparison(Value value, Affinity affinity) {
    if (affinity.isNumeric()) {
      if (value.type() == Value.TEXT) {
        applyNumeric(value);
      }
    } else if (affinity == Affinity.TEXT) {
      applyText(value);
    }
  }

  /**
   * The affinity that applies to both operands of a comparison.
   *
   * @param left affinity of the left operand; {@link Affinity#NONE} if it is no column and no cast
   * @param right likewise
   */
  public static Affinity ofComparison(Affinity left, Affinity right) {
    if (left != Affinity.NONE && right != Affinity.NONE) {
      return left.isNumeric() || right.isNumeric() ? Affinity.NUMERIC : Affinity.BLOB;
    }
    return left == Affinity.NONE ? right : left;
  }

  /** Makes numbers text; others stay. */
  public static void applyText(Value value) {
    if (value.type() == Value.INTEGER || value.type() == Value.REAL) {
      value.castToText();
    }
  }

  /** Makes a TEXT that is wholly a number that number, as affinity does; other text stays. */
  public static void applyNumeric(Value value) {
    textToNumber(value, false);
  }

  /**
   * Makes a TEXT that is wholly a number that number, as functions take it; other text stays. An
   * integer before a zero byte is an integer here, and a real to affinity.
   */
  public static void textToNumber(Value value) {
    textToNumber(value, true);
  }

  private static void textToNumber(Value value, boolean integerThenZero) {
    byte[] text = value.bytes();
    int offset = value.offset();
    int length = value.length();
    if (length == 0 || text[offset] > '9') {
      return; // a letter: the common case of text that is no number
    }
    int kind = Numbers.classify(text, offset, length);
    if (kind == Numbers.INTEGER || kind == Numbers.INTEGER_THEN_ZERO && integerThenZero) {
      if (Numbers.overflows(text, offset, length)) {
        value.setReal(Numbers.textToReal(text, offset, length));
      } else {
        value.setInteger(Numbers.textToInteger(text, offset, length));
      }
    } else if (kind == Numbers.REAL || kind == Numbers.INTEGER_THEN_ZERO) {
      value.setReal(Numbers.textToReal(text, offset, length));
    }
  }

  /** Makes a REAL cell an INTEGER if nothing is lost and it is not one of the two extreme longs. */
  public static void realToIntegerIfExact(Value value) {
    double real = value.real();
    long integer = (long) real;
    if (real == integer && integer > Long.MIN_VALUE && integer < Long.MAX_VALUE) {
      value.setInteger(integer);
    }
  }

  /** CAST to the type whose affinity this is; NULL stays NULL. */
  public static void cast(Value value, Affinity target) {
    if (value.isNull()) {
      return;
    }
    switch (target) {
      case TEXT:
        value.castToText();
        break;
      case INTEGER:
        if (value.type() != Value.INTEGER) {
          value.setInteger(value.asLong());
        }
        break;
      case REAL:
        if (value.type() != Value.REAL) {
          value.setReal(value.asDouble());
        }
        break;
      case NUMERIC:
        castToNumeric(value);
        break;
      case NONE:
      case BLOB:
        if (value.type() != Value.BLOB) {
          value.castToText();
          value.setBlob(value.bytes(), value.offset(), value.length());
        }
        break;
    }
  }

  private static void castToNumeric(Value value) {
    if (value.type() < Value.TEXT) {
      return;
    }
    byte[] text = value.bytes();
    int offset = value.offset();
    int length = value.length();
    if (Numbers.classify(text, offset, length) == Numbers.INTEGER_THEN_ZERO
        && !Numbers.overflows(text, offset, length)) {
      value.setInteger(Numbers.textToInteger(text, offset, length));
      return;
    }
    toNumberByPrefix(value);
    if (value.type() == Value.REAL && Math.abs(value.real()) <= CAST_INTEGER_LIMIT) {
      realToIntegerIfExact(value);
      if (value.type() == Value.INTEGER && value.integer() == CAST_INTEGER_LIMIT) {
        value.setReal(CAST_INTEGER_LIMIT);
      }
    }
  }

  /**
   * Makes TEXT or BLOB the number it begins with, as an operand of arithmetic: an INTEGER if the
   * prefix is an integer that fits, a REAL otherwise; 0 if there is none.
   */
  public static void toNumberByPrefix(Value value) {
    byte[] text = value.bytes();
    int offset = value.offset();
    int length = value.length();
    switch (Numbers.classify(text, offset, length)) {
      case Numbers.NO_NUMBER:
        value.setInteger(0);
        break;
      case Numbers.INTEGER:
      case Numbers.INTEGER_PREFIX:
        if (!Numbers.overflows(text, offset, length)) {
          value.setInteger(Numbers.textToInteger(text, offset, length));
          break;
        }
        value.setReal(Numbers.textToReal(text, offset, length));
        break;
      default:
        value.setReal(Numbers.textToReal(text, offset, length));
        break;
    }
  }
}
