// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.sql.api.Pragma;
import dev.walnut.sql.api.PragmaCall;
import dev.walnut.sql.value.Value;
import java.util.List;

/**
 * A pragma as a row of the table: name, columns, what it needs, what it does. Immutable.
 *
 * @param name lower-case name
 * @param readColumns result columns without an argument
 * @param writeColumns result columns with an argument
 * @param isTableValued whether {@code pragma_NAME} is a table
 * @param needsSchema whether schemas must be read before it runs
 * @param action what it does
 */
record SessionPragma(
    String name,
    List<String> readColumns,
    List<String> writeColumns,
    boolean isTableValued,
    boolean needsSchema,
    Action action)
    implements Pragma {

  /** What a pragma does. */
  interface Action {
    List<Value[]> run(Call call);
  }

  /** A setting: read without an argument, set without giving a row with one. */
  static SessionPragma setting(String name, Action action) {
    return new SessionPragma(name, List.of(name), List.of(), true, false, action);
  }

  /** A setting that gives its value also when it is set. */
  static SessionPragma answering(String name, Action action) {
    return new SessionPragma(name, List.of(name), List.of(name), true, false, action);
  }

  /** A list of what the schema holds, or of something else that an argument chooses. */
  static SessionPragma listing(String name, boolean needsSchema, Action action, String... columns) {
    List<String> names = List.of(columns);
    return new SessionPragma(name, names, names, true, needsSchema, action);
  }

  /** A pragma without result columns. */
  static SessionPragma silent(String name, Action action) {
    return new SessionPragma(name, List.of(), List.of(), false, false, action);
  }

  /** The same pragma without a {@code pragma_NAME} table. */
  SessionPragma notTableValued() {
    return new SessionPragma(name, readColumns, writeColumns, false, needsSchema, action);
  }

  @Override
  public List<String> columns(boolean hasArgument) {
    return hasArgument ? writeColumns : readColumns;
  }

  @Override
  public List<Value[]> run(PragmaCall call) {
    return action.run(Call.of(call));
  }
}
