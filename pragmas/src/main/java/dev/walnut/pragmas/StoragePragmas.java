// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.btree.AutoVacuumMode;
import dev.walnut.engine.btree.SecureDelete;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.session.DatabaseSession;
import dev.walnut.sql.value.Value;
import java.util.List;
import java.util.Locale;

/** Pragmas about the shape of the file: page size, page counts, encoding, vacuum modes. */
final class StoragePragmas {
  /** What the library in sqlite-jdbc was built with. */
  private static final long MAX_MMAP_SIZE = 1L << 40;

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

  /** A new size counts while the database is empty, else at the next VACUUM. */
  private static List<Value[]> pageSize(Call call) {
    AttachedDatabase database = call.database();
    if (!call.hasArgument()) {
      return Rows.of(call.session().read(database, () -> database.pager().pageSize()));
    }
    int size = Words.integer(call.argument());
    if (DatabaseHeader.isValidPageSize(size)) {
      call.session().settings().setNextPageSize(size);
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

  /** A new encoding counts only as long as the main database has no table. */
  private static List<Value[]> encoding(Call call) {
    if (!call.hasArgument()) {
      return Rows.of(call.session().encoding().pragmaName());
    }
    AttachedDatabase main = call.session().main();
    boolean isOpen =
        call.session()
            .read(main, () -> main.pager().headerField(DatabaseHeader.TEXT_ENCODING_OFFSET) == 0);
    if (isOpen) {
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

  private static List<Value[]> autoVacuum(Call call) {
    AttachedDatabase database = call.database();
    DatabaseSession session = call.session();
    if (!call.hasArgument()) {
      return Rows.of(session.read(database, () -> modeOf(database).ordinal()));
    }
    AutoVacuumMode mode = modeOf(call.argument());
    session.settings().setNextAutoVacuum(mode.ordinal());
    boolean empty = session.read(database, () -> database.pager().pageCount() == 0);
    if (mode != AutoVacuumMode.NONE
        && (empty || session.read(database, () -> modeOf(database) != AutoVacuumMode.NONE))) {
      // As in SQLite this makes the file of a database that has none yet.
      session.change(database, () -> setMode(database, mode, empty));
    }
    return Rows.NONE;
  }

  private static void setMode(AttachedDatabase database, AutoVacuumMode mode, boolean wasEmpty) {
    boolean isNew = database.pager().headerField(DatabaseHeader.CHANGE_COUNTER_OFFSET) == 0;
    if (modeOf(database) != AutoVacuumMode.NONE || (wasEmpty && isNew)) {
      database.btrees().setAutoVacuum(mode);
    }
  }

  private static AutoVacuumMode modeOf(AttachedDatabase database) {
    return AutoVacuumMode.of(database.pager());
  }

  private static AutoVacuumMode modeOf(String argument) {
    switch (argument.toLowerCase(Locale.ROOT)) {
      case "full":
        return AutoVacuumMode.FULL;
      case "incremental":
        return AutoVacuumMode.INCREMENTAL;
      default:
        int number = Words.integer(argument);
        return AutoVacuumMode.of(number >= 0 && number <= 2 ? number : 0);
    }
  }

  private static List<Value[]> incrementalVacuum(Call call) {
    AttachedDatabase database = call.database();
    int wanted = call.hasArgument() ? Words.integer(call.argument()) : 0;
    int limit = wanted > 0 ? wanted : Integer.MAX_VALUE;
    call.session().change(database, () -> database.btrees().incrementalVacuum(limit));
    return Rows.NONE;
  }

  /** 0 off, 1 on, 2 fast; without a database's name it is set for all of them. */
  private static List<Value[]> secureDelete(Call call) {
    if (call.hasArgument()) {
      SecureDelete mode =
          call.argument().equalsIgnoreCase("fast")
              ? SecureDelete.FAST
              : Words.flag(call.argument()) ? SecureDelete.ON : SecureDelete.OFF;
      for (AttachedDatabase database : call.databases()) {
        database.setSecureDelete(mode);
      }
    }
    return Rows.of(call.database().secureDelete().ordinal());
  }

  /**
   * What was set, though files are not mapped: programs check that their wish was taken. A database
   * in memory has no answer, as in SQLite.
   */
  private static List<Value[]> mmapSize(Call call) {
    if (call.hasArgument()) {
      long wanted = Words.longInteger(call.argument());
      long bytes = wanted < 0 ? 0 : Math.min(wanted, MAX_MMAP_SIZE);
      if (call.databaseName() == null) {
        call.state().mmapSize = bytes;
      }
      for (AttachedDatabase database : call.databases()) {
        database.pager().settings().setMmapSize(bytes);
      }
    }
    if (!call.database().isFile()) {
      return Rows.NONE;
    }
    long own = call.database().pager().settings().mmapSize();
    return Rows.of(own < 0 ? call.state().mmapSize : own);
  }
}
