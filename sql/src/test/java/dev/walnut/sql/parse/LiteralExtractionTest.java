// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.sql.api.PragmaRegistry;
import dev.walnut.sql.api.SessionOptions;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.session.DatabaseSession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which literals are taken out of a text, as what values, and which texts are left alone. */
class LiteralExtractionTest {
  private final LiteralExtraction extraction = new LiteralExtraction();

  /** The values that were taken out, as SQLite would quote them. */
  private List<String> values() {
    String marks = extraction.template().replaceAll("[^?]", "");
    List<String> values = new ArrayList<>();
    SessionOptions options =
        new SessionOptions(":memory:", false, true, false, false, false, 0, PragmaRegistry.EMPTY);
    try (DatabaseSession session = DatabaseSession.open(options);
        SqlStatement statement =
            session.prepare("SELECT " + marks.replace("?", "quote(?), ").replaceAll(", $", ""))) {
      extraction.bind(statement);
      statement.step();
      for (int i = 0; i < marks.length(); i++) {
        values.add(statement.columnText(i));
      }
    }
    return values;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "SELECT a FROM t WHERE id = 5 | SELECT a FROM t WHERE id = ? | 5",
        "SELECT 1, a=2 FROM t WHERE b>=3 AND c<>'x''y' LIMIT 7"
            + " | SELECT 1, a=2 FROM t WHERE b>=? AND c<>? LIMIT 7 | 3;'x''y'",
        "select a from t where b between 1 and 2 and c = 3"
            + " | select a from t where b between ? and ? and c = ? | 1;2;3",
        "SELECT a FROM t WHERE b BETWEEN c AND 2 | |",
        "DELETE FROM t WHERE a == -12 or b != 1.5e3; | DELETE FROM t WHERE a == ? or b != ?; |"
            + " -12;1500.0",
        "UPDATE t SET a = 'ü', b = b + 1 WHERE \"c = 1\" < -0.25"
            + " | UPDATE t SET a = ?, b = b + 1 WHERE \"c = 1\" < ? | 'ü';-0.25",
        "INSERT INTO t(a, b) VALUES (1, 'two', NULL, 3 + 4), (-5, abs(6), x.y)"
            + " | INSERT INTO t(a, b) VALUES (?, ?, NULL, 3 + 4), (?, abs(?), x.y) | 1;'two';-5;6",
        "REPLACE INTO t VALUES(9223372036854775806) | |",
        "SELECT a FROM t WHERE b IN (1, 2) AND c -> 3 AND d << 4 AND e || 'x' = f GROUP BY 1, 2 |"
            + " |",
        "SELECT a FROM t WHERE b = 1 ORDER BY 1, 2 | SELECT a FROM t WHERE b = ? ORDER BY 1, 2 | 1",
      })
  void literalsBehindComparisonsAndInValuesAreTakenOut(
      String text, String template, String values) {
    boolean extracted = extraction.extract(text);
    assertThat(extracted).isEqualTo(template != null);
    if (extracted) {
      assertThat(extraction.template()).isEqualTo(template);
      assertThat(String.join(";", values())).isEqualTo(values);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT a FROM t WHERE b = 1; SELECT 2",
        "SELECT a FROM t WHERE b = ?",
        "SELECT a FROM t WHERE b = :x AND c = 1",
        "SELECT a FROM t WHERE b = 1 -- why",
        "SELECT a FROM t WHERE b = 1 /* why */",
        "SELECT a FROM t WHERE b = 0x10",
        "SELECT a FROM t WHERE b = 1_000",
        "SELECT a FROM t WHERE b = 5abc",
        "SELECT a FROM t WHERE b = 'open",
        "SELECT a FROM t WHERE b = x'41'",
        "SELECT a FROM t WHERE b = 99999999999999999999",
        "DELETE FROM t WHERE a = 1 RETURNING b = 2",
        "INSERT INTO t SELECT a FROM u WHERE b = 1 ORDER BY 1, 2",
        "EXPLAIN SELECT a FROM t WHERE b = 1",
        "CREATE TABLE t AS SELECT a FROM u WHERE b = 1",
        "WITH c AS (SELECT 1) SELECT a FROM c WHERE b = 1",
        "",
        "   "
      })
  void otherTextsAreLeftAlone(String text) {
    assertThat(extraction.extract(text)).isFalse();
  }

  @Test
  void manyLiteralsAreLeftAlone() {
    String values = "1,".repeat(65);
    assertThat(extraction.extract("INSERT INTO t VALUES(" + values + "1)")).isFalse();
  }
}
