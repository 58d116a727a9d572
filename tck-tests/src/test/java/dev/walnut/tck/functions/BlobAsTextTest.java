// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.functions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A BLOB taken for text, and a text's bytes, are in the database's encoding, as in SQLite. */
class BlobAsTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16le", "UTF-16be"})
  void implicitConversionsTakeTheDatabasesEncoding(String encoding) throws Exception {
    try (ExpressionComparison comparison = new ExpressionComparison()) {
      comparison.execute("PRAGMA encoding = '" + encoding + "'");
      comparison.execute("CREATE TABLE t(a)");
      comparison.execute("INSERT INTO t VALUES('x')");
      List<String> differences = comparison.differences("/functions/blob-and-text.txt");
      assertThat(differences).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"UTF-8", "UTF-16le", "UTF-16be"})
  void storedTextKeepsItsBytes(String encoding) throws Exception {
    try (ExpressionComparison comparison = new ExpressionComparison()) {
      comparison.execute("PRAGMA encoding = '" + encoding + "'");
      comparison.execute("CREATE TABLE t(a TEXT, b BLOB)");
      comparison.execute("INSERT INTO t VALUES('é€😀', x'e9006100'), (x'3100', 'b'), (12, 'é')");
      comparison.execute("CREATE INDEX i ON t(a || b, hex(a))");
      comparison.execute("UPDATE t SET b = b || 'z' WHERE upper(b) LIKE '%b'");
      for (String query :
          List.of(
              "SELECT a, b, hex(a), hex(b), a || b FROM t ORDER BY rowid",
              "SELECT hex(a || b) FROM t INDEXED BY i ORDER BY a || b",
              "SELECT a || b, group_concat(b, a) FROM t GROUP BY a || b ORDER BY 1",
              "SELECT b FROM t WHERE b LIKE 'é%' ORDER BY 1",
              "PRAGMA integrity_check")) {
        assertThat(comparison.difference(query)).isNull();
      }
    }
  }
}
