// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples;

import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;

import java.io.PrintStream;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record2;
import org.jooq.Result;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;

/** jOOQ on Walnut: DDL, queries, RETURNING, batches and nested transactions. */
public final class JooqExample {

  private static final Table<Record> AUTHOR = table(name("author"));
  private static final Field<Integer> AUTHOR_ID =
      field(name("author", "id"), SQLDataType.INTEGER.identity(true));
  private static final Field<String> AUTHOR_NAME = field(name("author", "name"), String.class);
  private static final Table<Record> BOOK = table(name("book"));
  private static final Field<Integer> BOOK_AUTHOR = field(name("book", "author_id"), Integer.class);
  private static final Field<String> BOOK_TITLE = field(name("book", "title"), String.class);

  private JooqExample() {}

  public static void main(String[] args) throws SQLException {
    run(args.length > 0 ? args[0] : "jdbc:walnut::memory:", System.out);
  }

  /** Runs the example and returns the number of books per author, by the author's name. */
  static Result<Record2<String, Integer>> run(String url, PrintStream out) throws SQLException {
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
    try (Connection connection = DriverManager.getConnection(url)) {
      DSLContext create = DSL.using(connection, SQLDialect.SQLITE);
      create
          .createTable(AUTHOR)
          .column(field(name("id"), SQLDataType.INTEGER.identity(true)))
          .column(field(name("name"), SQLDataType.VARCHAR(100).notNull()))
          .execute();
      create
          .createTable(BOOK)
          .column(field(name("id"), SQLDataType.INTEGER.identity(true)))
          .column(field(name("author_id"), SQLDataType.INTEGER))
          .column(field(name("title"), SQLDataType.VARCHAR(200)))
          .execute();
      Integer first =
          create
              .insertInto(AUTHOR, AUTHOR_NAME)
              .values("Ursula")
              .returningResult(AUTHOR_ID)
              .fetchOne(AUTHOR_ID);
      Integer second =
          create
              .insertInto(AUTHOR, AUTHOR_NAME)
              .values("Stanisław")
              .returningResult(AUTHOR_ID)
              .fetchOne(AUTHOR_ID);
      out.println("new authors " + first + " and " + second);
      create
          .batch(create.insertInto(BOOK, BOOK_AUTHOR, BOOK_TITLE).values((Integer) null, null))
          .bind(first, "The Dispossessed")
          .bind(first, "The Lathe of Heaven")
          .bind(second, "Solaris")
          .execute();
      create.transaction(
          outer -> {
            outer
                .dsl()
                .update(AUTHOR)
                .set(AUTHOR_NAME, "Ursula K.")
                .where(AUTHOR_ID.eq(first))
                .execute();
            try {
              outer
                  .dsl()
                  .transaction(
                      inner -> {
                        inner.dsl().deleteFrom(BOOK).execute();
                        throw new IllegalStateException("undo the inner transaction");
                      });
            } catch (IllegalStateException e) {
              out.println(e.getMessage());
            }
          });
      Result<Record2<String, Integer>> result =
          create
              .select(AUTHOR_NAME, count())
              .from(AUTHOR)
              .join(BOOK)
              .on(BOOK_AUTHOR.eq(AUTHOR_ID))
              .groupBy(AUTHOR_NAME)
              .orderBy(AUTHOR_NAME)
              .limit(10)
              .fetch();
      out.println(result);
      return result;
    }
  }
}
