// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.journal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.file.DatabaseFile;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.MemoryFiles;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.format.JournalLayout;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Playback of journals that are cut off or damaged anywhere. */
class JournalPlaybackTest {
  private static final int PAGE_SIZE = 512;
  private static final int PAGES = 6;

  private final FileSystem files = new MemoryFiles();
  private final DatabaseFile database = files.open("a", OpenMode.READ_WRITE_CREATE);

  private static byte[] image(int value) {
    byte[] image = new byte[PAGE_SIZE];
    Arrays.fill(image, (byte) value);
    return image;
  }

  private void fillDatabase(int pages, int value) {
    database.truncate(0);
    for (int i = 0; i < pages; i++) {
      database.write((long) i * PAGE_SIZE, image(value), 0, PAGE_SIZE);
    }
  }

  /** A journal of two segments: pages 1 to 3, then 4 and 5; page n held n. */
  private byte[] journal(Synchronous synchronous) {
    RollbackJournal journal = new RollbackJournal(files, database, "a-journal", () -> 12345);
    journal.open(JournalMode.DELETE, synchronous, PAGE_SIZE, PAGES);
    for (int i = 1; i <= 3; i++) {
      journal.append(i, image(i));
    }
    journal.makeDurable();
    for (int i = 4; i <= 5; i++) {
      journal.append(i, image(i));
    }
    journal.makeDurable();
    journal.close();
    try (DatabaseFile file = files.open("a-journal", OpenMode.READ_ONLY)) {
      byte[] all = new byte[(int) file.size()];
      file.read(0, all, 0, all.length);
      return all;
    }
  }

  private void playBack(byte[] journal) {
    files.delete("b");
    try (DatabaseFile file = files.open("b", OpenMode.READ_WRITE_CREATE)) {
      file.write(0, journal, 0, journal.length);
      assertThat(JournalPlayback.superJournalName(file)).isNull();
      new JournalPlayback(database, file, PAGE_SIZE).run();
    }
  }

  private int valueOf(int pageNumber) {
    byte[] page = new byte[PAGE_SIZE];
    database.read((long) (pageNumber - 1) * PAGE_SIZE, page, 0, PAGE_SIZE);
    assertThat(page).containsOnly(page[0]);
    return page[0];
  }

  @Test
  void bothSegmentsArePlayedAndTheSizeIsRestored() {
    for (Synchronous synchronous : Synchronous.values()) {
      fillDatabase(9, 99);
      playBack(journal(synchronous));
      assertThat(database.size()).isEqualTo(PAGES * PAGE_SIZE);
      for (int i = 1; i <= 5; i++) {
        assertThat(valueOf(i)).isEqualTo(i);
      }
      assertThat(valueOf(6)).isEqualTo(99);
    }
  }

  @Test
  void aJournalThatEndsAnywhereIsPlayedAsFarAsItGoes() {
    byte[] whole = journal(Synchronous.FULL);
    int secondSegment = (512 + 3 * (PAGE_SIZE + JournalLayout.RECORD_OVERHEAD) + 511) / 512 * 512;
    for (int length = 0; length <= whole.length; length += 13) {
      fillDatabase(9, 99);
      playBack(Arrays.copyOf(whole, length));
      boolean hasHeader = length >= 512;
      assertThat(database.size()).isEqualTo((hasHeader || length >= 28 ? PAGES : 9) * PAGE_SIZE);
      for (int i = 1; i <= 5; i++) {
        int start = i <= 3 ? 512 + (i - 1) * 520 : secondSegment + 512 + (i - 4) * 520;
        assertThat(valueOf(i))
            .as("page " + i + " of " + length)
            .isEqualTo(length >= start + 520 ? i : 99);
      }
    }
  }

  @Test
  void damagedJournalsNeverFailAndNeverLoop() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[] whole = journal(Synchronous.FULL);
    for (int round = 0; round < 3_000; round++) {
      byte[] damaged = whole.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        int offset = random.nextInt(4) == 0 ? random.nextInt(damaged.length) : random.nextInt(28);
        damaged[offset] = (byte) random.nextInt(256);
      }
      // A page count of billions would make a file of that size; sparse, but not in memory.
      damaged[16] = 0;
      damaged[17] = 0;
      fillDatabase(9, 99);
      playBack(damaged);
    }
  }

  @Test
  void aRecordWithAWrongChecksumEndsPlayback() {
    byte[] damaged = journal(Synchronous.FULL);
    damaged[512 + 520 + 4 + 312] ^= 1;
    fillDatabase(9, 99);
    playBack(damaged);
    assertThat(valueOf(1)).isEqualTo(1);
    assertThat(valueOf(2)).isEqualTo(99);
    assertThat(valueOf(3)).isEqualTo(99);
    assertThat(valueOf(4)).isEqualTo(99);
  }
}
