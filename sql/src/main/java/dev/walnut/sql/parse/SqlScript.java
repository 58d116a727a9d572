// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import java.util.ArrayList;
import java.util.List;

/**
 * Finds the ends of statements by looking at little more than semicolons, so that it works on text
 * that does not parse, or is not finished yet.
 *
 * <p>States: before a statement; in its first words, where {@code [EXPLAIN] CREATE [TEMP] TRIGGER}
 * may still come; in an ordinary statement, which a semicolon ends; in a trigger, which only {@code
 * ; END ;} ends.
 */
public final class SqlScript {
  private enum State {
    START,
    EXPLAIN,
    CREATE,
    ORDINARY,
    TRIGGER,
    TRIGGER_SEMICOLON,
    TRIGGER_END
  }

  private SqlScript() {}

  /**
   * Whether a text ends with a finished statement: as SQLite's {@code sqlite3_complete}, it wants a
   * semicolon outside of quotes, comments and triggers, and nothing but space and comments behind
   * it. Says nothing about whether the statements are right. An empty text is not complete.
   */
  public static boolean isComplete(String sql) {
    Tokenizer tokenizer = new Tokenizer(sql);
    State state = State.START;
    boolean semicolon = false;
    while (true) {
      tokenizer.scan(tokenizer.end);
      if (tokenizer.type == TokenType.END_OF_INPUT) {
        return semicolon && state == State.START && !tokenizer.commentIsOpen;
      }
      state = next(state, tokenizer.type);
      semicolon |= tokenizer.type == TokenType.SEMICOLON;
    }
  }

  /**
   * The statements of a script, each from its first to its last token without the semicolon; empty
   * ones are left out. An unfinished one at the end is included.
   */
  public static List<String> split(String script) {
    List<String> statements = new ArrayList<>();
    Tokenizer tokenizer = new Tokenizer(script);
    State state = State.START;
    int start = -1;
    int end = 0;
    while (true) {
      tokenizer.scan(tokenizer.end);
      boolean atEnd = tokenizer.type == TokenType.END_OF_INPUT;
      if (!atEnd) {
        state = next(state, tokenizer.type);
      }
      if (atEnd || state == State.START) {
        if (start >= 0) {
          statements.add(script.substring(start, end));
        }
        if (atEnd) {
          return statements;
        }
        start = -1;
      } else {
        if (start < 0) {
          start = tokenizer.start;
        }
        end = tokenizer.end;
      }
    }
  }

  private static State next(State state, TokenType type) {
    boolean semicolon = type == TokenType.SEMICOLON;
    switch (state) {
      case START:
        if (semicolon) {
          return State.START;
        }
        if (type == TokenType.EXPLAIN) {
          return State.EXPLAIN;
        }
        return type == TokenType.CREATE ? State.CREATE : State.ORDINARY;
      case EXPLAIN:
        if (semicolon) {
          return State.START;
        }
        return type == TokenType.CREATE ? State.CREATE : State.ORDINARY;
      case CREATE:
        if (semicolon) {
          return State.START;
        }
        if (type == TokenType.TEMP || type == TokenType.TEMPORARY) {
          return State.CREATE;
        }
        return type == TokenType.TRIGGER ? State.TRIGGER : State.ORDINARY;
      case ORDINARY:
        return semicolon ? State.START : State.ORDINARY;
      case TRIGGER:
        return semicolon ? State.TRIGGER_SEMICOLON : State.TRIGGER;
      case TRIGGER_SEMICOLON:
        if (semicolon) {
          return State.TRIGGER_SEMICOLON;
        }
        return type == TokenType.END ? State.TRIGGER_END : State.TRIGGER;
      case TRIGGER_END:
        return semicolon ? State.START : State.TRIGGER;
    }
    throw new IllegalStateException(state.name());
  }
}
