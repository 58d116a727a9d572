// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.sql.api.Session;
import dev.walnut.sql.api.SessionOptions;
import dev.walnut.sql.session.DatabaseSession;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Looks for deleted text in the bytes of the file. */
class SecureDeleteTest {
  private static final String SECRET = "the combination is 12345";

  @TempDir Path folder;

  /**
   * Short rows go from pages that stay in use; long ones free overflow pages, which FAST leaves as
   * they are.
   */
  @ParameterizedTest
  @CsvSource({
    "OFF, 0, true, true",
    "FAST, 0, false, true",
    "ON, 0, false, false",
    "ON, 1, false, false",
    "ON, 2, false, false"
  })
  void deletedTextIsGoneFromTheFileAsFarAsThatIsAskedFor(
      String mode, int autoVacuum, boolean shortRemains, boolean longRemains) throws Exception {
    assertThat(contentAfterDelete(mode, autoVacuum, "a" + SECRET).contains(SECRET))
        .isEqualTo(shortRemains);
    assertThat(contentAfterDelete(mode, autoVacuum, "a".repeat(9000) + SECRET).contains(SECRET))
        .isEqualTo(longRemains);
  }

  private String contentAfterDelete(String mode, int autoVacuum, String text) throws Exception {
    Path file = folder.resolve("f" + text.length() + ".db");
    try (Session session =
        DatabaseSession.open(
            new SessionOptions(
                file.toString(), false, true, false, false, false, 0, new Pragmas()))) {
      session.executeScript("pragma auto_vacuum=" + autoVacuum);
      session.executeScript("pragma secure_delete=" + mode);
      session.executeScript("create table t(a integer primary key, b); create index i on t(b)");
      for (int i = 0; i < 40; i++) {
        String value = i % 4 == 1 ? text : "b".repeat(20 * i);
        session.executeScript("insert into t values(" + i + ", '" + value + "')");
      }
      assertThat(Files.readString(file, StandardCharsets.ISO_8859_1)).contains(SECRET);
      session.executeScript("delete from t where a % 8 = 1");
      session.executeScript("update t set b = 'changed' where a % 8 = 5");
    }
    return Files.readString(file, StandardCharsets.ISO_8859_1);
  }
}
