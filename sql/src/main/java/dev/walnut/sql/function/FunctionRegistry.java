// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Functions by name. Built once with the built-in functions and shared; a connection that defines
 * functions of its own works on a copy. Not thread-safe while being changed.
 */
public final class FunctionRegistry {
  private final Map<String, List<SqlFunction>> byName = new HashMap<>();
  private boolean isFrozen;

  /**
   * Adds a function; one of the same name and argument range is replaced.
   *
   * @throws IllegalStateException after {@link #freeze}
   */
  public void add(SqlFunction function) {
    if (isFrozen) {
      throw new IllegalStateException("shared function registry");
    }
    // Plain loops: the first lambda of a process costs more than all of this.
    List<SqlFunction> list = byName.get(function.name());
    if (list == null) {
      list = new ArrayList<>(2);
      byName.put(function.name(), list);
    }
    for (int i = list.size() - 1; i >= 0; i--) {
      SqlFunction old = list.get(i);
      if (old.minArguments() == function.minArguments()
          && old.maxArguments() == function.maxArguments()) {
        list.remove(i);
      }
    }
    list.add(function);
  }

  /**
   * The function of that name that takes that many arguments, the one with the narrowest range
   * first; null if none does.
   */
  public SqlFunction find(String name, int argumentCount) {
    SqlFunction best = null;
    for (SqlFunction f : byName.getOrDefault(lower(name), List.of())) {
      if (f.accepts(argumentCount) && (best == null || width(f) < width(best))) {
        best = f;
      }
    }
    return best;
  }

  /** Whether any function has that name. */
  public boolean exists(String name) {
    return byName.containsKey(lower(name));
  }

  public Collection<SqlFunction> all() {
    List<SqlFunction> all = new ArrayList<>();
    for (List<SqlFunction> list : byName.values()) {
      all.addAll(list);
    }
    return all;
  }

  /** Forbids further changes, so that the registry can be shared between threads. */
  public void freeze() {
    isFrozen = true;
  }

  /** A registry of the same functions that can be changed. */
  public FunctionRegistry copy() {
    FunctionRegistry copy = new FunctionRegistry();
    for (Map.Entry<String, List<SqlFunction>> entry : byName.entrySet()) {
      copy.byName.put(entry.getKey(), new ArrayList<>(entry.getValue()));
    }
    return copy;
  }

  private static int width(SqlFunction f) {
    return f.maxArguments() < 0 ? Integer.MAX_VALUE : f.maxArguments() - f.minArguments();
  }

  private static String lower(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
