// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jooq.impl.DSL.avg;
import static org.jooq.impl.DSL.count;
import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.max;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectCount;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.val;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Record2;
import org.jooq.SQLDialect;
import org.jooq.Table;
import org.jooq.exception.IntegrityConstraintViolationException;
import org.jooq.impl.DSL;
import org.jooq.impl.SQLDataType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A jOOQ program: DDL, DSL queries, RETURNING, batches, nested transactions. */
@SuppressWarnings("resource")
class JooqTest {

  private static final Table<Record> ITEM = table(name("item"));
  private static final Field<Integer> ID =
      field(name("item", "id"), SQLDataType.INTEGER.identity(true));
  private static final Field<String> LABEL = field(name("item", "label"), String.class);
  private static final Field<Integer> SIZE = field(name("item", "size"), Integer.class);

  private Connection connection;
  private DSLContext create;

  @BeforeEach
  void open() throws SQLException {
    System.setProperty("org.jooq.no-logo", "true");
    System.setProperty("org.jooq.no-tips", "true");
    connection = Databases.memory();
    create = DSL.using(connection, SQLDialect.SQLITE);
    create
        .createTable(ITEM)
        .column(field(name("id"), SQLDataType.INTEGER.identity(true)))
        .column(field(name("label"), SQLDataType.VARCHAR(50).notNull()))
        .column(field(name("size"), SQLDataType.INTEGER))
        .constraint(DSL.unique(name("label")))
        .execute();
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  private void fill() {
    for (int i = 1; i <= 20; i++) {
      create.insertInto(ITEM, LABEL, SIZE).values("label " + i, i % 5).execute();
    }
  }

  @Test
  void insertReturnsItsKey() {
    assertThat(
            create
                .insertInto(ITEM, LABEL, SIZE)
                .values("first", 3)
                .returningResult(ID)
                .fetchOne(ID))
        .isEqualTo(1);
    assertThat(
            create
                .insertInto(ITEM, LABEL, SIZE)
                .values("second", 4)
                .returningResult(ID)
                .fetchOne(ID))
        .isEqualTo(2);
  }

  @Test
  void queriesWithGroupsSubqueriesAndLimits() {
    fill();
    List<Record2<Integer, Integer>> groups =
        create
            .select(SIZE, count())
            .from(ITEM)
            .where(ID.gt(select(val(5))))
            .groupBy(SIZE)
            .having(count().ge(inline(3)))
            .orderBy(SIZE.desc())
            .limit(2)
            .offset(1)
            .fetch();
    assertThat(groups.stream().map(Record2::value1)).containsExactly(3, 2);
    assertThat(create.select(max(ID)).from(ITEM).fetchOne(0, Integer.class)).isEqualTo(20);
    assertThat(create.select(avg(SIZE)).from(ITEM).fetchOne(0, Double.class)).isEqualTo(2.0);
    assertThat(create.fetchExists(create.selectOne().from(ITEM).where(LABEL.like("%17")))).isTrue();
    assertThat(
            create
                .select(LABEL)
                .from(ITEM)
                .where(SIZE.in(1, 2))
                .and(LABEL.between("label 1").and("label 12"))
                .orderBy(LABEL)
                .fetch(LABEL))
        .containsExactly("label 1", "label 11", "label 12");
    assertThat(
            create
                .with("big")
                .as(select(ID.as("i")).from(ITEM).where(SIZE.eq(4)))
                .select(count())
                .from(table(name("big")))
                .fetchOne(0, Integer.class))
        .isEqualTo(4);
  }

  @Test
  void updatesAndDeletesReportCounts() {
    fill();
    assertThat(create.update(ITEM).set(SIZE, SIZE.plus(100)).where(SIZE.eq(2)).execute())
        .isEqualTo(4);
    assertThat(create.deleteFrom(ITEM).where(SIZE.gt(100)).execute()).isEqualTo(4);
    assertThat(create.fetchCount(ITEM)).isEqualTo(16);
  }

  @Test
  void batchesOfBothKinds() {
    create
        .batch(create.insertInto(ITEM, LABEL, SIZE).values((String) null, null))
        .bind("a", 1)
        .bind("b", 2)
        .bind("c", null)
        .execute();
    create
        .batch(
            create.insertInto(ITEM, LABEL).values("d"),
            create.update(ITEM).set(SIZE, 9).where(LABEL.eq("c")))
        .execute();
    assertThat(create.select(LABEL).from(ITEM).orderBy(ID).fetch(LABEL))
        .containsExactly("a", "b", "c", "d");
    assertThat(create.select(SIZE).from(ITEM).where(LABEL.eq("c")).fetchOne(SIZE)).isEqualTo(9);
  }

  @Test
  void nestedTransactionsRollBackOnTheirOwn() {
    create.transaction(
        outer -> {
          outer.dsl().insertInto(ITEM, LABEL).values("kept").execute();
          assertThatThrownBy(
                  () ->
                      outer
                          .dsl()
                          .transaction(
                              inner -> {
                                inner.dsl().insertInto(ITEM, LABEL).values("lost").execute();
                                throw new IllegalStateException("inner");
                              }))
              .isInstanceOf(IllegalStateException.class);
          outer.dsl().transaction(in -> in.dsl().insertInto(ITEM, LABEL).values("too").execute());
        });
    assertThat(create.select(LABEL).from(ITEM).orderBy(ID).fetch(LABEL))
        .containsExactly("kept", "too");
    assertThatThrownBy(
            () ->
                create.transaction(
                    all -> {
                      all.dsl().deleteFrom(ITEM).execute();
                      throw new IllegalStateException("outer");
                    }))
        .isInstanceOf(IllegalStateException.class);
    assertThat(create.select(selectCount().from(ITEM).asField()).fetchOne(0, Integer.class))
        .isEqualTo(2);
  }

  @Test
  void aBrokenUniqueConstraintIsAnIntegrityViolation() {
    create.insertInto(ITEM, LABEL).values("same").execute();
    assertThatThrownBy(() -> create.insertInto(ITEM, LABEL).values("same").execute())
        .isInstanceOf(IntegrityConstraintViolationException.class);
  }

  @Test
  void theSchemaIsReadThroughTheMetadata() {
    assertThat(create.meta().getTables("item")).hasSize(1);
    Table<?> item = create.meta().getTables("item").get(0);
    assertThat(item.fields()).extracting(Field::getName).containsExactly("id", "label", "size");
    assertThat(item.getPrimaryKey().getFields()).extracting(Field::getName).containsExactly("id");
  }
}
