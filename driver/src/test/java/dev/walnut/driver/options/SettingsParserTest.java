// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsParserTest {
  private static ConnectionSettings parse(String url) throws SQLException {
    return SettingsParser.parse(url, new Properties());
  }

  @ParameterizedTest
  @CsvSource({
    "jdbc:walnut:a.db, a.db",
    "jdbc:sqlite:a.db, a.db",
    "JDBC:Walnut:/tmp/A.db, /tmp/A.db",
    "jdbc:walnut:, ''",
    "jdbc:walnut::memory:, :memory:",
    "jdbc:walnut:a%20b.db, a%20b.db",
    "jdbc:walnut:file:a%20b.db, a b.db",
    "jdbc:walnut:file:///x/y.db, /x/y.db",
    "jdbc:walnut:file://localhost/x.db, /x.db",
    "jdbc:walnut:file:/x.db#fragment, /x.db",
    "jdbc:walnut:a.db?page_size=512, a.db",
  })
  void thePathIsWhatFollowsThePrefix(String url, String path) throws SQLException {
    assertThat(parse(url).path()).isEqualTo(path);
  }

  @Test
  void aUriChoosesModeCacheAndImmutability() throws SQLException {
    assertThat(parse("jdbc:walnut:file:a?mode=ro").readOnly()).isTrue();
    assertThat(parse("jdbc:walnut:file:a?mode=ro").create()).isFalse();
    assertThat(parse("jdbc:walnut:file:a?mode=rw").create()).isFalse();
    assertThat(parse("jdbc:walnut:file:a?mode=rwc").create()).isTrue();
    ConnectionSettings shared = parse("jdbc:walnut:file:m?mode=memory&cache=shared");
    assertThat(shared.memory()).isTrue();
    assertThat(shared.sharedCache()).isTrue();
    assertThat(parse("jdbc:walnut:file:a?immutable=1").immutable()).isTrue();
    assertThatThrownBy(() -> parse("jdbc:walnut:file:a?mode=x")).hasMessageContaining("mode");
    assertThatThrownBy(() -> parse("jdbc:walnut:file:a?cache=x")).hasMessageContaining("cache");
    assertThatThrownBy(() -> parse("jdbc:walnut:file:a?vfs=x")).hasMessageContaining("vfs");
    assertThatThrownBy(() -> parse("jdbc:walnut:file:a?nolock=1"))
        .isInstanceOf(SQLFeatureNotSupportedException.class);
    assertThatThrownBy(() -> parse("jdbc:walnut:file://host/a")).hasMessageContaining("authority");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:walnut:x.db?auto_vacum=FULL",
        "jdbc:walnut:x.db?foo=1",
        "jdbc:walnut:x.db?mode=ro",
        "jdbc:walnut:file:x.db?foo=1",
        "jdbc:walnut:x.db?foo",
        "jdbc:walnut:x.db?=1"
      })
  void anUnknownKeyIsAnErrorAndNeverPartOfTheName(String url) {
    assertThatThrownBy(() -> parse(url))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("parameter");
  }

  @Test
  void anUnknownPropertyIsAWarning() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("remarksReporting", "true");
    assertThat(SettingsParser.parse("jdbc:walnut:", properties).warnings())
        .anyMatch(w -> w.contains("remarksReporting"));
  }

  @Test
  void propertiesWinOverTheUrl() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("busy_timeout", "7");
    assertThat(SettingsParser.parse("jdbc:walnut:?busy_timeout=5", properties).busyTimeoutMillis())
        .isEqualTo(7);
  }

  @Test
  void creationPragmasComeFirstThenJournalMode() throws SQLException {
    ConnectionSettings s =
        parse(
            "jdbc:walnut:x.db?query_only=true&cache_size=-500&journal_mode=PERSIST"
                + "&auto_vacuum=NONE&encoding='UTF-16'&page_size=8192");
    assertThat(s.pragmas())
        .extracting(ConnectionSettings.PragmaSetting::statement)
        .containsExactly(
            "PRAGMA auto_vacuum='NONE'",
            "PRAGMA encoding='UTF-16'",
            "PRAGMA page_size='8192'",
            "PRAGMA journal_mode='PERSIST'",
            "PRAGMA cache_size='-500'",
            "PRAGMA query_only='true'");
  }

  @Test
  void oddNamesOfSqliteJdbcMeanTheirPragmas() throws SQLException {
    assertThat(parse("jdbc:sqlite:?fullsync=true&empty_result_callback=true").pragmas())
        .extracting(ConnectionSettings.PragmaSetting::name)
        .containsExactly("fullfsync", "empty_result_callbacks");
  }

  @Test
  void defaultsAreThoseOfSqliteJdbc() throws SQLException {
    ConnectionSettings s = parse("jdbc:sqlite:x.db");
    assertThat(s.busyTimeoutMillis()).isEqualTo(3000);
    assertThat(s.transactionMode()).isEqualTo(TransactionMode.DEFERRED);
    assertThat(s.dateClass()).isEqualTo(DateClass.INTEGER);
    assertThat(s.dateUnitMillis()).isEqualTo(1);
    assertThat(s.generatedKeys()).isTrue();
    assertThat(s.explicitReadOnly()).isFalse();
    assertThat(s.pragmas()).isEmpty();
    assertThat(s.foreignDialects()).isFalse();
    assertThat(parse("jdbc:walnut:x.db").foreignDialects()).isTrue();
    assertThat(parse("jdbc:walnut:x.db?dialect=sqlite").foreignDialects()).isFalse();
  }

  @Test
  void driverOptionsAreRead() throws SQLException {
    ConnectionSettings s =
        parse(
            "jdbc:walnut:x?transaction_mode=immediate&date_class=text&date_precision=seconds"
                + "&date_string_format=yyyy&jdbc.explicit_readonly=true"
                + "&jdbc.get_generated_keys=false&statement_cache_size=3&limit_sql_length=100");
    assertThat(s.transactionMode()).isEqualTo(TransactionMode.IMMEDIATE);
    assertThat(s.dateClass()).isEqualTo(DateClass.TEXT);
    assertThat(s.dateUnitMillis()).isEqualTo(1000);
    assertThat(s.dateFormat()).isEqualTo("yyyy");
    assertThat(s.explicitReadOnly()).isTrue();
    assertThat(s.generatedKeys()).isFalse();
    assertThat(s.statementCacheSize()).isEqualTo(3);
    assertThat(s.limits()).containsEntry("sql_length", 100);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "journal_mode=foo",
        "synchronous=abc",
        "page_size=1000",
        "busy_timeout=abc",
        "transaction_mode=abc",
        "foreign_keys=maybe",
        "date_string_format=bbbbb{",
        "hexkey_mode=SSE",
        "enable_load_extension=true"
      })
  void aBadValueIsAnErrorThatNamesTheKey(String parameter) {
    assertThatThrownBy(() -> parse("jdbc:walnut:x.db?" + parameter))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining(parameter.substring(0, parameter.indexOf('=')));
  }

  @Test
  void passwordsAreNotUsedAndSaidToBeIgnored() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", "sa");
    properties.setProperty("password", "");
    assertThat(SettingsParser.parse("jdbc:walnut:", properties).warnings()).isEmpty();
    properties.setProperty("password", "secret");
    assertThat(SettingsParser.parse("jdbc:walnut:", properties).warnings())
        .anyMatch(w -> w.contains("password"));
  }

  @Test
  void openFlagsOfSqliteAreUnderstood() throws SQLException {
    assertThat(parse("jdbc:sqlite:x?open_mode=1").readOnly()).isTrue();
    assertThat(parse("jdbc:sqlite:x?open_mode=6").create()).isTrue();
    assertThat(parse("jdbc:sqlite:x?open_mode=2").create()).isFalse();
  }

  @Test
  void resourcesAreRefusedByName() {
    assertThatThrownBy(() -> parse("jdbc:sqlite::resource:a.db"))
        .isInstanceOf(SQLFeatureNotSupportedException.class)
        .hasMessageContaining(":resource:");
  }
}
