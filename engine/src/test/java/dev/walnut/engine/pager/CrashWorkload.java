// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A series of transactions that grow, change, shrink, roll back to savepoints and spill, so that
 * after each commit the database is one of a list of known states.
 */
final class CrashWorkload {
  static final String PATH = "test.db";
  private static final int PAGE_SIZE = 512;

  /** Page counts after each commit; the changes are derived from the number of the commit. */
  private static final int[] PAGE_COUNTS = {6, 9, 9, 4, 12, 12, 3, 5};

  private final JournalMode mode;
  private final Synchronous synchronous;

  /** Commits that have returned. */
  int acknowledged;

  CrashWorkload(JournalMode mode, Synchronous synchronous) {
    this.mode = mode;
    this.synchronous = synchronous;
  }

  static int commitCount() {
    return PAGE_COUNTS.length;
  }

  Pager connect(FileSystem fileSystem) {
    return connect(new DatabaseRegistry(fileSystem));
  }

  Pager connect(DatabaseRegistry registry) {
    Pager pager = registry.open(PATH, OpenMode.READ_WRITE_CREATE);
    pager.setPageSize(PAGE_SIZE, 0);
    pager.settings().setSynchronous(synchronous);
    pager.setJournalMode(mode);
    pager.setMaxWaitingOriginals(4);
    return pager;
  }

  /** Runs all transactions; a crash or an error passes through. */
  void run(Pager pager) {
    while (acknowledged < PAGE_COUNTS.length) {
      step(pager);
    }
  }

  /** Runs the next transaction. */
  void step(Pager pager) {
    int number = acknowledged + 1;
    pager.beginWrite();
    int target = PAGE_COUNTS[acknowledged];
    if (number % 3 == 0) {
      // Something that is undone before the commit.
      int savepoint = pager.openSavepoint();
      fill(pager, 2, 99);
      fill(pager, pager.pageCount() + 1, 98);
      pager.rollbackToSavepoint(savepoint);
      pager.releaseSavepoint(savepoint);
    }
    if (target < pager.pageCount()) {
      pager.setPageCount(target);
    }
    for (int page = 1; page <= target; page++) {
      if (page == 1 || page > pager.pageCount() || changes(page, number)) {
        fill(pager, page, number);
      }
      if (number % 4 == 1 && page % 3 == 0 && mode != JournalMode.MEMORY) {
        pager.trySpill();
      }
    }
    pager.commitAndEndRead();
    acknowledged = number;
  }

  private static boolean changes(int page, int number) {
    return (page * 7 + number) % 3 != 0;
  }

  private static void fill(Pager pager, int pageNumber, int value) {
    byte[] page = pager.write(pageNumber);
    for (int i = pageNumber == 1 ? 120 : 0; i < page.length; i++) {
      page[i] = (byte) (value * 31 + i * 7 + pageNumber);
    }
  }

  /** The content after each number of commits, from 0. */
  List<byte[]> states(FileSystem scratch) {
    List<byte[]> states = new ArrayList<>();
    CrashWorkload workload = new CrashWorkload(mode, synchronous);
    try (Pager pager = workload.connect(scratch)) {
      states.add(content(pager));
      while (workload.acknowledged < PAGE_COUNTS.length) {
        workload.step(pager);
        states.add(content(pager));
      }
    }
    return states;
  }

  /** All pages in a row, but for the header's counters and format versions. */
  static byte[] content(Pager pager) {
    pager.beginRead();
    try {
      return contentOfSnapshot(pager);
    } finally {
      pager.endRead();
    }
  }

  /** The same in the open transaction. */
  static byte[] contentOfSnapshot(Pager pager) {
    int count = pager.pageCount();
    byte[] all = new byte[count * pager.pageSize()];
    for (int page = 1; page <= count; page++) {
      System.arraycopy(pager.read(page), 0, all, (page - 1) * pager.pageSize(), pager.pageSize());
    }
    if (count > 0) {
      Arrays.fill(all, 18, 20, (byte) 0);
      Arrays.fill(all, 24, 28, (byte) 0);
      Arrays.fill(all, 92, 96, (byte) 0);
    }
    return all;
  }

  /** The number of commits whose state equals that content; 0 for none at all. */
  static int find(List<byte[]> states, byte[] content) {
    if (content.length == 0) {
      // In WAL mode state 0 has a first page, which the change of mode has made.
      return 0;
    }
    for (int i = 0; i < states.size(); i++) {
      if (Arrays.equals(states.get(i), content)) {
        return i;
      }
    }
    return -1;
  }
}
