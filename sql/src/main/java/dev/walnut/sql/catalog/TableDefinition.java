// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.syntax.ColumnConstraint;
import dev.walnut.sql.syntax.ColumnDefinition;
import dev.walnut.sql.syntax.ConflictResolution;
import dev.walnut.sql.syntax.CreateTable;
import dev.walnut.sql.syntax.Expr;
import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.TableConstraint;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Collation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Turns a CREATE TABLE into a {@link Table}: columns, keys, automatic indexes, constraints. Serves
 * new tables and stored ones alike, so that what CREATE TABLE accepts is what a later open reads.
 *
 * <p>Expressions are taken over as written; whether their names resolve is checked by who compiles
 * them. Root pages are left 0.
 *
 * <p>Failure: {@link DatabaseException} ERROR with SQLite's message.
 */
public final class TableDefinition {
  private static final Set<String> STRICT_TYPES =
      Set.of("INT", "INTEGER", "REAL", "TEXT", "BLOB", "ANY");

  /** SQLite's limit on columns of a table. */
  private static final int MAX_COLUMNS = 2000;

  private final CreateTable statement;
  private final String name;
  private final CollationLookup collations;
  private final boolean ignoreDescending;
  private final Table.Builder table = new Table.Builder();
  private final List<Column> columns = new ArrayList<>();
  private final List<CheckConstraint> checks = new ArrayList<>();
  private final List<ForeignKey> foreignKeys = new ArrayList<>();
  private boolean hasPrimaryKey;
  private boolean autoIncrement;

  private TableDefinition(
      CreateTable statement, CollationLookup collations, boolean ignoreDescending) {
    this.statement = statement;
    this.name = statement.name().name();
    this.collations = collations;
    this.ignoreDescending = ignoreDescending;
  }

  /**
   * Builds the table of a CREATE TABLE that lists its columns.
   *
   * @param ignoreDescending whether DESC in keys means nothing (schema formats 1 to 3)
   * @return a builder whose schema name, root page, index root pages and text are still to be set
   */
  public static Table.Builder build(
      CreateTable statement, CollationLookup collations, boolean ignoreDescending) {
    return new TableDefinition(statement, collations, ignoreDescending).build();
  }

  static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }

  /** A column name and a collation (null if absent) as a key term writes them. */
  record KeyTerm(String column, String collation) {}

  /** Reads a term of PRIMARY KEY or UNIQUE, which may only be a column, perhaps with COLLATE. */
  static KeyTerm keyTerm(OrderingTerm term) {
    if (term.nulls() != null) {
      throw error("unsupported use of NULLS " + term.nulls());
    }
    Expr expr = term.expr();
    String collation = null;
    while (expr instanceof Expr.Collate collate) {
      if (collation == null) {
        collation = collate.collation();
      }
      expr = collate.operand();
    }
    if (expr instanceof Expr.Column column && column.table() == null) {
      return new KeyTerm(column.column(), collation);
    }
    if (expr instanceof Expr.StringLiteral literal) {
      return new KeyTerm(literal.value(), collation);
    }
    throw error("expressions prohibited in PRIMARY KEY and UNIQUE constraints");
  }

  static int indexOf(List<Column> columns, String columnName) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).name().equalsIgnoreCase(columnName)) {
        return i;
      }
    }
    return -1;
  }

  private Table.Builder build() {
    addColumns();
    table.name = name;
    table.strict = statement.strict();
    table.withoutRowid = statement.withoutRowid();
    AutomaticIndexes automatic = new AutomaticIndexes(name, columns, collations, ignoreDescending);
    addColumnKeys(automatic);
    addTableConstraints(automatic);
    checkTable();
    if (statement.withoutRowid()) {
      convertToWithoutRowid(automatic);
    } else if (statement.strict()) {
      requireKeyNotNull();
    }
    table.columns = columns;
    table.checks = checks;
    table.foreignKeys = foreignKeys;
    table.autoIncrement = autoIncrement;
    table.indexes = automatic.indexes();
    return table;
  }

  private void addColumns() {
    Set<String> names = new HashSet<>();
    for (ColumnDefinition definition : statement.columns()) {
      if (!names.add(definition.name().toLowerCase(Locale.ROOT))) {
        throw error("duplicate column name: " + definition.name());
      }
      columns.add(column(name, definition, statement.strict(), collations));
      if (columns.size() > MAX_COLUMNS) {
        throw error("too many columns on " + name);
      }
    }
  }

  /** The column of a definition; its position in the primary key is left 0. */
  static Column column(
      String tableName, ColumnDefinition definition, boolean strict, CollationLookup collations) {
    boolean notNull = false;
    ConflictResolution notNullConflict = null;
    Collation collation = collations.collation("BINARY");
    ColumnConstraint.Default defaultValue = null;
    ColumnConstraint.Generated generated = null;
    for (ColumnConstraint constraint : definition.constraints()) {
      if (constraint instanceof ColumnConstraint.NotNull c) {
        notNull = true;
        notNullConflict = c.conflict();
      } else if (constraint instanceof ColumnConstraint.Collate c) {
        collation = collations.collation(c.collation());
      } else if (constraint instanceof ColumnConstraint.Default c) {
        if (generated != null) {
          throw error("cannot use DEFAULT on a generated column");
        }
        if (!ConstantExpressions.isConstant(c.expr())) {
          throw error("default value of column [" + definition.name() + "] is not constant");
        }
        defaultValue = c;
      } else if (constraint instanceof ColumnConstraint.Generated c) {
        if (defaultValue != null || generated != null) {
          throw error("error in generated column \"" + definition.name() + "\"");
        }
        generated = c;
      }
    }
    Affinity affinity =
        strict
            ? strictAffinity(tableName, definition)
            : Affinity.ofDeclaredType(definition.declaredType());
    return new Column(
        definition.name(),
        shownType(definition.declaredType()),
        affinity,
        collation,
        notNull,
        notNullConflict,
        defaultValue == null ? null : defaultValue.expr(),
        defaultValue == null ? null : defaultValue.text(),
        0,
        generated == null ? null : generated.expr(),
        generated != null && generated.stored(),
        false);
  }

  /** A declared type that is exactly one of SQLite's own is shown in upper case. */
  private static String shownType(String declaredType) {
    if (declaredType == null || declaredType.length() > 7) {
      return declaredType;
    }
    String upper = declaredType.toUpperCase(Locale.ROOT);
    return STRICT_TYPES.contains(upper) ? upper : declaredType;
  }

  private static Affinity strictAffinity(String tableName, ColumnDefinition definition) {
    String type = definition.declaredType();
    if (type == null || type.isEmpty()) {
      throw error("missing datatype for " + tableName + "." + definition.name());
    }
    String upper = type.toUpperCase(Locale.ROOT);
    if (!STRICT_TYPES.contains(upper)) {
      throw error(
          "unknown datatype for " + tableName + "." + definition.name() + ": \"" + type + "\"");
    }
    return upper.equals("ANY") ? Affinity.BLOB : Affinity.ofDeclaredType(upper);
  }

  private void addColumnKeys(AutomaticIndexes automatic) {
    for (int i = 0; i < columns.size(); i++) {
      ColumnDefinition definition = statement.columns().get(i);
      for (ColumnConstraint constraint : definition.constraints()) {
        if (constraint instanceof ColumnConstraint.PrimaryKey c) {
          addColumnPrimaryKey(automatic, i, c);
        } else if (constraint instanceof ColumnConstraint.Unique c) {
          automatic.add(i, false, Index.Origin.UNIQUE, c.conflict());
        } else if (constraint instanceof ColumnConstraint.Check c) {
          checks.add(new CheckConstraint(c.name(), c.expr(), c.text()));
        } else if (constraint instanceof ColumnConstraint.References c) {
          if (c.key().columns().size() > 1) {
            throw error(
                "foreign key on "
                    + definition.name()
                    + " should reference only one column of table "
                    + c.key().table());
          }
          foreignKeys.add(foreignKey(c.name(), List.of(i), c.key()));
        }
      }
    }
  }

  private void addColumnPrimaryKey(
      AutomaticIndexes automatic, int column, ColumnConstraint.PrimaryKey key) {
    beginPrimaryKey();
    setPrimaryKeyPosition(column, 1);
    if (isIntegerColumn(column) && !key.descending()) {
      setRowidColumn(column, key.conflict(), key.autoincrement());
    } else {
      requireNoAutoincrement(key.autoincrement());
      automatic.add(column, key.descending(), Index.Origin.PRIMARY_KEY, key.conflict());
    }
  }

  private void addTableConstraints(AutomaticIndexes automatic) {
    for (TableConstraint constraint : statement.constraints()) {
      if (constraint instanceof TableConstraint.PrimaryKey c) {
        addTablePrimaryKey(automatic, c);
      } else if (constraint instanceof TableConstraint.Unique c) {
        automatic.add(c.columns(), Index.Origin.UNIQUE, c.conflict());
      } else if (constraint instanceof TableConstraint.Check c) {
        checks.add(new CheckConstraint(c.name(), c.expr(), c.text()));
      } else if (constraint instanceof TableConstraint.References c) {
        foreignKeys.add(tableForeignKey(c));
      }
    }
  }

  private void addTablePrimaryKey(AutomaticIndexes automatic, TableConstraint.PrimaryKey key) {
    beginPrimaryKey();
    int position = 0;
    int column = -1;
    for (OrderingTerm term : key.columns()) {
      column = indexOf(columns, keyTerm(term).column());
      if (column >= 0) {
        setPrimaryKeyPosition(column, ++position);
      }
    }
    // A DESC here, unlike one behind the column, does not keep the column from being the rowid.
    if (key.columns().size() == 1 && column >= 0 && isIntegerColumn(column)) {
      setRowidColumn(column, key.conflict(), key.autoincrement());
      rowidDescending = key.columns().get(0).descending();
    } else {
      requireNoAutoincrement(key.autoincrement());
      automatic.add(key.columns(), Index.Origin.PRIMARY_KEY, key.conflict());
    }
  }

  private boolean rowidDescending;

  private void beginPrimaryKey() {
    if (hasPrimaryKey) {
      throw error("table \"" + name + "\" has more than one primary key");
    }
    hasPrimaryKey = true;
  }

  private void setPrimaryKeyPosition(int column, int position) {
    Column c = columns.get(column);
    if (c.isGenerated()) {
      throw error("generated columns cannot be part of the PRIMARY KEY");
    }
    if (c.primaryKeyPosition() == 0) {
      columns.set(column, withKey(c, position, c.notNull()));
    }
  }

  private boolean isIntegerColumn(int column) {
    return "INTEGER".equalsIgnoreCase(columns.get(column).declaredType());
  }

  private void setRowidColumn(int column, ConflictResolution conflict, boolean increment) {
    table.rowidColumn = column;
    table.rowidConflict = conflict;
    autoIncrement = increment;
  }

  private static void requireNoAutoincrement(boolean increment) {
    if (increment) {
      throw error("AUTOINCREMENT is only allowed on an INTEGER PRIMARY KEY");
    }
  }

  private void checkTable() {
    boolean anyStored = false;
    for (Column column : columns) {
      anyStored |= !column.isGenerated();
    }
    if (!anyStored && !columns.isEmpty()) {
      throw error("must have at least one non-generated column");
    }
    if (statement.withoutRowid()) {
      if (autoIncrement) {
        throw error("AUTOINCREMENT not allowed on WITHOUT ROWID tables");
      }
      if (!hasPrimaryKey) {
        throw error("PRIMARY KEY missing on table " + name);
      }
    }
  }

  /** Makes the primary key the table's own tree: no rowid, key columns NOT NULL and once each. */
  private void convertToWithoutRowid(AutomaticIndexes automatic) {
    if (table.rowidColumn >= 0) {
      automatic.add(
          table.rowidColumn, rowidDescending, Index.Origin.PRIMARY_KEY, table.rowidConflict);
      table.rowidColumn = -1;
      table.rowidConflict = null;
    }
    requireKeyNotNull();
    List<Index> indexes = automatic.indexes();
    for (int i = 0; i < indexes.size(); i++) {
      Index index = indexes.get(i);
      if (index.origin() == Index.Origin.PRIMARY_KEY) {
        indexes.set(i, withParts(index, distinctParts(index.parts())));
      }
    }
  }

  private void requireKeyNotNull() {
    for (int i = 0; i < columns.size(); i++) {
      Column c = columns.get(i);
      if (c.primaryKeyPosition() > 0 && i != table.rowidColumn) {
        columns.set(i, withKey(c, c.primaryKeyPosition(), true));
      }
    }
  }

  private static List<Index.Part> distinctParts(List<Index.Part> parts) {
    List<Index.Part> distinct = new ArrayList<>();
    for (Index.Part part : parts) {
      if (!IndexLayout.contains(distinct, part)) {
        distinct.add(part);
      }
    }
    return distinct;
  }

  private static Index withParts(Index index, List<Index.Part> parts) {
    return new Index(
        index.name(),
        index.rootPage(),
        parts,
        index.unique(),
        index.origin(),
        index.where(),
        index.conflict(),
        index.sql());
  }

  private static Column withKey(Column c, int position, boolean notNull) {
    return new Column(
        c.name(),
        c.declaredType(),
        c.affinity(),
        c.collation(),
        notNull,
        c.notNullConflict(),
        c.defaultValue(),
        c.defaultText(),
        position,
        c.generated(),
        c.generatedStored(),
        c.hidden());
  }

  private ForeignKey tableForeignKey(TableConstraint.References constraint) {
    int parentColumns = constraint.key().columns().size();
    if (parentColumns != 0 && parentColumns != constraint.columns().size()) {
      throw error(
          "number of columns in foreign key does not match the number of columns in the"
              + " referenced table");
    }
    List<Integer> children = new ArrayList<>();
    for (String column : constraint.columns()) {
      int index = indexOf(columns, column);
      if (index < 0) {
        throw error("unknown column \"" + column + "\" in foreign key definition");
      }
      children.add(index);
    }
    return foreignKey(constraint.name(), children, constraint.key());
  }

  private static ForeignKey foreignKey(
      String constraintName, List<Integer> children, dev.walnut.sql.syntax.ForeignKey key) {
    return new ForeignKey(
        constraintName,
        children,
        key.table(),
        key.columns(),
        actionName(key.onUpdate()),
        actionName(key.onDelete()),
        key.initiallyDeferred());
  }

  private static String actionName(dev.walnut.sql.syntax.ForeignKey.Action action) {
    return action == null ? "NO ACTION" : action.name().replace('_', ' ');
  }
}
