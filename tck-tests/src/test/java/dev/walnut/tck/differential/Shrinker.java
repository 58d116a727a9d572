// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Cuts a failing program down while it fails in the same way: first whole statements, then parts of
 * the statements that are left.
 */
final class Shrinker {

  private static final Pattern TOKEN =
      Pattern.compile("[xX]?'(?:[^']|'')*'|\"[^\"]*\"|[\\w.]+|<<|>>|<=|>=|<>|!=|==|\\|\\||\\S");

  private final ProgramRunner runner;
  private final long deadlineNanos;
  private Difference best;

  private Shrinker(ProgramRunner runner, Difference difference, long maxMillis) {
    this.runner = runner;
    this.best = difference;
    this.deadlineNanos = System.nanoTime() + maxMillis * 1_000_000;
  }

  /** Returns the smallest failing program found within the time, or the difference itself. */
  static Difference shrink(ProgramRunner runner, Difference difference, long maxMillis)
      throws IOException, SQLException, InterruptedException {
    if (difference.signature().equals("HANG")) {
      return difference;
    }
    Shrinker shrinker = new Shrinker(runner, difference, maxMillis);
    shrinker.cutTail();
    shrinker.cutStatements();
    shrinker.cutTokens();
    shrinker.cutStatements();
    shrinker.cutTokens();
    return shrinker.best;
  }

  private boolean outOfTime() {
    return System.nanoTime() > deadlineNanos;
  }

  private boolean stillFails(List<Step> steps)
      throws IOException, SQLException, InterruptedException {
    Difference difference = runner.run(best.program().withSteps(steps));
    if (difference == null || !difference.signature().equals(best.signature())) {
      return false;
    }
    best = difference;
    return true;
  }

  private void cutTail() throws IOException, SQLException, InterruptedException {
    List<Step> steps = best.program().steps();
    if (best.stepIndex() + 1 < steps.size()) {
      stillFails(steps.subList(0, best.stepIndex() + 1));
    }
  }

  private void cutStatements() throws IOException, SQLException, InterruptedException {
    for (int size = Math.max(1, best.program().steps().size() / 2); size >= 1; size /= 2) {
      int from = 0;
      while (from < best.program().steps().size() && !outOfTime()) {
        List<Step> steps = new ArrayList<>(best.program().steps());
        steps.subList(from, Math.min(steps.size(), from + size)).clear();
        if (steps.isEmpty() || !stillFails(steps)) {
          from += size;
        }
      }
    }
  }

  private void cutTokens() throws IOException, SQLException, InterruptedException {
    for (int index = best.program().steps().size() - 1; index >= 0; index--) {
      List<String> tokens = cutParentheses(index, tokens(best.program().steps().get(index).sql()));
      for (int size = Math.max(1, tokens.size() / 2); size >= 1; size = size * 2 / 3) {
        int from = 0;
        while (from + size <= tokens.size() && !outOfTime()) {
          List<String> shorter = new ArrayList<>(tokens);
          List<String> removed = shorter.subList(from, from + size);
          boolean balanced = isBalanced(removed) && from + size <= removableCount(index, tokens);
          removed.clear();
          if (balanced && !shorter.isEmpty() && stillFailsWith(index, shorter)) {
            tokens = shorter;
          } else {
            from++;
          }
        }
      }
    }
  }

  /** Removes pairs of parentheses that change nothing. */
  private List<String> cutParentheses(int index, List<String> all)
      throws IOException, SQLException, InterruptedException {
    List<String> tokens = all;
    for (int open = tokens.size() - 1; open >= 0 && !outOfTime(); open--) {
      if (!tokens.get(open).equals("(")) {
        continue;
      }
      int close = open + 1;
      while (close < tokens.size() && !isBalanced(tokens.subList(open, close + 1))) {
        close++;
      }
      if (close < tokens.size()) {
        List<String> shorter = new ArrayList<>(tokens);
        shorter.remove(close);
        shorter.remove(open);
        if (stillFailsWith(index, shorter)) {
          tokens = shorter;
        }
      }
    }
    return tokens;
  }

  private boolean stillFailsWith(int index, List<String> tokens)
      throws IOException, SQLException, InterruptedException {
    int as = tokens.lastIndexOf("AS");
    if (as >= 0 && as + 1 < tokens.size() && tokens.get(as + 1).equals(")")) {
      // CAST(x AS ) is SQL to SQLite, but not what the program was about.
      return false;
    }
    List<Step> steps = new ArrayList<>(best.program().steps());
    steps.set(index, steps.get(index).withSql(String.join(" ", tokens)));
    return stillFails(steps);
  }

  /** Cutting a term of a total order would only show that ties are not ordered. */
  private int removableCount(int index, List<String> tokens) {
    boolean isOrdered = !best.program().steps().get(index).allows(Tolerance.ORDER);
    int order = tokens.lastIndexOf("ORDER");
    return isOrdered && order >= 0 ? order : tokens.size();
  }

  static List<String> tokens(String sql) {
    List<String> tokens = new ArrayList<>();
    Matcher matcher = TOKEN.matcher(sql);
    while (matcher.find()) {
      tokens.add(matcher.group());
    }
    return tokens;
  }

  private static boolean isBalanced(List<String> tokens) {
    int depth = 0;
    for (String token : tokens) {
      if (token.equals("(")) {
        depth++;
      } else if (token.equals(")") && --depth < 0) {
        return false;
      }
    }
    return depth == 0;
  }
}
