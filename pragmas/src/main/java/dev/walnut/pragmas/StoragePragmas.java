// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.value.Value;
import java.util.List;
import java.util.Locale;

/** Pragmas about the shape of the file: page size, page counts, encoding, vacuum modes. */
final class StoragePragmas {
  private StoragePragmas() {}

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.setting("page_size", StoragePragmas::pageSize),
        SessionPragma.answering("page_count", StoragePragmas::pageCount),
        SessionPragma.answering("max_page_count", StoragePragmas::maxPageCount),
        SessionPragma.setting("encoding", StoragePragmas::encoding),
        SessionPragma.setting("auto_vacuum", StoragePragmas::autoVacuum),
        SessionPragma.silent("incremental_vacuum", StoragePragmas::incrementalVacuum),
        SessionPragma.answering("secure_delete", StoragePragmas::secureDelete),
        new SessionPragma(
            "mmap_size",
            List.of("mmap_size"),
            List.of("mmap_size"),
            false,
            false,
            StoragePragmas::mmapSize));
  }

  /** A new size counts only while the database is empty. */
  private static List<Value[]> pageSize(Call call) {
    AttachedDatabase database = call.database();
    if (!call.hasArgument()) {
      return Rows.of(call.session().read(database, () -> database.pager().pageSize()));
    }
    int size = Words.integer(call.argument());
    if (DatabaseHeader.isValidPageSize(size)) {
      database.pager().setPageSize(size, 0);
    }
    return Rows.NONE;
  }

  private static List<Value[]> pageCount(Call call) {
    AttachedDatabase database = call.database();
    return Rows.of(
        call.session().read(database, () -> Integer.toUnsignedLong(database.pager().pageCount())));
  }

  private static List<Value[]> maxPageCount(Call call) {
    AttachedDatabase database = call.database();
    long wanted = call.hasArgument() ? Words.longInteger(call.argument()) : 0;
    int limit = wanted > 0 ? (int) Math.min(wanted, 0xffff_fffeL) : 0;
    return Rows.of(
        call.session()
            .read(database, () -> Integer.toUnsignedLong(database.pager().setMaxPageCount(limit))));
  }

  /** A new encoding counts only while the main database is empty. */
  private static List<Value[]> encoding(Call call) {
    if (!call.hasArgument()) {
      return Rows.of(call.session().encoding().pragmaName());
    }
    AttachedDatabase main = call.session().main();
    boolean empty = call.session().read(main, () -> main.pager().pageCount() == 0);
    if (empty) {
      TextEncoding encoding = encodingOf(call.argument());
      if (encoding == null) {
        throw Call.error("unsupported encoding: " + call.argument());
      }
      for (AttachedDatabase database : call.session().databases()) {
        database.setNewEncoding(encoding);
      }
      call.session().schemaChanged();
    }
    return Rows.NONE;
  }

  private static TextEncoding encodingOf(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "utf8", "utf-8" -> TextEncoding.UTF8;
      case "utf16", "utf-16", "utf16le", "utf-16le" -> TextEncoding.UTF16LE;
      case "utf16be", "utf-16be" -> TextEncoding.UTF16BE;
      default -> null;
    };
  }

  private static int autoVacuumMode(Call call, AttachedDatabase database) {
    return call.session()
        .read(
            database,
            () -> {
              if (database.pager().headerField(DatabaseHeader.LARGEST_ROOT_OFFSET) == 0) {
                return 0;
              }
              return database.pager().headerField(DatabaseHeader.INCREMENTAL_VACUUM_OFFSET) == 0
                  ? 1
                  : 2;
            });
  }

  /** Reads the mode. Asking an empty file for another mode than NONE is refused. */
  private static List<Value[]> autoVacuum(Call call) {
    AttachedDatabase database = call.database();
    if (!call.hasArgument()) {
      return Rows.of(autoVacuumMode(call, database));
    }
    String mode = call.argument().toLowerCase(Locale.ROOT);
    boolean none =
        !mode.equals("full")
            && !mode.equals("incremental")
            && Words.integer(mode) != 1
            && Words.integer(mode) != 2;
    boolean empty =
        database.isFile() && call.session().read(database, () -> database.pager().pageCount() == 0);
    if (!none && empty) {
      throw Call.error("PRAGMA auto_vacuum=" + call.argument() + " is not supported yet");
    }
    return Rows.NONE;
  }

  /** Nothing to do but in a file with auto_vacuum=INCREMENTAL, which is refused. */
  private static List<Value[]> incrementalVacuum(Call call) {
    AttachedDatabase database = call.database();
    if (autoVacuumMode(call, database) == 2) {
      throw Call.error("PRAGMA incremental_vacuum is not supported yet");
    }
    return Rows.NONE;
  }

  /** Freed content is not overwritten, and the answer says so. */
  private static List<Value[]> secureDelete(Call call) {
    return Rows.of(0);
  }

  /** Files are not mapped; a database in memory has no answer, as in SQLite. */
  private static List<Value[]> mmapSize(Call call) {
    return call.database().isFile() ? Rows.of(0) : Rows.NONE;
  }
}
