// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.pragmas;

import dev.walnut.sql.api.Pragma;
import dev.walnut.sql.api.PragmaRegistry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * All pragmas. The table of them is one for all sessions; an instance adds what the pragmas of one
 * session remember, so every session gets an instance of its own.
 */
public final class Pragmas implements PragmaRegistry {
  private static final Map<String, SessionPragma> TABLE = table();

  private final PragmaState state = new PragmaState();

  private static Map<String, SessionPragma> table() {
    List<SessionPragma> all = new ArrayList<>();
    all.addAll(SwitchPragmas.all());
    all.addAll(HeaderPragmas.all());
    all.addAll(StoragePragmas.all());
    all.addAll(CachePragmas.all());
    all.addAll(JournalPragmas.all());
    all.addAll(LimitPragmas.all());
    all.addAll(TablePragmas.all());
    all.addAll(IndexPragmas.all());
    all.addAll(ForeignKeyPragmas.all());
    all.addAll(CheckPragmas.all());
    all.addAll(ListPragmas.all());
    Map<String, SessionPragma> table = new HashMap<>();
    for (SessionPragma pragma : all) {
      if (table.put(pragma.name(), pragma) != null) {
        throw new IllegalStateException("pragma twice: " + pragma.name());
      }
    }
    return Collections.unmodifiableMap(table);
  }

  PragmaState state() {
    return state;
  }

  /** The names of all pragmas, sorted. */
  static List<String> names() {
    List<String> names = new ArrayList<>(TABLE.keySet());
    Collections.sort(names);
    return names;
  }

  @Override
  public Pragma find(String name) {
    Pragma pragma = TABLE.get(name);
    return pragma != null ? pragma : TABLE.get(name.toLowerCase(Locale.ROOT));
  }

  @Override
  public Collection<? extends Pragma> all() {
    return TABLE.values();
  }
}
