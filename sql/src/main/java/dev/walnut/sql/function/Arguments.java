// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Value;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Small steps that many functions share. */
public final class Arguments {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Arguments() {}

  /** Makes numbers and BLOBs TEXT, as SQLite's text reading of an argument does; NULL stays. */
  public static void toText(Value value) {
    if (value.type() != Value.TEXT) {
      value.castToText();
    }
  }

  /** Makes numbers TEXT; TEXT and BLOB stay. */
  public static void toBytes(Value value) {
    value.castNumberToText();
  }

  /** The real reading of a value whose BLOB is text in the database's encoding. */
  public static double asDouble(FunctionContext context, Value value) {
    Utf16.blobToText(value, context.encoding());
    return value.asDouble();
  }

  /** Length of a text up to its first zero byte: many functions of SQLite look no further. */
  public static int lengthToZero(Value text) {
    byte[] bytes = text.bytes();
    int offset = text.offset();
    int end = offset + text.length();
    int i = offset;
    for (; i + 8 <= end; i += 8) {
      long word = (long) LONGS.get(bytes, i);
      if (((word - ONES) & ~word & HIGH_BITS) != 0) {
        break; // one of these eight is zero
      }
    }
    for (; i < end; i++) {
      if (bytes[i] == 0) {
        return i - offset;
      }
    }
    return end - offset;
  }

  /** A length checked against the session's limit; the error is TOOBIG. */
  public static int checkedLength(long length, FunctionContext context) {
    if (length > context.maxLength()) {
      throw new DatabaseException(ResultCode.TOOBIG);
    }
    return (int) length;
  }

  /** An ordinary error of a function. */
  public static DatabaseException error(String message) {
    return new DatabaseException(ResultCode.ERROR, message);
  }
}
