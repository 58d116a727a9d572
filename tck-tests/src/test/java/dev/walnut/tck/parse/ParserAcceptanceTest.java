// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.parse.SqlParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Walnut's parser accepts what SQLite accepts, and says what SQLite says about the rest.
 *
 * <p>{@code -Dwalnut.parse.statements} and {@code -Dwalnut.parse.seed} set how many statements are
 * mutated, and how.
 */
class ParserAcceptanceTest {
  private static Connection sqlite;

  @BeforeAll
  static void open() throws SQLException {
    sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
    try (Statement statement = sqlite.createStatement()) {
      statement.executeUpdate("create table t(a, b, c)");
      statement.executeUpdate("create table u(a, b, c)");
      statement.executeUpdate("create table x5(a)");
    }
  }

  @AfterAll
  static void close() throws SQLException {
    sqlite.close();
  }

  /** One statement a line; {@code \n} stands for a line break. */
  private static List<String> statements() throws IOException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                ParserAcceptanceTest.class.getResourceAsStream("/parse/statements.txt"),
                StandardCharsets.UTF_8))) {
      return reader.lines().map(line -> line.replace("\\n", "\n")).toList();
    }
  }

  @Test
  void collectedStatementsAreTakenOrRefusedAsBySqlite() throws IOException {
    List<String> differences = new ArrayList<>();
    for (String sql : statements()) {
      SqliteVerdict verdict = SqliteVerdict.of(sqlite, sql);
      if (!verdict.agrees()) {
        differences.add(sql + "\n  " + verdict);
      }
    }
    assertThat(differences).isEmpty();
  }

  @Test
  void mutatedStatementsAreTakenOrRefusedAsBySqlite() throws IOException {
    long seed = Long.getLong("walnut.parse.seed", 1);
    int count = Integer.getInteger("walnut.parse.statements", 30_000);
    System.out.println("parser acceptance test: seed " + seed);
    StatementMutator mutator = new StatementMutator(statements(), new Random(seed));
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < count && differences.size() < 20; i++) {
      String sql = mutator.next();
      if (isEmpty(sql)) {
        continue;
      }
      SqliteVerdict verdict = SqliteVerdict.of(sqlite, sql);
      if (!verdict.agrees()) {
        differences.add(sql + "\n  " + verdict);
      }
    }
    assertThat(differences).isEmpty();
  }

  /** sqlite-jdbc cannot cope with statements that are none. */
  private static boolean isEmpty(String sql) {
    try {
      return SqlParser.parse(sql).statement() == null;
    } catch (DatabaseException e) {
      return false;
    }
  }

  @Test
  void parametersAreCountedAsBySqlite() throws SQLException {
    for (String sql :
        List.of(
            "select 1",
            "select ?, ?, ?",
            "select ?5, ?, ?2",
            "select :a, @a, $a, :a, ?1, ?",
            "select $a::b(c), $a::b(d), $a::b(c)",
            "select #abc, #abc, ?",
            "select ?10 union select :a order by 1 limit ?3 offset :b",
            "insert into t values (?, :x, ?1) on conflict do nothing returning :y")) {
      try (PreparedStatement statement = sqlite.prepareStatement(sql)) {
        assertThat(SqlParser.parse(sql).parameters().count())
            .as(sql)
            .isEqualTo(statement.getParameterMetaData().getParameterCount());
      }
    }
  }
}
