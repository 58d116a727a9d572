// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The three collations that every SQLite has. */
enum Collations implements Collation {
  BINARY {
    @Override
    public int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
      return Arrays.compareUnsigned(a, aOffset, aOffset + aLength, b, bOffset, bOffset + bLength);
    }
  },
  NOCASE {
    @Override
    public int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
      int common = Math.min(aLength, bLength);
      for (int i = 0; i < common; i++) {
        byte p = a[aOffset + i];
        byte q = b[bOffset + i];
        if (p != q) {
          int x = fold(p);
          int y = fold(q);
          if (x != y) {
            return x - y;
          }
        }
      }
      return aLength - bLength;
    }
  },
  RTRIM {
    @Override
    public int compare(byte[] a, int aOffset, int aLength, byte[] b, int bOffset, int bLength) {
      return BINARY.compare(
          a, aOffset, trimmed(a, aOffset, aLength), b, bOffset, trimmed(b, bOffset, bLength));
    }
  };

  static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Whether texts are equal under this collation exactly if their bytes are. */
  static boolean isBytewise(Collation collation) {
    return collation == BINARY || collation instanceof Utf16Collation;
  }

  private static int fold(byte c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c & 0xff;
  }

  private static int trimmed(byte[] text, int offset, int length) {
    int end = length;
    while (end > 0 && text[offset + end - 1] == ' ') {
      end--;
    }
    return end;
  }
}
