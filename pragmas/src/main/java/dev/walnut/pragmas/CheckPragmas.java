// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.check.IntegrityCheck;
import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;

/**
 * integrity_check and quick_check: the engine checks pages and trees; here the trees are compared
 * with what the schema says of them. An argument is either the greatest number of messages or the
 * table to check.
 */
final class CheckPragmas {
  private CheckPragmas() {}

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.listing(
            "integrity_check", true, call -> check(call, true), "integrity_check"),
        SessionPragma.listing("quick_check", true, call -> check(call, false), "quick_check"),
        SessionPragma.listing("optimize", false, call -> Rows.NONE, "optimize"));
  }

  private static List<Value[]> check(Call call, boolean complete) {
    int limit = IntegrityCheck.DEFAULT_MAX_MESSAGES;
    Table only = null;
    if (call.hasArgument()) {
      if (Words.isInteger(call.argument())) {
        int wanted = Words.integer(call.argument());
        limit = wanted > 0 ? wanted : limit;
      } else {
        only = SchemaLookup.table(call);
        if (only == null) {
          throw Call.error("no such table: " + call.argument());
        }
      }
    }
    List<String> messages = new ArrayList<>();
    for (AttachedDatabase database : checked(call, only)) {
      if (messages.size() < limit) {
        checkDatabase(call, database, only, complete, limit, messages);
      }
    }
    if (messages.isEmpty()) {
      return Rows.of("ok");
    }
    Rows rows = new Rows();
    for (String message : messages.subList(0, Math.min(limit, messages.size()))) {
      rows.add(message);
    }
    return rows.list();
  }

  private static List<AttachedDatabase> checked(Call call, Table only) {
    return only == null ? call.databases() : List.of(call.session().database(only.schemaName()));
  }

  private static void checkDatabase(
      Call call,
      AttachedDatabase database,
      Table only,
      boolean complete,
      int limit,
      List<String> messages) {
    List<Table> tables = tables(call, database, only);
    call.session()
        .read(
            database,
            () -> {
              int[] roots = roots(database, tables, only == null);
              IntegrityCheck check = new IntegrityCheck(database.pager(), limit - messages.size());
              messages.addAll(only == null ? check.checkFile(roots) : check.checkTrees(roots));
              compareCounts(tables, only == null ? 1 : 0, check, messages);
              return null;
            });
    for (Table table : tables) {
      if (messages.size() < limit) {
        new RowCheck(call.session(), database, table, complete, limit, messages).run();
      }
    }
  }

  private static List<Table> tables(Call call, AttachedDatabase database, Table only) {
    if (only != null) {
      return List.of(only);
    }
    List<Table> list = new ArrayList<>();
    for (Table table : call.session().schema(database).tables()) {
      if (table.kind() == Table.Kind.TABLE && table.rootPage() > 1) {
        list.add(table);
      }
    }
    return list;
  }

  private static int[] roots(AttachedDatabase database, List<Table> tables, boolean whole) {
    List<Integer> roots = new ArrayList<>();
    if (whole) {
      roots.add(1);
    }
    for (Table table : tables) {
      roots.add(table.rootPage());
      for (Index index : table.indexes()) {
        if (hasOwnTree(table, index)) {
          roots.add(index.rootPage());
        }
      }
    }
    return roots.stream().mapToInt(Integer::intValue).toArray();
  }

  private static boolean hasOwnTree(Table table, Index index) {
    return !(table.isWithoutRowid() && index.origin() == Index.Origin.PRIMARY_KEY);
  }

  private static void compareCounts(
      List<Table> tables, int first, IntegrityCheck check, List<String> messages) {
    int root = first;
    for (Table table : tables) {
      long rows = check.entryCount(root++);
      for (Index index : table.indexes()) {
        if (hasOwnTree(table, index)) {
          long entries = check.entryCount(root++);
          if (index.isPartial() ? entries > rows : entries != rows) {
            messages.add("wrong # of entries in index " + index.name());
          }
        }
      }
    }
  }
}
