// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.logic;

import dev.walnut.tck.logic.LogicRecord.Kind;
import dev.walnut.tck.logic.LogicRecord.SortMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A parsed sqllogictest script: the records that the engine named {@code sqlite} has to run.
 *
 * <p>Records are separated by blank lines; a line that begins with {@code #} is dropped wherever it
 * stands. {@code skipif}, {@code onlyif}, {@code hash-threshold} and {@code halt} are obeyed here,
 * so that the runner sees statements and queries alone.
 *
 * @param name the script's path, for reports
 * @param records the records to run, in order
 * @param skippedCount records meant for other engines only
 */
record LogicScript(String name, List<LogicRecord> records, int skippedCount) {

  private static final String ENGINE = "sqlite";
  private static final int DEFAULT_HASH_THRESHOLD = 8;

  /**
   * Parses a script.
   *
   * @throws IllegalArgumentException if the text is no sqllogictest script
   */
  static LogicScript parse(String name, String text) {
    return new Parser(name, text.split("\n", -1)).parse();
  }

  private static final class Parser {
    private final String name;
    private final String[] lines;
    private final List<LogicRecord> records = new ArrayList<>();
    private int next;
    private int hashThreshold = DEFAULT_HASH_THRESHOLD;
    private int skippedCount;

    Parser(String name, String[] lines) {
      this.name = name;
      this.lines = lines;
    }

    LogicScript parse() {
      while (next < lines.length) {
        List<String> block = new ArrayList<>();
        int firstLine = readBlock(block);
        if (!block.isEmpty() && !parseBlock(block, firstLine)) {
          break;
        }
      }
      return new LogicScript(name, List.copyOf(records), skippedCount);
    }

    /** Reads up to the next blank line; returns the number of the block's first line. */
    private int readBlock(List<String> block) {
      int firstLine = next + 1;
      while (next < lines.length) {
        String line = lines[next++];
        if (line.endsWith("\r")) {
          line = line.substring(0, line.length() - 1);
        }
        if (line.startsWith("#")) {
          continue;
        }
        if (line.isBlank()) {
          break;
        }
        if (block.isEmpty()) {
          firstLine = next;
        }
        block.add(line);
      }
      return firstLine;
    }

    /** Returns false when the script halts here. */
    private boolean parseBlock(List<String> block, int firstLine) {
      boolean applies = true;
      int index = 0;
      while (index < block.size()) {
        String[] words = block.get(index).trim().split("\\s+");
        switch (words[0]) {
          case "skipif" -> applies &= !ENGINE.equals(words[1]);
          case "onlyif" -> applies &= ENGINE.equals(words[1]);
          case "hash-threshold" -> {
            if (applies) {
              hashThreshold = Integer.parseInt(words[1]);
            }
            return true;
          }
          case "halt" -> {
            return !applies;
          }
          case "statement", "query" -> {
            if (applies) {
              records.add(record(block, index, words, firstLine));
            } else {
              skippedCount++;
            }
            return true;
          }
          default ->
              throw new IllegalArgumentException(
                  name + ":" + firstLine + ": no record: " + block.get(index));
        }
        index++;
      }
      return true;
    }

    private LogicRecord record(List<String> block, int index, String[] words, int firstLine) {
      int separator = block.indexOf("----");
      int sqlEnd = separator < 0 ? block.size() : separator;
      String sql = String.join("\n", block.subList(index + 1, sqlEnd));
      List<String> expected =
          separator < 0 ? List.of() : List.copyOf(block.subList(separator + 1, block.size()));
      int line = firstLine + index;
      if (words[0].equals("statement")) {
        boolean mustFail = words[1].equals("error");
        return new LogicRecord(
            Kind.STATEMENT,
            line,
            sql,
            mustFail,
            "",
            SortMode.NOSORT,
            null,
            hashThreshold,
            expected);
      }
      SortMode sortMode =
          words.length > 2 ? SortMode.valueOf(words[2].toUpperCase(Locale.ROOT)) : SortMode.NOSORT;
      String label = words.length > 3 ? words[3] : null;
      return new LogicRecord(
          Kind.QUERY, line, sql, false, words[1], sortMode, label, hashThreshold, expected);
    }
  }
}
