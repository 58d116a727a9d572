// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.DriverPropertyInfo;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.ConnectionEvent;
import javax.sql.ConnectionEventListener;
import javax.sql.PooledConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DriverTest {
  @TempDir Path folder;

  @Test
  void theDriverIsFoundByItself() throws SQLException {
    assertThat(ServiceLoader.load(Driver.class)).anyMatch(WalnutDriver.class::isInstance);
    assertThat(DriverManager.getDriver("jdbc:walnut:")).isInstanceOf(WalnutDriver.class);
  }

  @Test
  void otherUrlsAreLeftToOthers() throws SQLException {
    WalnutDriver driver = new WalnutDriver();
    assertThat(driver.acceptsURL("jdbc:postgresql://x")).isFalse();
    assertThat(driver.acceptsURL(null)).isFalse();
    assertThat(driver.connect("jdbc:h2:mem:", new Properties())).isNull();
    assertThat(driver.acceptsURL("JDBC:WALNUT:x")).isTrue();
  }

  @Test
  void sqliteUrlsAreTakenUnlessTheOtherDriverIsThere() {
    boolean other =
        DriverManager.drivers().anyMatch(d -> d.getClass().getName().equals("org.sqlite.JDBC"));
    assertThat(new WalnutDriver().acceptsURL("jdbc:sqlite:x.db")).isEqualTo(!other);
  }

  @Test
  void theDriverTellsItsOptions() {
    WalnutDriver driver = new WalnutDriver();
    Properties given = new Properties();
    given.setProperty("journal_mode", "OFF");
    DriverPropertyInfo[] options = driver.getPropertyInfo("jdbc:walnut:", given);
    DriverPropertyInfo mode =
        Arrays.stream(options).filter(o -> o.name.equals("journal_mode")).findFirst().orElseThrow();
    assertThat(mode.value).isEqualTo("OFF");
    assertThat(mode.choices).contains("PERSIST");
    assertThat(options).extracting(o -> o.name).contains("auto_vacuum", "limit_length", "dialect");
    assertThat(driver.jdbcCompliant()).isFalse();
    assertThatThrownBy(driver::getParentLogger).isInstanceOf(SQLFeatureNotSupportedException.class);
  }

  @Test
  void aSessionThatCannotOpenIsAnSqlException() {
    WalnutDriver driver =
        new WalnutDriver(
            options -> {
              throw new DatabaseException(ResultCode.CANTOPEN);
            });
    assertThatThrownBy(() -> driver.connect("jdbc:walnut:x", null))
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("08001"));
  }

  @Test
  void unknownPropertiesAreWarnings() throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("nosuch", "1");
    properties.setProperty("password", "x");
    try (Connection c = DriverManager.getConnection("jdbc:walnut::memory:", properties)) {
      assertThat(c.getWarnings().getMessage()).isNotEmpty();
      assertThat((Object) c.getWarnings().getNextWarning()).isNotNull();
      c.clearWarnings();
      assertThat((Object) c.getWarnings()).isNull();
    }
  }

  private static String text(Connection c, String sql) throws SQLException {
    try (Statement s = c.createStatement();
        ResultSet rows = s.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  @Test
  void aDataSourceOpensConnectionsWithItsSettings() throws SQLException {
    WalnutDataSource source = new WalnutDataSource();
    source.setDatabaseName(folder.resolve("a.db").toString());
    source.setPageSize(1024);
    source.setJournalMode("TRUNCATE");
    source.setBusyTimeout(55);
    source.setProperty("user_version", "4");
    assertThat(source.getUrl()).startsWith("jdbc:walnut:");
    assertThat(source.getDatabaseName()).endsWith("a.db");
    assertThatThrownBy(() -> source.setProperty("nosuch", "1")).isInstanceOf(SQLException.class);
    try (Connection c = source.getConnection("user", "password")) {
      assertThat(text(c, "PRAGMA page_size")).isEqualTo("1024");
      assertThat(text(c, "PRAGMA journal_mode")).isEqualTo("truncate");
      assertThat(text(c, "PRAGMA busy_timeout")).isEqualTo("55");
      assertThat(text(c, "PRAGMA user_version")).isEqualTo("4");
    }
    assertThat(source.unwrap(WalnutDataSource.class)).isSameAs(source);
    assertThatThrownBy(() -> source.unwrap(String.class)).isInstanceOf(SQLException.class);
  }

  @Test
  void aPooledConnectionIsAsNewForItsNextUser() throws SQLException {
    WalnutConnectionPoolDataSource source =
        new WalnutConnectionPoolDataSource("jdbc:walnut::memory:");
    PooledConnection pooled = source.getPooledConnection();
    AtomicInteger closed = new AtomicInteger();
    pooled.addConnectionEventListener(
        new ConnectionEventListener() {
          @Override
          public void connectionClosed(ConnectionEvent event) {
            closed.incrementAndGet();
          }

          @Override
          public void connectionErrorOccurred(ConnectionEvent event) {
            throw new AssertionError(event.getSQLException());
          }
        });
    Connection first = pooled.getConnection();
    Statement s = first.createStatement();
    s.execute("create table t(a)");
    first.setAutoCommit(false);
    s.execute("insert into t values(1)");
    first.close();
    first.close();
    assertThat(closed).hasValue(1);
    assertThat(first.isClosed()).isTrue();
    assertThat(s.isClosed()).isTrue();
    assertThatThrownBy(first::createStatement).isInstanceOf(SQLException.class);
    Connection second = pooled.getConnection();
    assertThat(second.getAutoCommit()).isTrue();
    assertThat(text(second, "select count(*) from t")).isEqualTo("0");
    Connection third = pooled.getConnection();
    assertThat(second.isClosed()).isTrue();
    assertThat(text(third, "select count(*) from t")).isEqualTo("0");
    pooled.close();
    assertThat(third.isClosed()).isTrue();
    assertThatThrownBy(pooled::getConnection).isInstanceOf(SQLException.class);
  }
}
