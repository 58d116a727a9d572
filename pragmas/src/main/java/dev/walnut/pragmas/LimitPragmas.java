// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.sql.value.Value;
import java.util.List;

/** Pragmas about how much of something may be used. */
final class LimitPragmas {
  private static final int MAX_THREADS = 8;

  private LimitPragmas() {}

  static List<SessionPragma> all() {
    return List.of(
        SessionPragma.answering("threads", LimitPragmas::threads),
        SessionPragma.answering("analysis_limit", LimitPragmas::analysisLimit),
        // SQLite's heap limits are the process's; a JVM has its own.
        SessionPragma.answering("soft_heap_limit", call -> Rows.of(0)),
        SessionPragma.answering("hard_heap_limit", call -> Rows.of(0)));
  }

  private static List<Value[]> threads(Call call) {
    if (call.hasArgument() && Words.longInteger(call.argument()) >= 0) {
      call.state().threads = (int) Math.min(MAX_THREADS, Words.longInteger(call.argument()));
    }
    return Rows.of(call.state().threads);
  }

  private static List<Value[]> analysisLimit(Call call) {
    if (call.hasArgument() && Words.integer(call.argument()) >= 0) {
      call.state().analysisLimit = Words.integer(call.argument());
    }
    return Rows.of(call.state().analysisLimit);
  }
}
