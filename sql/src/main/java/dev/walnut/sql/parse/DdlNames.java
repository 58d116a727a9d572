// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import dev.walnut.sql.syntax.OrderingTerm;
import dev.walnut.sql.syntax.OrderingTerm.NullsOrder;
import java.util.List;

/** Small parts that the statements on the schema share. */
final class DdlNames {
  private DdlNames() {}

  static boolean ifNotExists(TokenStream tokens) {
    if (!tokens.accept(TokenType.IF)) {
      return false;
    }
    tokens.expect(TokenType.NOT);
    tokens.expect(TokenType.EXISTS);
    return true;
  }

  static boolean ifExists(TokenStream tokens) {
    if (!tokens.accept(TokenType.IF)) {
      return false;
    }
    tokens.expect(TokenType.EXISTS);
    return true;
  }

  /** An index cannot place its NULLs. */
  static void refuseNullsOrder(TokenStream tokens, List<OrderingTerm> columns) {
    for (OrderingTerm column : columns) {
      if (column.nulls() != null) {
        tokens.complain(
            "unsupported use of NULLS " + (column.nulls() == NullsOrder.FIRST ? "FIRST" : "LAST"));
      }
    }
  }
}
