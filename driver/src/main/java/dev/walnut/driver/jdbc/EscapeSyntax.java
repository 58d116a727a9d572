// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * JDBC's escapes in braces, translated into SQLite's SQL: {@code {d '...'}}, {@code {t '...'}},
 * {@code {ts '...'}}, {@code {fn f(...)}}, {@code {oj ...}}, {@code {escape '...'}}, {@code {limit
 * ...}}. Text without a brace is returned as it is. Braces that begin no escape stay, so SQLite
 * says what is wrong with them; {@code {call}} is refused.
 */
final class EscapeSyntax {
  /** JDBC's functions whose name or form is another in SQLite; %1 ... are the arguments. */
  private static final Map<String, String> FUNCTIONS =
      Map.ofEntries(
          Map.entry("CHAR_LENGTH", "length(%1)"),
          Map.entry("CHARACTER_LENGTH", "length(%1)"),
          Map.entry("UCASE", "upper(%1)"),
          Map.entry("LCASE", "lower(%1)"),
          Map.entry("SUBSTRING", "substr(%*)"),
          Map.entry("LEFT", "substr(%1,1,%2)"),
          Map.entry("RIGHT", "substr(%1,-(%2))"),
          Map.entry("LOCATE", "instr(%2,%1)"),
          Map.entry("INSERT", "(substr(%1,1,(%2)-1)||(%4)||substr(%1,(%2)+(%3)))"),
          Map.entry("SPACE", "printf('%%*s',%1,'')"),
          Map.entry("CONCAT", "(%1||%2)"),
          Map.entry("CEILING", "ceil(%1)"),
          Map.entry("TRUNCATE", "(trunc((%1)*pow(10,%2))/pow(10,%2))"),
          Map.entry("LOG", "ln(%1)"),
          Map.entry("POWER", "pow(%1,%2)"),
          Map.entry("RAND", "((random()+9223372036854775808.0)/18446744073709551616.0)"),
          Map.entry("CURDATE", "current_date"),
          Map.entry("CURRENT_DATE", "current_date"),
          Map.entry("CURTIME", "current_time"),
          Map.entry("CURRENT_TIME", "current_time"),
          Map.entry("NOW", "current_timestamp"),
          Map.entry("CURRENT_TIMESTAMP", "current_timestamp"),
          Map.entry("YEAR", "CAST(strftime('%%Y',%1) AS INTEGER)"),
          Map.entry("MONTH", "CAST(strftime('%%m',%1) AS INTEGER)"),
          Map.entry("DAYOFMONTH", "CAST(strftime('%%d',%1) AS INTEGER)"),
          Map.entry("DAYOFYEAR", "CAST(strftime('%%j',%1) AS INTEGER)"),
          Map.entry("DAYOFWEEK", "(CAST(strftime('%%w',%1) AS INTEGER)+1)"),
          Map.entry("HOUR", "CAST(strftime('%%H',%1) AS INTEGER)"),
          Map.entry("MINUTE", "CAST(strftime('%%M',%1) AS INTEGER)"),
          Map.entry("SECOND", "CAST(strftime('%%S',%1) AS INTEGER)"),
          Map.entry("DATABASE", "'main'"),
          Map.entry("USER", "''"));

  private static final Map<String, String> CONVERSIONS =
      Map.of(
          "BIGINT",
          "INTEGER",
          "INTEGER",
          "INTEGER",
          "SMALLINT",
          "INTEGER",
          "TINYINT",
          "INTEGER",
          "DOUBLE",
          "REAL",
          "FLOAT",
          "REAL",
          "REAL",
          "REAL",
          "VARCHAR",
          "TEXT",
          "CHAR",
          "TEXT",
          "DECIMAL",
          "NUMERIC");

  private static final int MAX_DEPTH = 100;

  private EscapeSyntax() {}

  /** The text in SQLite's SQL. */
  static String translate(String sql) throws SQLException {
    return sql.indexOf('{') < 0 ? sql : translate(sql, 0);
  }

  private static String translate(String sql, int depth) throws SQLException {
    if (depth > MAX_DEPTH) {
      throw DriverErrors.argument("JDBC escapes are nested too deeply");
    }
    StringBuilder out = new StringBuilder(sql.length() + 16);
    int i = 0;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      int blank = SqlText.afterBlank(sql, i);
      if (blank > i) {
        out.append(sql, i, blank);
        i = blank;
      } else if (SqlText.isQuote(c)) {
        int end = SqlText.afterQuoted(sql, i);
        out.append(sql, i, end);
        i = end;
      } else if (c == '{') {
        int end = closingBrace(sql, i);
        String translated = end < 0 ? null : escape(sql.substring(i + 1, end).strip(), depth);
        if (translated == null) {
          out.append(c);
          i++;
        } else {
          out.append(translated);
          i = end + 1;
        }
      } else {
        out.append(c);
        i++;
      }
    }
    return out.toString();
  }

  private static int closingBrace(String sql, int from) {
    int depth = 0;
    int i = from;
    while (i < sql.length()) {
      char c = sql.charAt(i);
      int blank = SqlText.afterBlank(sql, i);
      if (blank > i) {
        i = blank;
      } else if (SqlText.isQuote(c)) {
        i = SqlText.afterQuoted(sql, i);
      } else {
        depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        if (depth == 0) {
          return i;
        }
        i++;
      }
    }
    return -1;
  }

  /** The translation of an escape's inside; null if it is none. */
  private static String escape(String inside, int depth) throws SQLException {
    int end = SqlText.wordEnd(inside, 0);
    String word = inside.substring(0, end).toLowerCase(Locale.ROOT);
    String rest = inside.substring(end).strip();
    switch (word) {
      case "d":
      case "t":
      case "ts":
        return rest.startsWith("'") && SqlText.afterQuoted(rest, 0) == rest.length() ? rest : null;
      case "oj":
        return translate(rest, depth + 1);
      case "escape":
        return "ESCAPE " + rest;
      case "limit":
        return "LIMIT " + translate(rest, depth + 1);
      case "fn":
        return function(translate(rest, depth + 1));
      case "call":
        throw DriverErrors.unsupported("calling procedures ({call})");
      case "":
        if (inside.startsWith("?")) {
          throw DriverErrors.unsupported("calling procedures ({? = call})");
        }
        return null;
      default:
        return null;
    }
  }

  private static String function(String call) throws SQLException {
    int open = call.indexOf('(');
    if (open < 0 || !call.endsWith(")")) {
      return call;
    }
    String name = call.substring(0, open).strip().toUpperCase(Locale.ROOT);
    List<String> arguments = arguments(call.substring(open + 1, call.length() - 1));
    if (name.equals("CONVERT") && arguments.size() == 2) {
      String type = arguments.get(1).toUpperCase(Locale.ROOT);
      type = type.startsWith("SQL_") ? type.substring(4) : type;
      return "CAST(" + arguments.get(0) + " AS " + CONVERSIONS.getOrDefault(type, type) + ")";
    }
    String form = FUNCTIONS.get(name);
    return form == null ? call : filled(name, form, arguments);
  }

  private static String filled(String name, String form, List<String> arguments)
      throws SQLException {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < form.length(); i++) {
      char c = form.charAt(i);
      if (c != '%') {
        out.append(c);
        continue;
      }
      char next = form.charAt(++i);
      if (next == '%') {
        out.append('%');
      } else if (next == '*') {
        out.append(String.join(",", arguments));
      } else {
        int index = next - '1';
        if (index >= arguments.size()) {
          throw DriverErrors.argument("{fn " + name + "}: an argument is missing");
        }
        out.append(arguments.get(index));
      }
    }
    return out.toString();
  }

  private static List<String> arguments(String text) {
    List<String> list = new ArrayList<>();
    int depth = 0;
    int start = 0;
    int i = 0;
    while (i < text.length()) {
      char c = text.charAt(i);
      if (SqlText.isQuote(c)) {
        i = SqlText.afterQuoted(text, i);
        continue;
      }
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && depth == 0) {
        list.add(text.substring(start, i).strip());
        start = i + 1;
      }
      i++;
    }
    String last = text.substring(start).strip();
    if (!last.isEmpty() || !list.isEmpty()) {
      list.add(last);
    }
    return list;
  }
}
