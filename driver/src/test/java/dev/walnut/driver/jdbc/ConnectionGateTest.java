// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ConnectionGateTest {
  private final ConnectionGate gate = new ConnectionGate();
  private final ExecutorService executor = Executors.newCachedThreadPool();

  @AfterEach
  void stop() {
    executor.shutdown();
  }

  @Test
  void theThreadThatEnteredReadsWithoutTheLock() {
    gate.enter();
    gate.rowOpened();
    gate.leave();
    boolean unlocked = gate.beginRead();
    gate.endRead(unlocked);
    assertThat(unlocked).isTrue();
  }

  @Test
  void anotherThreadReadsUnderTheLockWhileARowIsOpen() throws Exception {
    gate.enter();
    gate.rowOpened();
    gate.leave();
    boolean other = executor.submit(this::readOnce).get();
    assertThat(other).isFalse();
    assertThat(readOnce()).as("G4: shared from now on").isFalse();
    gate.enter();
    gate.rowClosed();
    gate.leave();
    gate.enter();
    gate.leave();
    assertThat(readOnce()).as("biased anew").isTrue();
  }

  @Test
  void withoutAnOpenRowTheNextThreadBecomesTheOwner() throws Exception {
    gate.enter();
    gate.leave();
    executor
        .submit(
            () -> {
              gate.enter();
              gate.leave();
              assertThat(readOnce()).isTrue();
            })
        .get();
    assertThat(readOnce()).as("G3: it moves back as well").isFalse();
    assertThat(readOnce()).isTrue();
  }

  private boolean readOnce() {
    boolean unlocked = gate.beginRead();
    gate.endRead(unlocked);
    return unlocked;
  }

  /** Hunts for a getter that overlaps with another thread's call: the two fields would differ. */
  @Test
  void readersNeverOverlapWithCallsOfOtherThreads() throws Exception {
    int[] state = new int[2];
    AtomicInteger torn = new AtomicInteger();
    gate.enter();
    gate.rowOpened();
    gate.leave();
    List<Future<?>> threads = new ArrayList<>();
    for (int t = 0; t < 3; t++) {
      threads.add(
          executor.submit(
              () -> {
                for (int i = 0; i < 2_000; i++) {
                  gate.enter();
                  state[0]++;
                  Thread.onSpinWait();
                  state[1]++;
                  gate.leave();
                  boolean unlocked = gate.beginRead();
                  if (state[0] != state[1]) {
                    torn.incrementAndGet();
                  }
                  gate.endRead(unlocked);
                }
              }));
    }
    for (int i = 0; i < 20_000; i++) {
      boolean unlocked = gate.beginRead();
      if (state[0] != state[1]) {
        torn.incrementAndGet();
      }
      gate.endRead(unlocked);
    }
    for (Future<?> thread : threads) {
      thread.get();
    }
    assertThat(torn).hasValue(0);
    assertThat(state[0]).isEqualTo(6_000);
  }

  @Test
  void anInterruptMeetsOnlyTheStatementAtWork() {
    AtomicInteger interrupts = new AtomicInteger();
    Object mine = new Object();
    gate.interruptIfRunning(mine, interrupts::incrementAndGet);
    assertThat(interrupts).hasValue(0);
    gate.enter();
    gate.setRunning(mine);
    gate.interruptIfRunning(new Object(), interrupts::incrementAndGet);
    assertThat(interrupts).hasValue(0);
    gate.interruptIfRunning(mine, interrupts::incrementAndGet);
    assertThat(interrupts).hasValue(1);
    gate.leave();
    gate.interruptIfRunning(mine, interrupts::incrementAndGet);
    assertThat(interrupts).hasValue(1);
  }

  @Test
  void enteringWithATimeLimitGivesUp() throws Exception {
    gate.enter();
    assertThat(executor.submit(() -> gate.tryEnter(1)).get()).isFalse();
    gate.leave();
    assertThat(gate.tryEnter(1)).isTrue();
    gate.leave();
  }
}
