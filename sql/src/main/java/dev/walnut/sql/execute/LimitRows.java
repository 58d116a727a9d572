// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.sql.value.Value;

/** LIMIT and OFFSET. A negative limit is none; a negative offset is zero. */
final class LimitRows extends Rows {
  private final Rows input;
  private final LimitValue limit;
  private final LimitValue offset;
  private long remaining;
  private long toSkip;

  /**
   * @param offset null if absent
   */
  LimitRows(Rows input, LimitValue limit, LimitValue offset) {
    this.input = input;
    this.limit = limit;
    this.offset = offset;
  }

  Rows input() {
    return input;
  }

  @Override
  public void open() {
    remaining = limit.compute();
    toSkip = offset == null ? 0 : Math.max(0, offset.compute());
    if (remaining != 0) {
      input.open();
    }
  }

  @Override
  public boolean next() {
    if (remaining == 0) {
      return false;
    }
    while (toSkip > 0) {
      if (!input.next()) {
        remaining = 0;
        return false;
      }
      toSkip--;
    }
    if (!input.next()) {
      remaining = 0;
      return false;
    }
    if (remaining > 0) {
      remaining--;
    }
    return true;
  }

  @Override
  public void read(int columnIndex, Value out) {
    input.read(columnIndex, out);
  }
}
