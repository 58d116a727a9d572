// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.sql.catalog.Column;
import dev.walnut.sql.catalog.ForeignKey;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.catalog.Trigger;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.SessionSettings;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.CreateTrigger;
import dev.walnut.sql.syntax.CreateTrigger.Event;
import java.util.ArrayList;
import java.util.List;

/**
 * Changes that are not allowed, as in SQLite, and those that need what is not there yet: triggers,
 * generated columns, enforcement of foreign keys. All are refused when the statement is compiled,
 * so before anything changes.
 */
final class ChangeRefusals {
  private final Table table;
  private final StatementContext context;
  private final SessionSettings settings;

  ChangeRefusals(Table table, StatementContext context) {
    this.table = table;
    this.context = context;
    this.settings = context.session().settings();
  }

  /** Refuses tables that cannot be changed at all. */
  void checkKind(Event event) {
    if (SchemaTable.is(table)) {
      throw ChangeCompiler.error("table " + table.name() + " may not be modified");
    }
    if (table.kind() == Table.Kind.VIEW) {
      for (Trigger trigger : triggers()) {
        if (((CreateTrigger) trigger.definition()).event() == event) {
          throw unsupportedTrigger(trigger);
        }
      }
      throw ChangeCompiler.error("cannot modify " + table.name() + " because it is a view");
    }
  }

  /**
   * Refuses a change.
   *
   * @param changed the columns that an UPDATE assigns; null: any
   */
  void check(Event event, boolean[] changed) {
    checkKind(event);
    for (Column column : table.columns()) {
      if (column.isGenerated()) {
        throw ChangeCompiler.error(
            "changing tables with generated columns is not supported yet: "
                + table.name()
                + "."
                + column.name());
      }
    }
    for (Trigger trigger : triggers()) {
      if (fires((CreateTrigger) trigger.definition(), event, changed)) {
        throw unsupportedTrigger(trigger);
      }
    }
    if (settings.foreignKeys() && needsForeignKeys(event, changed)) {
      throw ChangeCompiler.error("foreign key enforcement is not supported yet: " + table.name());
    }
  }

  /** Refuses what the deletion of rows by REPLACE would set off. */
  void checkReplacedRows() {
    if (settings.recursiveTriggers()) {
      check(Event.DELETE, null);
    } else if (settings.foreignKeys() && isParent()) {
      throw ChangeCompiler.error("foreign key enforcement is not supported yet: " + table.name());
    }
  }

  private static RuntimeException unsupportedTrigger(Trigger trigger) {
    return ChangeCompiler.error("triggers are not supported yet: " + trigger.name());
  }

  /** The table's triggers, those of the temporary database included. */
  private List<Trigger> triggers() {
    AttachedDatabase temp = context.session().temp();
    if (temp == null || table.schemaName().equalsIgnoreCase("temp")) {
      return table.triggers();
    }
    List<Trigger> all = new ArrayList<>(table.triggers());
    for (Trigger trigger : context.session().schema(temp).triggers()) {
      CreateTrigger definition = (CreateTrigger) trigger.definition();
      if (trigger.tableName().equalsIgnoreCase(table.name())
          && context.session().findTable(definition.table().schema(), definition.table().name())
              == table) {
        all.add(trigger);
      }
    }
    return all;
  }

  private boolean fires(CreateTrigger definition, Event event, boolean[] changed) {
    if (definition.event() != event) {
      return false;
    }
    if (event != Event.UPDATE || definition.updateColumns().isEmpty() || changed == null) {
      return true;
    }
    for (String name : definition.updateColumns()) {
      int column = table.columnIndex(name);
      if (column >= 0 && changed[column]) {
        return true;
      }
    }
    return false;
  }

  private boolean needsForeignKeys(Event event, boolean[] changed) {
    switch (event) {
      case INSERT:
        return !table.foreignKeys().isEmpty();
      case DELETE:
        return isParent();
      default:
        return changed == null
            ? isParent() || !table.foreignKeys().isEmpty()
            : changesChildKey(changed) || (isParent() && changesParentKey(changed));
    }
  }

  private boolean changesChildKey(boolean[] changed) {
    for (ForeignKey key : table.foreignKeys()) {
      for (int column : key.columns()) {
        if (changed[column]) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean isParent() {
    for (ForeignKey key : keysToThis()) {
      return key != null;
    }
    return false;
  }

  private boolean changesParentKey(boolean[] changed) {
    for (ForeignKey key : keysToThis()) {
      for (int i = 0; i < changed.length; i++) {
        Column column = table.columns().get(i);
        boolean isKey =
            key.parentColumns().isEmpty()
                ? column.primaryKeyPosition() > 0
                : key.parentColumns().stream().anyMatch(column.name()::equalsIgnoreCase);
        if (isKey && changed[i]) {
          return true;
        }
      }
    }
    return false;
  }

  private List<ForeignKey> keysToThis() {
    List<ForeignKey> keys = new ArrayList<>();
    Schema schema = context.session().schema(context.session().database(table.schemaName()));
    for (Table child : schema.tables()) {
      for (ForeignKey key : child.foreignKeys()) {
        if (key.parentTable().equalsIgnoreCase(table.name())) {
          keys.add(key);
        }
      }
    }
    return keys;
  }
}
