// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.ConflictResolution;

/** Reads what says how conflicts are resolved. */
final class ConflictClauses {
  private ConflictClauses() {}

  /** The resolution that a token names; null if none. */
  static ConflictResolution resolution(TokenType type) {
    switch (type) {
      case ROLLBACK:
        return ConflictResolution.ROLLBACK;
      case ABORT:
        return ConflictResolution.ABORT;
      case FAIL:
        return ConflictResolution.FAIL;
      case IGNORE:
        return ConflictResolution.IGNORE;
      case REPLACE:
        return ConflictResolution.REPLACE;
      default:
        return null;
    }
  }

  /** {@code ON CONFLICT resolution}; null if absent. */
  static ConflictResolution onConflict(TokenStream tokens) {
    if (!tokens.accept(TokenType.ON)) {
      return null;
    }
    tokens.expect(TokenType.CONFLICT);
    ConflictResolution resolution = resolution(tokens.type);
    if (resolution == null) {
      throw tokens.syntaxError();
    }
    tokens.advance();
    return resolution;
  }
}
