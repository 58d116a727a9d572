// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.AlterTable;
import dev.walnut.sql.syntax.Analyze;
import dev.walnut.sql.syntax.Assignment;
import dev.walnut.sql.syntax.Attach;
import dev.walnut.sql.syntax.ColumnConstraint;
import dev.walnut.sql.syntax.ColumnDefinition;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.CreateIndex;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.CreateTrigger;
import dev.walnut.sql.syntax.CreateView;
import dev.walnut.sql.syntax.CreateVirtualTable;
import dev.walnut.sql.syntax.Delete;
import dev.walnut.sql.syntax.Detach;
import dev.walnut.sql.syntax.Drop;
import dev.walnut.sql.syntax.Explain;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.ForeignKey;
import dev.walnut.sql.syntax.FromItem;
import dev.walnut.sql.syntax.FromTerm;
import dev.walnut.sql.syntax.Insert;
import dev.walnut.sql.syntax.Pragma;
import dev.walnut.sql.syntax.Reindex;
import dev.walnut.sql.syntax.ResultColumn;
import dev.walnut.sql.syntax.Select;
import dev.walnut.sql.syntax.SelectCore;
import dev.walnut.sql.syntax.Statement;
import dev.walnut.sql.syntax.TableConstraint;
import dev.walnut.sql.syntax.Transaction;
import dev.walnut.sql.syntax.Update;
import dev.walnut.sql.syntax.Vacuum;
import dev.walnut.sql.syntax.With;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/** Writes statements as compact s-expressions, so that tests can show a whole tree in a line. */
final class SyntaxPrinter {
  private SyntaxPrinter() {}

  static String print(Statement statement) {
    switch (statement.kind()) {
      case SELECT:
        return select((Select) statement);
      case INSERT:
        return insert((Insert) statement);
      case UPDATE:
        return update((Update) statement);
      case DELETE:
        return delete((Delete) statement);
      case CREATE_TABLE:
        return createTable((CreateTable) statement);
      case CREATE_INDEX:
        CreateIndex index = (CreateIndex) statement;
        return form(
            index.unique() ? "create-unique-index" : "create-index",
            flag(index.ifNotExists(), "if-not-exists"),
            index.name().toString(),
            index.table(),
            list(index.columns(), ExprPrinter::term),
            clause("where", index.where()));
      case CREATE_VIEW:
        CreateView view = (CreateView) statement;
        return form(
            "create-view",
            flag(view.temporary(), "temp"),
            flag(view.ifNotExists(), "if-not-exists"),
            view.name().toString(),
            view.columns().isEmpty() ? null : names(view.columns()),
            select(view.select()));
      case CREATE_TRIGGER:
        return createTrigger((CreateTrigger) statement);
      case CREATE_VIRTUAL_TABLE:
        CreateVirtualTable virtual = (CreateVirtualTable) statement;
        return form(
            "create-virtual-table",
            flag(virtual.ifNotExists(), "if-not-exists"),
            virtual.name().toString(),
            virtual.module(),
            list(virtual.arguments(), argument -> "<" + argument + ">"));
      case ALTER_TABLE:
        AlterTable alter = (AlterTable) statement;
        return form("alter-table", alter.table().toString(), action(alter.action()));
      case DROP:
        Drop drop = (Drop) statement;
        return form(
            "drop-" + word(drop.what()),
            flag(drop.ifExists(), "if-exists"),
            drop.name().toString());
      case REINDEX:
        Reindex reindex = (Reindex) statement;
        return form("reindex", reindex.name() == null ? null : reindex.name().toString());
      case ANALYZE:
        Analyze analyze = (Analyze) statement;
        return form("analyze", analyze.name() == null ? null : analyze.name().toString());
      case VACUUM:
        Vacuum vacuum = (Vacuum) statement;
        return form("vacuum", vacuum.schema(), clause("into", vacuum.into()));
      case ATTACH:
        Attach attach = (Attach) statement;
        return form(
            "attach",
            ExprPrinter.print(attach.file()),
            ExprPrinter.print(attach.schema()),
            clause("key", attach.key()));
      case DETACH:
        return form("detach", ExprPrinter.print(((Detach) statement).schema()));
      case PRAGMA:
        Pragma pragma = (Pragma) statement;
        String name =
            pragma.schema() == null ? pragma.name() : pragma.schema() + "." + pragma.name();
        return form("pragma", name, pragma.value() == null ? null : "<" + pragma.value() + ">");
      case TRANSACTION:
        Transaction transaction = (Transaction) statement;
        return form(word(transaction.action()), transaction.savepoint());
      case EXPLAIN:
        Explain explain = (Explain) statement;
        return form(
            explain.queryPlan() ? "explain-query-plan" : "explain", print(explain.statement()));
    }
    throw new AssertionError(statement.kind());
  }

  static String select(Select select) {
    List<String> parts = new ArrayList<>();
    parts.add(with(select.with()));
    for (int i = 0; i < select.cores().size(); i++) {
      if (i > 0) {
        parts.add(word(select.operators().get(i - 1)));
      }
      parts.add(core(select.cores().get(i)));
    }
    parts.add(clause("order", select.orderBy(), ExprPrinter::term));
    parts.add(clause("limit", select.limit()));
    parts.add(clause("offset", select.offset()));
    parts.removeIf(part -> part == null);
    return parts.size() == 1 ? parts.get(0) : "(" + String.join(" ", parts) + ")";
  }

  private static String core(SelectCore core) {
    if (core.kind() == SelectCore.Kind.VALUES) {
      return form(
          "values",
          ((SelectCore.Values) core)
              .rows().stream().map(row -> list(row, ExprPrinter::print)).toArray(String[]::new));
    }
    SelectCore.Query query = (SelectCore.Query) core;
    return form(
        query.distinct() ? "select-distinct" : "select",
        list(query.columns(), SyntaxPrinter::resultColumn),
        clause("from", query.from(), SyntaxPrinter::fromTerm),
        clause("where", query.where()),
        clause("group", query.groupBy(), ExprPrinter::print),
        clause("having", query.having()),
        clause(
            "window",
            query.windows(),
            window -> form(window.name(), ExprPrinter.window(window.window()))));
  }

  private static String resultColumn(ResultColumn column) {
    if (column.isStar()) {
      return column.table() == null ? "*" : column.table() + ".*";
    }
    String expr = ExprPrinter.print(column.expr());
    return column.alias() == null ? expr : form("as", expr, column.alias());
  }

  private static String fromTerm(FromTerm term) {
    String item = fromItem(term.item());
    if (term.join() == null) {
      return item;
    }
    return form(
        (term.natural() ? "natural-" : "") + word(term.join()),
        item,
        clause("on", term.on()),
        term.using().isEmpty() ? null : "(using " + names(term.using()) + ")");
  }

  private static String fromItem(FromItem item) {
    String text;
    switch (item.kind()) {
      case TABLE -> {
        FromItem.Table table = (FromItem.Table) item;
        text = table.name().toString();
        if (table.hint() != null) {
          String index = table.hint().indexName();
          text = form(index == null ? "not-indexed" : "indexed", text, index);
        }
      }
      case TABLE_FUNCTION -> {
        FromItem.TableFunction function = (FromItem.TableFunction) item;
        text = form("call", function.name().toString(), all(function.arguments()));
      }
      case SUBQUERY -> text = select(((FromItem.Subquery) item).select());
      case GROUP ->
          text = form("group", list(((FromItem.Group) item).terms(), SyntaxPrinter::fromTerm));
      default -> throw new AssertionError();
    }
    return item.alias() == null ? text : form("as", text, item.alias());
  }

  private static String all(List<Expr> exprs) {
    return list(exprs, ExprPrinter::print);
  }

  private static String with(With with) {
    if (with == null) {
      return null;
    }
    return form(
        with.recursive() ? "with-recursive" : "with",
        with.tables().stream()
            .map(
                table ->
                    form(
                        table.name(),
                        table.columns().isEmpty() ? null : names(table.columns()),
                        flag(
                            table.materialization() != With.Materialization.ANY,
                            word(table.materialization())),
                        select(table.select())))
            .toArray(String[]::new));
  }

  private static String insert(Insert insert) {
    List<String> upserts = new ArrayList<>();
    for (Insert.Upsert upsert : insert.upserts()) {
      upserts.add(
          form(
              "on-conflict",
              clause("target", upsert.target(), ExprPrinter::term),
              clause("target-where", upsert.targetWhere()),
              upsert.isNothing() ? "nothing" : assignments(upsert.assignments()),
              clause("where", upsert.where())));
    }
    return form(
        "insert",
        with(insert.with()),
        conflict(insert.conflict()),
        aliased(insert.table().toString(), insert.alias()),
        insert.columns().isEmpty() ? null : names(insert.columns()),
        insert.source() == null ? "default-values" : select(insert.source()),
        upserts.isEmpty() ? null : String.join(" ", upserts),
        clause("returning", insert.returning(), SyntaxPrinter::resultColumn));
  }

  private static String update(Update update) {
    return form(
        "update",
        with(update.with()),
        conflict(update.conflict()),
        fromItem(update.table()),
        assignments(update.assignments()),
        clause("from", update.from(), SyntaxPrinter::fromTerm),
        clause("where", update.where()),
        clause("returning", update.returning(), SyntaxPrinter::resultColumn),
        clause("order", update.orderBy(), ExprPrinter::term),
        clause("limit", update.limit()),
        clause("offset", update.offset()));
  }

  private static String delete(Delete delete) {
    return form(
        "delete",
        with(delete.with()),
        fromItem(delete.table()),
        clause("where", delete.where()),
        clause("returning", delete.returning(), SyntaxPrinter::resultColumn),
        clause("order", delete.orderBy(), ExprPrinter::term),
        clause("limit", delete.limit()),
        clause("offset", delete.offset()));
  }

  private static String assignments(List<Assignment> assignments) {
    return clause(
        "set",
        assignments,
        assignment ->
            form(
                "=",
                assignment.vector() ? names(assignment.columns()) : assignment.columns().get(0),
                ExprPrinter.print(assignment.value())));
  }

  private static String createTable(CreateTable table) {
    return form(
        "create-table",
        flag(table.temporary(), "temp"),
        flag(table.ifNotExists(), "if-not-exists"),
        table.name().toString(),
        table.columns().isEmpty() ? null : list(table.columns(), SyntaxPrinter::column),
        clause("constraints", table.constraints(), SyntaxPrinter::tableConstraint),
        table.select() == null ? null : select(table.select()),
        flag(table.withoutRowid(), "without-rowid"),
        flag(table.strict(), "strict"));
  }

  private static String column(ColumnDefinition column) {
    String type = column.declaredType();
    if (type == null && column.constraints().isEmpty()) {
      return column.name();
    }
    List<String> constraints = new ArrayList<>();
    column.constraints().forEach(constraint -> constraints.add(columnConstraint(constraint)));
    return form(
        column.name(),
        type == null ? null : "<" + type + ">",
        constraints.isEmpty() ? null : String.join(" ", constraints));
  }

  private static String columnConstraint(ColumnConstraint constraint) {
    String text;
    switch (constraint.kind()) {
      case PRIMARY_KEY -> {
        ColumnConstraint.PrimaryKey key = (ColumnConstraint.PrimaryKey) constraint;
        text =
            form(
                "primary-key",
                flag(key.descending(), "desc"),
                conflict(key.conflict()),
                flag(key.autoincrement(), "autoincrement"));
      }
      case NOT_NULL ->
          text = form("not-null", conflict(((ColumnConstraint.NotNull) constraint).conflict()));
      case NULL -> text = "(null)";
      case UNIQUE ->
          text = form("unique", conflict(((ColumnConstraint.Unique) constraint).conflict()));
      case CHECK -> {
        ColumnConstraint.Check check = (ColumnConstraint.Check) constraint;
        text = form("check", ExprPrinter.print(check.expr()), "<" + check.text() + ">");
      }
      case DEFAULT -> {
        ColumnConstraint.Default value = (ColumnConstraint.Default) constraint;
        text = form("default", ExprPrinter.print(value.expr()), "<" + value.text() + ">");
      }
      case COLLATE -> text = form("collate", ((ColumnConstraint.Collate) constraint).collation());
      case REFERENCES -> text = foreignKey(((ColumnConstraint.References) constraint).key());
      case GENERATED -> {
        ColumnConstraint.Generated generated = (ColumnConstraint.Generated) constraint;
        text = form(generated.stored() ? "stored" : "virtual", ExprPrinter.print(generated.expr()));
      }
      default -> throw new AssertionError();
    }
    return constraint.name() == null ? text : form("named", constraint.name(), text);
  }

  private static String foreignKey(ForeignKey key) {
    return form(
        "references",
        key.table(),
        key.columns().isEmpty() ? null : names(key.columns()),
        flag(key.onDelete() != ForeignKey.Action.NO_ACTION, "delete-" + word(key.onDelete())),
        flag(key.onUpdate() != ForeignKey.Action.NO_ACTION, "update-" + word(key.onUpdate())),
        flag(key.initiallyDeferred(), "deferred"));
  }

  private static String tableConstraint(TableConstraint constraint) {
    String text;
    switch (constraint.kind()) {
      case PRIMARY_KEY -> {
        TableConstraint.PrimaryKey key = (TableConstraint.PrimaryKey) constraint;
        text =
            form(
                "primary-key",
                list(key.columns(), ExprPrinter::term),
                conflict(key.conflict()),
                flag(key.autoincrement(), "autoincrement"));
      }
      case UNIQUE -> {
        TableConstraint.Unique unique = (TableConstraint.Unique) constraint;
        text =
            form("unique", list(unique.columns(), ExprPrinter::term), conflict(unique.conflict()));
      }
      case CHECK -> {
        TableConstraint.Check check = (TableConstraint.Check) constraint;
        text = form("check", ExprPrinter.print(check.expr()), "<" + check.text() + ">");
      }
      case FOREIGN_KEY -> {
        TableConstraint.References references = (TableConstraint.References) constraint;
        text = form("foreign-key", names(references.columns()), foreignKey(references.key()));
      }
      default -> throw new AssertionError();
    }
    return constraint.name() == null ? text : form("named", constraint.name(), text);
  }

  private static String createTrigger(CreateTrigger trigger) {
    return form(
        "create-trigger",
        flag(trigger.temporary(), "temp"),
        flag(trigger.ifNotExists(), "if-not-exists"),
        trigger.name().toString(),
        word(trigger.time()),
        word(trigger.event()),
        trigger.updateColumns().isEmpty() ? null : names(trigger.updateColumns()),
        trigger.table().toString(),
        clause("when", trigger.when()),
        list(trigger.body(), SyntaxPrinter::print));
  }

  private static String action(AlterTable.Action action) {
    switch (action.kind()) {
      case RENAME_TABLE:
        return form("rename-to", ((AlterTable.RenameTable) action).newName());
      case RENAME_COLUMN:
        AlterTable.RenameColumn rename = (AlterTable.RenameColumn) action;
        return form("rename-column", rename.column(), rename.newName());
      case ADD_COLUMN:
        return form("add-column", column(((AlterTable.AddColumn) action).definition()));
      case DROP_COLUMN:
        return form("drop-column", ((AlterTable.DropColumn) action).column());
      case ADD_CHECK:
        AlterTable.AddCheck check = (AlterTable.AddCheck) action;
        return form("add-check", check.name(), ExprPrinter.print(check.expr()));
      case SET_NOT_NULL:
        AlterTable.SetNotNull set = (AlterTable.SetNotNull) action;
        return form("set-not-null", set.column(), conflict(set.conflict()));
      case DROP_NOT_NULL:
        return form("drop-not-null", ((AlterTable.DropNotNull) action).column());
      case DROP_CONSTRAINT:
        return form("drop-constraint", ((AlterTable.DropConstraint) action).name());
    }
    throw new AssertionError(action.kind());
  }

  private static String aliased(String text, String alias) {
    return alias == null ? text : form("as", text, alias);
  }

  private static String conflict(ConflictResolution conflict) {
    return conflict == null ? null : "or-" + word(conflict);
  }

  private static String names(List<String> names) {
    return "(" + String.join(" ", names) + ")";
  }

  private static String flag(boolean set, String text) {
    return set ? text : null;
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static String clause(String name, Expr expr) {
    return expr == null ? null : form(name, ExprPrinter.print(expr));
  }

  private static <T> String clause(String name, List<T> items, Function<T, String> printer) {
    return items.isEmpty() ? null : form(name, items.stream().map(printer).toArray(String[]::new));
  }

  static <T> String list(List<T> items, Function<T, String> printer) {
    List<String> texts = new ArrayList<>();
    items.forEach(item -> texts.add(printer.apply(item)));
    return "(" + String.join(" ", texts) + ")";
  }

  /** Words in parentheses; absent ones are left out. */
  static String form(String head, String... parts) {
    StringBuilder text = new StringBuilder("(").append(head);
    for (String part : parts) {
      if (part != null) {
        text.append(' ').append(part);
      }
    }
    return text.append(')').toString();
  }
}
