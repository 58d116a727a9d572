// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples do what they say. */
class ExamplesTest {

  private static final String URL_PREFIX = System.getProperty("walnut.tck.url", "jdbc:walnut:");

  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);

  @TempDir private Path directory;

  private String printed() {
    return text.toString(StandardCharsets.UTF_8);
  }

  @Test
  void quickStartLoadsAndQueriesRowsAndShowsTheFile() throws Exception {
    String url = URL_PREFIX + directory.resolve("shop.db");
    new QuickStart(out).demonstrate(url);
    new QuickStart(out).show(url);
    assertThat(printed())
        .contains("loaded 105000 rows")
        .contains("journal_mode = truncate")
        .contains("turnover by city")
        .contains("removed 5 orders")
        .contains("2 tables and views")
        .contains("customer: 5000 rows")
        .contains("orders: 100000 rows");
  }

  @Test
  void theMainProgramRunsWithoutAndWithAFile() throws Exception {
    QuickStart.main(new String[0]);
    String url = URL_PREFIX + directory.resolve("own.db");
    HikariExample.run(url, 1, out);
    QuickStart.main(new String[] {url});
  }

  @Test
  void transfersThroughAPoolKeepTheSum() throws Exception {
    long sum = HikariExample.run(URL_PREFIX + directory.resolve("bank.db"), 25, out);
    assertThat(sum).isEqualTo(100_000);
  }

  @Test
  void jooqQueriesReturnsBatchesAndNestsTransactions() throws Exception {
    var result = JooqExample.run(URL_PREFIX + ":memory:", out);
    assertThat(result.map(row -> row.value1() + "=" + row.value2()))
        .containsExactly("Stanisław=1", "Ursula K.=2");
    assertThat(printed()).contains("new authors 1 and 2").contains("undo the inner transaction");
  }

  @Test
  void pragmaTuningShowsEveryCombination() throws Exception {
    assertThat(PragmaTuning.run(URL_PREFIX, 2, out)).isEqualTo(40);
    assertThat(printed().lines()).hasSize(21);
  }
}
