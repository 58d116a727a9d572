// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.aggregate;

import static dev.walnut.sql.function.Arguments.checkedLength;
import static dev.walnut.sql.function.Arguments.toBytes;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * group_concat and string_agg: the texts of a group with separators between them. The separator
 * that comes with a row stands before that row's text; the first row's is not used.
 *
 * <p>Layout. The text lies in {@code bytes[start, end)}. Rows are taken out from the front: a row's
 * text and the separator of the row after it. If separators' lengths vary, those in the text are
 * kept in a queue.
 */
final class ConcatAccumulator extends AggregateFunction.Accumulator {
  private static final byte[] COMMA = {','};

  private byte[] bytes = new byte[64];
  private int start;
  private int end;
  private int rowCount;

  /** Whether the next text comes without a separator. */
  private boolean isFirst = true;

  /**
   * Length of the first row's separator, and of all others while {@code separatorLengths} is null.
   */
  private int commonSeparatorLength;

  /** Lengths of the separators in the text, oldest first; null while all agree. */
  private int[] separatorLengths;

  private int queueStart;
  private int queueEnd;

  @Override
  public boolean step(FunctionContext context, Value[] arguments) {
    Value x = arguments[0];
    if (x.isNull()) {
      return false;
    }
    toBytes(x);
    byte[] separator = COMMA;
    int separatorOffset = 0;
    int separatorLength = 1;
    if (arguments.length == 2) {
      Value given = arguments[1];
      toBytes(given);
      separator = given.bytes();
      separatorOffset = given.offset();
      separatorLength = given.isNull() ? 0 : given.length();
    }
    if (isFirst) {
      isFirst = false;
      commonSeparatorLength = separatorLength;
    } else {
      rememberSeparator(separatorLength);
      append(context, separator, separatorOffset, separatorLength);
    }
    append(context, x.bytes(), x.offset(), x.length());
    rowCount++;
    return false;
  }

  private void append(FunctionContext context, byte[] source, int offset, int length) {
    int wanted = checkedLength((long) (end - start) + length, context);
    if (end + (long) length > bytes.length) {
      if (wanted <= bytes.length / 2) {
        System.arraycopy(bytes, start, bytes, 0, end - start);
      } else {
        int capacity = (int) Math.min(Integer.MAX_VALUE - 8, Math.max(wanted, wanted * 2L));
        byte[] grown = new byte[Math.max(capacity, wanted)];
        System.arraycopy(bytes, start, grown, 0, end - start);
        bytes = grown;
      }
      end -= start;
      start = 0;
    }
    System.arraycopy(source, offset, bytes, end, length);
    end += length;
  }

  private void rememberSeparator(int length) {
    if (separatorLengths == null) {
      if (length == commonSeparatorLength) {
        return;
      }
      separatorLengths = new int[Math.max(16, rowCount * 2)];
      Arrays.fill(separatorLengths, 0, rowCount - 1, commonSeparatorLength);
      queueStart = 0;
      queueEnd = rowCount - 1;
    }
    if (queueEnd == separatorLengths.length) {
      int size = queueEnd - queueStart;
      int[] grown = size * 2 > queueEnd ? new int[size * 2 + 16] : separatorLengths;
      System.arraycopy(separatorLengths, queueStart, grown, 0, size);
      separatorLengths = grown;
      queueStart = 0;
      queueEnd = size;
    }
    separatorLengths[queueEnd++] = length;
  }

  @Override
  public void inverse(FunctionContext context, Value[] arguments) {
    Value x = arguments[0];
    if (x.isNull()) {
      return;
    }
    toBytes(x);
    rowCount--;
    long removed = x.length();
    if (separatorLengths == null) {
      removed += commonSeparatorLength;
    } else if (rowCount > 0) {
      removed += separatorLengths[queueStart++];
    }
    if (removed < end - start) {
      start += (int) removed;
    } else {
      start = 0;
      end = 0;
      isFirst = true;
      separatorLengths = null;
    }
  }

  @Override
  public void result(FunctionContext context, Value result) {
    if (rowCount == 0) {
      result.setNull();
    } else {
      result.setText(Arrays.copyOfRange(bytes, start, end), 0, end - start);
    }
  }
}
