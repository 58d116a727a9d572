// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Collation;

/** The context of a call that compares text with a collation other than BINARY. */
final class CollatedContext implements FunctionContext {
  private final FunctionContext context;
  private final Collation collation;

  private CollatedContext(FunctionContext context, Collation collation) {
    this.context = context;
    this.collation = collation;
  }

  static FunctionContext of(FunctionContext context, Collation collation) {
    return collation == context.collation() ? context : new CollatedContext(context, collation);
  }

  @Override
  public Collation collation() {
    return collation;
  }

  @Override
  public TextEncoding encoding() {
    return context.encoding();
  }

  @Override
  public long currentTimeMillis() {
    return context.currentTimeMillis();
  }

  @Override
  public long changes() {
    return context.changes();
  }

  @Override
  public long totalChanges() {
    return context.totalChanges();
  }

  @Override
  public long lastInsertRowid() {
    return context.lastInsertRowid();
  }

  @Override
  public long random() {
    return context.random();
  }

  @Override
  public int maxLength() {
    return context.maxLength();
  }

  @Override
  public int maxLikePatternLength() {
    return context.maxLikePatternLength();
  }

  @Override
  public boolean caseSensitiveLike() {
    return context.caseSensitiveLike();
  }

  @Override
  public void checkCancelled() {
    context.checkCancelled();
  }
}
