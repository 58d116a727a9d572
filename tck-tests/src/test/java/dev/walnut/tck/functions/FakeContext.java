// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.functions;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Collation;

/** A context with fixed answers. */
final class FakeContext implements FunctionContext {
  Collation collation = Collation.BINARY;
  long now = System.currentTimeMillis();
  boolean caseSensitiveLike;

  @Override
  public Collation collation() {
    return collation;
  }

  @Override
  public TextEncoding encoding() {
    return TextEncoding.UTF8;
  }

  @Override
  public long currentTimeMillis() {
    return now;
  }

  @Override
  public long changes() {
    return 0;
  }

  @Override
  public long totalChanges() {
    return 0;
  }

  @Override
  public long lastInsertRowid() {
    return 0;
  }

  @Override
  public long random() {
    return 42;
  }

  @Override
  public int maxLength() {
    return Reference.MAX_LENGTH;
  }

  @Override
  public int maxLikePatternLength() {
    return 50_000;
  }

  @Override
  public boolean caseSensitiveLike() {
    return caseSensitiveLike;
  }

  @Override
  public void checkCancelled() {}
}
