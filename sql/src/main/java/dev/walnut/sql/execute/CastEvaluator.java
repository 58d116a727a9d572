// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Value;

/** CAST, or a generated column's affinity applied to its expression. */
final class CastEvaluator extends Scalar {
  private final Evaluator operand;
  private final Affinity affinity;
  private final boolean storage;

  /** How the database stores text, and so how a BLOB's bytes are read as text. */
  private final TextEncoding encoding;

  /**
   * @param storage whether to convert as when a column is stored, which loses nothing
   */
  CastEvaluator(Evaluator operand, Affinity affinity, boolean storage, TextEncoding encoding) {
    this.operand = operand;
    this.affinity = affinity;
    this.storage = storage;
    this.encoding = encoding;
  }

  @Override
  public void evaluate(Value out) {
    operand.evaluate(out);
    if (storage) {
      Affinities.applyForStorage(out, affinity);
    } else if (encoding == TextEncoding.UTF8) {
      Affinities.cast(out, affinity);
    } else {
      castStored(out);
    }
  }

  private void castStored(Value out) {
    boolean toBlob = affinity == Affinity.BLOB || affinity == Affinity.NONE;
    if (!toBlob) {
      Utf16.blobToText(out, encoding);
    }
    if (toBlob && out.type() != Value.BLOB && !out.isNull()) {
      out.castToText();
      byte[] stored = Utf16.storedBytes(out, encoding);
      out.setBlob(stored, 0, stored.length);
    } else {
      Affinities.cast(out, affinity);
    }
  }
}
