// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import dev.walnut.engine.file.FileSystem;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.journal.JournalMode;
import dev.walnut.engine.journal.Synchronous;
import dev.walnut.engine.testing.SimulatedDisk;
import java.util.List;

/** A {@link CrashWorkload} in WAL mode with a course; crashes and errors pass through. */
final class WalRun {
  final CrashWorkload workload;
  final WalCourse course;

  WalRun(WalCourse course, Synchronous synchronous) {
    this.workload = new CrashWorkload(JournalMode.WAL, synchronous);
    this.course = course;
  }

  void run(FileSystem process) {
    DatabaseRegistry registry = new DatabaseRegistry(process);
    Pager pager = workload.connect(registry);
    course.prepare(pager);
    Pager reader = registry.open(CrashWorkload.PATH, OpenMode.READ_WRITE);
    while (workload.acknowledged < CrashWorkload.commitCount()) {
      workload.step(pager);
      course.between(pager, reader, workload.acknowledged);
    }
    reader.close();
    pager.close();
  }

  List<byte[]> states() {
    return workload.states(new SimulatedDisk().process());
  }
}
