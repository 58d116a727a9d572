// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.testing.SimulatedDisk;
import dev.walnut.engine.wal.CheckpointMode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Two processes, one of which does a whole piece of work in the middle of the other's: before its
 * first file or lock call, before its second, and so on. Every commit sets the same number on four
 * pages, so a reader who sees two different ones has mixed two states.
 */
class WalInterleavingTest {
  private static final int[] PAGES = {2, 3, 4, 5};
  private static final int VALUE = 40;

  /** A process with one connection, and the commits that all processes have made. */
  private static final class Side {
    final FileSystem process;
    final Pager pager;
    final int[] newest;

    Side(SimulatedDisk disk, int[] newest) {
      this.process = disk.process();
      this.newest = newest;
      pager = new DatabaseRegistry(process).open("test.db", OpenMode.READ_WRITE_CREATE);
      pager.setPageSize(512, 0);
      pager.settings().setAutocheckpoint(0);
      pager.setJournalMode(JournalMode.WAL);
    }

    int snapshot() {
      if (pager.pageCount() == 1) {
        return 0;
      }
      // The files are what is looked at, not what the cache remembers.
      for (int page : PAGES) {
        pager.database().cache().remove(page);
      }
      int value = Bytes.getInt(pager.read(PAGES[0]), VALUE);
      for (int page : PAGES) {
        assertThat(Bytes.getInt(pager.read(page), VALUE)).as("page " + page).isEqualTo(value);
      }
      return value;
    }

    void read() {
      int known = newest[0];
      pager.beginRead();
      try {
        int value = snapshot();
        assertThat(value).isBetween(known, newest[0]);
        assertThat(snapshot()).isEqualTo(value);
      } finally {
        pager.endRead();
      }
    }

    void commit() {
      pager.beginWrite();
      assertThat(snapshot()).isEqualTo(newest[0]);
      for (int page : PAGES) {
        Bytes.putInt(pager.write(page), VALUE, newest[0] + 1);
      }
      pager.commitAndEndRead();
      newest[0]++;
    }

    void checkpoint(CheckpointMode mode) {
      pager.checkpoint(mode);
    }

    void end() {
      pager.rollback();
      pager.endRead();
    }
  }

  /** A piece of work. */
  enum Work {
    READ(Side::read),
    COMMIT(Side::commit),
    COMMITS(
        side -> {
          side.commit();
          side.commit();
          side.commit();
        }),
    ROLLED_BACK(
        side -> {
          side.pager.beginWrite();
          for (int page : PAGES) {
            Bytes.putInt(side.pager.write(page), VALUE, -1);
          }
          side.pager.trySpill();
          side.end();
        }),
    PASSIVE(side -> side.checkpoint(CheckpointMode.PASSIVE)),
    RESTART(side -> side.checkpoint(CheckpointMode.RESTART)),
    TRUNCATE(side -> side.checkpoint(CheckpointMode.TRUNCATE)),
    /** The log is begun anew, and as long as before. */
    REWIND(
        side -> {
          side.checkpoint(CheckpointMode.FULL);
          side.commit();
          side.commit();
        }),
    REWIND_AND_COPY(
        side -> {
          side.checkpoint(CheckpointMode.TRUNCATE);
          side.commit();
          side.checkpoint(CheckpointMode.PASSIVE);
          side.commit();
        });

    private final Consumer<Side> body;

    Work(Consumer<Side> body) {
      this.body = body;
    }

    /** Does it; to find somebody in the way is no mistake. */
    void run(Side side) {
      try {
        body.accept(side);
      } catch (DatabaseException e) {
        assertThat(e.resultCode().is(ResultCode.BUSY)).as(e.toString()).isTrue();
        side.end();
      }
    }
  }

  static Stream<Arguments> pairs() {
    List<Arguments> all = new ArrayList<>();
    for (Work outer : Work.values()) {
      for (Work inner : Work.values()) {
        all.add(Arguments.of(outer, inner));
      }
    }
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("pairs")
  void whateverHappensMeanwhileReadersSeeOneStateAndNoCommitIsLost(Work outer, Work inner) {
    for (int start = 0; start < 3; start++) {
      for (int call = 1; ; call++) {
        SimulatedDisk disk = new SimulatedDisk();
        int[] newest = new int[1];
        Side one = new Side(disk, newest);
        Side two = new Side(disk, newest);
        prepare(one, two, start);
        boolean[] reached = new boolean[1];
        disk.interruptAt(
            one.process,
            call,
            () -> {
              reached[0] = true;
              inner.run(two);
            });
        outer.run(one);
        disk.heal();
        two.read();
        one.read();
        one.commit();
        two.commit();
        one.read();
        Side three = new Side(disk, newest);
        three.read();
        for (Side side : new Side[] {three, one, two}) {
          side.pager.close();
        }
        Side last = new Side(disk, newest);
        last.read();
        last.pager.close();
        if (!reached[0]) {
          break;
        }
      }
    }
  }

  /** The log is empty, half copied, or all copied. */
  private static void prepare(Side one, Side two, int start) {
    one.commit();
    two.commit();
    two.read();
    if (start > 0) {
      one.checkpoint(CheckpointMode.PASSIVE);
    }
    if (start == 1) {
      two.commit();
    }
    one.read();
  }
}
