// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.parse.ParsedStatement;
import dev.walnut.sql.parse.SqlParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The parser reads every statement of the sqllogictest scripts. */
class LogicScriptsParseTest {

  @Test
  void allStatementsParse() throws IOException {
    List<String> refused = new ArrayList<>();
    int count = 0;
    for (LogicScript script : LogicScripts.stored(List.of())) {
      for (LogicRecord record : script.records()) {
        if (record.mustFail()) {
          continue;
        }
        count++;
        try {
          parseAll(record.sql());
        } catch (DatabaseException e) {
          refused.add(script.name() + ":" + record.line() + ": " + e.getMessage());
        }
      }
    }
    assertThat(refused).isEmpty();
    assertThat(count).isGreaterThan(250_000);
  }

  private static void parseAll(String sql) {
    int offset = 0;
    ParsedStatement parsed;
    do {
      parsed = SqlParser.parse(sql, offset);
      offset = parsed.tailOffset();
    } while (parsed.statement() != null);
  }
}
