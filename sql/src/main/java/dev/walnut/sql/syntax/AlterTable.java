// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/** ALTER TABLE. */
public record AlterTable(QualifiedName table, Action action, int start, int end)
    implements Statement {
  @Override
  public Kind kind() {
    return Kind.ALTER_TABLE;
  }

  /** What is altered. */
  public sealed interface Action {
    /** The kind. */
    ActionKind kind();
  }

  /** Which record an action is. */
  public enum ActionKind {
    RENAME_TABLE,
    RENAME_COLUMN,
    ADD_COLUMN,
    DROP_COLUMN,
    ADD_CHECK,
    SET_NOT_NULL,
    DROP_NOT_NULL,
    DROP_CONSTRAINT
  }

  /** {@code RENAME TO newName}. */
  public record RenameTable(String newName) implements Action {
    @Override
    public ActionKind kind() {
      return ActionKind.RENAME_TABLE;
    }
  }

  /** {@code RENAME [COLUMN] column TO newName}. */
  public record RenameColumn(String column, String newName) implements Action {
    @Override
    public ActionKind kind() {
      return ActionKind.RENAME_COLUMN;
    }
  }

  /**
   * {@code ADD [COLUMN] definition}. The text from {@code definition.start()} to {@code textEnd} is
   * what the stored CREATE TABLE gets.
   */
  public record AddColumn(ColumnDefinition definition, int textEnd) implements Action {
    @Override
    public ActionKind kind() {
      return ActionKind.ADD_COLUMN;
    }
  }

  /** {@code DROP [COLUMN] column}. */
  public record DropColumn(String column) implements Action {
    @Override
    public ActionKind kind() {
      return ActionKind.DROP_COLUMN;
    }
  }

  /**
   * {@code ADD [CONSTRAINT name] CHECK (expr)}.
   *
   * @param name null if absent
   * @param textStart offset of CONSTRAINT or CHECK
   * @param textEnd offset after the last token
   */
  public record AddCheck(String name, Expr expr, int textStart, int textEnd) implements Action {
    @Override
    public ActionKind kind() {
      return ActionKind.ADD_CHECK;
    }
  }

  /** {@code ALTER [COLUMN] column SET NOT NULL}; conflict may be null. */
  public record SetNotNull(String column, ConflictResolution conflict, int textStart, int textEnd)
      implements Action {
    @Override
    public ActionKind kind() {
      return ActionKind.SET_NOT_NULL;
    }
  }

  /** {@code ALTER [COLUMN] column DROP NOT NULL}. */
  public record DropNotNull(String column) implements Action {
    @Override
    public ActionKind kind() {
      return ActionKind.DROP_NOT_NULL;
    }
  }

  /** {@code DROP CONSTRAINT name}. */
  public record DropConstraint(String name) implements Action {
    @Override
    public ActionKind kind() {
      return ActionKind.DROP_CONSTRAINT;
    }
  }
}
