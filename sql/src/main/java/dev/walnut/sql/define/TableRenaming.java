// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.define;

import dev.walnut.sql.define.DefinitionTokens.Token;
import java.util.List;

/** Writes another name for a table into the definitions of tables and indexes. */
final class TableRenaming {
  private final String oldName;
  private final String quotedName;

  TableRenaming(String oldName, String newName) {
    this.oldName = oldName;
    this.quotedName = SqlNames.quoted(newName);
  }

  /**
   * A CREATE TABLE of any table of the database with the name replaced: as its own name and in
   * qualified columns if it is the table itself, and behind REFERENCES.
   */
  String inTable(String sql, boolean isTheTable) {
    TextEdits edits = new TextEdits();
    List<Token> tokens = DefinitionTokens.of(sql);
    if (isTheTable) {
      // Stored texts begin with CREATE TABLE and the bare name.
      Token name = tokens.get(2);
      edits.replace(name.start(), name.end(), quotedName);
      qualifiers(tokens, edits);
    }
    for (int i = 1; i < tokens.size(); i++) {
      if (tokens.get(i - 1).isKeyword("references") && isOldName(tokens.get(i))) {
        edits.replace(tokens.get(i).start(), tokens.get(i).end(), quotedName);
      }
    }
    return edits.apply(sql);
  }

  /** A CREATE INDEX of the table with the name replaced. */
  String inIndex(String sql) {
    TextEdits edits = new TextEdits();
    List<Token> tokens = DefinitionTokens.of(sql);
    for (int i = 3; i < tokens.size(); i++) {
      if (tokens.get(i - 1).isKeyword("on") && isOldName(tokens.get(i))) {
        edits.replace(tokens.get(i).start(), tokens.get(i).end(), quotedName);
        break;
      }
    }
    qualifiers(tokens, edits);
    return edits.apply(sql);
  }

  private void qualifiers(List<Token> tokens, TextEdits edits) {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      if (isOldName(tokens.get(i)) && tokens.get(i + 1).is('.')) {
        edits.replace(tokens.get(i).start(), tokens.get(i).end(), quotedName);
      }
    }
  }

  private boolean isOldName(Token token) {
    return token.isName(oldName)
        || (token.kind() == DefinitionTokens.Kind.STRING && token.text().equalsIgnoreCase(oldName));
  }

  /** Whether a view's or trigger's text has a name that is the table's. */
  static boolean mentions(String sql, String name) {
    for (Token token : DefinitionTokens.of(sql)) {
      if (token.isName(name)) {
        return true;
      }
    }
    return false;
  }
}
