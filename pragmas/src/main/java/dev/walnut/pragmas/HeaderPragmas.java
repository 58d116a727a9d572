// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.value.Value;
import java.util.List;

/** Pragmas that read and write numbers of the file's header. */
final class HeaderPragmas {
  private HeaderPragmas() {}

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.setting("user_version", c -> field(c, DatabaseHeader.USER_VERSION_OFFSET)),
        SessionPragma.setting(
            "application_id", c -> field(c, DatabaseHeader.APPLICATION_ID_OFFSET)),
        SessionPragma.setting("schema_version", HeaderPragmas::schemaVersion),
        SessionPragma.answering(
            "freelist_count",
            c -> Rows.of(Integer.toUnsignedLong(read(c, DatabaseHeader.FREELIST_COUNT_OFFSET)))),
        SessionPragma.answering("data_version", HeaderPragmas::dataVersion));
  }

  private static int read(Call call, int offset) {
    AttachedDatabase database = call.database();
    return call.session().read(database, () -> database.pager().headerField(offset));
  }

  private static List<Value[]> field(Call call, int offset) {
    if (!call.hasArgument()) {
      return Rows.of(read(call, offset));
    }
    AttachedDatabase database = call.database();
    int value = Words.integer(call.argument());
    call.session().change(database, () -> database.pager().setHeaderField(offset, value));
    return Rows.NONE;
  }

  private static List<Value[]> schemaVersion(Call call) {
    if (!call.hasArgument()) {
      return Rows.of(read(call, DatabaseHeader.SCHEMA_COOKIE_OFFSET));
    }
    AttachedDatabase database = call.database();
    DatabaseSession session = call.session();
    int value = Words.integer(call.argument());
    session.change(
        database,
        () -> {
          database.pager().setHeaderField(DatabaseHeader.SCHEMA_COOKIE_OFFSET, value);
          database.schemaWasChanged();
        });
    session.schemaChanged();
    return Rows.NONE;
  }

  private static List<Value[]> dataVersion(Call call) {
    AttachedDatabase database = call.database();
    return Rows.of(call.session().read(database, () -> database.pager().dataVersion()));
  }
}
