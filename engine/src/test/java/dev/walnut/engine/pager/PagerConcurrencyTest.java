// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.testing.SimulatedDisk;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Threads with a connection each raise a counter that stands on two pages. Hunted: lost updates
 * (two writers at once) and torn reads (a reader sees one page before and the other after a
 * commit).
 */
class PagerConcurrencyTest {
  private static final int WRITERS = 3;
  private static final int READERS = 2;
  private static final int COMMITS = 40;

  @TempDir Path directory;

  @Test
  void connectionsOfOneProcessOnARealFile() throws Exception {
    run(
        () ->
            DatabaseRegistry.process()
                .open(directory.resolve("a").toString(), OpenMode.READ_WRITE_CREATE));
  }

  @Test
  void connectionsOfManyProcessesOnASimulatedDisk() throws Exception {
    SimulatedDisk disk = new SimulatedDisk();
    FileSystem[] processes = {disk.process(), disk.process(), disk.process()};
    DatabaseRegistry[] registries = new DatabaseRegistry[processes.length];
    for (int i = 0; i < processes.length; i++) {
      registries[i] = new DatabaseRegistry(processes[i]);
    }
    int[] next = new int[1];
    run(() -> registries[next[0]++ % registries.length].open("a", OpenMode.READ_WRITE_CREATE));
  }

  private static void run(Callable<Pager> connect) throws Exception {
    List<Pager> pagers = new ArrayList<>();
    for (int i = 0; i < WRITERS + READERS; i++) {
      Pager pager = connect.call();
      pager.setBusyTimeoutMillis(60_000);
      pager.setJournalMode(i % 2 == 0 ? JournalMode.DELETE : JournalMode.PERSIST);
      pagers.add(pager);
    }
    Pager first = pagers.get(0);
    first.beginWrite();
    first.write(2);
    first.write(3);
    first.commitAndEndRead();
    ExecutorService threads = Executors.newFixedThreadPool(WRITERS + READERS);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < pagers.size(); i++) {
        Pager pager = pagers.get(i);
        running.add(threads.submit(i < WRITERS ? () -> write(pager) : () -> read(pager)));
      }
      for (Future<?> thread : running) {
        thread.get();
      }
    } finally {
      threads.shutdown();
    }
    first.beginRead();
    assertThat(counter(first, 2)).isEqualTo(WRITERS * COMMITS);
    first.endRead();
    pagers.forEach(Pager::close);
  }

  private static int counter(Pager pager, int pageNumber) {
    return Bytes.getInt(pager.read(pageNumber), 40);
  }

  private static void write(Pager pager) {
    for (int i = 0; i < COMMITS; i++) {
      pager.beginWrite();
      int next = counter(pager, 2) + 1;
      Bytes.putInt(pager.write(2), 40, next);
      Bytes.putInt(pager.write(3), 40, next);
      pager.commitAndEndRead();
    }
  }

  private static void read(Pager pager) {
    int seen = 0;
    for (int i = 0; i < 20 * COMMITS && seen < WRITERS * COMMITS; i++) {
      pager.beginRead();
      int now = counter(pager, 3);
      assertThat(counter(pager, 2)).isEqualTo(now);
      assertThat(now).isGreaterThanOrEqualTo(seen);
      seen = now;
      pager.endRead();
    }
  }
}
