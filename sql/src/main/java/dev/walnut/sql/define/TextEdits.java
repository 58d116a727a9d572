// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Replacements of ranges in a text, collected in any order and applied together. */
final class TextEdits {
  private record Edit(int start, int end, String replacement) {}

  private final List<Edit> edits = new ArrayList<>();

  /** Replaces a range; a range given twice counts once. */
  void replace(int start, int end, String replacement) {
    Edit edit = new Edit(start, end, replacement);
    if (!edits.contains(edit)) {
      edits.add(edit);
    }
  }

  boolean isEmpty() {
    return edits.isEmpty();
  }

  String apply(String text) {
    edits.sort(Comparator.comparingInt(Edit::start));
    StringBuilder result = new StringBuilder();
    int at = 0;
    for (Edit edit : edits) {
      result.append(text, at, edit.start()).append(edit.replacement());
      at = edit.end();
    }
    return result.append(text, at, text.length()).toString();
  }
}
