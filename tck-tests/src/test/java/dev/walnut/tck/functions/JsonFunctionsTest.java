// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.functions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** JSON functions give SQLite's text, bytes and errors. */
class JsonFunctionsTest {
  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "\"a\"",
    "\"b\"",
    "1",
    "-0.5",
    "1e3",
    "null",
    "true",
    "a",
    "\\u0041",
    "\\n",
    "\\x41",
    " ",
    "0x1F",
    "+",
    ".",
    "Infinity",
    "NaN",
    "/* c */",
    "é",
    "😀",
    "\\",
    "{\"a\":",
    "[1,2]",
    "{\"b\":{}}"
  };
  private static final String[] PATHS = {
    "$",
    "$.a",
    "$.b",
    "$[0]",
    "$[#-1]",
    "$[#]",
    "$.a.b",
    "$.a[0]",
    "$[1].a",
    "$.\"a\"",
    "$.a.b[2]",
    "a",
    "$.",
    "$[x]"
  };

  private ExpressionComparison comparison;

  @BeforeEach
  void open() throws Exception {
    comparison = new ExpressionComparison();
    comparison.execute("CREATE TABLE t(a)");
    comparison.execute("INSERT INTO t VALUES('x')");
  }

  @AfterEach
  void close() throws Exception {
    comparison.close();
  }

  @Test
  void listedExpressionsGiveWhatSqliteGives() throws Exception {
    assertThat(comparison.differences("/functions/json.txt")).isEmpty();
  }

  @Test
  void generatedTextsGiveWhatSqliteGives() {
    long seed = Long.getLong("walnut.differential.seed", System.nanoTime());
    Random random = new Random(seed);
    List<String> differences = new ArrayList<>();
    for (int i = 0; i < 1500 && differences.size() < 5; i++) {
      String json = quoted(random.nextBoolean() ? document(random, 3) : soup(random));
      String path = quoted(PATHS[random.nextInt(PATHS.length)]);
      String other = quoted(document(random, 2));
      for (String call :
          List.of(
              "json(" + json + ")",
              "hex(jsonb(" + json + "))",
              "json_valid(" + json + "), json_valid(" + json + ", 2)",
              "json_error_position(" + json + ") > 0",
              "json_extract(" + json + ", " + path + ")",
              json + " -> " + path + ", " + json + " ->> " + path,
              "json_set(" + json + ", " + path + ", json(" + other + "))",
              "json_insert(" + json + ", " + path + ", 'x')",
              "json_replace(" + json + ", " + path + ", 1.5)",
              "json_array_insert(" + json + ", " + path + ", 7)",
              "json_remove(" + json + ", " + path + ")",
              "json_patch(" + json + ", " + other + ")",
              "json_pretty(" + json + ")",
              "json_type("
                  + json
                  + ", "
                  + path
                  + "), json_array_length("
                  + json
                  + ", "
                  + path
                  + ")")) {
        String difference = comparison.difference(call);
        if (difference != null) {
          differences.add(difference);
        }
      }
    }
    assertThat(differences).as("seed %d", seed).isEmpty();
  }

  private static String quoted(String text) {
    return "'" + text.replace("'", "''") + "'";
  }

  private static String soup(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(7); i >= 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  private static String document(Random random, int depth) {
    switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0:
        return String.valueOf(random.nextInt(2000) - 1000);
      case 1:
        return new String[] {"null", "true", "false"}[random.nextInt(3)];
      case 2:
        return "\"" + "xyz".substring(random.nextInt(3)) + "\\t\"";
      case 3:
        return "\"" + "é\\u00e9w".substring(random.nextInt(1)) + "\"";
      case 4:
        return String.valueOf(random.nextInt(1000) / 8.0);
      case 5:
        return "'it\"s'";
      case 6:
        return "[" + document(random, depth - 1) + ", " + document(random, depth - 1) + "]";
      case 7:
        return "{a:"
            + document(random, depth - 1)
            + ",\"b\" : "
            + document(random, depth - 1)
            + "}";
      default:
        return random.nextBoolean() ? "[]" : "{\"a\":" + document(random, depth - 1) + "}";
    }
  }
}
