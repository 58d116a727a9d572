// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.stress;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Workers in threads of one process; also the main class of a child process.
 *
 * <p>The child's arguments: URL, number of its first worker, number of workers, seed. It works
 * until its standard input ends. Its output: {@code ack WORKER SEQ} for each commit, {@code wrong
 * TEXT} for what must not be, {@code end READS BUSY} at last.
 */
public final class StressChild implements StressWorker.Acks {
  private final AtomicLong newestTurn = new AtomicLong();
  private final AtomicBoolean ends = new AtomicBoolean();
  private final List<Thread> threads = new ArrayList<>();
  private final List<StressWorker> workers = new ArrayList<>();
  private final Listener listener;

  /** Who is told; from many threads. */
  interface Listener {
    void committed(int worker, long seq);

    void wrong(String text);
  }

  StressChild(Listener listener) {
    this.listener = listener;
  }

  void start(String url, int firstWorker, int count, long seed) {
    for (int i = 0; i < count; i++) {
      StressWorker worker = new StressWorker(url, firstWorker + i, seed * 31 + i, this);
      workers.add(worker);
      Thread thread = new Thread(() -> run(worker), "worker-" + (firstWorker + i));
      threads.add(thread);
      thread.start();
    }
  }

  private void run(StressWorker worker) {
    try {
      worker.run(() -> !ends.get());
    } catch (Throwable e) {
      ends.set(true);
      StringBuilder text = new StringBuilder(Thread.currentThread().getName() + ": " + e);
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        for (StackTraceElement element : cause.getStackTrace()) {
          text.append(" < ").append(element);
        }
      }
      listener.wrong(text.toString());
    }
  }

  /** Lets all workers end, and waits for them. */
  void end() throws InterruptedException {
    ends.set(true);
    for (Thread thread : threads) {
      thread.join();
    }
  }

  long reads() {
    return workers.stream().mapToLong(worker -> worker.reads).sum();
  }

  long busy() {
    return workers.stream().mapToLong(worker -> worker.busy).sum();
  }

  @Override
  public void committed(int worker, long seq, long turn) {
    newestTurn.accumulateAndGet(turn, Math::max);
    listener.committed(worker, seq);
  }

  @Override
  public long newestTurn() {
    return newestTurn.get();
  }

  /** The child. */
  public static void main(String[] arguments) throws Exception {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    StressChild child =
        new StressChild(
            new Listener() {
              @Override
              public void committed(int worker, long seq) {
                out.println("ack " + worker + " " + seq);
              }

              @Override
              public void wrong(String text) {
                out.println("wrong " + text.replace('\n', ' '));
              }
            });
    child.start(
        arguments[0],
        Integer.parseInt(arguments[1]),
        Integer.parseInt(arguments[2]),
        Long.parseLong(arguments[3]));
    while (System.in.read() >= 0) {
      // Until the parent closes it.
    }
    child.end();
    out.println("end " + child.reads() + " " + child.busy());
  }
}
