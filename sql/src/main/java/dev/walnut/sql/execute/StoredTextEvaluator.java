// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Value;

/**
 * An operand whose BLOBs are taken for text, in a UTF-16 database: there they hold UTF-16. In a
 * UTF-8 database no such evaluator is needed, for a BLOB's bytes are the text's.
 */
final class StoredTextEvaluator extends Scalar {
  private final Evaluator operand;
  private final TextEncoding encoding;

  StoredTextEvaluator(Evaluator operand, TextEncoding encoding) {
    this.operand = operand;
    this.encoding = encoding;
  }

  @Override
  public void evaluate(Value out) {
    operand.evaluate(out);
    Utf16.blobToText(out, encoding);
  }
}
