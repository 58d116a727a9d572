// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.file.OperatingSystemFiles;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.SimulatedCrash;
import dev.walnut.engine.testing.SimulatedDisk;
import dev.walnut.engine.testing.SqliteProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQLite brings to an end what Walnut leaves when it dies in a commit over several files. */
class SuperJournalInteropTest {
  private static final List<JournalMode> MODES =
      List.of(JournalMode.DELETE, JournalMode.PERSIST, JournalMode.TRUNCATE);

  @TempDir Path directory;

  @Test
  void sqliteRecoversEveryStateInWhichAProcessCanDie() throws IOException {
    List<byte[]> states =
        new MultiFileWorkload(MODES, Synchronous.FULL).states(new SimulatedDisk().process(), -1);
    int left = 0;
    try (SqliteProcess sqlite = SqliteProcess.open(directory.resolve("own.db"))) {
      for (int call = 1; ; call++) {
        Path there = directory.resolve("call" + call);
        SimulatedDisk disk = new SimulatedDisk();
        disk.crashAt(call);
        MultiFileWorkload workload = new MultiFileWorkload(there + "/", MODES, Synchronous.FULL);
        try {
          workload.run(workload.connect(disk.process()));
          break;
        } catch (SimulatedCrash e) {
          // What a crash leaves is what this is about.
        }
        if (disk.paths().stream().noneMatch(path -> path.contains("-mj"))) {
          continue;
        }
        left++;
        Files.createDirectory(there);
        for (String path : disk.paths()) {
          Files.write(Path.of(path), disk.content(path));
        }
        for (int i = 0; i < MODES.size(); i++) {
          String path = workload.path((i + call) % MODES.size());
          assertThat(sqlite.execute("ATTACH '" + path + "' AS x")).isEqualTo("ok");
          sqlite.execute("PRAGMA x.user_version");
          assertThat(sqlite.execute("DETACH x")).isEqualTo("ok");
        }
        List<Pager> pagers = workload.connect(new OperatingSystemFiles());
        assertThat(CrashWorkload.find(states, MultiFileWorkload.content(pagers, -1)))
            .as("call " + call)
            .isBetween(workload.acknowledged, workload.acknowledged + 1);
        pagers.forEach(Pager::close);
      }
    }
    assertThat(left).isGreaterThan(50);
  }
}
