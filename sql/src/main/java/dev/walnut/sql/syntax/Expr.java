// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

import java.util.List;

/**
 * An expression. Parentheses leave no node: {@code (a)} is {@code a}; two or more expressions in
 * parentheses are a {@link RowValue}.
 *
 * <p>{@link #start()} and {@link #end()} give the text from the first to the last token of the
 * expression, without surrounding parentheses.
 */
public sealed interface Expr {
  /** Which record an expression is. */
  enum Kind {
    NULL,
    INTEGER,
    REAL,
    STRING,
    BLOB,
    CURRENT,
    PARAMETER,
    COLUMN,
    UNARY,
    BINARY,
    BETWEEN,
    IN_LIST,
    IN_SELECT,
    IN_TABLE,
    LIKE,
    CASE,
    CAST,
    COLLATE,
    EXISTS,
    SUBQUERY,
    ROW_VALUE,
    FUNCTION,
    RAISE
  }

  /** The kind; each kind belongs to exactly one record of this interface. */
  Kind kind();

  /** Offset of the first char of the expression in the parsed text. */
  int start();

  /** Offset after the last char of the expression in the parsed text. */
  int end();

  /** {@code NULL}. */
  record NullLiteral(int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.NULL;
    }
  }

  /**
   * An integer that fits 64 bits, decimal or hexadecimal. {@code -9223372036854775808} is one
   * literal, because its digits alone would be a real number.
   */
  record IntegerLiteral(long value, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.INTEGER;
    }
  }

  /** A number with a point or exponent, or a decimal integer too large for 64 bits. */
  record RealLiteral(double value, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.REAL;
    }
  }

  /** A string in single quotes; {@code value} is what it means. */
  record StringLiteral(String value, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.STRING;
    }
  }

  /** {@code x'53'}; the array must not be changed. */
  record BlobLiteral(byte[] value, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.BLOB;
    }
  }

  /** {@code CURRENT_TIME}, {@code CURRENT_DATE} or {@code CURRENT_TIMESTAMP}. */
  record Current(CurrentWhat what, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.CURRENT;
    }
  }

  /** What a {@link Current} names. */
  enum CurrentWhat {
    DATE,
    TIME,
    TIMESTAMP
  }

  /**
   * A parameter.
   *
   * @param index from 1, as SQLite numbers it
   * @param name with its prefix ({@code ?5}, {@code :a}, {@code @a}, {@code $a::b(c)}); null for a
   *     bare {@code ?}
   */
  record Parameter(int index, String name, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.PARAMETER;
    }
  }

  /**
   * A name that should be a column. {@code TRUE} and {@code FALSE} are such names too: they are
   * constants only where no column has the name, see {@link #isBooleanName()}.
   *
   * @param schema null if absent
   * @param table null if absent
   * @param quoted the column name was in double quotes and stands alone, so that it is a string if
   *     no column has the name
   * @param bare the column name was written without any quotes
   */
  record Column(
      String schema, String table, String column, boolean quoted, boolean bare, int start, int end)
      implements Expr {
    @Override
    public Kind kind() {
      return Kind.COLUMN;
    }

    /** Whether this is {@code TRUE} or {@code FALSE}, unqualified and without quotes. */
    public boolean isBooleanName() {
      return bare
          && table == null
          && (column.equalsIgnoreCase("true") || column.equalsIgnoreCase("false"));
    }
  }

  /** An operator with one operand. */
  record Unary(UnaryOperator operator, Expr operand, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.UNARY;
    }
  }

  /**
   * An operator with two operands. {@code a IS DISTINCT FROM b} is {@code a IS NOT b}, {@code a IS
   * NOT DISTINCT FROM b} is {@code a IS b}, {@code ==} is {@code =} and {@code <>} is {@code !=}.
   */
  record Binary(BinaryOperator operator, Expr left, Expr right, int start, int end)
      implements Expr {
    @Override
    public Kind kind() {
      return Kind.BINARY;
    }
  }

  /** {@code operand [NOT] BETWEEN low AND high}. */
  record Between(boolean negated, Expr operand, Expr low, Expr high, int start, int end)
      implements Expr {
    @Override
    public Kind kind() {
      return Kind.BETWEEN;
    }
  }

  /** {@code operand [NOT] IN (items)}; the list may be empty. */
  record InList(boolean negated, Expr operand, List<Expr> items, int start, int end)
      implements Expr {
    @Override
    public Kind kind() {
      return Kind.IN_LIST;
    }
  }

  /** {@code operand [NOT] IN (SELECT ...)}. */
  record InSelect(boolean negated, Expr operand, Select select, int start, int end)
      implements Expr {
    @Override
    public Kind kind() {
      return Kind.IN_SELECT;
    }
  }

  /**
   * {@code operand [NOT] IN table} or {@code operand [NOT] IN function(arguments)}.
   *
   * @param arguments null for a table
   */
  record InTable(
      boolean negated, Expr operand, QualifiedName table, List<Expr> arguments, int start, int end)
      implements Expr {
    @Override
    public Kind kind() {
      return Kind.IN_TABLE;
    }
  }

  /**
   * {@code operand [NOT] LIKE pattern [ESCAPE escape]}, also GLOB, REGEXP and MATCH.
   *
   * @param escape null if absent
   */
  record Like(
      LikeOperator operator,
      boolean negated,
      Expr operand,
      Expr pattern,
      Expr escape,
      int start,
      int end)
      implements Expr {
    @Override
    public Kind kind() {
      return Kind.LIKE;
    }
  }

  /** The operators of {@link Like}; each is a call of the function of that name. */
  enum LikeOperator {
    LIKE("like"),
    GLOB("glob"),
    REGEXP("regexp"),
    MATCH("match");

    private final String functionName;

    LikeOperator(String functionName) {
      this.functionName = functionName;
    }

    /** The function that computes it, called as {@code name(pattern, operand[, escape])}. */
    public String functionName() {
      return functionName;
    }
  }

  /**
   * {@code CASE [operand] WHEN ... [ELSE ...] END}.
   *
   * @param operand null if absent
   * @param whens at least one
   * @param otherwise null if absent
   */
  record Case(Expr operand, List<When> whens, Expr otherwise, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.CASE;
    }
  }

  /** {@code WHEN condition THEN result}. */
  record When(Expr condition, Expr result) {}

  /** {@code CAST(operand AS typeName)}; the type name may be empty. */
  record Cast(Expr operand, String typeName, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.CAST;
    }
  }

  /** {@code operand COLLATE collation}. */
  record Collate(Expr operand, String collation, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.COLLATE;
    }
  }

  /** {@code EXISTS (SELECT ...)}; NOT EXISTS is a {@link UnaryOperator#NOT} around it. */
  record Exists(Select select, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.EXISTS;
    }
  }

  /** {@code (SELECT ...)}: its first row; also as a row value if it has several columns. */
  record Subquery(Select select, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.SUBQUERY;
    }
  }

  /** {@code (a, b, ...)}: two or more expressions. */
  record RowValue(List<Expr> items, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.ROW_VALUE;
    }
  }

  /**
   * A function call, scalar, aggregate or window.
   *
   * @param star {@code name(*)}; then there are no arguments
   * @param orderBy ORDER BY inside the parentheses; empty if absent
   * @param filter condition of FILTER; null if absent
   * @param over null if absent
   */
  record FunctionCall(
      String name,
      boolean distinct,
      boolean star,
      List<Expr> arguments,
      List<OrderingTerm> orderBy,
      Expr filter,
      Over over,
      int start,
      int end)
      implements Expr {
    @Override
    public Kind kind() {
      return Kind.FUNCTION;
    }
  }

  /**
   * {@code RAISE(action, message)}, for triggers.
   *
   * @param message null for IGNORE
   */
  record Raise(RaiseAction action, Expr message, int start, int end) implements Expr {
    @Override
    public Kind kind() {
      return Kind.RAISE;
    }
  }

  /** What {@link Raise} does. */
  enum RaiseAction {
    IGNORE,
    ROLLBACK,
    ABORT,
    FAIL
  }
}
