// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What every implementation of {@link SharedMemory} does alike. */
abstract class SharedMemoryContract {
  private static final int WRITE = 0;
  private static final int READ_1 = 4;

  /** Shared memory that another process has open. */
  interface Elsewhere extends AutoCloseable {
    /** Executes one of {@link SharedMemoryCommands}. */
    String execute(String command);

    /** Ends the process as {@code kill -9} does. */
    void kill();

    @Override
    void close();
  }

  /** The implementation under test, as one process sees it. */
  abstract FileSystem fileSystem();

  /** A path in it for a file of that name. */
  abstract String path(String name);

  /** Another process that opens the shared memory of the database {@code a}. */
  abstract Elsewhere elsewhere();

  /** Whether locks of what {@link #elsewhere} gives are those of another process. */
  boolean hasProcesses() {
    return true;
  }

  final SharedMemory open(boolean readOnly) {
    try (DatabaseFile database = fileSystem().open(path("a"), OpenMode.READ_WRITE_CREATE)) {
      return fileSystem().openSharedMemory(database, path("a-shm"), readOnly);
    }
  }

  final void assertOpeningReadOnlyFails(ResultCode code) {
    assertThatThrownBy(() -> open(true))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(code));
  }

  @Test
  void regionsAppearWhenAskedToAndAreZero() {
    try (SharedMemory memory = open(false)) {
      assertThat(fileSystem().exists(path("a-shm"))).isTrue();
      assertThat(memory.isReadOnly()).isFalse();
      assertThat(memory.region(0, false)).isNull();
      assertThat(memory.region(3, false)).isNull();
      ByteBuffer third = memory.region(2, true);
      assertThat(memory.region(3, false)).isNull();
      for (int i = 0; i < 3; i++) {
        ByteBuffer region = memory.region(i, false);
        assertThat(region.position()).isZero();
        assertThat(region.limit()).isEqualTo(SharedMemory.REGION_BYTES);
        assertThat(region.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThat(region.isDirect()).isTrue();
        for (int offset = 0; offset < SharedMemory.REGION_BYTES; offset += 8) {
          assertThat(region.getLong(offset)).isZero();
        }
      }
      third.putInt(SharedMemory.REGION_BYTES - 4, 77);
      assertThat(memory.region(2, true).getInt(SharedMemory.REGION_BYTES - 4)).isEqualTo(77);
      assertThat(memory.region(1, true).getInt(SharedMemory.REGION_BYTES - 4)).isZero();
    }
  }

  @Test
  void whatOneProcessWritesTheOtherReads() {
    try (SharedMemory memory = open(false);
        Elsewhere other = elsewhere()) {
      memory.region(0, true).putInt(132, 4711);
      assertThat(other.execute("get 0 132")).isEqualTo("4711");
      assertThat(other.execute("get 1 0")).isEqualTo("null");
      assertThat(other.execute("put 1 32764 -5")).isEqualTo("ok");
      assertThat(memory.region(1, false).getInt(32764)).isEqualTo(-5);
      // Growing what has grown already leaves it as it is.
      assertThat(memory.region(1, true).getInt(32764)).isEqualTo(-5);
    }
  }

  @Test
  void theFirstToOpenCutsWhatIsThereAndTheSecondDoesNot() {
    try (SharedMemory memory = open(false)) {
      memory.region(1, true).putInt(0, 1);
    }
    assertThat(fileSystem().exists(path("a-shm"))).isTrue();
    try (SharedMemory memory = open(false)) {
      assertThat(memory.region(0, false)).isNull();
      memory.region(0, true).putInt(0, 2);
      try (Elsewhere other = elsewhere()) {
        assertThat(other.execute("get 0 0")).isEqualTo("2");
        memory.close();
        try (SharedMemory again = open(false)) {
          assertThat(again.region(0, false).getInt(0)).isEqualTo(2);
        }
      }
    }
    try (SharedMemory memory = open(false)) {
      assertThat(memory.region(0, false)).isNull();
    }
  }

  @Test
  void closingDeletesTheFileIfAskedTo() {
    SharedMemory memory = open(false);
    memory.region(0, true).putInt(0, 1);
    memory.close(true);
    assertThat(fileSystem().exists(path("a-shm"))).isFalse();
    memory.close(true);
    try (SharedMemory next = open(false)) {
      assertThat(next.region(0, false)).isNull();
      memory.close(true);
      assertThat(fileSystem().exists(path("a-shm"))).isTrue();
    }
  }

  @Test
  void locksOfProcessesConflict() {
    try (SharedMemory memory = open(false);
        Elsewhere other = elsewhere()) {
      String refused = String.valueOf(!hasProcesses());
      assertThat(memory.tryLock(WRITE, 1, false)).isTrue();
      assertThat(other.execute("lock 0 1 false")).isEqualTo(refused);
      assertThat(other.execute("lock 0 1 true")).isEqualTo(refused);
      assertThat(other.execute("lock 1 2 false")).isEqualTo("true");
      memory.unlock(WRITE, 1);
      assertThat(other.execute("lock 0 1 false")).isEqualTo("true");

      assertThat(memory.tryLock(READ_1, 1, true)).isTrue();
      assertThat(other.execute("lock 4 1 true")).isEqualTo("true");
      assertThat(other.execute("unlock 4 1")).isEqualTo("ok");
      assertThat(other.execute("lock 4 4 false")).isEqualTo(refused);
      assertThat(other.execute("lock 5 3 false")).isEqualTo("true");
      assertThat(memory.tryLock(5, 1, true)).isEqualTo(!hasProcesses());
      memory.unlock(READ_1, 1);
      // What was not locked may be dropped.
      memory.unlock(3, 1);
      assertThat(other.execute("lock 4 1 false")).isEqualTo("true");
    }
  }

  @Test
  void anEndedProcessLeavesItsLocksAndWhatItWrote() {
    try (SharedMemory memory = open(false);
        Elsewhere other = elsewhere()) {
      other.execute("put 0 0 9");
      other.execute("lock 0 3 false");
      other.kill();
      assertThat(memory.tryLock(WRITE, 1, false)).isTrue();
      assertThat(memory.tryLock(1, 2, false)).isTrue();
      assertThat(memory.region(0, false).getInt(0)).isEqualTo(9);
    }
  }

  @Test
  void interruptsEndNothingAndDropNoLock() {
    AtomicBoolean done = new AtomicBoolean();
    Thread caller = Thread.currentThread();
    Thread interrupter =
        new Thread(
            () -> {
              while (!done.get()) {
                caller.interrupt();
              }
            });
    try (Elsewhere other = elsewhere();
        SharedMemory memory = open(false)) {
      memory.tryLock(WRITE, 1, false);
      caller.interrupt();
      interrupter.start();
      for (int i = 0; i < 20; i++) {
        memory.region(i, true).putInt(0, i);
        memory.tryLock(READ_1, 1, true);
        memory.unlock(READ_1, 1);
      }
      assertThat(caller.isInterrupted()).isTrue();
      done.set(true);
      joinInterrupted(interrupter);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(other.execute("get 19 0")).isEqualTo("19");
      assertThat(other.execute("lock 0 1 false")).isEqualTo(String.valueOf(!hasProcesses()));
      memory.region(20, true).putInt(0, 20);
      assertThat(other.execute("get 20 0")).isEqualTo("20");
    } finally {
      done.set(true);
      Thread.interrupted();
    }
  }

  /** Waits for the end of a thread although this one is interrupted, and stays so. */
  private static void joinInterrupted(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void readOnlyMemoryIsBelievedOnlyWhileSomebodyElseHasIt() {
    assertOpeningReadOnlyFails(ResultCode.CANTOPEN);
    assertThat(fileSystem().exists(path("a-shm"))).isFalse();
    try (SharedMemory memory = open(false)) {
      memory.region(0, true).putInt(0, 1);
    }
    assertOpeningReadOnlyFails(ResultCode.READONLY_CANTINIT);
    try (Elsewhere other = elsewhere()) {
      other.execute("put 0 0 3");
      try (SharedMemory memory = open(true)) {
        assertThat(memory.isReadOnly()).isTrue();
        ByteBuffer region = memory.region(0, true);
        assertThat(region.getInt(0)).isEqualTo(3);
        assertThat(region.order()).isEqualTo(ByteOrder.nativeOrder());
        assertThatThrownBy(() -> region.putInt(0, 4)).isInstanceOf(ReadOnlyBufferException.class);
        assertThat(memory.region(1, true)).isNull();
        other.execute("put 1 8 5");
        assertThat(memory.region(1, false).getInt(8)).isEqualTo(5);
        assertThat(memory.tryLock(WRITE, 1, false)).isFalse();
        assertThat(memory.tryLock(READ_1, 1, true)).isTrue();
        assertThat(other.execute("lock 4 1 false")).isEqualTo(String.valueOf(!hasProcesses()));
      }
    }
  }
}
