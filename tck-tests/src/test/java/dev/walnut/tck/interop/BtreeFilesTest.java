// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.btree.IndexCursor;
import dev.walnut.engine.btree.SeekMode;
import dev.walnut.engine.check.IntegrityCheck;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.engine.testing.MemoryPages;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sqlite.SQLiteDataSource;

/** B-trees written here are sound for SQLite, and those written by SQLite are read here. */
class BtreeFilesTest {
  private static final String TABLE = "CREATE TABLE t(k INTEGER, v BLOB)";
  private static final String INDEX = "CREATE INDEX i ON t(k, v)";

  @TempDir private Path directory;

  private final RecordWriter writer = new RecordWriter();
  private final TreeMap<Long, byte[]> model = new TreeMap<>();
  private Random random;

  @ParameterizedTest
  @CsvSource({"512,0", "1024,32", "4096,0", "4096,255", "16384,0", "65536,0"})
  void filesGoBackAndForth(int pageSize, int reservedBytes) throws Exception {
    long seed = System.nanoTime();
    System.err.println("BtreeFilesTest page size " + pageSize + " seed " + seed);
    random = new Random(seed);
    MemoryPages pages = MemoryPages.create(pageSize, reservedBytes);
    Btrees trees = new Btrees(pages);
    int table = trees.createTree(true);
    int index = trees.createTree(false);
    BtreeCursor schema = trees.openTable(1);
    addSchemaRow(schema, 1, "table", "t", "t", table, TABLE);
    addSchemaRow(schema, 2, "index", "i", "t", index, INDEX);
    schema.close();
    Path file = directory.resolve("walnut.db");
    for (int round = 0; round < 3; round++) {
      change(trees, table, index, round == 1 ? 15 : 80);
      pages.commit();
      assertThat(pages.check(table, index)).isEmpty();
      Files.write(file, pages.toFile());
      changeWithSqlite(file);
      pages = MemoryPages.of(Files.readAllBytes(file));
      trees = new Btrees(pages);
      assertThat(pages.check(table, index)).isEmpty();
      verify(trees.openTable(table));
      assertThat(trees.openIndex(index, new KeyDescriptor(3)).count()).isEqualTo(model.size());
    }
  }

  private void addSchemaRow(
      BtreeCursor schema,
      long rowid,
      String type,
      String name,
      String table,
      int root,
      String sql) {
    writer.begin();
    for (String text : new String[] {type, name, table}) {
      appendText(text);
    }
    writer.appendLong(root);
    appendText(sql);
    writer.finish();
    schema.insert(rowid, writer.array(), writer.offset(), writer.length());
  }

  private void appendText(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    writer.appendText(bytes, 0, bytes.length);
  }

  private void change(Btrees trees, int table, int index, int insertPercent) {
    BtreeCursor rows = trees.openTable(table);
    IndexCursor keys = trees.openIndex(index, new KeyDescriptor(3));
    for (int i = 0; i < 1500; i++) {
      long rowid = random.nextInt(1000);
      byte[] old = model.remove(rowid);
      if (old != null) {
        assertThat(rows.seek(rowid)).isTrue();
        rows.delete();
        deleteKey(keys, rowid, old);
      }
      if (random.nextInt(100) < insertPercent) {
        byte[] value = new byte[random.nextInt(random.nextInt(20) == 0 ? 9000 : 70)];
        random.nextBytes(value);
        model.put(rowid, value);
        writer.begin();
        writer.appendLong(rowid * 3);
        writer.appendBlob(value, 0, value.length);
        writer.finish();
        rows.insert(rowid, writer.array(), writer.offset(), writer.length());
        buildKey(rowid, value);
        keys.insert(writer.array(), writer.offset(), writer.length());
      }
    }
    rows.close();
    keys.close();
  }

  private void buildKey(long rowid, byte[] value) {
    writer.begin();
    writer.appendLong(rowid * 3);
    writer.appendBlob(value, 0, value.length);
    writer.appendLong(rowid);
    writer.finish();
  }

  private void deleteKey(IndexCursor keys, long rowid, byte[] value) {
    buildKey(rowid, value);
    RecordReader reader = new RecordReader();
    reader.bind(writer.array(), writer.offset(), writer.length());
    var key = new SearchKey(3);
    key.setRecord(reader, 3);
    assertThat(keys.seek(key, SeekMode.EQUAL)).isTrue();
    keys.delete();
  }

  private void changeWithSqlite(Path file) throws SQLException {
    try (Connection connection = open(file);
        Statement statement = connection.createStatement()) {
      assertThat(text(statement, "PRAGMA integrity_check")).isEqualTo("ok");
      assertThat(text(statement, "SELECT count(*) FROM t")).isEqualTo("" + model.size());
      statement.execute("BEGIN");
      for (int i = 0; i < 100; i++) {
        long rowid = random.nextInt(1000);
        statement.execute("DELETE FROM t WHERE rowid = " + rowid);
        model.remove(rowid);
        int size = random.nextInt(600);
        rowid = random.nextInt(1000);
        statement.execute(
            "INSERT OR REPLACE INTO t(rowid, k, v) VALUES ("
                + rowid
                + ", "
                + rowid * 3
                + ", zeroblob("
                + size
                + "))");
        model.put(rowid, new byte[size]);
      }
      statement.execute("COMMIT");
      assertThat(text(statement, "PRAGMA integrity_check")).isEqualTo("ok");
    }
  }

  private void verify(BtreeCursor rows) {
    boolean found = rows.first();
    for (var row : model.entrySet()) {
      assertThat(found).isTrue();
      assertThat(rows.rowid()).isEqualTo(row.getKey());
      RecordReader record = rows.record();
      assertThat(record.longAt(0)).isEqualTo(row.getKey() * 3);
      assertThat(record.bytesLength(1)).isEqualTo(row.getValue().length);
      byte[] bytes = record.bytesArray(1);
      int offset = record.bytesOffset(1);
      assertThat(Arrays.copyOfRange(bytes, offset, offset + row.getValue().length))
          .isEqualTo(row.getValue());
      found = rows.next();
    }
    assertThat(found).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PRAGMA page_size = 512; PRAGMA encoding = 'UTF-16le'",
        "PRAGMA page_size = 1024; PRAGMA auto_vacuum = FULL",
        "PRAGMA page_size = 4096; PRAGMA auto_vacuum = INCREMENTAL",
        "PRAGMA page_size = 8192; PRAGMA encoding = 'UTF-16be'",
        "PRAGMA page_size = 65536"
      })
  void filesOfSqliteAreReadAndFoundSound(String setup) throws Exception {
    Path file = directory.resolve("sqlite.db");
    try (Connection connection = open(file);
        Statement statement = connection.createStatement()) {
      for (String pragma : setup.split(";")) {
        statement.execute(pragma);
      }
      statement.execute("CREATE TABLE t(a INTEGER PRIMARY KEY, b TEXT, c)");
      statement.execute("CREATE TABLE w(a TEXT, b, PRIMARY KEY(a, b)) WITHOUT ROWID");
      statement.execute("CREATE INDEX i ON t(b DESC, c)");
      statement.execute(
          "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)"
              + " INSERT INTO t SELECT i, 'text ' || (i * 7919 % 3001),"
              + " CASE WHEN i % 50 = 0 THEN randomblob(5000) ELSE i / 3.0 END FROM n");
      statement.execute("INSERT INTO w SELECT b, a FROM t");
      statement.execute("DELETE FROM t WHERE a % 3 = 1");
      assertThat(text(statement, "PRAGMA integrity_check")).isEqualTo("ok");
    }
    MemoryPages pages = MemoryPages.of(Files.readAllBytes(file));
    int[] roots = IntegrityCheck.schemaRoots(pages);
    IntegrityCheck check = new IntegrityCheck(pages, 100);
    assertThat(check.checkFile(roots)).isEmpty();
    assertThat(roots).hasSize(4);
    assertThat(check.entryCount(1)).isEqualTo(2000);
    assertThat(check.entryCount(2)).isEqualTo(3000);
    assertThat(check.entryCount(3)).isEqualTo(2000);
    Btrees trees = new Btrees(pages);
    BtreeCursor rows = trees.openTable(roots[1]);
    assertThat(rows.seek(1500)).isTrue();
    assertThat(rows.record().bytesLength(2)).isEqualTo(5000);
    assertThat(rows.record().typeOf(0)).isEqualTo(RecordReader.NULL);
    assertThat(rows.count()).isEqualTo(2000);
    rows.delete();
    rows.close();
    trees.beforeCommit();
    assertThat(new IntegrityCheck(pages, 100).checkFile(roots)).isEmpty();
  }

  @Test
  void recordsAreBuiltByteForByteAsBySqlite() throws Exception {
    Path file = directory.resolve("records.db");
    String[] values = {
      "NULL",
      "0",
      "1",
      "-1",
      "127",
      "128",
      "-32769",
      "8388608",
      "2147483648",
      "-140737488355329",
      "9223372036854775807",
      "0.0",
      "-0.0",
      "3.0",
      "1.5",
      "1e300",
      "140737488355328.0",
      "140737488355327.0",
      "-140737488355328.0",
      "''",
      "'text'",
      "x''",
      "x'0102'",
      "printf('%.*c', 300, 'x')",
      "zeroblob(200)",
      "9e999",
      "-9e999"
    };
    try (Connection connection = open(file);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE t(a, r REAL)");
      for (String value : values) {
        statement.execute("INSERT INTO t VALUES (" + value + ", " + value + ")");
      }
    }
    BtreeCursor rows = new Btrees(MemoryPages.of(Files.readAllBytes(file))).openTable(2);
    int count = 0;
    for (boolean found = rows.first(); found; found = rows.next()) {
      RecordReader record = rows.record();
      writer.begin();
      writer.append(record, 0);
      int type = record.typeOf(1);
      if (type == RecordReader.INTEGER || type == RecordReader.REAL) {
        writer.appendRealCompact(record.doubleAt(1));
      } else {
        writer.append(record, 1);
      }
      writer.finish();
      assertThat(
              Arrays.copyOfRange(
                  writer.array(), writer.offset(), writer.offset() + writer.length()))
          .as(values[count])
          .isEqualTo(Arrays.copyOf(rows.copyPayload(null), rows.payloadBytes()));
      count++;
    }
    assertThat(count).isEqualTo(values.length);
  }

  private static Connection open(Path file) throws SQLException {
    SQLiteDataSource source = new SQLiteDataSource();
    source.setUrl("jdbc:sqlite:" + file);
    return source.getConnection();
  }

  private static String text(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
