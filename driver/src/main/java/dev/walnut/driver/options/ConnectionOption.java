// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.options;

import java.util.List;
import java.util.Locale;

/**
 * One key of a URL or of connection properties.
 *
 * @param name the key, lower case
 * @param kind what it acts on
 * @param target the pragma or limit it stands for; the key itself for others
 * @param choices values that are accepted, in any case of letters; empty: any
 * @param description one line for tools
 */
public record ConnectionOption(
    String name, Kind kind, String target, List<String> choices, String description) {

  /** What an option acts on. */
  public enum Kind {
    /** How the file is opened, or how the driver behaves. */
    DRIVER,
    /** A pragma that must run before the file gets its first page. */
    CREATION_PRAGMA,
    /** {@code journal_mode}: writes the header, so it follows the creation pragmas. */
    JOURNAL_PRAGMA,
    /** Any other pragma. */
    PRAGMA,
    /** A run-time limit. */
    LIMIT,
    /** Accepted for programs that set it; it has no effect here. */
    IGNORED
  }

  /** Whether {@link #choices} lets the value pass. */
  public boolean accepts(String value) {
    if (choices.isEmpty()) {
      return true;
    }
    String plain = unquoted(value);
    return choices.stream().anyMatch(c -> c.equalsIgnoreCase(plain));
  }

  /** The value without the single or double quotes that some programs put around it. */
  public static String unquoted(String value) {
    String v = value.strip();
    if (v.length() >= 2
        && (v.charAt(0) == '\'' || v.charAt(0) == '"')
        && v.charAt(v.length() - 1) == v.charAt(0)) {
      return v.substring(1, v.length() - 1);
    }
    return v;
  }

  static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }
}
