// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.testing.PowerLoss;
import dev.walnut.engine.testing.SimulatedCrash;
import dev.walnut.engine.testing.SimulatedDisk;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimulatedSharedMemoryTest extends SharedMemoryContract {
  private final SimulatedDisk disk = new SimulatedDisk();
  private final FileSystem fileSystem = disk.process();

  @Override
  FileSystem fileSystem() {
    return fileSystem;
  }

  @Override
  String path(String name) {
    return name;
  }

  @Override
  Elsewhere elsewhere() {
    FileSystem process = disk.process();
    SharedMemory memory =
        process.openSharedMemory(process.open("a", OpenMode.READ_WRITE_CREATE), "a-shm", false);
    return new Elsewhere() {
      @Override
      public String execute(String command) {
        return SharedMemoryCommands.execute(memory, command);
      }

      @Override
      public void kill() {
        disk.kill(process);
        assertThatThrownBy(() -> memory.tryLock(0, 1, true)).isInstanceOf(SimulatedCrash.class);
      }

      @Override
      public void close() {
        memory.close();
      }
    };
  }

  @Test
  void growthAndLocksAreCallsThatCanFail() {
    SharedMemory memory = open(false);
    assertFails(1, ResultCode.IOERR, ResultCode.IOERR_SHMSIZE, () -> memory.region(0, true));
    assertFails(2, ResultCode.IOERR, ResultCode.IOERR_SHMMAP, () -> memory.region(0, true));
    assertFails(2, ResultCode.FULL, ResultCode.FULL, () -> memory.region(1, true));
    assertFails(1, ResultCode.IOERR, ResultCode.IOERR_SHMLOCK, () -> memory.tryLock(0, 1, false));
    assertThat(memory.region(1, true)).isNotNull();
    assertThat(memory.tryLock(0, 1, false)).isTrue();
  }

  private void assertFails(
      int call,
      ResultCode kind,
      ResultCode code,
      org.assertj.core.api.ThrowableAssert.ThrowingCallable action) {
    disk.failAt(call, kind, false);
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(code));
    disk.heal();
  }

  @Test
  void aCrashKeepsWhatWasThereAtThatMomentAndNoLocks() {
    SharedMemory memory = open(false);
    ByteBuffer region = memory.region(0, true);
    region.putInt(0, 1);
    memory.tryLock(0, 1, false);
    disk.crashAt(1);
    assertThatThrownBy(() -> memory.tryLock(1, 1, false)).isInstanceOf(SimulatedCrash.class);
    region.putInt(0, 2);
    SimulatedDisk found = disk.afterPowerLoss(PowerLoss.KEPT, 0);
    assertThat(found.content("a-shm")).startsWith(intBytes(1)).hasSize(SharedMemory.REGION_BYTES);
    FileSystem process = found.process();
    try (SharedMemory next =
        process.openSharedMemory(process.open("a", OpenMode.READ_WRITE), "a-shm", false)) {
      assertThat(next.tryLock(0, 1, false)).isTrue();
      // It was the last process, so the next one starts from nothing.
      assertThat(next.region(0, false)).isNull();
    }
  }

  private static byte[] intBytes(int value) {
    ByteBuffer buffer = ByteBuffer.allocate(4).order(java.nio.ByteOrder.nativeOrder());
    return buffer.putInt(value).array();
  }

  @Test
  void aPowerLossLeavesAnythingOfIt() {
    SharedMemory memory = open(false);
    ByteBuffer region = memory.region(0, true);
    for (int offset = 0; offset < SharedMemory.REGION_BYTES; offset += 4) {
      region.putInt(offset, 1);
    }
    fileSystem.syncDirectory("a-shm");
    Set<Integer> sizes = new HashSet<>();
    for (int seed = 0; seed < 20; seed++) {
      byte[] found = disk.afterPowerLoss(PowerLoss.TORN, seed).content("a-shm");
      int ones = 0;
      for (byte b : found) {
        ones += b;
      }
      sizes.add(ones);
    }
    assertThat(sizes).contains(0, SharedMemory.REGION_BYTES / 4).hasSizeGreaterThan(2);
    assertThat(region.getInt(0)).isEqualTo(1);
  }
}
