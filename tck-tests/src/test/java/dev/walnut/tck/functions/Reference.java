// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.functions;

import dev.walnut.sql.value.Value;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Properties;

/** Evaluates expressions in SQLite, through sqlite-jdbc, on an in-memory database. */
final class Reference implements AutoCloseable {
  /** The largest length of a TEXT or BLOB, in this connection and in {@link FakeContext}. */
  static final int MAX_LENGTH = 1_000_000;

  private final Connection connection;
  private final Map<String, PreparedStatement> statements = new HashMap<>();

  Reference() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("limit_length", Integer.toString(MAX_LENGTH));
    connection = DriverManager.getConnection("jdbc:sqlite::memory:", properties);
  }

  void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /**
   * Evaluates an expression.
   *
   * @param expression with {@code @1}, {@code @2} ... in place of the arguments
   * @return as {@link #describe} does, or {@code error: message}
   */
  String evaluate(String expression, Value... arguments) throws SQLException {
    String sql = "select typeof(v), v, cast(v as blob) from (select " + expression + " as v)";
    for (int i = arguments.length; i > 0; i--) {
      String parameter = isMalformedText(arguments[i - 1]) ? "cast(?" + i + " as text)" : "?" + i;
      sql = sql.replace("@" + i, parameter);
    }
    try {
      PreparedStatement statement = statements.get(sql);
      if (statement == null) {
        if (statements.size() > 500) {
          for (PreparedStatement old : statements.values()) {
            old.close();
          }
          statements.clear();
        }
        statement = connection.prepareStatement(sql);
        statements.put(sql, statement);
      }
      int used = statement.getParameterMetaData().getParameterCount();
      for (int i = 0; i < Math.min(used, arguments.length); i++) {
        bind(statement, i + 1, arguments[i]);
      }
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return describe(rows);
      }
    } catch (SQLException e) {
      PreparedStatement failed = statements.remove(sql);
      if (failed != null) {
        failed.close();
      }
      return "error: " + message(e);
    }
  }

  private static String describe(ResultSet rows) throws SQLException {
    switch (rows.getString(1)) {
      case "null":
        return "null";
      case "integer":
        return "integer " + rows.getLong(2);
      case "real":
        return describeReal(rows.getDouble(2));
      case "text":
        return "text " + hex(rows.getBytes(3));
      default:
        return "blob " + hex(rows.getBytes(3));
    }
  }

  /** The same text for one of our values. */
  static String describe(Value value) {
    switch (value.type()) {
      case Value.NULL:
        return "null";
      case Value.INTEGER:
        return "integer " + value.integer();
      case Value.REAL:
        return describeReal(value.real());
      case Value.TEXT:
        return "text " + hex(value.toByteArray());
      default:
        return "blob " + hex(value.toByteArray());
    }
  }

  private static String describeReal(double value) {
    return "real " + (value == 0 ? "0.0" : Double.toString(value));
  }

  private static String hex(byte[] bytes) {
    return bytes == null ? "" : HexFormat.of().formatHex(bytes);
  }

  /** SQLite's own message without the driver's frame around it. */
  static String message(SQLException e) {
    String text = String.valueOf(e.getMessage());
    int open = text.indexOf('(');
    return open >= 0 && text.endsWith(")") ? text.substring(open + 1, text.length() - 1) : text;
  }

  private static boolean isMalformedText(Value value) {
    if (value.type() != Value.TEXT) {
      return false;
    }
    try {
      StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(value.bytes(), value.offset(), value.length()));
      return false;
    } catch (CharacterCodingException e) {
      return true;
    }
  }

  static void bind(PreparedStatement statement, int index, Value value) throws SQLException {
    switch (value.type()) {
      case Value.NULL:
        statement.setNull(index, java.sql.Types.NULL);
        break;
      case Value.INTEGER:
        statement.setLong(index, value.integer());
        break;
      case Value.REAL:
        statement.setDouble(index, value.real());
        break;
      case Value.TEXT:
        if (isMalformedText(value)) {
          statement.setBytes(index, value.toByteArray());
        } else {
          statement.setString(index, value.asString());
        }
        break;
      default:
        statement.setBytes(index, value.toByteArray());
        break;
    }
  }

  /** The value, or an empty text in place of a malformed one, which JDBC cannot bind as text. */
  static Value bindable(Value value) {
    return isMalformedText(value) ? Samples.text("") : value;
  }

  PreparedStatement prepare(String sql) throws SQLException {
    return connection.prepareStatement(sql);
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
