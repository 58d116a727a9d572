// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.catalog;

import dev.walnut.engine.format.TextEncoding;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import dev.walnut.engine.record.SearchKey;
import dev.walnut.engine.record.TextComparator;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Value;

/**
 * The border between cells, whose TEXT is UTF-8, and records, whose TEXT is in the database's
 * encoding. In a UTF-8 database bytes pass through untouched; in a UTF-16 database they are
 * transcoded.
 *
 * <p>Invariant: for each collation c, comparing cells by {@link #collation}(c) and comparing stored
 * bytes by {@link #comparator}({@link #collation}(c)) give the same order. SQLite's BINARY compares
 * stored bytes, so in a UTF-16 database it is another order than that of UTF-8.
 */
public enum StoredText {
  UTF8(TextEncoding.UTF8),
  UTF16LE(TextEncoding.UTF16LE),
  UTF16BE(TextEncoding.UTF16BE);

  private final TextEncoding encoding;
  private final Collation binary;

  StoredText(TextEncoding encoding) {
    this.encoding = encoding;
    this.binary = Collation.binaryFor(encoding.code());
  }

  /** The border for databases of that encoding. */
  public static StoredText of(TextEncoding encoding) {
    switch (encoding) {
      case UTF16LE:
        return UTF16LE;
      case UTF16BE:
        return UTF16BE;
      default:
        return UTF8;
    }
  }

  public TextEncoding encoding() {
    return encoding;
  }

  /** The form of a collation that orders cells as this encoding's records are ordered. */
  public Collation collation(Collation collation) {
    return collation == Collation.BINARY ? binary : collation;
  }

  /** The same order over stored bytes; null for BINARY. */
  public TextComparator comparator(Collation collation) {
    if (collation == binary || collation == Collation.BINARY) {
      return null;
    }
    if (this == UTF8) {
      return collation::compare;
    }
    return (a, aOffset, aLength, b, bOffset, bLength) -> {
      byte[] x = decode(a, aOffset, aLength);
      byte[] y = decode(b, bOffset, bLength);
      return collation.compare(x, 0, x.length, y, 0, y.length);
    };
  }

  /** Reads a field of a record; an absent field leaves NULL. Bytes are borrowed or fresh. */
  public void read(RecordReader reader, int field, Value out) {
    switch (reader.typeOf(field)) {
      case RecordReader.INTEGER:
        out.setInteger(reader.longAt(field));
        break;
      case RecordReader.REAL:
        out.setReal(reader.doubleAt(field));
        break;
      case RecordReader.TEXT:
        readText(reader, field, out);
        break;
      case RecordReader.BLOB:
        out.setBlob(reader.bytesArray(field), reader.bytesOffset(field), reader.bytesLength(field));
        break;
      default:
        out.setNull();
        break;
    }
  }

  private void readText(RecordReader reader, int field, Value out) {
    byte[] array = reader.bytesArray(field);
    int offset = reader.bytesOffset(field);
    int length = reader.bytesLength(field);
    if (this == UTF8) {
      out.setText(array, offset, length);
    } else {
      byte[] decoded = decode(array, offset, length);
      out.setText(decoded, 0, decoded.length);
    }
  }

  /** Appends a cell to a record. */
  public void append(RecordWriter writer, Value value) {
    switch (value.type()) {
      case Value.INTEGER:
        writer.appendLong(value.integer());
        break;
      case Value.REAL:
        writer.appendDouble(value.real());
        break;
      case Value.TEXT:
        if (this == UTF8) {
          writer.appendText(value.bytes(), value.offset(), value.length());
        } else {
          byte[] encoded = encode(value.bytes(), value.offset(), value.length());
          writer.appendText(encoded, 0, encoded.length);
        }
        break;
      case Value.BLOB:
        writer.appendBlob(value.bytes(), value.offset(), value.length());
        break;
      default:
        writer.appendNull();
        break;
    }
  }

  /** Sets a column of a sought key to a cell; the cell's bytes are borrowed. */
  public void set(SearchKey key, int column, Value value) {
    switch (value.type()) {
      case Value.INTEGER:
        key.setLong(column, value.integer());
        break;
      case Value.REAL:
        key.setDouble(column, value.real());
        break;
      case Value.TEXT:
        if (this == UTF8) {
          key.setText(column, value.bytes(), value.offset(), value.length());
        } else {
          byte[] encoded = encode(value.bytes(), value.offset(), value.length());
          key.setText(column, encoded, 0, encoded.length);
        }
        break;
      case Value.BLOB:
        key.setBlob(column, value.bytes(), value.offset(), value.length());
        break;
      default:
        key.setNull(column);
        break;
    }
  }

  private byte[] decode(byte[] stored, int offset, int length) {
    return Utf16.toUtf8(stored, offset, length, encoding);
  }

  private byte[] encode(byte[] utf8, int offset, int length) {
    return Utf16.fromUtf8(utf8, offset, length, encoding);
  }
}
