// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Big-endian fields in byte arrays: the one way in which pages and journal records are read.
 *
 * <p>Offsets are in bytes and need no alignment. Out-of-range offsets throw {@link
 * IndexOutOfBoundsException}: callers check offsets that come from a file before they come here.
 */
public final class Bytes {
  private static final VarHandle SHORT =
      MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private Bytes() {}

  /** The unsigned byte at {@code offset}, 0 to 255. */
  public static int getByte(byte[] bytes, int offset) {
    return bytes[offset] & 0xff;
  }

  /** The unsigned 16-bit integer at {@code offset}, 0 to 65535. */
  public static int getShort(byte[] bytes, int offset) {
    return (short) SHORT.get(bytes, offset) & 0xffff;
  }

  /** The signed 16-bit integer at {@code offset}. */
  public static short getSignedShort(byte[] bytes, int offset) {
    return (short) SHORT.get(bytes, offset);
  }

  /** The signed 24-bit integer at {@code offset}. */
  public static int getSigned24(byte[] bytes, int offset) {
    return bytes[offset] << 16 | getShort(bytes, offset + 1);
  }

  /** The 32-bit integer at {@code offset}; page numbers are unsigned in it. */
  public static int getInt(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset);
  }

  /** The unsigned 32-bit integer at {@code offset}. */
  public static long getUnsignedInt(byte[] bytes, int offset) {
    return (int) INT.get(bytes, offset) & 0xffff_ffffL;
  }

  /** The signed 48-bit integer at {@code offset}. */
  public static long getSigned48(byte[] bytes, int offset) {
    return (long) getSignedShort(bytes, offset) << 32 | getUnsignedInt(bytes, offset + 2);
  }

  /** The 64-bit integer at {@code offset}. */
  public static long getLong(byte[] bytes, int offset) {
    return (long) LONG.get(bytes, offset);
  }

  /** The IEEE 754 double at {@code offset}. */
  public static double getDouble(byte[] bytes, int offset) {
    return Double.longBitsToDouble((long) LONG.get(bytes, offset));
  }

  /** Stores the low 8 bits of {@code value}. */
  public static void putByte(byte[] bytes, int offset, int value) {
    bytes[offset] = (byte) value;
  }

  /** Stores the low 16 bits of {@code value}. */
  public static void putShort(byte[] bytes, int offset, int value) {
    SHORT.set(bytes, offset, (short) value);
  }

  /** Stores the low 24 bits of {@code value}. */
  public static void put24(byte[] bytes, int offset, int value) {
    bytes[offset] = (byte) (value >> 16);
    SHORT.set(bytes, offset + 1, (short) value);
  }

  /** Stores 32 bits. */
  public static void putInt(byte[] bytes, int offset, int value) {
    INT.set(bytes, offset, value);
  }

  /** Stores the low 48 bits of {@code value}. */
  public static void put48(byte[] bytes, int offset, long value) {
    SHORT.set(bytes, offset, (short) (value >> 32));
    INT.set(bytes, offset + 2, (int) value);
  }

  /** Stores 64 bits. */
  public static void putLong(byte[] bytes, int offset, long value) {
    LONG.set(bytes, offset, value);
  }

  /** Stores a double in IEEE 754 form. */
  public static void putDouble(byte[] bytes, int offset, double value) {
    LONG.set(bytes, offset, Double.doubleToRawLongBits(value));
  }
}
