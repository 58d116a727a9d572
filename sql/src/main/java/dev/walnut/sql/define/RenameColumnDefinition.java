// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.catalog.SyntaxSearch;
import dev.walnut.sql.catalog.Table;
import dev.walnut.sql.define.DefinitionTokens.Token;
import dev.walnut.sql.parse.SqlParser;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.Program;
import dev.walnut.sql.session.StatementContext;
import dev.walnut.sql.syntax.AlterTable;
import dev.walnut.sql.syntax.ColumnConstraint;
import dev.walnut.sql.syntax.ColumnDefinition;
import dev.walnut.sql.syntax.CreateIndex;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.Statement;
import dev.walnut.sql.syntax.TableConstraint;
import java.util.List;

/**
 * ALTER TABLE RENAME COLUMN: the name is replaced where it is written: in the table's definition,
 * in its indexes, and in foreign keys that refer to it.
 */
final class RenameColumnDefinition extends AlterDefinition {
  private final String oldName;
  private final String newName;

  private RenameColumnDefinition(
      AttachedDatabase database,
      StatementContext context,
      Table table,
      String oldName,
      String newName) {
    super(database, context, table);
    this.oldName = oldName;
    this.newName = newName;
  }

  static Program compile(
      AlterTable.RenameColumn action,
      Table table,
      AttachedDatabase database,
      StatementContext context) {
    if (table.kind() == Table.Kind.VIEW) {
      throw Names.error("cannot rename columns of view \"" + table.name() + "\"");
    }
    if (table.columnIndex(action.column()) < 0) {
      throw Names.error("no such column: \"" + action.column() + "\"");
    }
    refuseIfMentioned(table, database, context.session(), "ALTER TABLE RENAME COLUMN");
    return new RenameColumnDefinition(database, context, table, action.column(), action.newName());
  }

  @Override
  void define() {
    new SchemaWriter(database())
        .update(
            row -> {
              String sql = row.sql() == null ? null : renamed(row);
              return sql == null || sql.equals(row.sql())
                  ? row
                  : new SchemaWriter.Row(
                      row.type(), row.name(), row.tableName(), row.rootPage(), sql);
            });
    verify("rename");
  }

  private String renamed(SchemaWriter.Row row) {
    boolean isTable = "table".equals(row.type());
    boolean isOwn = row.isOfTable(table().name());
    if (!isTable && !(isOwn && "index".equals(row.type()))) {
      return row.sql();
    }
    Statement statement = SqlParser.parse(row.sql()).statement();
    TextEdits edits = new TextEdits();
    List<Token> tokens = DefinitionTokens.of(row.sql());
    if (statement instanceof CreateTable create) {
      if (isOwn) {
        inTable(create, tokens, edits);
      }
      inForeignKeys(tokens, edits, isOwn);
    } else if (statement instanceof CreateIndex create) {
      for (OrderingTerm term : create.columns()) {
        inExpression(term.expr(), tokens, edits);
      }
      inExpression(create.where(), tokens, edits);
    }
    return edits.apply(row.sql());
  }

  private void inTable(CreateTable create, List<Token> tokens, TextEdits edits) {
    for (ColumnDefinition column : create.columns()) {
      if (column.name().equalsIgnoreCase(oldName)) {
        replaceTokenAt(column.start(), tokens, edits);
      }
      for (ColumnConstraint constraint : column.constraints()) {
        if (constraint instanceof ColumnConstraint.Check check) {
          inExpression(check.expr(), tokens, edits);
        } else if (constraint instanceof ColumnConstraint.Generated generated) {
          inExpression(generated.expr(), tokens, edits);
        }
      }
    }
    for (TableConstraint constraint : create.constraints()) {
      if (constraint instanceof TableConstraint.Check check) {
        inExpression(check.expr(), tokens, edits);
      } else if (constraint instanceof TableConstraint.PrimaryKey key) {
        inTerms(key.columns(), tokens, edits);
      } else if (constraint instanceof TableConstraint.Unique unique) {
        inTerms(unique.columns(), tokens, edits);
      }
    }
  }

  private void inTerms(List<OrderingTerm> terms, List<Token> tokens, TextEdits edits) {
    for (OrderingTerm term : terms) {
      inExpression(term.expr(), tokens, edits);
    }
  }

  private void inExpression(Expr expr, List<Token> tokens, TextEdits edits) {
    if (expr == null) {
      return;
    }
    SyntaxSearch.anyIn(
        expr,
        e -> {
          boolean isName =
              e instanceof Expr.Column c
                  ? c.column().equalsIgnoreCase(oldName)
                  : e == expr
                      && e instanceof Expr.StringLiteral s
                      && s.value().equalsIgnoreCase(oldName);
          if (isName) {
            // A qualified name ends with the column's own token.
            for (Token token : tokens) {
              if (token.end() == e.end()) {
                edits.replace(token.start(), token.end(), written(token));
              }
            }
          }
          return false;
        });
  }

  /**
   * Names in {@code FOREIGN KEY (...)} of the table, and behind {@code REFERENCES table} anywhere.
   */
  private void inForeignKeys(List<Token> tokens, TextEdits edits, boolean isOwn) {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      boolean child =
          isOwn
              && i > 0
              && tokens.get(i - 1).isKeyword("foreign")
              && tokens.get(i).isKeyword("key");
      boolean parent =
          i > 0
              && tokens.get(i - 1).isKeyword("references")
              && tokens.get(i).isName(table().name());
      if ((child || parent) && tokens.get(i + 1).is('(')) {
        for (int j = i + 2; j < tokens.size() && !tokens.get(j).is(')'); j++) {
          if (tokens.get(j).isName(oldName)) {
            edits.replace(tokens.get(j).start(), tokens.get(j).end(), written(tokens.get(j)));
          }
        }
      }
    }
  }

  private void replaceTokenAt(int start, List<Token> tokens, TextEdits edits) {
    for (Token token : tokens) {
      if (token.start() == start) {
        edits.replace(token.start(), token.end(), written(token));
      }
    }
  }

  /** The new name as it is written in place of a token: in quotes if that was, or if it must be. */
  private String written(Token token) {
    boolean quoted = token.quoted() || token.kind() == DefinitionTokens.Kind.STRING;
    return quoted ? SqlNames.quoted(newName) : SqlNames.quotedIfNeeded(newName);
  }
}
