// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.value.Affinities;
import dev.walnut.sql.value.Affinity;
import dev.walnut.sql.value.Value;
import java.nio.charset.Charset;

/** CAST, or a generated column's affinity applied to its expression. */
final class CastEvaluator extends Scalar {
  private final Evaluator operand;
  private final Affinity affinity;
  private final boolean storage;

  /** How the database stores text, and so how a BLOB's bytes are read as text; null: as UTF-8. */
  private final Charset charset;

  /**
   * @param storage whether to convert as when a column is stored, which loses nothing
   */
  CastEvaluator(Evaluator operand, Affinity affinity, boolean storage, TextEncoding encoding) {
    this.operand = operand;
    this.affinity = affinity;
    this.storage = storage;
    this.charset = encoding == TextEncoding.UTF8 ? null : encoding.charset();
  }

  @Override
  public void evaluate(Value out) {
    operand.evaluate(out);
    if (storage) {
      Affinities.applyForStorage(out, affinity);
    } else if (charset == null) {
      Affinities.cast(out, affinity);
    } else {
      castStored(out);
    }
  }

  private void castStored(Value out) {
    boolean toBlob = affinity == Affinity.BLOB || affinity == Affinity.NONE;
    if (out.type() == Value.BLOB && !toBlob) {
      // Half a code unit at the end is no text.
      int whole = out.length() & ~1;
      out.setText(new String(out.bytes(), out.offset(), whole, charset));
    }
    if (toBlob && out.type() != Value.BLOB && !out.isNull()) {
      out.castToText();
      byte[] stored = out.asString().getBytes(charset);
      out.setBlob(stored, 0, stored.length);
    } else {
      Affinities.cast(out, affinity);
    }
  }
}
