// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.testing.SimulatedDisk;
import org.junit.jupiter.api.Test;

/** A connection for reading only finds the journal of a writer that died. */
class ReadOnlyHotJournalTest {
  private final SimulatedDisk disk = new SimulatedDisk();

  private static void commit(Pager pager, int value) {
    pager.beginWrite();
    for (int page = 2; page <= 6; page++) {
      pager.write(page)[9] = (byte) value;
    }
    pager.commitAndEndRead();
  }

  @Test
  void itRefusesAndLeavesBothFilesToOneThatMayWrite() {
    FileSystem dying = disk.process();
    Pager writer = new DatabaseRegistry(dying).open("a.db", OpenMode.READ_WRITE_CREATE);
    commit(writer, 1);
    // A spill writes to the database; then the process dies.
    writer.beginWrite();
    for (int page = 2; page <= 6; page++) {
      writer.write(page)[9] = 2;
    }
    assertThat(writer.trySpill()).isTrue();
    disk.kill(dying);
    byte[] database = disk.content("a.db");
    byte[] journal = disk.content("a.db-journal");

    DatabaseRegistry registry = new DatabaseRegistry(disk.process());
    try (Pager reader = registry.open("a.db", OpenMode.READ_ONLY)) {
      assertThatThrownBy(reader::beginRead)
          .isInstanceOfSatisfying(
              DatabaseException.class,
              e -> assertThat(e.resultCode()).isEqualTo(ResultCode.READONLY_ROLLBACK));
      assertThat(disk.content("a.db")).isEqualTo(database);
      assertThat(disk.content("a.db-journal")).isEqualTo(journal);

      try (Pager other = registry.open("a.db", OpenMode.READ_WRITE)) {
        other.beginRead();
        assertThat(other.read(4)[9]).isEqualTo((byte) 1);
        other.endRead();
      }
      reader.beginRead();
      assertThat(reader.read(4)[9]).isEqualTo((byte) 1);
      reader.endRead();
    }
  }
}
