// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Limits of size and depth are SQLite's, to the last term that is accepted. */
class ParserLimitsTest {

  /** A statement of growing size: before, core, after, and the sizes on both sides of limits. */
  private record Growing(
      String head, String before, String core, String after, String tail, int... sizes) {
    String at(int size) {
      return head + before.repeat(size) + core + after.repeat(size) + tail;
    }
  }

  private static final List<Growing> STATEMENTS =
      List.of(
          new Growing("select ", "(", "1", ")", "", 2493, 2494),
          new Growing("select ", "(", "", "", "", 2495, 2496),
          new Growing("select ", "- ", "1", "", "", 999, 1000, 2494, 2495),
          new Growing("select ", "- ", "c", "", "", 999, 1000, 2494, 2495),
          new Growing("select ", "not ", "1", "", "", 999, 1000, 2494, 2495),
          new Growing("select 1", "+1", "", "", "", 999, 1000),
          new Growing("select 1", " or 1", "", "", "", 999, 1000),
          new Growing("select 1", " collate nocase", "", "", "", 998, 999, 1000),
          new Growing("select ", "(select ", "1", ")", "", 43, 44, 498, 499),
          new Growing("select ", "exists (select ", "1", ")", "", 43, 44, 415, 416),
          new Growing("select ", "1 in (select ", "1", ")", "", 43, 44, 355, 356),
          new Growing("select 1", " where (select 1", "", ")", "", 43, 44, 415, 416),
          new Growing("select * from ", "(select * from ", "(select 1)", ")", "", 414, 415),
          new Growing("select * from ", "(", "t", ")", "", 1245, 1246),
          new Growing("select ", "1 in (", "1", ")", "", 499, 500, 831, 832),
          new Growing("select ", "case when 1 then ", "1", " end", "", 498, 499),
          new Growing("select ", "case 1 when 2 then 3 when 1 then ", "1", " end", "", 415, 416),
          new Growing("select ", "case 1 when 2 then 3 else ", "1", " end", "", 623, 624),
          new Growing("select ", "case ", "1", " when 2 then 3 end", "", 999, 1000),
          new Growing("select ", "abs(", "1", ")", "", 831, 832),
          new Growing("select ", "max(1,", "1", ")", "", 498, 499),
          new Growing("select ", "cast(", "1", " as int)", "", 999, 1000, 1245, 1246),
          new Growing("select ", "1 between 1 and ", "1", "", "", 999, 1000),
          new Growing("select ", "1 + (", "1", ")", "", 831, 832),
          new Growing("select ", "1 like (", "1", ")", "", 831, 832),
          new Growing("", "with x as (", " select 1", ") select 1", "", 498, 499),
          new Growing("attach database ", "(", "1", ")", " as x", 2495, 2496),
          new Growing("values(", "(", "1", ")", ")", 2495, 2496),
          new Growing("insert into t(a) values(", "(", "1", ")", ")", 2490, 2491),
          new Growing("update t set a=1 where ", "(", "1", ")", "", 2488, 2489),
          new Growing("create table z(a check(", "(", "1", ")", "))", 2491, 2492),
          new Growing("create virtual table z using y(", "(", "", ")", ")", 1248),
          new Growing("select 1", " union all select 1", "", "", "", 499, 500),
          new Growing("select 1", " union all select 1", "", "", " union values (1)", 499, 500),
          new Growing(
              "select 1", " union all select 1", "", "", " union values (1), (2)", 498, 499),
          new Growing("values ((select 1)), (1)", " union all select 1", "", "", "", 498, 499),
          new Growing("values (1), (2)", " union all select 1", "", "", "", 499, 500),
          new Growing("values (1)", ", (1)", "", "", "", 5000),
          new Growing("select 1 in (1", ", 1", "", "", ")", 5000),
          new Growing("select 1", ", 1", "", "", "", 1999, 2000),
          new Growing("select max(1", ", 1", "", "", ")", 99, 100),
          new Growing("select 1 order by 1", ", 1", "", "", "", 1999, 2000),
          new Growing("select 1 from t group by a", ", a", "", "", "", 1999, 2000),
          new Growing("create index i on t(a", ", a", "", "", ")", 1999, 2000),
          new Growing("update t set a=1", ", a=1", "", "", "", 1999, 2000),
          new Growing("select 1 from t", ", t", "", "", "", 200),
          new Growing("select ?249999", ", ?", "", "", "", 1, 2));

  @Test
  void limitsAreSqlitesToTheLastTerm() throws Exception {
    List<String> differences = new ArrayList<>();
    // SQLite needs much stack for these.
    Thread thread = new Thread(null, () -> compare(differences), "limits", 256L << 20);
    thread.start();
    thread.join();
    assertThat(differences).isEmpty();
  }

  private static void compare(List<String> differences) {
    try (Connection sqlite = DriverManager.getConnection("jdbc:sqlite::memory:");
        Statement statement = sqlite.createStatement()) {
      statement.executeUpdate("create table t(a, b, c)");
      for (Growing growing : STATEMENTS) {
        for (int size : growing.sizes()) {
          SqliteVerdict verdict = SqliteVerdict.of(sqlite, growing.at(size));
          if (!verdict.agrees()) {
            differences.add(growing + " at " + size + ": " + verdict);
          }
        }
      }
    } catch (SQLException | RuntimeException e) {
      differences.add(e.toString());
    }
  }
}
