// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.catalog.Index;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.QualifiedName;
import dev.walnut.sql.syntax.Reindex;
import java.util.ArrayList;
import java.util.List;

/** REINDEX: indexes are emptied and built anew, those of each database in a change of its own. */
final class ReindexDefinition extends Program {
  private final Reindex statement;
  private final StatementContext context;

  ReindexDefinition(Reindex statement, StatementContext context) {
    this.statement = statement;
    this.context = context;
    for (AttachedDatabase database : context.session().databases()) {
      context.use(database);
    }
    if (statement.name() != null) {
      select();
    }
  }

  /** What is to be built anew: pairs of table and index. */
  private List<Schema.IndexEntry> select() {
    QualifiedName name = statement.name();
    List<Schema.IndexEntry> entries = new ArrayList<>();
    DatabaseSession session = context.session();
    boolean isCollation = name != null && name.schema() == null && isCollation(name.name());
    boolean found = name == null || isCollation;
    for (AttachedDatabase database : session.databases()) {
      if (name != null
          && name.schema() != null
          && !database.name().equalsIgnoreCase(name.schema())) {
        continue;
      }
      for (Table table : session.schema(database).tables()) {
        boolean isTable =
            name != null && !isCollation && table.name().equalsIgnoreCase(name.name());
        found |= isTable;
        for (Index index : table.indexes()) {
          boolean isTree = table.isWithoutRowid() && index.origin() == Index.Origin.PRIMARY_KEY;
          boolean isIndex =
              name != null && !isCollation && index.name().equalsIgnoreCase(name.name());
          found |= isIndex;
          boolean selected =
              name == null || isTable || isIndex || (isCollation && uses(index, name.name()));
          if (selected && !isTree) {
            entries.add(new Schema.IndexEntry(table, index));
          }
        }
      }
    }
    if (!found) {
      throw Names.error("unable to identify the object to be reindexed");
    }
    return entries;
  }

  private static boolean isCollation(String name) {
    return name.equalsIgnoreCase("BINARY")
        || name.equalsIgnoreCase("NOCASE")
        || name.equalsIgnoreCase("RTRIM");
  }

  private static boolean uses(Index index, String collation) {
    for (Index.Part part : index.parts()) {
      if (part.collation().name().equalsIgnoreCase(collation)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void start() {
    List<Schema.IndexEntry> entries = select();
    DatabaseSession session = context.session();
    for (AttachedDatabase database : List.copyOf(session.databases())) {
      List<Schema.IndexEntry> own = new ArrayList<>();
      for (Schema.IndexEntry entry : entries) {
        if (entry.table().schemaName().equalsIgnoreCase(database.name())) {
          own.add(entry);
        }
      }
      if (!own.isEmpty()) {
        session.change(database, () -> rebuild(database, own));
      }
    }
  }

  private void rebuild(AttachedDatabase database, List<Schema.IndexEntry> entries) {
    for (Schema.IndexEntry entry : entries) {
      int root = entry.index().rootPage();
      database.btrees().clearTree(root);
      new IndexBuilder(entry.table(), entry.index(), root, context).build();
    }
  }
}
