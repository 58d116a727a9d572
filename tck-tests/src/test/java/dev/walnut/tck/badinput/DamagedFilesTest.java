// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.badinput;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.tck.support.TestClassPath;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged files are answered or refused within a second, in a heap of 128 MB. */
class DamagedFilesTest {
  /** Always the same, so that a commit passes or fails by itself; other seeds by the property. */
  private static final long FIRST_SEED = 1796082645306L;

  private static final String URL_PREFIX = System.getProperty("walnut.tck.url", "jdbc:walnut:");
  private static final int MUTATIONS = Integer.getInteger("walnut.mutations", 10_000);
  private static final int NOTADB = 26;

  @TempDir private Path directory;

  @Test
  void everyMutationIsAnsweredOrRefused() throws Exception {
    long seed = Long.getLong("walnut.mutations.seed", FIRST_SEED);
    System.out.println("damaged files: seeds from " + seed);
    Process process =
        new ProcessBuilder(
                TestClassPath.java(),
                "-Xmx128m",
                "-XX:+UseSerialGC",
                "-ea",
                "-cp",
                TestClassPath.get(),
                MutationMain.class.getName(),
                URL_PREFIX,
                directory.toString(),
                Long.toString(seed),
                Integer.toString(MUTATIONS))
            .redirectErrorStream(true)
            .start();
    List<String> lines;
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      lines = in.lines().toList();
    }
    assertThat(process.waitFor()).as(String.join("\n", lines)).isZero();
    System.out.println("damaged files: " + lines.get(lines.size() - 1));
    assertThat(lines).as(String.join("\n", lines)).hasSize(1);
    assertThat(lines.get(0)).startsWith("done ").endsWith(" 0 bad");
  }

  @Test
  void aFileThatIsNoDatabaseIsSaidToBeNone() throws Exception {
    Path text = directory.resolve("text.db");
    Files.writeString(text, "This is a text about databases. ".repeat(200));
    Path random = directory.resolve("random.db");
    byte[] bytes = new byte[20_000];
    new java.util.SplittableRandom(5).nextBytes(bytes);
    Files.write(random, bytes);
    for (Path file : List.of(text, random)) {
      byte[] before = Files.readAllBytes(file);
      assertThatThrownBy(() -> query(file, "SELECT * FROM sqlite_schema"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getErrorCode()).isEqualTo(NOTADB))
          .hasMessageContaining("file is not a database");
      assertThat(Files.readAllBytes(file)).isEqualTo(before);
    }
  }

  @Test
  void anEmptyFileIsAnEmptyDatabase() throws Exception {
    Path file = Files.createFile(directory.resolve("empty.db"));
    assertThat(query(file, "SELECT count(*) FROM sqlite_schema")).isZero();
    assertThat(Files.size(file)).isZero();
  }

  @Test
  void aDirectoryAndAMissingFolderCannotBeOpened() {
    assertThatThrownBy(() -> query(directory, "SELECT 1 FROM sqlite_schema"))
        .isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> query(directory.resolve("no/such.db"), "CREATE TABLE t(a)"))
        .isInstanceOf(SQLException.class);
  }

  @Test
  void aTruncatedFileIsCorrupt() throws Exception {
    Path file = directory.resolve("truncated.db");
    try (Connection connection = DriverManager.getConnection(URL_PREFIX + file);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t(a)");
      statement.execute(
          "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n WHERE i < 100)"
              + " INSERT INTO t SELECT zeroblob(1000) FROM n");
    }
    byte[] whole = Files.readAllBytes(file);
    for (int length : new int[] {1, 15, 99, 100, 511, 512, 4095, 4096, 5000, 8192, 40_000}) {
      Files.write(file, java.util.Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> query(file, "SELECT sum(length(a)) FROM t"))
          .as("length " + length)
          .isInstanceOf(SQLException.class);
    }
  }

  private static long query(Path file, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(URL_PREFIX + file);
        Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return -1;
      }
      try (var rows = statement.getResultSet()) {
        return rows.next() ? rows.getLong(1) : 0;
      }
    }
  }
}
