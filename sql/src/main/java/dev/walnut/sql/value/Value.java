// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.value;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One SQL value in a changeable cell: the unit in which evaluators, functions and rows hand values
 * on without allocation.
 *
 * <p>A cell has a storage class and, by class, a {@code long}, a {@code double} or a range of
 * bytes. TEXT is UTF-8 bytes, possibly malformed (SQLite keeps what it was given); a {@code String}
 * is made on demand only.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>V1 A REAL is never NaN: {@link #setReal} of NaN sets NULL.
 *   <li>V2 The byte range is borrowed: it belongs to a page, a parameter or a constant and is never
 *       written through a cell. It stays valid until the cursor it came from moves or its tree
 *       changes; {@link #detach} makes the cell own a private copy.
 * </ul>
 *
 * <p>Not thread-safe.
 */
public final class Value {
  /** Storage class codes; the order is SQLite's sort order but for INTEGER and REAL, which mix. */
  public static final int NULL = 0;

  public static final int INTEGER = 1;
  public static final int REAL = 2;
  public static final int TEXT = 3;
  public static final int BLOB = 4;

  private static final byte[] EMPTY = new byte[0];

  private int type;
  private long integer;
  private double real;
  private byte[] bytes = EMPTY;
  private int offset;
  private int length;

  /** Whether a TEXT is known to be JSON; every new value of the cell ends that. */
  private boolean json;

  /** The storage class: one of {@link #NULL} ... {@link #BLOB}. */
  public int type() {
    return type;
  }

  public boolean isNull() {
    return type == NULL;
  }

  /** The integer of an INTEGER cell; meaningless for others. See {@link #asLong}. */
  public long integer() {
    return integer;
  }

  /** The double of a REAL cell; meaningless for others. See {@link #asDouble}. */
  public double real() {
    return real;
  }

  /**
   * The array that holds a TEXT's or BLOB's bytes from {@link #offset}, {@link #length} of them.
   */
  public byte[] bytes() {
    return bytes;
  }

  public int offset() {
    return offset;
  }

  public int length() {
    return length;
  }

  public void setNull() {
    type = NULL;
  }

  public void setInteger(long value) {
    type = INTEGER;
    integer = value;
  }

  public void setBoolean(boolean value) {
    type = INTEGER;
    integer = value ? 1 : 0;
  }

  /** Sets a REAL, or NULL for NaN. */
  public void setReal(double value) {
    if (value != value) {
      type = NULL;
    } else {
      type = REAL;
      real = value;
    }
  }

  public void setText(byte[] array, int from, int count) {
    type = TEXT;
    setBytes(array, from, count);
  }

  /** Cells outlive pages; a reference is stored only if it differs, which spares the collector. */
  private void setBytes(byte[] array, int from, int count) {
    if (bytes != array) {
      bytes = array;
    }
    offset = from;
    length = count;
    json = false;
  }

  public void setText(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    setText(encoded, 0, encoded.length);
  }

  public void setBlob(byte[] array, int from, int count) {
    type = BLOB;
    setBytes(array, from, count);
  }

  /** Takes over another cell's value; the byte range is shared (V2). */
  public void set(Value other) {
    type = other.type;
    integer = other.integer;
    real = other.real;
    setBytes(other.bytes, other.offset, other.length);
    json = other.json;
  }

  /**
   * Whether this is TEXT that a JSON function made: SQLite's subtype 'J'. It goes with the value
   * from expression to expression, and is not stored.
   */
  public boolean isJson() {
    return json && type == TEXT;
  }

  /** Marks a TEXT as JSON until the cell gets another value. */
  public void markJson() {
    json = true;
  }

  /** Makes a TEXT that was marked as JSON ordinary text. */
  public void clearJsonMark() {
    json = false;
  }

  /** Makes the byte range, if there is one, a private copy. */
  public void detach() {
    if (type >= TEXT) {
      bytes = Arrays.copyOfRange(bytes, offset, offset + length);
      offset = 0;
    }
  }

  /** SQLite's integer reading of any value (as CAST AS INTEGER does; NULL is 0). */
  public long asLong() {
    switch (type) {
      case INTEGER:
        return integer;
      case REAL:
        return Numbers.realToInteger(real);
      case TEXT:
      case BLOB:
        return Numbers.textToInteger(bytes, offset, length);
      default:
        return 0;
    }
  }

  /** SQLite's real reading of any value (as CAST AS REAL does; NULL is 0.0). */
  public double asDouble() {
    switch (type) {
      case INTEGER:
        return integer;
      case REAL:
        return real;
      case TEXT:
      case BLOB:
        return Numbers.textToReal(bytes, offset, length);
      default:
        return 0;
    }
  }

  /** Makes a number its text in place; TEXT and NULL stay; a BLOB's bytes are read as TEXT. */
  public void castToText() {
    switch (type) {
      case INTEGER:
        byte[] digits = Numbers.integerToText(integer);
        setText(digits, 0, digits.length);
        break;
      case REAL:
        byte[] text = Numbers.realToText(real);
        setText(text, 0, text.length);
        break;
      case BLOB:
        type = TEXT;
        break;
      default:
        break;
    }
  }

  /** Makes a number its text in place; others stay. */
  public void castNumberToText() {
    if (type == INTEGER || type == REAL) {
      castToText();
    }
  }

  /** SQLite's text reading as a {@code String}; null for NULL. Malformed UTF-8 becomes U+FFFD. */
  public String asString() {
    switch (type) {
      case INTEGER:
        return Long.toString(integer);
      case REAL:
        return Numbers.realToString(real);
      case TEXT:
      case BLOB:
        return new String(bytes, offset, length, StandardCharsets.UTF_8);
      default:
        return null;
    }
  }

  /** A private copy of a TEXT's or BLOB's bytes, a number's text bytes; null for NULL. */
  public byte[] toByteArray() {
    switch (type) {
      case TEXT:
      case BLOB:
        return Arrays.copyOfRange(bytes, offset, offset + length);
      case NULL:
        return null;
      default:
        return asString().getBytes(StandardCharsets.US_ASCII);
    }
  }

  /** The value as a condition: 1 true, 0 false, -1 unknown (NULL). */
  public int truth() {
    switch (type) {
      case INTEGER:
        return integer != 0 ? 1 : 0;
      case NULL:
        return -1;
      default:
        return asDouble() != 0 ? 1 : 0;
    }
  }

  @Override
  public String toString() {
    return switch (type) {
      case NULL -> "NULL";
      case TEXT -> "'" + asString() + "'";
      case BLOB -> "x'" + java.util.HexFormat.of().formatHex(bytes, offset, offset + length) + "'";
      default -> asString();
    };
  }
}
