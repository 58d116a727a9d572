// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.api.Session;
import dev.walnut.sql.api.SessionOptions;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.session.DatabaseSession;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Answers measured with SQLite 3.54.1. */
class PragmasTest {
  @TempDir Path folder;

  private Session session;

  @BeforeEach
  void open() {
    session = open(":memory:");
  }

  @AfterEach
  void close() {
    session.close();
  }

  private static Session open(String path) {
    return DatabaseSession.open(
        new SessionOptions(path, false, true, false, false, false, 0, new Pragmas()));
  }

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  /** Columns in brackets, then the rows; {@code none} for a statement without result columns. */
  private static String answer(Session session, String sql) {
    try (SqlStatement statement = session.prepare(sql)) {
      StringBuilder text = new StringBuilder();
      if (statement.columnCount() == 0) {
        text.append("none");
      } else {
        text.append(
            statement.columns().stream()
                .map(ColumnInfo::name)
                .collect(Collectors.joining(",", "[", "]")));
      }
      while (statement.step()) {
        text.append(' ');
        for (int i = 0; i < statement.columnCount(); i++) {
          text.append(i == 0 ? "" : "|").append(statement.columnText(i));
        }
      }
      return text.toString();
    }
  }

  private String answer(String sql) {
    return answer(session, sql);
  }

  private void run(String... statements) {
    for (String sql : statements) {
      session.executeScript(sql);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      value = {
        "foreign_keys ~ 0",
        "recursive_triggers ~ 0",
        "query_only ~ 0",
        "full_column_names ~ 0",
        "short_column_names ~ 1",
        "automatic_index ~ 1",
        "reverse_unordered_selects ~ 0",
        "ignore_check_constraints ~ 0",
        "count_changes ~ 0",
        "cell_size_check ~ 0",
        "legacy_alter_table ~ 0",
        "read_uncommitted ~ 0",
        "trusted_schema ~ 1",
        "empty_result_callbacks ~ 0",
        "checkpoint_fullfsync ~ 0",
        "fullfsync ~ 0",
      })
  void aSwitchIsReadAndTurned(String name, String initial) {
    String read = "[" + name + "] ";
    assertThat(answer("pragma " + name)).isEqualTo(read + initial);
    assertThat(answer("pragma " + name + "=on")).isEqualTo("none");
    assertThat(answer("pragma " + name)).isEqualTo(read + 1);
    assertThat(answer("pragma " + name + "(off)")).isEqualTo("none");
    assertThat(answer("pragma " + name)).isEqualTo(read + 0);
    assertThat(answer("pragma " + name + "='yes'")).isEqualTo("none");
    assertThat(answer("pragma " + name)).isEqualTo(read + 1);
    assertThat(answer("pragma " + name + "=banana")).isEqualTo("none");
    assertThat(answer("pragma " + name)).isEqualTo(read + 0);
  }

  @Test
  void foreignKeysDoNotChangeInsideATransaction() {
    run("begin", "pragma foreign_keys=on");
    assertThat(answer("pragma foreign_keys")).isEqualTo("[foreign_keys] 0");
    run("commit");
    assertThat(answer("pragma defer_foreign_keys=on")).isEqualTo("none");
    assertThat(answer("pragma defer_foreign_keys")).isEqualTo("[defer_foreign_keys] 0");
  }

  @Test
  void caseSensitiveLikeHasNoAnswerButAnEffect() {
    assertThat(answer("pragma case_sensitive_like")).isEqualTo("none");
    assertThat(answer("select 'A' like 'a' as l")).isEqualTo("[l] 1");
    assertThat(answer("pragma case_sensitive_like=1")).isEqualTo("none");
    assertThat(answer("select 'A' like 'a' as l")).isEqualTo("[l] 0");
  }

  @Test
  void numbersOfTheHeaderAreReadAndWritten() {
    for (String name : new String[] {"user_version", "application_id"}) {
      assertThat(answer("pragma " + name)).isEqualTo("[" + name + "] 0");
      assertThat(answer("pragma " + name + "=-3")).isEqualTo("none");
      assertThat(answer("pragma main." + name)).isEqualTo("[" + name + "] -3");
      assertThat(answer("pragma temp." + name)).isEqualTo("[" + name + "] 0");
    }
    run("begin", "pragma user_version=9", "rollback");
    assertThat(answer("pragma user_version")).isEqualTo("[user_version] -3");
    run("pragma query_only=1");
    assertThatThrownBy(() -> run("pragma user_version=1")).isInstanceOf(DatabaseException.class);
  }

  @Test
  void theSchemaVersionRisesAndCanBeSet() {
    assertThat(answer("pragma schema_version")).isEqualTo("[schema_version] 0");
    run("create table t(a)");
    assertThat(answer("pragma schema_version")).isEqualTo("[schema_version] 1");
    assertThat(answer("pragma schema_version=10")).isEqualTo("none");
    assertThat(answer("pragma schema_version")).isEqualTo("[schema_version] 10");
    run("insert into t values(1)");
    assertThat(answer("select a from t")).isEqualTo("[a] 1");
  }

  @Test
  void pagesAreCounted() {
    assertThat(answer("pragma page_count")).isEqualTo("[page_count] 0");
    run("create table t(a)");
    assertThat(answer("pragma page_count")).isEqualTo("[page_count] 2");
    assertThat(answer("pragma freelist_count")).isEqualTo("[freelist_count] 0");
    run("drop table t");
    assertThat(answer("pragma freelist_count=3")).isEqualTo("[freelist_count] 1");
    assertThat(answer("pragma max_page_count")).isEqualTo("[max_page_count] 4294967294");
    assertThat(answer("pragma max_page_count=100")).isEqualTo("[max_page_count] 100");
    assertThat(answer("pragma max_page_count=0")).isEqualTo("[max_page_count] 100");
    assertThat(answer("pragma max_page_count=-3")).isEqualTo("[max_page_count] 100");
    assertThat(answer("pragma max_page_count=1")).isEqualTo("[max_page_count] 2");
    assertThatThrownBy(() -> run("create table a(x)", "create table b(x)"))
        .hasMessageContaining("full");
  }

  @Test
  void dataVersionTellsChangesOfOthers() {
    try (Session a = open(file("v.db"));
        Session b = open(file("v.db"))) {
      a.executeScript("create table t(x)");
      String before = answer(a, "pragma data_version");
      a.executeScript("insert into t values(1)");
      assertThat(answer(a, "pragma data_version")).isEqualTo(before);
      b.executeScript("insert into t values(2)");
      assertThat(answer(a, "pragma data_version")).isNotEqualTo(before);
    }
  }

  @Test
  void pageSizeAndEncodingCountForEmptyDatabases() {
    assertThat(answer("pragma page_size")).isEqualTo("[page_size] 4096");
    assertThat(answer("pragma page_size=1000")).isEqualTo("none");
    assertThat(answer("pragma page_size=8192")).isEqualTo("none");
    assertThat(answer("pragma encoding")).isEqualTo("[encoding] UTF-8");
    assertThatThrownBy(() -> run("pragma encoding=xxx")).hasMessage("unsupported encoding: xxx");
    assertThat(answer("pragma encoding='utf16'")).isEqualTo("none");
    run("create table t(a)", "insert into t values('é')");
    assertThat(answer("pragma page_size")).isEqualTo("[page_size] 8192");
    assertThat(answer("pragma encoding")).isEqualTo("[encoding] UTF-16le");
    run("pragma page_size=512", "pragma encoding='UTF-8'", "pragma encoding=xxx");
    assertThat(answer("pragma page_size")).isEqualTo("[page_size] 8192");
    assertThat(answer("pragma encoding")).isEqualTo("[encoding] UTF-16le");
    assertThat(answer("select a from t")).isEqualTo("[a] é");
  }

  @Test
  void vacuumModes() {
    assertThat(answer("pragma auto_vacuum")).isEqualTo("[auto_vacuum] 0");
    assertThat(answer("pragma auto_vacuum=none")).isEqualTo("none");
    assertThat(answer("pragma incremental_vacuum(5)")).isEqualTo("none");
    try (Session s = open(file("av.db"))) {
      assertThat(answer(s, "pragma auto_vacuum=FULL")).isEqualTo("none");
      assertThat(answer(s, "pragma auto_vacuum")).isEqualTo("[auto_vacuum] 1");
      assertThat(answer(s, "pragma page_count")).isEqualTo("[page_count] 1");
      assertThat(answer(s, "pragma auto_vacuum=2")).isEqualTo("none");
      assertThat(answer(s, "pragma auto_vacuum")).isEqualTo("[auto_vacuum] 2");
      s.executeScript("create table t(a)");
      assertThat(answer(s, "pragma auto_vacuum=0")).isEqualTo("none");
      assertThat(answer(s, "pragma auto_vacuum")).isEqualTo("[auto_vacuum] 2");
      assertThat(answer(s, "pragma auto_vacuum=7")).isEqualTo("none");
      assertThat(answer(s, "pragma auto_vacuum=FULL")).isEqualTo("none");
      assertThat(answer(s, "pragma auto_vacuum")).isEqualTo("[auto_vacuum] 1");
    }
    try (Session s = open(file("none.db"))) {
      s.executeScript("create table t(a)");
      assertThat(answer(s, "pragma auto_vacuum=FULL")).isEqualTo("none");
      assertThat(answer(s, "pragma auto_vacuum")).isEqualTo("[auto_vacuum] 0");
    }
  }

  @Test
  void incrementalVacuumGivesBackAsManyPagesAsItIsAskedTo() {
    try (Session s = open(file("iv.db"))) {
      s.executeScript(
          "pragma auto_vacuum=incremental; create table t(a);"
              + " insert into t values(zeroblob(100000)); delete from t");
      assertThat(answer(s, "pragma page_count")).isEqualTo("[page_count] 27");
      assertThat(answer(s, "pragma incremental_vacuum(3)")).isEqualTo("none");
      assertThat(answer(s, "pragma page_count")).isEqualTo("[page_count] 24");
      assertThat(answer(s, "pragma freelist_count")).isEqualTo("[freelist_count] 21");
      assertThat(answer(s, "pragma incremental_vacuum")).isEqualTo("none");
      assertThat(answer(s, "pragma page_count")).isEqualTo("[page_count] 3");
      assertThat(answer(s, "pragma integrity_check")).isEqualTo("[integrity_check] ok");
    }
  }

  @Test
  void secureDeleteIsPerDatabase() {
    try (Session s = open(file("sd.db"))) {
      assertThat(answer(s, "pragma secure_delete")).isEqualTo("[secure_delete] 0");
      assertThat(answer(s, "pragma secure_delete=on")).isEqualTo("[secure_delete] 1");
      assertThat(answer(s, "pragma secure_delete=fast")).isEqualTo("[secure_delete] 2");
      assertThat(answer(s, "pragma secure_delete=bogus")).isEqualTo("[secure_delete] 0");
      assertThat(answer(s, "pragma secure_delete=2")).isEqualTo("[secure_delete] 1");
      assertThat(answer(s, "attach ':memory:' as m")).isEqualTo("none");
      assertThat(answer(s, "pragma m.secure_delete")).isEqualTo("[secure_delete] 1");
      assertThat(answer(s, "pragma m.secure_delete=fast")).isEqualTo("[secure_delete] 2");
      assertThat(answer(s, "pragma secure_delete")).isEqualTo("[secure_delete] 1");
      assertThat(answer(s, "pragma secure_delete=0")).isEqualTo("[secure_delete] 0");
      assertThat(answer(s, "pragma m.secure_delete")).isEqualTo("[secure_delete] 0");
    }
  }

  @Test
  void journalModesOfAFile() {
    try (Session s = open(file("j.db"))) {
      assertThat(answer(s, "pragma journal_mode")).isEqualTo("[journal_mode] delete");
      for (String mode : new String[] {"truncate", "persist", "memory", "off", "delete"}) {
        assertThat(answer(s, "pragma journal_mode=" + mode)).isEqualTo("[journal_mode] " + mode);
        assertThat(answer(s, "pragma main.journal_mode")).isEqualTo("[journal_mode] " + mode);
      }
      assertThat(answer(s, "pragma journal_mode=nonsense")).isEqualTo("[journal_mode] delete");
      assertThat(answer(s, "pragma journal_mode=WAL")).isEqualTo("[journal_mode] wal");
      assertThat(answer(s, "pragma journal_mode")).isEqualTo("[journal_mode] wal");
      s.executeScript("begin");
      assertThatThrownBy(() -> answer(s, "pragma journal_mode=delete"))
          .hasMessage("cannot change out of wal mode from within a transaction");
      s.executeScript("commit");
      assertThat(answer(s, "pragma journal_mode=delete")).isEqualTo("[journal_mode] delete");
      s.executeScript("begin");
      assertThatThrownBy(() -> answer(s, "pragma journal_mode=wal"))
          .hasMessage("cannot change into wal mode from within a transaction");
    }
  }

  @Test
  void journalModesOfADatabaseInMemory() {
    assertThat(answer("pragma journal_mode")).isEqualTo("[journal_mode] memory");
    assertThat(answer("pragma journal_mode=delete")).isEqualTo("[journal_mode] memory");
    assertThat(answer("pragma journal_mode=wal")).isEqualTo("[journal_mode] memory");
    assertThat(answer("pragma journal_mode=off")).isEqualTo("[journal_mode] off");
    assertThat(answer("pragma temp.journal_mode")).isEqualTo("[journal_mode] delete");
    assertThat(answer("pragma journal_size_limit")).isEqualTo("[journal_size_limit] -1");
    assertThat(answer("pragma journal_size_limit=1000")).isEqualTo("[journal_size_limit] 1000");
    assertThat(answer("pragma journal_size_limit=-5")).isEqualTo("[journal_size_limit] -1");
  }

  @ParameterizedTest
  @CsvSource({
    "off, 0",
    "normal, 1",
    "full, 2",
    "extra, 3",
    "0, 0",
    "3, 3",
    "7, 0",
    "abc, 1",
    "on, 1",
    "-1, 1"
  })
  void synchronousLevels(String word, int level) {
    assertThat(answer("pragma synchronous")).isEqualTo("[synchronous] 2");
    assertThat(answer("pragma synchronous=" + word)).isEqualTo("none");
    assertThat(answer("pragma synchronous")).isEqualTo("[synchronous] " + level);
  }

  @Test
  void synchronousDoesNotChangeInsideATransaction() {
    run("begin");
    assertThatThrownBy(() -> run("pragma synchronous=off"))
        .hasMessage("Safety level may not be changed inside a transaction");
  }

  @Test
  void lockingModes() {
    try (Session s = open(file("l.db"))) {
      assertThat(answer(s, "pragma locking_mode")).isEqualTo("[locking_mode] normal");
      assertThat(answer(s, "pragma locking_mode=exclusive")).isEqualTo("[locking_mode] exclusive");
      assertThat(answer(s, "pragma locking_mode")).isEqualTo("[locking_mode] exclusive");
      assertThat(answer(s, "pragma locking_mode=foo")).isEqualTo("[locking_mode] exclusive");
      s.executeScript("create table t(a)");
      try (Session other = open(file("l.db"))) {
        assertThatThrownBy(() -> answer(other, "select * from t"))
            .isInstanceOf(DatabaseException.class);
        assertThat(answer(s, "pragma locking_mode=normal")).isEqualTo("[locking_mode] normal");
        assertThat(answer(other, "select * from t")).isEqualTo("[a]");
      }
    }
    assertThat(answer("pragma main.locking_mode")).isEqualTo("[locking_mode] exclusive");
    assertThat(answer("pragma locking_mode")).isEqualTo("[locking_mode] normal");
    assertThat(answer("pragma locking_mode=normal")).isEqualTo("[locking_mode] exclusive");
  }

  @Test
  void aLogOpenedInLockingModeExclusiveStaysOneConnectionsOwn() {
    String path = file("w.db");
    try (Session s = open(path)) {
      s.executeScript("pragma journal_mode=wal; create table t(a)");
    }
    try (Session s = open(path);
        Session other = open(path)) {
      assertThat(answer(s, "pragma locking_mode=exclusive")).isEqualTo("[locking_mode] exclusive");
      assertThat(answer(s, "select * from t")).isEqualTo("[a]");
      assertThat(Path.of(path + "-shm")).doesNotExist();
      assertBusy(() -> answer(other, "select * from t"));
      s.executeScript("insert into t values(1)");
      // SQLite remembers the wish, and does not fulfil it.
      assertThat(answer(s, "pragma locking_mode=normal")).isEqualTo("[locking_mode] exclusive");
      assertThat(answer(s, "select * from t")).isEqualTo("[a] 1");
      assertBusy(() -> answer(other, "insert into t values(2)"));
      assertBusy(() -> answer(other, "pragma journal_mode"));
      assertThat(answer(s, "pragma journal_mode=delete")).isEqualTo("[journal_mode] delete");
      assertBusy(() -> answer(other, "select * from t"));
      assertThat(answer(s, "pragma locking_mode=normal")).isEqualTo("[locking_mode] normal");
      assertThat(answer(other, "select * from t")).isEqualTo("[a] 1");
    }
  }

  @Test
  void aLogThatOthersUseIsNotOpenedInLockingModeExclusive() {
    String path = file("w.db");
    try (Session s = open(path)) {
      try (Session other = open(path)) {
        other.executeScript("pragma journal_mode=wal; create table t(a)");
        assertThat(answer(s, "pragma locking_mode=exclusive"))
            .isEqualTo("[locking_mode] exclusive");
        assertBusy(() -> answer(s, "select * from t"));
      }
      assertThat(answer(s, "select * from t")).isEqualTo("[a]");
      assertThat(Path.of(path + "-shm")).doesNotExist();
      assertThat(answer(s, "pragma wal_checkpoint")).startsWith("[busy,log,checkpointed] 0|");
    }
    assertThat(Path.of(path + "-wal")).doesNotExist();
    try (Session s = open(path)) {
      assertThat(answer(s, "pragma journal_mode")).isEqualTo("[journal_mode] wal");
    }
  }

  private static void assertBusy(org.assertj.core.api.ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            DatabaseException.class,
            e -> assertThat(e.resultCode().is(dev.walnut.engine.api.ResultCode.BUSY)).isTrue());
  }

  @Test
  void changingFromAModeThatKeepsItsJournalDeletesIt() {
    String path = file("k.db");
    try (Session s = open(path)) {
      for (String mode : new String[] {"persist", "truncate"}) {
        s.executeScript("pragma journal_mode=" + mode + "; create table " + mode + "(a)");
        assertThat(Path.of(path + "-journal")).exists();
        s.executeScript("pragma journal_mode=memory");
        assertThat(Path.of(path + "-journal")).doesNotExist();
      }
    }
  }

  @Test
  void theSizeOfTheMappingIsRemembered() {
    try (Session s = open(file("m.db"))) {
      assertThat(answer(s, "pragma mmap_size")).isEqualTo("[mmap_size] 0");
      assertThat(answer(s, "pragma mmap_size=1000000")).isEqualTo("[mmap_size] 1000000");
      s.executeScript("attach '" + file("m2.db") + "' as y");
      assertThat(answer(s, "pragma y.mmap_size")).isEqualTo("[mmap_size] 1000000");
      assertThat(answer(s, "pragma y.mmap_size=5")).isEqualTo("[mmap_size] 5");
      assertThat(answer(s, "pragma mmap_size")).isEqualTo("[mmap_size] 1000000");
      assertThat(answer(s, "pragma mmap_size=99999999999999"))
          .isEqualTo("[mmap_size] 1099511627776");
      assertThat(answer(s, "pragma mmap_size=-1")).isEqualTo("[mmap_size] 0");
      assertThat(answer(s, "pragma y.mmap_size")).isEqualTo("[mmap_size] 0");
    }
  }

  @Test
  void sizesOfTheCache() {
    assertThat(answer("pragma cache_size")).isEqualTo("[cache_size] -2000");
    assertThat(answer("pragma cache_spill")).isEqualTo("[cache_spill] 483");
    assertThat(answer("pragma cache_size=100")).isEqualTo("none");
    assertThat(answer("pragma cache_size")).isEqualTo("[cache_size] 100");
    assertThat(answer("pragma cache_size=-5.9")).isEqualTo("none");
    assertThat(answer("pragma cache_size")).isEqualTo("[cache_size] -5");
    assertThat(answer("pragma cache_spill=off")).isEqualTo("none");
    assertThat(answer("pragma cache_spill")).isEqualTo("[cache_spill] 0");
    assertThat(answer("pragma default_cache_size")).isEqualTo("[cache_size] -2000");
    assertThat(answer("pragma default_cache_size=77")).isEqualTo("none");
    assertThat(answer("pragma default_cache_size")).isEqualTo("[cache_size] 77");
    assertThat(answer("pragma cache_size")).isEqualTo("[cache_size] 77");
    assertThat(answer("pragma shrink_memory")).isEqualTo("none");
  }

  @Test
  void timeoutsAndLimitsAnswerWhenTheyAreSet() {
    assertThat(answer("pragma busy_timeout")).isEqualTo("[timeout] 0");
    assertThat(answer("pragma busy_timeout=1234")).isEqualTo("[timeout] 1234");
    assertThat(session.busyTimeoutMillis()).isEqualTo(1234);
    assertThat(answer("pragma busy_timeout=-1")).isEqualTo("[timeout] 0");
    assertThat(answer("pragma threads=4")).isEqualTo("[threads] 4");
    assertThat(answer("pragma threads=100")).isEqualTo("[threads] 8");
    assertThat(answer("pragma threads=-1")).isEqualTo("[threads] 8");
    assertThat(answer("pragma analysis_limit=100")).isEqualTo("[analysis_limit] 100");
    assertThat(answer("pragma analysis_limit=-1")).isEqualTo("[analysis_limit] 100");
    assertThat(answer("pragma soft_heap_limit")).isEqualTo("[soft_heap_limit] 0");
    assertThat(answer("pragma hard_heap_limit")).isEqualTo("[hard_heap_limit] 0");
    assertThat(answer("pragma wal_autocheckpoint")).isEqualTo("[wal_autocheckpoint] 1000");
    assertThat(answer("pragma wal_autocheckpoint=-1")).isEqualTo("[wal_autocheckpoint] 0");
    assertThat(answer("pragma secure_delete=on")).isEqualTo("[secure_delete] 1");
    assertThat(answer("pragma mmap_size")).isEqualTo("[mmap_size]");
    assertThat(answer("pragma optimize")).isEqualTo("[optimize]");
    for (String call : new String[] {"", "(truncate)", "(xyz)"}) {
      assertThat(answer("pragma wal_checkpoint" + call))
          .isEqualTo("[busy,log,checkpointed] 0|-1|-1");
    }
  }

  @Test
  void temporaryStorage() {
    assertThat(answer("pragma temp_store=memory")).isEqualTo("none");
    assertThat(answer("pragma temp_store")).isEqualTo("[temp_store] 2");
    assertThat(answer("pragma temp_store=1")).isEqualTo("none");
    assertThat(answer("pragma temp_store=xyz")).isEqualTo("none");
    assertThat(answer("pragma temp_store")).isEqualTo("[temp_store] 0");
    run("create temp table x(a)", "pragma temp_store=0");
    assertThat(answer("select count(*) from x")).isEqualTo("[count(*)] 0");
    run("pragma temp_store=1");
    assertThatThrownBy(() -> run("select * from x")).hasMessage("no such table: x");
    run("create temp table x(a)", "begin");
    assertThatThrownBy(() -> run("pragma temp_store=memory"))
        .hasMessage("temporary storage cannot be changed from within a transaction");
  }

  @ParameterizedTest
  @ValueSource(strings = {"pragma nosuch", "pragma nosuch=1", "pragma nosuch(1)", "pragma key=x"})
  void unknownPragmasAreIgnored(String sql) {
    assertThat(answer(sql)).isEqualTo("none");
  }

  @Test
  void anUnknownDatabaseIsAnError() {
    assertThatThrownBy(() -> answer("pragma nope.user_version"))
        .hasMessage("unknown database nope");
  }

  // ---- the schema

  @Test
  void tableInfoShowsColumns() {
    run(
        "create table t(id INTEGER primary key, n TEXT not null default 'x',"
            + " d decimal(10,2) default (1+2), g as (id+1), gs INT generated always as (id+2)"
            + " stored)",
        "create table w(a TEXT, b INT, c, primary key(b desc, a)) without rowid",
        "create view v as select id, n||'x' as q, d from t",
        "create view v2(aa,bb) as select id, n from t");
    String columns = "[cid,name,type,notnull,dflt_value,pk]";
    assertThat(answer("pragma table_info(t)"))
        .isEqualTo(columns + " 0|id|INTEGER|0|null|1 1|n|TEXT|1|'x'|0 2|d|decimal(10,2)|0|1+2|0");
    assertThat(answer("pragma table_xinfo(T)"))
        .isEqualTo(
            columns.replace("pk]", "pk,hidden]")
                + " 0|id|INTEGER|0|null|1|0 1|n|TEXT|1|'x'|0|0 2|d|decimal(10,2)|0|1+2|0|0"
                + " 3|g||0|null|0|2 4|gs|INT|0|null|0|3");
    assertThat(answer("pragma table_info(w)"))
        .isEqualTo(columns + " 0|a|TEXT|1|null|2 1|b|INT|1|null|1 2|c||0|null|0");
    assertThat(answer("pragma table_info(v)"))
        .isEqualTo(columns + " 0|id|INTEGER|0|null|0 1|q||0|null|0 2|d|decimal(10,2)|0|null|0");
    assertThat(answer("pragma table_info(v2)"))
        .isEqualTo(columns + " 0|aa|INTEGER|0|null|0 1|bb|TEXT|0|null|0");
    assertThat(answer("pragma table_info(sqlite_schema)"))
        .isEqualTo(
            columns
                + " 0|type|TEXT|0|null|0 1|name|TEXT|0|null|0 2|tbl_name|TEXT|0|null|0"
                + " 3|rootpage|INT|0|null|0 4|sql|TEXT|0|null|0");
    assertThat(answer("pragma table_info(nope)")).isEqualTo(columns);
    assertThat(answer("pragma table_info")).isEqualTo(columns);
    assertThat(answer("pragma temp.table_info(t)")).isEqualTo(columns);
    assertThat(answer("select name, pk from pragma_table_info('w') where pk > 0 order by pk"))
        .isEqualTo("[name,pk] b|1 a|2");
  }

  @Test
  void tableListShowsTablesOfAllDatabases() {
    run(
        "create table t(a, b)",
        "create table w(a primary key) without rowid",
        "create table s(a INT) strict",
        "create view v as select a from t",
        "create temp table x(a)");
    assertThat(answer("pragma table_list"))
        .contains("main|t|table|2|0|0", "main|w|table|1|1|0", "main|s|table|1|0|1")
        .contains("main|v|view|1|0|0", "main|sqlite_schema|table|5|0|0")
        .contains("temp|x|table|1|0|0", "temp|sqlite_temp_schema|table|5|0|0");
    assertThat(answer("pragma table_list(t)"))
        .isEqualTo("[schema,name,type,ncol,wr,strict] main|t|table|2|0|0");
    assertThat(answer("pragma temp.table_list")).doesNotContain("main");
  }

  @Test
  void indexesAreShownNewestFirstWithTheirParts() {
    run(
        "create table t(id integer primary key, n text collate nocase, d, unique(n,d))",
        "create table w(a text collate nocase, b int, c text, d, primary key(b desc, a))"
            + " without rowid",
        "create index i1 on t(n desc, lower(n)) where n is not null",
        "create unique index i2 on t(d)",
        "create index wi on w(c)");
    assertThat(answer("pragma index_list(t)"))
        .isEqualTo(
            "[seq,name,unique,origin,partial] 0|i2|1|c|0 1|i1|0|c|1"
                + " 2|sqlite_autoindex_t_1|1|u|0");
    assertThat(answer("pragma index_list(w)"))
        .isEqualTo("[seq,name,unique,origin,partial] 0|wi|0|c|0 1|sqlite_autoindex_w_1|1|pk|0");
    assertThat(answer("pragma index_info(i1)")).isEqualTo("[seqno,cid,name] 0|1|n 1|-2|null");
    String xinfo = "[seqno,cid,name,desc,coll,key]";
    assertThat(answer("pragma index_xinfo(i1)"))
        .isEqualToIgnoringCase(
            xinfo + " 0|1|n|1|NOCASE|1 1|-2|null|0|BINARY|1 2|-1|null|0|BINARY|0");
    assertThat(answer("pragma index_xinfo(w)"))
        .isEqualToIgnoringCase(
            xinfo + " 0|1|b|1|BINARY|1 1|0|a|0|NOCASE|1 2|2|c|0|BINARY|0 3|3|d|0|BINARY|0");
    assertThat(answer("pragma index_xinfo(wi)"))
        .isEqualToIgnoringCase(xinfo + " 0|2|c|0|BINARY|1 1|1|b|1|BINARY|0 2|0|a|0|NOCASE|0");
    assertThat(answer("pragma index_info(t)")).isEqualTo("[seqno,cid,name]");
    assertThat(answer("pragma index_info(nope)")).isEqualTo("[seqno,cid,name]");
    assertThat(answer("pragma index_list(nope)")).isEqualTo("[seq,name,unique,origin,partial]");
  }

  @Test
  void foreignKeysAreListedAndChecked() {
    run(
        "create table p(x int, y int, primary key(x,y))",
        "create table par(id integer primary key, u text unique)",
        "create table ch(id integer primary key, a references par, b int, c int,"
            + " u text references par(u), z int references missing(q),"
            + " constraint f foreign key(b,c) references p(x,y) on delete set null on update"
            + " cascade)",
        "insert into ch values(1,5,1,2,'uu',null),(2,null,null,2,null,4),"
            + "(3,'6',null,null,'k',null)",
        "insert into par values(6,'k')");
    String columns = "[id,seq,table,from,to,on_update,on_delete,match]";
    assertThat(answer("pragma foreign_key_list(ch)"))
        .isEqualTo(
            columns
                + " 0|0|p|b|x|CASCADE|SET NULL|NONE 0|1|p|c|y|CASCADE|SET NULL|NONE"
                + " 1|0|missing|z|q|NO ACTION|NO ACTION|NONE"
                + " 2|0|par|u|u|NO ACTION|NO ACTION|NONE"
                + " 3|0|par|a|null|NO ACTION|NO ACTION|NONE");
    assertThat(answer("pragma foreign_key_list(par)")).isEqualTo(columns);
    assertThat(answer("pragma foreign_key_check"))
        .isEqualTo("[table,rowid,parent,fkid] ch|1|p|0 ch|2|missing|1 ch|1|par|2 ch|1|par|3");
    assertThat(answer("pragma foreign_key_check(par)")).isEqualTo("[table,rowid,parent,fkid]");
    assertThatThrownBy(() -> answer("pragma foreign_key_check(nope)"))
        .hasMessage("no such table: nope");
    run("create table bad(q references p(x))");
    assertThatThrownBy(() -> answer("pragma foreign_key_check(bad)"))
        .hasMessage("foreign key mismatch - \"bad\" referencing \"p\"");
    run(
        "drop table bad",
        "create table chw(k text primary key, a references par) without rowid",
        "insert into chw values('q',99)");
    assertThat(answer("pragma foreign_key_check(chw)"))
        .isEqualTo("[table,rowid,parent,fkid] chw|null|par|0");
  }

  @Test
  void soundDatabasesAreOk() {
    run("create table t(a unique, b not null, check(b > 0))", "insert into t values(1,2),(3,4)");
    for (String pragma :
        new String[] {
          "integrity_check",
          "integrity_check(1)",
          "integrity_check(t)",
          "quick_check",
          "quick_check(t)",
          "main.integrity_check"
        }) {
      assertThat(answer("pragma " + pragma)).endsWith("] ok");
    }
    assertThatThrownBy(() -> answer("pragma integrity_check(nope)"))
        .hasMessage("no such table: nope");
  }

  @Test
  void rowsThatBreakAConstraintAreFound() {
    run(
        "create table t(a, b int check(b > 0))",
        "pragma ignore_check_constraints=on",
        "insert into t values(1,-5)");
    assertThat(answer("pragma integrity_check")).isEqualTo("[integrity_check] ok");
    run("pragma ignore_check_constraints=off");
    assertThat(answer("pragma integrity_check"))
        .isEqualTo("[integrity_check] CHECK constraint failed in t");
    assertThat(answer("pragma quick_check"))
        .isEqualTo("[quick_check] CHECK constraint failed in t");
  }

  @Test
  void listsOfWhatThereIs() {
    assertThat(answer("pragma database_list")).isEqualTo("[seq,name,file] 0|main|");
    run("create temp table x(a)");
    assertThat(answer("pragma database_list")).isEqualTo("[seq,name,file] 0|main| 1|temp|");
    assertThat(answer("pragma collation_list")).isEqualTo("[seq,name] 0|RTRIM 1|NOCASE 2|BINARY");
    assertThat(answer("pragma compile_options")).contains("ENABLE_UPDATE_DELETE_LIMIT");
    assertThat(answer("pragma pragma_list")).contains("table_info", "journal_mode");
    assertThat(answer("pragma module_list")).isEqualTo("[name]");
    assertThat(answer("pragma function_list"))
        .startsWith("[name,builtin,type,enc,narg,flags] ")
        .contains("abs|1|s|utf8|1|2099200");
  }

  @Test
  void everyPragmaIsFoundInAnyCaseAndTellsItsColumns() {
    Pragmas pragmas = new Pragmas();
    for (String name : Pragmas.names()) {
      assertThat(pragmas.find(name.toUpperCase(java.util.Locale.ROOT)).name()).isEqualTo(name);
      assertThat(pragmas.find(name).columns(false)).doesNotContainNull();
      assertThat(pragmas.find(name).isTableValued())
          .as(name)
          .isEqualTo(!pragmas.find(name).columns(false).isEmpty() && !NOT_TABLES.contains(name));
    }
    assertThat(pragmas.find("nosuch")).isNull();
    assertThat(pragmas.all()).hasSize(Pragmas.names().size());
  }

  private static final java.util.Set<String> NOT_TABLES =
      java.util.Set.of("wal_checkpoint", "wal_autocheckpoint", "mmap_size", "temp_store_directory");
}
