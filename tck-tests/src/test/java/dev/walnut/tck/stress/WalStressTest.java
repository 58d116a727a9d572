// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.stress;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link WalStress} for a few seconds, and with many kills for minutes under {@code -Pslow}. */
class WalStressTest {
  @TempDir private Path directory;

  @Test
  void readsSeeOneCommittedStateAndNoCommitIsLost() throws Exception {
    WalStress stress = new WalStress();
    stress.millis = 2500;
    System.out.println("wal stress: " + stress.run(directory));
  }

  @Test
  void killedProcessesLoseNoCommitAndHarmNobody() throws Exception {
    WalStress stress = new WalStress();
    stress.threads = 2;
    stress.millis = 2500;
    stress.kills = 2;
    System.out.println("wal stress: " + stress.run(directory));
  }

  @Test
  @Tag("slow")
  void aHundredKillsInThreeMinutes() throws Exception {
    WalStress stress = new WalStress();
    stress.threads = 2;
    stress.walnutProcesses = 2;
    stress.sqliteProcesses = 2;
    stress.millis = 180_000;
    stress.kills = 100;
    System.out.println("wal stress: " + stress.run(directory));
  }
}
