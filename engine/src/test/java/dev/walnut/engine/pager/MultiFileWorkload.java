// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A series of transactions, each over several files, that grow, shrink and spill, so that after
 * each commit the files together are one of a list of known states.
 */
final class MultiFileWorkload {
  private static final int PAGE_SIZE = 512;

  /** Page counts after each commit, shifted for each file. */
  private static final int[] PAGE_COUNTS = {4, 7, 7, 3, 6};

  private final String directory;
  private final List<JournalMode> modes;
  private final Synchronous synchronous;

  /** Commits that have returned. */
  int acknowledged;

  /**
   * @param modes the journal mode of each file
   */
  MultiFileWorkload(List<JournalMode> modes, Synchronous synchronous) {
    this("", modes, synchronous);
  }

  /**
   * @param directory what the files' paths begin with
   */
  MultiFileWorkload(String directory, List<JournalMode> modes, Synchronous synchronous) {
    this.directory = directory;
    this.modes = modes;
    this.synchronous = synchronous;
  }

  String path(int fileIndex) {
    return directory + (char) ('a' + fileIndex) + ".db";
  }

  List<Pager> connect(FileSystem fileSystem) {
    DatabaseRegistry registry = new DatabaseRegistry(fileSystem);
    List<Pager> pagers = new ArrayList<>();
    for (int i = 0; i < modes.size(); i++) {
      Pager pager = registry.open(path(i), OpenMode.READ_WRITE_CREATE);
      pagers.add(pager);
      pager.settings().setSynchronous(synchronous);
      pager.setPageSize(PAGE_SIZE, 0);
      pager.setMaxWaitingOriginals(4);
      pager.setJournalMode(modes.get(i));
    }
    return pagers;
  }

  /** Runs all transactions; a crash or an error passes through. */
  void run(List<Pager> pagers) {
    while (acknowledged < PAGE_COUNTS.length) {
      step(pagers);
    }
  }

  /** Runs the next transaction. */
  void step(List<Pager> pagers) {
    int number = acknowledged + 1;
    for (int i = 0; i < pagers.size(); i++) {
      change(pagers.get(i), i, number);
    }
    MultiFileCommit.commit(pagers.get(0), pagers);
    pagers.forEach(Pager::endRead);
    acknowledged = number;
  }

  private void change(Pager pager, int fileIndex, int number) {
    pager.beginWrite();
    int target = PAGE_COUNTS[(number - 1 + fileIndex) % PAGE_COUNTS.length];
    if (target < pager.pageCount()) {
      pager.setPageCount(target);
    }
    for (int page = 1; page <= target; page++) {
      if (page == 1 || page > pager.pageCount() || (page + number) % 3 != 0) {
        fill(pager, page, number * 4 + fileIndex);
      }
      if (number == 3 && page == 3 && modes.get(fileIndex) != JournalMode.MEMORY) {
        pager.trySpill();
      }
    }
  }

  private static void fill(Pager pager, int pageNumber, int value) {
    byte[] page = pager.write(pageNumber);
    for (int i = pageNumber == 1 ? 120 : 0; i < page.length; i++) {
      page[i] = (byte) (value * 31 + i * 7 + pageNumber);
    }
  }

  /** The contents after each number of commits, from 0: of one file, or, with -1, of all. */
  List<byte[]> states(FileSystem scratch, int fileIndex) {
    List<byte[]> states = new ArrayList<>();
    MultiFileWorkload workload = new MultiFileWorkload(directory, modes, synchronous);
    List<Pager> pagers = workload.connect(scratch);
    states.add(content(pagers, fileIndex));
    while (workload.acknowledged < PAGE_COUNTS.length) {
      workload.step(pagers);
      states.add(content(pagers, fileIndex));
    }
    pagers.forEach(Pager::close);
    return states;
  }

  /** The content of one file, or, with -1, of all. */
  static byte[] content(List<Pager> pagers, int fileIndex) {
    if (fileIndex >= 0) {
      return CrashWorkload.content(pagers.get(fileIndex));
    }
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (Pager pager : pagers) {
      byte[] content = CrashWorkload.content(pager);
      all.writeBytes(content);
      all.writeBytes(Arrays.copyOf(new byte[] {(byte) content.length}, 4));
    }
    return all.toByteArray();
  }

  /** Rolls all back; false if one could not be. */
  static boolean rollback(List<Pager> pagers) {
    boolean undone = true;
    for (Pager pager : pagers) {
      try {
        pager.rollback();
        pager.endRead();
      } catch (DatabaseException e) {
        undone = false;
      }
    }
    return undone;
  }
}
