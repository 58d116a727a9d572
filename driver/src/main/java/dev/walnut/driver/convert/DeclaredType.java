// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.convert;

import java.sql.Types;
import java.util.Locale;
import java.util.Map;

/**
 * A column's declared type read as a JDBC type. SQLite lets any words be a type, so a list of usual
 * names comes first, then SQLite's rules of affinity; a type that neither knows (UUID, JSON) is
 * text, because text is what every value can be read as.
 *
 * @param jdbcType a constant of {@link Types}
 * @param name the type's name in upper case, without lengths
 * @param precision the first number in parentheses; 0 if there is none
 * @param scale the second number; 0 if there is none
 */
public record DeclaredType(int jdbcType, String name, int precision, int scale) {

  private static final Map<String, Integer> BY_NAME =
      Map.ofEntries(
          Map.entry("BOOLEAN", Types.BOOLEAN),
          Map.entry("BOOL", Types.BOOLEAN),
          Map.entry("TINYINT", Types.TINYINT),
          Map.entry("SMALLINT", Types.SMALLINT),
          Map.entry("INT2", Types.SMALLINT),
          Map.entry("INT", Types.INTEGER),
          Map.entry("INTEGER", Types.INTEGER),
          Map.entry("MEDIUMINT", Types.INTEGER),
          Map.entry("INT4", Types.INTEGER),
          Map.entry("BIGINT", Types.BIGINT),
          Map.entry("INT8", Types.BIGINT),
          Map.entry("UNSIGNED BIG INT", Types.BIGINT),
          Map.entry("BIGINT UNSIGNED", Types.BIGINT),
          Map.entry("DATE", Types.DATE),
          Map.entry("TIME", Types.TIME),
          Map.entry("DATETIME", Types.TIMESTAMP),
          Map.entry("TIMESTAMP", Types.TIMESTAMP),
          Map.entry("TIMESTAMP WITHOUT TIME ZONE", Types.TIMESTAMP),
          Map.entry("TIMESTAMP WITH TIME ZONE", Types.TIMESTAMP_WITH_TIMEZONE),
          Map.entry("TIMESTAMPTZ", Types.TIMESTAMP_WITH_TIMEZONE),
          Map.entry("DECIMAL", Types.DECIMAL),
          Map.entry("DEC", Types.DECIMAL),
          Map.entry("NUMERIC", Types.NUMERIC),
          Map.entry("NUMBER", Types.NUMERIC),
          Map.entry("REAL", Types.REAL),
          Map.entry("FLOAT", Types.FLOAT),
          Map.entry("DOUBLE", Types.DOUBLE),
          Map.entry("DOUBLE PRECISION", Types.DOUBLE),
          Map.entry("CHAR", Types.CHAR),
          Map.entry("CHARACTER", Types.CHAR),
          Map.entry("NCHAR", Types.CHAR),
          Map.entry("NATIVE CHARACTER", Types.CHAR),
          Map.entry("VARCHAR", Types.VARCHAR),
          Map.entry("NVARCHAR", Types.VARCHAR),
          Map.entry("VARYING CHARACTER", Types.VARCHAR),
          Map.entry("CHARACTER VARYING", Types.VARCHAR),
          Map.entry("TEXT", Types.VARCHAR),
          Map.entry("CLOB", Types.CLOB),
          Map.entry("BLOB", Types.BLOB),
          Map.entry("BINARY", Types.BINARY),
          Map.entry("VARBINARY", Types.VARBINARY),
          Map.entry("LONGVARBINARY", Types.LONGVARBINARY),
          Map.entry("LONGVARCHAR", Types.LONGVARCHAR));

  /**
   * Reads a declared type; null and the empty text are SQLite's BLOB affinity, a type without name.
   */
  public static DeclaredType of(String declaration) {
    if (declaration == null || declaration.isBlank()) {
      return new DeclaredType(Types.BLOB, "BLOB", 0, 0);
    }
    int open = declaration.indexOf('(');
    int close = open < 0 ? -1 : declaration.indexOf(')', open);
    int precision = 0;
    int scale = 0;
    String words = declaration;
    if (close > open) {
      String[] numbers = declaration.substring(open + 1, close).split(",");
      precision = number(numbers[0]);
      scale = numbers.length > 1 ? number(numbers[1]) : 0;
      words = declaration.substring(0, open) + declaration.substring(close + 1);
    }
    String name = words.strip().replaceAll("\\s+", " ").toUpperCase(Locale.ROOT);
    return new DeclaredType(jdbcType(name), name, precision, scale);
  }

  private static int jdbcType(String name) {
    Integer known = BY_NAME.get(name);
    if (known != null) {
      return known;
    }
    if (name.contains("BIGINT")) {
      return Types.BIGINT;
    }
    if (name.contains("INT")) {
      return Types.INTEGER;
    }
    if (name.contains("CLOB")) {
      return Types.CLOB;
    }
    if (name.contains("CHAR") || name.contains("TEXT")) {
      return Types.VARCHAR;
    }
    if (name.contains("BLOB")) {
      return Types.BLOB;
    }
    if (name.contains("DOUB")) {
      return Types.DOUBLE;
    }
    if (name.contains("REAL") || name.contains("FLOA")) {
      return Types.REAL;
    }
    return Types.VARCHAR;
  }

  private static int number(String text) {
    try {
      return Math.max(0, Integer.parseInt(text.strip()));
    } catch (NumberFormatException e) {
      // "VARCHAR(MAX)" and the like say nothing that JDBC could use.
      return 0;
    }
  }

  /** Whether numbers of the type have a sign. */
  public boolean isSigned() {
    return isSigned(jdbcType);
  }

  /** Whether a JDBC type is a signed number. */
  public static boolean isSigned(int jdbcType) {
    return switch (jdbcType) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.NUMERIC,
          Types.DECIMAL ->
          true;
      default -> false;
    };
  }
}
