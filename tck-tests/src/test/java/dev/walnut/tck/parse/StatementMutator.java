// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.parse;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes statements that are nearly right: a few tokens of a right one removed, added, moved. */
final class StatementMutator {
  private static final Pattern TOKEN =
      Pattern.compile(
          "'(?:[^']|'')*'|\"[^\"]*\"|\\w+|->>|->|\\|\\||<=|>=|<>|!=|==|<<|>>|\\S", Pattern.DOTALL);

  private static final String[] POOL =
      ("ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE"
           + " BEGIN BETWEEN BY CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT"
           + " CREATE CROSS CURRENT CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT"
           + " DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH ELSE END ESCAPE EXCEPT"
           + " EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL"
           + " GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY"
           + " INNER INSERT INSTEAD INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH"
           + " MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL NULLS OF OFFSET ON OR ORDER OTHERS"
           + " OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE RECURSIVE"
           + " REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK"
           + " ROW ROWS SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER"
           + " UNBOUNDED UNION UNIQUE UPDATE USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW"
           + " WITH WITHOUT WITHIN STORED STRICT ROWID TRUE ( ) ( ) , . ; + - * / % = == != <> < <="
           + " > >= << >> & | || ~ -> ->> ? ?1 ?3 :a @b $c $c::d(e) 1 2.5 .5 1e3 0x1F 1_0 'str'"
           + " 'it''s' x'0f' X'' a b c t u \"q\" \"q\" [br] `bt` /*c*/ 1_ 1__0 12ab 0xg x'0' 'unt"
           + " \"unt [unt # #1 ! @ : \u00e9 $ 5._1 5.e1 5e 5e+ ..")
          .split(" ");

  private final List<List<String>> statements = new ArrayList<>();
  private final Random random;

  StatementMutator(List<String> statements, Random random) {
    for (String statement : statements) {
      this.statements.add(tokens(statement));
    }
    this.random = random;
  }

  private static List<String> tokens(String statement) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(statement);
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    return tokens;
  }

  String next() {
    List<String> tokens = new ArrayList<>(any(statements));
    for (int i = 1 + random.nextInt(3); i > 0 && !tokens.isEmpty(); i--) {
      tokens = mutated(tokens);
    }
    StringBuilder text = new StringBuilder();
    for (String token : tokens) {
      String space = random.nextInt(30) > 0 ? " " : random.nextBoolean() ? "\n" : "/*x*/";
      text.append(token).append(space);
    }
    return text.toString().trim();
  }

  private List<String> mutated(List<String> tokens) {
    int position = random.nextInt(tokens.size());
    switch (random.nextInt(8)) {
      case 0 -> tokens.remove(position);
      case 1 -> tokens.add(position, any(tokens));
      case 2 -> tokens.set(position, POOL[random.nextInt(POOL.length)]);
      case 3, 4 -> tokens.add(position, POOL[random.nextInt(POOL.length)]);
      case 5 -> Collections.swap(tokens, position, random.nextInt(tokens.size()));
      case 6 -> {
        if (random.nextInt(3) == 0) {
          return new ArrayList<>(tokens.subList(0, position));
        }
      }
      default -> {
        List<String> other = any(statements);
        int from = random.nextInt(other.size());
        int to = Math.min(other.size(), from + 1 + random.nextInt(8));
        tokens.addAll(position, other.subList(from, to));
      }
    }
    return tokens;
  }

  private <T> T any(List<T> items) {
    return items.get(random.nextInt(items.size()));
  }
}
