// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.BinaryOperator;

/**
 * Kinds of tokens, and where each may stand for a name.
 *
 * <p>SQLite lets most keywords be identifiers wherever the grammar has no use for the keyword
 * itself. So each parser method asks for its keywords first, and for a name afterwards.
 */
enum TokenType {
  END_OF_INPUT(Use.PUNCTUATION),
  SEMICOLON(Use.PUNCTUATION),
  COMMA(Use.PUNCTUATION),
  DOT(Use.PUNCTUATION),
  LEFT_PAREN(Use.PUNCTUATION),
  RIGHT_PAREN(Use.PUNCTUATION),
  EQUAL(Use.PUNCTUATION, Precedence.COMPARE, BinaryOperator.EQUAL),
  NOT_EQUAL(Use.PUNCTUATION, Precedence.COMPARE, BinaryOperator.NOT_EQUAL),
  LESS(Use.PUNCTUATION, Precedence.ORDER, BinaryOperator.LESS),
  LESS_EQUAL(Use.PUNCTUATION, Precedence.ORDER, BinaryOperator.LESS_EQUAL),
  GREATER(Use.PUNCTUATION, Precedence.ORDER, BinaryOperator.GREATER),
  GREATER_EQUAL(Use.PUNCTUATION, Precedence.ORDER, BinaryOperator.GREATER_EQUAL),
  AMPERSAND(Use.PUNCTUATION, Precedence.BIT, BinaryOperator.BIT_AND),
  BAR(Use.PUNCTUATION, Precedence.BIT, BinaryOperator.BIT_OR),
  SHIFT_LEFT(Use.PUNCTUATION, Precedence.BIT, BinaryOperator.SHIFT_LEFT),
  SHIFT_RIGHT(Use.PUNCTUATION, Precedence.BIT, BinaryOperator.SHIFT_RIGHT),
  PLUS(Use.PUNCTUATION, Precedence.ADD, BinaryOperator.ADD),
  MINUS(Use.PUNCTUATION, Precedence.ADD, BinaryOperator.SUBTRACT),
  STAR(Use.PUNCTUATION, Precedence.MULTIPLY, BinaryOperator.MULTIPLY),
  SLASH(Use.PUNCTUATION, Precedence.MULTIPLY, BinaryOperator.DIVIDE),
  TILDE(Use.PUNCTUATION),
  PERCENT(Use.PUNCTUATION, Precedence.MULTIPLY, BinaryOperator.REMAINDER),
  CONCAT(Use.PUNCTUATION, Precedence.CONCAT, BinaryOperator.CONCAT),
  ARROW(Use.PUNCTUATION, Precedence.CONCAT, BinaryOperator.EXTRACT),
  DOUBLE_ARROW(Use.PUNCTUATION, Precedence.CONCAT, BinaryOperator.EXTRACT_VALUE),
  /** A word without quotes that is no keyword here. */
  IDENTIFIER(Use.IDENTIFIER),
  /** A name in double quotes. */
  QUOTED_IDENTIFIER(Use.IDENTIFIER),
  /** A name in square brackets or backticks. */
  BRACKETED_IDENTIFIER(Use.IDENTIFIER),
  STRING(Use.STRING),
  BLOB(Use.LITERAL),
  INTEGER(Use.LITERAL),
  FLOAT(Use.LITERAL),
  PARAMETER(Use.LITERAL),
  ABORT(Use.FALLBACK),
  ACTION(Use.FALLBACK),
  ADD(Use.RESERVED),
  AFTER(Use.FALLBACK),
  ALL(Use.RESERVED),
  ALTER(Use.RESERVED),
  ALWAYS(Use.FALLBACK),
  ANALYZE(Use.FALLBACK),
  AND(Use.RESERVED, Precedence.AND, BinaryOperator.AND),
  AS(Use.RESERVED),
  ASC(Use.FALLBACK),
  ATTACH(Use.FALLBACK),
  AUTOINCREMENT(Use.RESERVED),
  BEFORE(Use.FALLBACK),
  BEGIN(Use.FALLBACK),
  BETWEEN(Use.RESERVED, Precedence.COMPARE, null),
  BY(Use.FALLBACK),
  CASCADE(Use.FALLBACK),
  CASE(Use.RESERVED),
  CAST(Use.FALLBACK),
  CHECK(Use.RESERVED),
  COLLATE(Use.RESERVED, Precedence.COLLATE, null),
  COLUMN(Use.FALLBACK),
  COMMIT(Use.RESERVED),
  CONFLICT(Use.FALLBACK),
  CONSTRAINT(Use.RESERVED),
  CREATE(Use.RESERVED),
  CROSS(Use.JOIN),
  CURRENT(Use.FALLBACK),
  CURRENT_DATE(Use.FALLBACK),
  CURRENT_TIME(Use.FALLBACK),
  CURRENT_TIMESTAMP(Use.FALLBACK),
  DATABASE(Use.FALLBACK),
  DEFAULT(Use.RESERVED),
  DEFERRABLE(Use.RESERVED),
  DEFERRED(Use.FALLBACK),
  DELETE(Use.RESERVED),
  DESC(Use.FALLBACK),
  DETACH(Use.FALLBACK),
  DISTINCT(Use.RESERVED),
  DO(Use.FALLBACK),
  DROP(Use.RESERVED),
  EACH(Use.FALLBACK),
  ELSE(Use.RESERVED),
  END(Use.FALLBACK),
  ESCAPE(Use.RESERVED),
  EXCEPT(Use.RESERVED),
  EXCLUDE(Use.FALLBACK),
  EXCLUSIVE(Use.FALLBACK),
  EXISTS(Use.RESERVED),
  EXPLAIN(Use.FALLBACK),
  FAIL(Use.FALLBACK),
  FILTER(Use.RESERVED),
  FIRST(Use.FALLBACK),
  FOLLOWING(Use.FALLBACK),
  FOR(Use.FALLBACK),
  FOREIGN(Use.RESERVED),
  FROM(Use.RESERVED),
  FULL(Use.JOIN),
  GENERATED(Use.FALLBACK),
  GLOB(Use.FALLBACK, Precedence.COMPARE, null),
  GROUP(Use.RESERVED),
  GROUPS(Use.FALLBACK),
  HAVING(Use.RESERVED),
  IF(Use.FALLBACK),
  IGNORE(Use.FALLBACK),
  IMMEDIATE(Use.FALLBACK),
  IN(Use.RESERVED, Precedence.COMPARE, null),
  INDEX(Use.RESERVED),
  INDEXED(Use.INDEXED),
  INITIALLY(Use.FALLBACK),
  INNER(Use.JOIN),
  INSERT(Use.RESERVED),
  INSTEAD(Use.FALLBACK),
  INTERSECT(Use.RESERVED),
  INTO(Use.RESERVED),
  IS(Use.RESERVED, Precedence.COMPARE, null),
  ISNULL(Use.RESERVED, Precedence.COMPARE, null),
  JOIN(Use.RESERVED),
  KEY(Use.FALLBACK),
  LAST(Use.FALLBACK),
  LEFT(Use.JOIN),
  LIKE(Use.FALLBACK, Precedence.COMPARE, null),
  LIMIT(Use.RESERVED),
  MATCH(Use.FALLBACK, Precedence.COMPARE, null),
  MATERIALIZED(Use.FALLBACK),
  NATURAL(Use.JOIN),
  NO(Use.FALLBACK),
  NOT(Use.RESERVED, Precedence.COMPARE, null),
  NOTHING(Use.RESERVED),
  NOTNULL(Use.RESERVED, Precedence.COMPARE, null),
  NULL(Use.RESERVED),
  NULLS(Use.FALLBACK),
  OF(Use.FALLBACK),
  OFFSET(Use.FALLBACK),
  ON(Use.RESERVED),
  OR(Use.RESERVED, Precedence.OR, BinaryOperator.OR),
  ORDER(Use.RESERVED),
  OTHERS(Use.FALLBACK),
  OUTER(Use.JOIN),
  OVER(Use.RESERVED),
  PARTITION(Use.FALLBACK),
  PLAN(Use.FALLBACK),
  PRAGMA(Use.FALLBACK),
  PRECEDING(Use.FALLBACK),
  PRIMARY(Use.RESERVED),
  QUERY(Use.FALLBACK),
  RAISE(Use.FALLBACK),
  RANGE(Use.FALLBACK),
  RECURSIVE(Use.FALLBACK),
  REFERENCES(Use.RESERVED),
  REGEXP(Use.FALLBACK, Precedence.COMPARE, null),
  REINDEX(Use.FALLBACK),
  RELEASE(Use.FALLBACK),
  RENAME(Use.FALLBACK),
  REPLACE(Use.FALLBACK),
  RESTRICT(Use.FALLBACK),
  RETURNING(Use.RESERVED),
  RIGHT(Use.JOIN),
  ROLLBACK(Use.FALLBACK),
  ROW(Use.FALLBACK),
  ROWS(Use.FALLBACK),
  SAVEPOINT(Use.FALLBACK),
  SELECT(Use.RESERVED),
  SET(Use.RESERVED),
  TABLE(Use.RESERVED),
  TEMP(Use.FALLBACK),
  TEMPORARY(Use.FALLBACK),
  THEN(Use.RESERVED),
  TIES(Use.FALLBACK),
  TO(Use.RESERVED),
  TRANSACTION(Use.RESERVED),
  TRIGGER(Use.FALLBACK),
  UNBOUNDED(Use.FALLBACK),
  UNION(Use.RESERVED),
  UNIQUE(Use.RESERVED),
  UPDATE(Use.RESERVED),
  USING(Use.RESERVED),
  VACUUM(Use.FALLBACK),
  VALUES(Use.RESERVED),
  VIEW(Use.FALLBACK),
  VIRTUAL(Use.FALLBACK),
  WHEN(Use.RESERVED),
  WHERE(Use.RESERVED),
  WINDOW(Use.RESERVED),
  WITH(Use.FALLBACK),
  WITHOUT(Use.FALLBACK);

  /** What a token may be used for beside its own meaning. */
  enum Use {
    PUNCTUATION,
    LITERAL,
    STRING,
    IDENTIFIER,
    /** A keyword that is an identifier where the keyword has no meaning. */
    FALLBACK,
    /** A word of a join, which may be a name of a table or column, but no alias without AS. */
    JOIN,
    /** INDEXED, likewise. */
    INDEXED,
    RESERVED
  }

  private final Use use;
  private final boolean identifier;
  private final boolean columnName;
  private final boolean name;
  private final boolean alias;
  private final boolean operandKeyword;
  private final int precedence;
  private final BinaryOperator binaryOperator;

  TokenType(Use use) {
    this(use, 0, null);
  }

  TokenType(Use use, int precedence, BinaryOperator binaryOperator) {
    this.use = use;
    this.identifier = use == Use.IDENTIFIER || use == Use.FALLBACK;
    this.columnName = identifier || use == Use.JOIN || use == Use.INDEXED;
    this.name = columnName || use == Use.STRING;
    this.alias = identifier || use == Use.STRING;
    this.operandKeyword =
        name().startsWith("CURRENT_") || name().equals("CAST") || name().equals("RAISE");
    this.precedence = precedence;
    this.binaryOperator = binaryOperator;
  }

  /** Whether this is a word of a join operator other than JOIN itself. */
  boolean isJoinWord() {
    return use == Use.JOIN;
  }

  /** Whether this is an identifier, or a keyword that may be one. */
  boolean isIdentifier() {
    return identifier;
  }

  /** Whether this may be a column, or a function, at the start of an expression. */
  boolean isColumnName() {
    return columnName;
  }

  /** Whether this may be the name of anything; strings may. */
  boolean isName() {
    return name;
  }

  /** Whether this may be the first name of a column; some keywords begin other operands. */
  boolean canBeginColumn() {
    return name && !operandKeyword;
  }

  /** Whether this may be an alias without AS, a word of a type or a collation; strings may. */
  boolean isAlias() {
    return alias;
  }

  /** How tightly this binds behind an expression; 0 if it cannot continue one. */
  int precedence() {
    return precedence;
  }

  /** The plain binary operator that this token is; null for all others. */
  BinaryOperator binaryOperator() {
    return binaryOperator;
  }

  /** The keyword constants, IDENTIFIER and punctuation excluded. */
  boolean isKeyword() {
    return use == Use.FALLBACK || use == Use.JOIN || use == Use.INDEXED || use == Use.RESERVED;
  }
}
