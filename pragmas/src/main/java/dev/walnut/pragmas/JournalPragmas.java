// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.pager.LockingMode;
import dev.walnut.engine.pager.Pager;
import dev.walnut.engine.pager.PagerState;
import dev.walnut.engine.wal.CheckpointMode;
import dev.walnut.engine.wal.CheckpointResult;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.value.Value;
import java.util.List;
import java.util.Locale;

/** Pragmas about journals, syncs and locks. */
final class JournalPragmas {
  private JournalPragmas() {}

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.answering("journal_mode", JournalPragmas::journalMode),
        SessionPragma.answering("journal_size_limit", JournalPragmas::journalSizeLimit),
        SessionPragma.setting("synchronous", JournalPragmas::synchronous),
        SessionPragma.answering("locking_mode", JournalPragmas::lockingMode),
        new SessionPragma(
            "busy_timeout",
            List.of("timeout"),
            List.of("timeout"),
            true,
            false,
            JournalPragmas::busyTimeout),
        SessionPragma.answering("wal_autocheckpoint", JournalPragmas::walAutocheckpoint)
            .notTableValued(),
        SessionPragma.listing(
                "wal_checkpoint",
                false,
                JournalPragmas::walCheckpoint,
                "busy",
                "log",
                "checkpointed")
            .notTableValued());
  }

  private static List<Value[]> journalMode(Call call) {
    if (call.hasArgument()) {
      JournalMode mode = modeOf(call.argument());
      if (mode != null) {
        for (AttachedDatabase database : call.databases()) {
          setJournalMode(call, database, mode);
        }
      }
    }
    return Rows.of(shownMode(call, call.database()));
  }

  /** A database in memory keeps its mode, as in SQLite. */
  private static void setJournalMode(Call call, AttachedDatabase database, JournalMode mode) {
    if (!database.isFile()) {
      database.pager().setJournalMode(mode);
      return;
    }
    JournalMode present = currentMode(call, database);
    boolean crosses = (present == JournalMode.WAL) != (mode == JournalMode.WAL);
    PagerState state = database.pager().state();
    if (crosses && (state == PagerState.WRITER_CHANGED || state == PagerState.WRITER_WRITTEN)) {
      // As SQLite: a transaction with changes keeps its journal, and the answer says so.
      return;
    }
    if (crosses && !call.session().isAutocommit()) {
      throw Call.error(
          "cannot change "
              + (mode == JournalMode.WAL ? "into" : "out of")
              + " wal mode from within a transaction");
    }
    if (!crosses) {
      if (mode != JournalMode.WAL) {
        database.pager().setJournalMode(mode);
      }
      return;
    }
    if (database.pager().state() != PagerState.OPEN) {
      throw Call.error(
          "cannot change "
              + (mode == JournalMode.WAL ? "into" : "out of")
              + " wal mode while statements are in progress");
    }
    database.pager().setJournalMode(mode);
  }

  /** The mode after a look at the file, which may have been changed by others. */
  private static JournalMode currentMode(Call call, AttachedDatabase database) {
    call.session().read(database, () -> null);
    return database.pager().journalMode();
  }

  private static String shownMode(Call call, AttachedDatabase database) {
    if (database.isTemp()) {
      return "delete";
    }
    return database.isFile()
        ? currentMode(call, database).pragmaName()
        : database.pager().journalMode().pragmaName();
  }

  private static JournalMode modeOf(String text) {
    for (JournalMode mode : JournalMode.values()) {
      if (mode.pragmaName().equals(text.toLowerCase(Locale.ROOT))) {
        return mode;
      }
    }
    return null;
  }

  private static List<Value[]> journalSizeLimit(Call call) {
    Pager pager = call.database().pager();
    if (call.hasArgument()) {
      pager.settings().setJournalSizeLimit(Words.longInteger(call.argument()));
    }
    return Rows.of(pager.settings().journalSizeLimit());
  }

  private static List<Value[]> synchronous(Call call) {
    Pager pager = call.database().pager();
    if (!call.hasArgument()) {
      return Rows.of(call.database().isTemp() ? 0 : pager.settings().synchronous().ordinal());
    }
    if (!call.session().isAutocommit()) {
      throw Call.error("Safety level may not be changed inside a transaction");
    }
    if (!call.database().isTemp()) {
      int level = Words.level(call.argument(), 1, true) & 7;
      Synchronous[] levels = Synchronous.values();
      pager.settings().setSynchronous(level == 7 ? Synchronous.OFF : levels[Math.min(level, 3)]);
    }
    return Rows.NONE;
  }

  private static List<Value[]> lockingMode(Call call) {
    String argument = call.hasArgument() ? call.argument().toLowerCase(Locale.ROOT) : "";
    boolean exclusive = argument.equals("exclusive");
    if (!exclusive && !argument.equals("normal")) {
      return Rows.of(
          call.databaseName() == null
              ? name(call.state().defaultLockingMode)
              : shown(call.database()));
    }
    LockingMode mode = exclusive ? LockingMode.EXCLUSIVE : LockingMode.NORMAL;
    if (call.databaseName() == null) {
      call.state().defaultLockingMode = mode;
    }
    for (AttachedDatabase database : call.databases()) {
      database.pager().setLockingMode(mode);
      if (!exclusive) {
        // The kept locks are given up at the end of a transaction: this one.
        call.session().read(database, () -> null);
      }
    }
    return Rows.of(shown(call.database()));
  }

  /** Nobody else can have a private database: it is always exclusive. */
  private static String shown(AttachedDatabase database) {
    return database.isFile() ? name(database.pager().lockingMode()) : "exclusive";
  }

  private static String name(LockingMode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  private static List<Value[]> busyTimeout(Call call) {
    if (call.hasArgument()) {
      call.session().setBusyTimeoutMillis(Math.max(0, Words.integer(call.argument())));
    }
    return Rows.of(call.session().busyTimeoutMillis());
  }

  private static List<Value[]> walAutocheckpoint(Call call) {
    if (call.hasArgument()) {
      int frames = Math.max(0, Words.integer(call.argument()));
      call.state().walAutocheckpoint = frames;
      for (AttachedDatabase database : call.session().databases()) {
        database.pager().settings().setAutocheckpoint(frames);
      }
    }
    return Rows.of(call.state().walAutocheckpoint);
  }

  /** Of the named database or of all: then the counts are those of main. */
  private static List<Value[]> walCheckpoint(Call call) {
    CheckpointMode mode = CheckpointMode.PASSIVE;
    if (call.hasArgument()) {
      for (CheckpointMode each : CheckpointMode.values()) {
        if (each.name().equalsIgnoreCase(call.argument())) {
          mode = each;
        }
      }
    }
    boolean busy = false;
    CheckpointResult first = null;
    for (AttachedDatabase database : call.databases()) {
      CheckpointResult result =
          database.isFile()
              ? database.pager().checkpoint(mode)
              : new CheckpointResult(false, -1, -1);
      busy |= result.isBusy();
      first = first == null ? result : first;
    }
    CheckpointResult shown = first == null ? new CheckpointResult(false, -1, -1) : first;
    return new Rows().add(busy ? 1 : 0, shown.logFrames(), shown.checkpointedFrames()).list();
  }
}
