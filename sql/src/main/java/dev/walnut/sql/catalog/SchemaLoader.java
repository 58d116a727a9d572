// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.parse.SqlParser;
import dev.walnut.sql.syntax.CreateIndex;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.CreateTrigger;
import dev.walnut.sql.syntax.CreateView;
import dev.walnut.sql.syntax.CreateVirtualTable;
import dev.walnut.sql.syntax.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Builds a {@link Schema} from the rows of a schema table, which are added in the order of their
 * rowids.
 *
 * <p>Failure: a row that makes no sense is {@code malformed database schema (name) - reason}, code
 * CORRUPT; the loader is then useless.
 */
public final class SchemaLoader {
  private final String schemaName;
  private final CollationLookup collations;
  private final boolean ignoreDescending;
  private final long pageCount;
  private final Map<String, Draft> drafts = new LinkedHashMap<>();
  private final Map<String, Draft> indexOwners = new LinkedHashMap<>();
  private final Map<String, Trigger> triggers = new LinkedHashMap<>();

  /** A table whose indexes and triggers are still being collected. */
  private static final class Draft {
    final Table.Builder table;
    final List<Index> indexes;
    final List<Trigger> triggers = new ArrayList<>();

    Draft(Table.Builder table) {
      this.table = table;
      this.indexes = new ArrayList<>(table.indexes);
    }

    int position(String indexName) {
      for (int i = 0; i < indexes.size(); i++) {
        if (indexes.get(i).name().equalsIgnoreCase(indexName)) {
          return i;
        }
      }
      return -1;
    }
  }

  /**
   * @param schemaName {@code main}, {@code temp} or the name of an attached database
   * @param collations gives an {@link UnknownCollation} for names it does not know
   * @param schemaFormat the file's schema format number, 0 to 4
   * @param pageCount number of pages of the file; root pages lie within
   */
  public SchemaLoader(
      String schemaName, CollationLookup collations, int schemaFormat, long pageCount) {
    this.schemaName = schemaName;
    this.collations = collations;
    this.ignoreDescending = schemaFormat < 4;
    this.pageCount = pageCount;
  }

  /**
   * Takes one row. Any value may be null, as the file may hold anything.
   *
   * @param rootPage the value of that column; -1 if it is NULL
   */
  public void add(String type, String name, String tableName, long rootPage, String sql) {
    if (rootPage < 0) {
      throw malformed(name, null);
    }
    if (sql != null && sql.regionMatches(true, 0, "cr", 0, 2)) {
      if (rootPage > pageCount) {
        throw malformed(name, "invalid rootpage");
      }
      try {
        define(SqlParser.parse(sql).statement(), (int) rootPage, sql);
      } catch (DatabaseException e) {
        if (e.resultCode().is(ResultCode.ERROR)) {
          throw malformed(name, e.getMessage());
        }
        throw e;
      }
    } else if (name == null || (sql != null && !sql.isEmpty())) {
      throw malformed(name, null);
    } else {
      setAutomaticRoot(name, rootPage);
    }
  }

  /** The schema of all rows added. */
  public Schema finish(int cookie) {
    List<Table> tables = new ArrayList<>();
    tables.add(SchemaTable.of(schemaName, collations.collation("BINARY")));
    for (Draft draft : drafts.values()) {
      draft.table.indexes = draft.indexes;
      draft.table.triggers = draft.triggers;
      tables.add(draft.table.build());
    }
    return new Schema(cookie, tables, new ArrayList<>(triggers.values()));
  }

  private void define(Statement statement, int rootPage, String sql) {
    if (statement instanceof CreateTable create && create.select() == null) {
      Table.Builder table = TableDefinition.build(create, collations, ignoreDescending);
      table.rootPage = rootPage;
      Draft draft = addRelation(table, sql);
      if (table.withoutRowid) {
        setRoot(draft, primaryKeyPosition(draft), rootPage);
      }
    } else if (statement instanceof CreateIndex create) {
      addIndex(create, rootPage, sql);
    } else if (statement instanceof CreateView create) {
      Table.Builder view = new Table.Builder();
      view.kind = Table.Kind.VIEW;
      view.name = create.name().name();
      view.viewBody = create.select();
      view.viewColumnNames = create.columns();
      addRelation(view, sql);
    } else if (statement instanceof CreateVirtualTable create) {
      Table.Builder virtual = new Table.Builder();
      virtual.kind = Table.Kind.VIRTUAL;
      virtual.name = create.name().name();
      virtual.moduleName = create.module();
      addRelation(virtual, sql);
    } else if (statement instanceof CreateTrigger create) {
      addTrigger(create, sql);
    } else {
      throw TableDefinition.error("not a definition");
    }
  }

  private Draft addRelation(Table.Builder table, String sql) {
    table.schemaName = schemaName;
    table.sql = sql;
    Draft draft = new Draft(table);
    if (drafts.putIfAbsent(key(table.name), draft) != null) {
      throw TableDefinition.error("table " + table.name + " already exists");
    }
    for (Index index : draft.indexes) {
      indexOwners.put(key(index.name()), draft);
    }
    return draft;
  }

  private void addIndex(CreateIndex create, int rootPage, String sql) {
    Draft draft = drafts.get(key(create.table()));
    if (draft == null) {
      throw TableDefinition.error("no such table: " + schemaName + "." + create.table());
    }
    if (draft.table.kind != Table.Kind.TABLE) {
      throw TableDefinition.error("views may not be indexed");
    }
    if (rootPage < 2 || isTaken(draft, rootPage)) {
      throw TableDefinition.error("invalid rootpage");
    }
    Index index =
        IndexDefinition.build(
            create, draft.table.columns, collations, ignoreDescending, rootPage, sql);
    if (indexOwners.putIfAbsent(key(index.name()), draft) != null) {
      throw TableDefinition.error("index " + index.name() + " already exists");
    }
    draft.indexes.add(index);
  }

  private void addTrigger(CreateTrigger create, String sql) {
    String tableName = create.table().name();
    Trigger trigger = new Trigger(create.name().name(), tableName, create, sql);
    Draft draft = drafts.get(key(tableName));
    if (draft != null) {
      draft.triggers.add(trigger);
    } else if (!schemaName.equalsIgnoreCase("temp")) {
      throw TableDefinition.error("no such table: " + schemaName + "." + tableName);
    }
    if (triggers.putIfAbsent(key(trigger.name()), trigger) != null) {
      throw TableDefinition.error("trigger " + trigger.name() + " already exists");
    }
  }

  private void setAutomaticRoot(String name, long rootPage) {
    Draft draft = indexOwners.get(key(name));
    int position = draft == null ? -1 : draft.position(name);
    if (position < 0) {
      throw malformed(name, "orphan index");
    }
    if (rootPage < 2 || rootPage > pageCount || isTaken(draft, (int) rootPage)) {
      throw malformed(name, "invalid rootpage");
    }
    setRoot(draft, position, (int) rootPage);
  }

  /** Whether the table or another of its indexes has that root page. */
  private static boolean isTaken(Draft draft, int rootPage) {
    if (draft.table.rootPage == rootPage) {
      return true;
    }
    for (Index index : draft.indexes) {
      if (index.rootPage() == rootPage) {
        return true;
      }
    }
    return false;
  }

  private static int primaryKeyPosition(Draft draft) {
    for (int i = 0; i < draft.indexes.size(); i++) {
      if (draft.indexes.get(i).origin() == Index.Origin.PRIMARY_KEY) {
        return i;
      }
    }
    throw new IllegalStateException("a WITHOUT ROWID table has a primary key");
  }

  private static void setRoot(Draft draft, int position, int rootPage) {
    Index index = draft.indexes.get(position);
    draft.indexes.set(
        position,
        new Index(
            index.name(),
            rootPage,
            index.parts(),
            index.unique(),
            index.origin(),
            index.where(),
            index.conflict(),
            index.sql()));
  }

  private static DatabaseException malformed(String name, String reason) {
    String message = "malformed database schema (" + (name == null ? "?" : name) + ")";
    return new DatabaseException(
        ResultCode.CORRUPT, reason == null ? message : message + " - " + reason);
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
