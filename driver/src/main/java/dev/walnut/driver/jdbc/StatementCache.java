// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Idle compiled statements of a connection by text, least recently used first. A statement is taken
 * out while somebody uses it, so two users of one text get two statements. Guarded by the
 * connection's gate.
 */
final class StatementCache {
  private final int capacity;
  private final LinkedHashMap<String, CompiledStatement> idle;

  StatementCache(int capacity) {
    this.capacity = capacity;
    this.idle = new LinkedHashMap<>(Math.min(capacity, 64) * 2);
  }

  /** Takes out the idle statement of that text; null if there is none. */
  CompiledStatement take(String text) {
    return idle.remove(text);
  }

  /**
   * Takes back a statement that nobody uses any more; closes it, or the oldest, if there is no
   * room.
   */
  void give(CompiledStatement compiled) {
    if (capacity == 0 || !compiled.isReusable() || idle.containsKey(compiled.text())) {
      compiled.statement().close();
      return;
    }
    compiled.statement().reset();
    if (compiled.statement().parameterCount() > 0) {
      compiled.statement().clearParameters();
    }
    if (idle.size() >= capacity) {
      Map.Entry<String, CompiledStatement> eldest = idle.entrySet().iterator().next();
      idle.remove(eldest.getKey());
      eldest.getValue().statement().close();
    }
    idle.put(compiled.text(), compiled);
  }

  int size() {
    return idle.size();
  }

  /** Closes all idle statements. */
  void clear() {
    List<CompiledStatement> all = new ArrayList<>(idle.values());
    idle.clear();
    for (CompiledStatement c : all) {
      c.statement().close();
    }
  }
}
