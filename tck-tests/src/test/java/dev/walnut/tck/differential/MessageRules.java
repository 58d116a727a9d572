// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.util.List;
import java.util.regex.Pattern;

/** Error messages that may differ from SQLite's, each with the reason. */
final class MessageRules {

  /** Both messages must match the pattern. */
  private record Rule(String reason, Pattern pattern) {}

  private static final List<Rule> RULES =
      List.of(
          new Rule(
              "Of several faults in one statement, SQLite reports the one that its code generator"
                  + " meets first; USING is looked at before any expression.",
              Pattern.compile(
                  "no such column: .*|cannot join using column .*|ambiguous column name:"
                      + " .*|ambiguous reference to .* in USING\\(\\)|misuse of"
                      + " aggregate.*|aggregate functions are not allowed in the GROUP BY"
                      + " clause|row value misused|sub-select returns \\d+ columns - expected"
                      + " \\d+|.* has \\d+ columns but \\d+ values were supplied")));

  // SQLite's parser folds some constants (x'00' ISNULL) and then takes them for column numbers.
  private static final Pattern FOLDED =
      Pattern.compile("\\d+\\w+ (ORDER|GROUP) BY term out of range.*");

  private MessageRules() {}

  /** Whether SQLite's error says nothing about what the statement means. */
  static boolean meansNothing(String expected) {
    return FOLDED.matcher(expected).matches();
  }

  static boolean tolerated(String expected, String actual) {
    for (Rule rule : RULES) {
      if (rule.pattern().matcher(expected).matches() && rule.pattern().matcher(actual).matches()) {
        return true;
      }
    }
    return false;
  }
}
