// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.benchmarks;

import dev.walnut.examples.benchmarks.Workload.Task;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Look-ups, scans, joins and sorts over the shared file. */
final class ReadWorkloads {

  private static final int POINTS_PER_RUN = 1000;
  private static final int RANGE_ROWS = 1000;
  private static final int HOT_ROWS = 10_000;

  private ReadWorkloads() {}

  static List<Workload> all(int rowCount) {
    List<Workload> all = new ArrayList<>();
    for (boolean transaction : new boolean[] {false, true}) {
      String suffix = transaction ? " in transaction" : " autocommit";
      all.add(
          points("point rowid" + suffix, transaction, "id", false, Math.min(rowCount, HOT_ROWS)));
      all.add(
          points(
              "point text key" + suffix, transaction, "key", true, Math.min(rowCount, HOT_ROWS)));
      all.add(points("point secondary index" + suffix, transaction, "amount", false, HOT_ROWS));
    }
    all.add(points("point rowid random in transaction", true, "id", false, rowCount));
    all.add(
        new Workload(
            "point literal text", POINTS_PER_RUN, false, false, c -> literals(c, rowCount)));
    all.add(new Workload("range 1000 rows x 8 columns", 1, false, false, c -> range(c, rowCount)));
    all.add(
        query("scan filter", "SELECT count(*) FROM item WHERE price > 50000 AND category < 50"));
    all.add(
        query(
            "scan aggregate",
            "SELECT sum(amount), avg(price), min(price), max(created) FROM item"));
    all.add(
        query(
            "group by 100", "SELECT category, count(*), sum(amount) FROM item GROUP BY category"));
    all.add(query("distinct", "SELECT DISTINCT note FROM item"));
    all.add(
        query("order by 200k", "SELECT id, price FROM item WHERE id <= 200000 ORDER BY price, id"));
    all.add(query("top 10", "SELECT id, price FROM item ORDER BY price DESC, id LIMIT 10"));
    all.add(
        query(
            "join indexed",
            "SELECT count(*), sum(i.amount + c.v) FROM child c JOIN item i ON i.id = c.item_id"));
    all.add(
        query(
            "join unindexed",
            "SELECT count(*), sum(l.v + r.v) FROM left_side l JOIN right_side r ON l.k = r.k"));
    all.add(query("like scan", "SELECT count(*) FROM item WHERE name LIKE '%99%'"));
    return all;
  }

  private static Workload points(
      String name, boolean transaction, String column, boolean text, int idBound) {
    return new Workload(
        name,
        POINTS_PER_RUN,
        transaction,
        false,
        connection -> {
          PreparedStatement select =
              connection.prepareStatement(
                  "SELECT id, name, amount FROM item WHERE " + column + " = ?");
          // Made beforehand, so that the table shows what the driver allocates.
          String[] keys = new String[text ? idBound + 1 : 0];
          for (int id = 0; id < keys.length; id++) {
            keys[id] = BenchmarkData.key(id);
          }
          return index -> {
            long sum = 0;
            for (int i = 0; i < POINTS_PER_RUN; i++) {
              long id = 1 + Math.floorMod(mix(index * POINTS_PER_RUN + i), (long) idBound);
              if (text) {
                select.setString(1, keys[(int) id]);
              } else {
                select.setLong(1, id);
              }
              try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                  sum += rows.getLong(1) + rows.getString(2).length() + rows.getInt(3);
                }
              }
            }
            return sum;
          };
        });
  }

  private static Task literals(Connection connection, int rowCount) throws SQLException {
    Statement statement = connection.createStatement();
    return index -> {
      long sum = 0;
      for (int i = 0; i < POINTS_PER_RUN; i++) {
        long id = 1 + Math.floorMod(mix(index * POINTS_PER_RUN + i), (long) rowCount);
        try (ResultSet rows =
            statement.executeQuery("SELECT id, name, amount FROM item WHERE id = " + id)) {
          while (rows.next()) {
            sum += rows.getLong(1) + rows.getString(2).length() + rows.getInt(3);
          }
        }
      }
      return sum;
    };
  }

  private static Task range(Connection connection, int rowCount) throws SQLException {
    PreparedStatement select =
        connection.prepareStatement("SELECT * FROM item WHERE id >= ? AND id < ?");
    return index -> {
      long from = 1 + Math.floorMod(mix(index), Math.max(1L, rowCount - RANGE_ROWS));
      select.setLong(1, from);
      select.setLong(2, from + RANGE_ROWS);
      long sum = 0;
      try (ResultSet rows = select.executeQuery()) {
        while (rows.next()) {
          String note = rows.getString(7);
          sum +=
              rows.getLong(1)
                  + rows.getString(2).length()
                  + rows.getInt(3)
                  + rows.getInt(4)
                  + Double.hashCode(rows.getDouble(5))
                  + rows.getString(6).length()
                  + (note == null ? 1 : note.length())
                  + rows.getLong(8);
        }
      }
      return sum;
    };
  }

  private static Workload query(String name, String sql) {
    return new Workload(
        name,
        1,
        false,
        false,
        connection -> {
          PreparedStatement select = connection.prepareStatement(sql);
          return index -> readAll(select);
        });
  }

  private static long readAll(PreparedStatement select) throws SQLException {
    long sum = 0;
    try (ResultSet rows = select.executeQuery()) {
      int columnCount = rows.getMetaData().getColumnCount();
      long position = 0;
      while (rows.next()) {
        position++;
        for (int column = 1; column <= columnCount; column++) {
          sum += position * Double.hashCode(rows.getDouble(column));
        }
      }
    }
    return sum;
  }

  /** Spreads consecutive numbers over all longs; always the same way. */
  static long mix(long number) {
    long z = number * 0x9e3779b97f4a7c15L + 0x632be59bd9b4e019L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return (z ^ (z >>> 31)) >>> 1;
  }
}
