// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens a database, sets pragmas, loads rows and asks questions, with the time that each step took.
 *
 * <p>With a file as argument it opens that file and shows what is in it; it changes nothing then.
 */
public final class QuickStart {

  private static final String[] CITIES = {"Aachen", "Bergen", "Cork", "Dijon", "Évora", "Faro"};
  private static final int ORDER_COUNT = 100_000;
  private static final int CUSTOMER_COUNT = 5_000;
  private static final int ROWS_SHOWN = 5;

  private final PrintStream out;

  QuickStart(PrintStream out) {
    this.out = out;
  }

  public static void main(String[] args) throws Exception {
    QuickStart quickStart = new QuickStart(System.out);
    if (args.length > 0) {
      quickStart.show(urlOf(args[0]));
      return;
    }
    Path file = Files.createTempDirectory("walnut").resolve("shop.db");
    try {
      quickStart.demonstrate("jdbc:walnut:" + file);
      quickStart.show("jdbc:walnut:" + file);
    } finally {
      Files.deleteIfExists(file);
      // journal_mode=TRUNCATE keeps the empty journal.
      Files.deleteIfExists(Path.of(file + "-journal"));
      Files.deleteIfExists(file.getParent());
    }
  }

  /** An argument is a JDBC URL or the path of a file that exists. */
  private static String urlOf(String argument) {
    if (argument.startsWith("jdbc:")) {
      return argument;
    }
    if (!Files.isRegularFile(Path.of(argument))) {
      throw new IllegalArgumentException("no such file: " + argument);
    }
    return "jdbc:walnut:" + argument;
  }

  void demonstrate(String url) throws SQLException {
    long start = System.nanoTime();
    try (Connection connection = DriverManager.getConnection(url)) {
      report("opened " + url, start);
      try (Statement statement = connection.createStatement()) {
        statement.execute("PRAGMA journal_mode=TRUNCATE");
        statement.execute("PRAGMA synchronous=NORMAL");
        statement.execute("PRAGMA cache_size=-32768");
        out.println("settings");
        for (String pragma : new String[] {"journal_mode", "synchronous", "page_size"}) {
          try (ResultSet rows = statement.executeQuery("PRAGMA " + pragma)) {
            rows.next();
            out.println("  " + pragma + " = " + rows.getString(1));
          }
        }
        statement.execute(
            "CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT)");
        statement.execute(
            "CREATE TABLE orders(id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL,"
                + " amount REAL CHECK(amount >= 0), placed_on TEXT)");
      }
      load(connection);
      start = System.nanoTime();
      try (Statement statement = connection.createStatement()) {
        statement.execute("CREATE INDEX orders_customer ON orders(customer_id)");
      }
      report("made an index", start);
      ask(
          connection,
          "customers of one city",
          "SELECT id, name FROM customer WHERE city = 'Évora' ORDER BY name LIMIT 5");
      ask(
          connection,
          "turnover by city",
          "SELECT city, count(*) AS orders, round(sum(amount), 2) AS turnover"
              + " FROM orders JOIN customer ON customer.id = customer_id"
              + " GROUP BY city ORDER BY turnover DESC");
      ask(
          connection,
          "the best months",
          "SELECT substr(placed_on, 1, 7) AS month, round(avg(amount), 2) AS average, max(amount)"
              + " FROM orders GROUP BY month ORDER BY average DESC, month LIMIT 3");
      change(connection);
    }
  }

  private void load(Connection connection) throws SQLException {
    long start = System.nanoTime();
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO customer(name, city) VALUES(?, ?)")) {
      for (int i = 1; i <= CUSTOMER_COUNT; i++) {
        insert.setString(1, "Customer " + i);
        insert.setString(2, CITIES[i * 7 % CITIES.length]);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO orders(customer_id, amount, placed_on) VALUES(?, ?, ?)")) {
      for (int i = 0; i < ORDER_COUNT; i++) {
        insert.setInt(1, 1 + (int) (i * 7919L % CUSTOMER_COUNT));
        insert.setDouble(2, i * 31 % 20_000 / 100.0);
        insert.setString(3, String.format("2025-%02d-%02d", 1 + i % 12, 1 + i % 28));
        insert.addBatch();
        if (i % 1000 == 999) {
          insert.executeBatch();
        }
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
    report("loaded " + (CUSTOMER_COUNT + ORDER_COUNT) + " rows", start);
  }

  private void ask(Connection connection, String title, String sql) throws SQLException {
    long start = System.nanoTime();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      TextTable.print(out, rows, 10);
    }
    report(title, start);
  }

  private void change(Connection connection) throws SQLException {
    long start = System.nanoTime();
    connection.setAutoCommit(false);
    try (Statement statement = connection.createStatement()) {
      int raised =
          statement.executeUpdate("UPDATE orders SET amount = amount * 1.1 WHERE id < 100");
      int removed = statement.executeUpdate("DELETE FROM orders WHERE amount = 0");
      out.println("  raised " + raised + " amounts, removed " + removed + " orders");
    }
    connection.rollback();
    connection.setAutoCommit(true);
    report("changed rows and rolled back", start);
  }

  /** Lists tables and views with their row counts and first rows. */
  void show(String url) throws SQLException {
    long start = System.nanoTime();
    try (Connection connection = DriverManager.getConnection(url)) {
      List<String> tables = new ArrayList<>();
      try (ResultSet rows =
          connection.getMetaData().getTables(null, null, "%", new String[] {"TABLE", "VIEW"})) {
        while (rows.next()) {
          tables.add(rows.getString("TABLE_NAME"));
        }
      }
      report("opened " + url + ": " + tables.size() + " tables and views", start);
      for (String table : tables) {
        start = System.nanoTime();
        String name = '"' + table.replace("\"", "\"\"") + '"';
        try (Statement statement = connection.createStatement()) {
          long rowCount;
          try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + name)) {
            rows.next();
            rowCount = rows.getLong(1);
          }
          try (ResultSet rows =
              statement.executeQuery("SELECT * FROM " + name + " LIMIT " + ROWS_SHOWN)) {
            TextTable.print(out, rows, ROWS_SHOWN);
          }
          report(table + ": " + rowCount + " rows", start);
        } catch (SQLException e) {
          // A table may need a module that this build does not have; the others are still shown.
          out.println(table + ": " + e.getMessage());
        }
      }
    }
  }

  private void report(String what, long startNanos) {
    out.printf("%s (%.1f ms)%n%n", what, (System.nanoTime() - startNanos) / 1e6);
  }
}
