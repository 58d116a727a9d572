// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.sql.session.AttachedDatabase;
import dev.walnut.sql.value.Value;
import java.util.List;
import java.util.Locale;

/** Pragmas about the page cache and about where temporary data lives. */
final class CachePragmas {
  private static final int TEMP_FILE = 1;
  private static final int TEMP_MEMORY = 2;

  private CachePragmas() {}

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.setting("cache_size", CachePragmas::cacheSize),
        new SessionPragma(
            "default_cache_size",
            List.of("cache_size"),
            List.of(),
            true,
            false,
            CachePragmas::defaultCacheSize),
        SessionPragma.setting("cache_spill", CachePragmas::cacheSpill),
        SessionPragma.silent("shrink_memory", call -> Rows.NONE),
        SessionPragma.setting("temp_store", CachePragmas::tempStore),
        new SessionPragma(
            "temp_store_directory",
            List.of("temp_store_directory"),
            List.of(),
            false,
            false,
            CachePragmas::tempStoreDirectory));
  }

  /** Pages if positive, KiB if negative. */
  private static List<Value[]> cacheSize(Call call) {
    AttachedDatabase database = call.database();
    if (database != call.session().main()) {
      // Databases share one memory budget here: only main's size is remembered as it was written.
      return call.hasArgument() ? Rows.NONE : Rows.of(0);
    }
    if (!call.hasArgument()) {
      return Rows.of(call.state().mainCacheSize);
    }
    setCacheSize(call, database, Words.integer(call.argument()));
    return Rows.NONE;
  }

  private static void setCacheSize(Call call, AttachedDatabase database, int size) {
    call.state().mainCacheSize = size;
    long bytes =
        size < 0
            ? -(long) size * 1024
            : call.session().read(database, () -> (long) size * database.pager().pageSize());
    database.pager().setCacheSizeBytes(bytes);
  }

  /** The size that is kept in the file and holds from the next opening on. */
  private static List<Value[]> defaultCacheSize(Call call) {
    AttachedDatabase database = call.database();
    if (!call.hasArgument()) {
      int stored =
          call.session()
              .read(
                  database,
                  () -> database.pager().headerField(DatabaseHeader.DEFAULT_CACHE_SIZE_OFFSET));
      return Rows.of(stored == 0 ? PragmaState.DEFAULT_CACHE_SIZE : Math.abs(stored));
    }
    int size = Math.abs(Words.integer(call.argument()));
    call.session()
        .change(
            database,
            () -> database.pager().setHeaderField(DatabaseHeader.DEFAULT_CACHE_SIZE_OFFSET, size));
    if (database == call.session().main()) {
      setCacheSize(call, database, size);
    }
    return Rows.NONE;
  }

  private static List<Value[]> cacheSpill(Call call) {
    PragmaState state = call.state();
    if (!call.hasArgument()) {
      return Rows.of(state.cacheSpill ? spillPages(call) : 0);
    }
    state.cacheSpill = Words.flag(call.argument());
    if (Words.isInteger(call.argument())) {
      int pages = Words.integer(call.argument());
      state.cacheSpill = pages != 0;
      if (pages > 1 || pages < 0) {
        state.cacheSpillPages = pages;
      }
    }
    for (AttachedDatabase database : call.session().databases()) {
      applySpill(state, database);
    }
    return Rows.NONE;
  }

  private static void applySpill(PragmaState state, AttachedDatabase database) {
    long pages = state.cacheSpillPages;
    database
        .pager()
        .settings()
        .setCacheSpill(
            state.cacheSpill, pages < 0 ? -pages * 1024 : pages * database.pager().pageSize());
  }

  private static long spillPages(Call call) {
    AttachedDatabase main = call.session().main();
    int pageSize = call.session().read(main, () -> main.pager().pageSize());
    int cache = pages(call.state().mainCacheSize, pageSize);
    return Math.max(cache, pages(call.state().cacheSpillPages, pageSize));
  }

  /** KiB are turned into pages with what SQLite adds to each for its bookkeeping. */
  private static int pages(int size, int pageSize) {
    return size >= 0 ? size : (int) (-(long) size * 1024 / (pageSize + PAGE_OVERHEAD_BYTES));
  }

  private static final int PAGE_OVERHEAD_BYTES = 144;

  private static List<Value[]> tempStore(Call call) {
    if (!call.hasArgument()) {
      return Rows.of(call.session().settings().tempStore());
    }
    int store =
        switch (call.argument().toLowerCase(Locale.ROOT)) {
          case "1", "file" -> TEMP_FILE;
          case "2", "memory" -> TEMP_MEMORY;
          default -> 0;
        };
    if (store != call.session().settings().tempStore()) {
      if (!call.session().dropTemp()) {
        throw Call.error("temporary storage cannot be changed from within a transaction");
      }
      call.session().settings().setTempStore(store);
    }
    return Rows.NONE;
  }

  private static List<Value[]> tempStoreDirectory(Call call) {
    if (!call.hasArgument()) {
      String directory = call.state().tempDirectory;
      return directory.isEmpty() ? Rows.NONE : Rows.of(directory);
    }
    call.state().tempDirectory = call.argument();
    return Rows.NONE;
  }
}
