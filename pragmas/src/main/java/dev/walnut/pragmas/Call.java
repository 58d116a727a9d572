// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.api.PragmaCall;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import java.util.List;

/**
 * A {@link PragmaCall} with the session's real type and the usual look-ups.
 *
 * @param session the session it runs in
 * @param state what the session's pragmas remember
 * @param databaseName the name before the dot; null if none was written
 * @param argument the argument; null if none
 */
record Call(DatabaseSession session, PragmaState state, String databaseName, String argument) {

  static Call of(PragmaCall call) {
    DatabaseSession session = (DatabaseSession) call.session();
    return new Call(
        session, ((Pragmas) session.pragmas()).state(), call.databaseName(), call.argument());
  }

  boolean hasArgument() {
    return argument != null;
  }

  /** The database that was named; main if none was. */
  AttachedDatabase database() {
    if (databaseName == null) {
      return session.main();
    }
    if (databaseName.equalsIgnoreCase("temp")) {
      return session.requireTemp();
    }
    AttachedDatabase database = session.database(databaseName);
    if (database == null) {
      throw error("unknown database " + databaseName);
    }
    return database;
  }

  /** The database that was named alone; all if none was. */
  List<AttachedDatabase> databases() {
    return databaseName == null ? List.copyOf(session.databases()) : List.of(database());
  }

  static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }
}
