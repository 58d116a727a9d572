// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;
import java.util.Arrays;

/**
 * Sort keys of many rows, column by column in primitive arrays: storage classes, 64 bits each, and
 * the bytes of text and blobs in one array. Rows are numbered from 0.
 */
final class KeyColumns {
  private final SortKey[] keys;
  private final byte[][] types;
  private final long[][] bits;
  private final int[][] lengths;

  /** The first eight bytes of BINARY text, so that most comparisons look no further. */
  private final long[][] prefixes;

  private byte[] bytes = new byte[256];
  private int byteCount;
  private int count;

  KeyColumns(SortKey[] keys) {
    this.keys = keys;
    types = new byte[keys.length][16];
    bits = new long[keys.length][16];
    lengths = new int[keys.length][16];
    prefixes = new long[keys.length][];
  }

  int count() {
    return count;
  }

  void clear() {
    count = 0;
    byteCount = 0;
    if (bytes.length > 1 << 20) {
      bytes = new byte[256];
    }
    for (int k = 0; k < keys.length; k++) {
      if (types[k].length > 1 << 16) {
        types[k] = new byte[16];
        bits[k] = new long[16];
        lengths[k] = new int[16];
        prefixes[k] = null;
      }
    }
  }

  /** Adds a row of keys; returns its number. */
  int add(Value[] cells) {
    int row = count;
    for (int k = 0; k < keys.length; k++) {
      if (row == types[k].length) {
        types[k] = Arrays.copyOf(types[k], row * 2);
        bits[k] = Arrays.copyOf(bits[k], row * 2);
        lengths[k] = Arrays.copyOf(lengths[k], row * 2);
      }
      Value cell = cells[k];
      types[k][row] = (byte) cell.type();
      switch (cell.type()) {
        case Value.INTEGER:
          bits[k][row] = cell.integer();
          break;
        case Value.REAL:
          bits[k][row] = Double.doubleToRawLongBits(cell.real());
          break;
        case Value.TEXT:
        case Value.BLOB:
          bits[k][row] = store(cell);
          lengths[k][row] = cell.length();
          if (cell.type() == Value.TEXT && keys[k].collation() == Collation.BINARY) {
            setPrefix(k, row, cell);
          }
          break;
        default:
          break;
      }
    }
    return count++;
  }

  private void setPrefix(int k, int row, Value cell) {
    if (prefixes[k] == null || prefixes[k].length <= row) {
      prefixes[k] =
          prefixes[k] == null
              ? new long[types[k].length]
              : Arrays.copyOf(prefixes[k], types[k].length);
    }
    int length = cell.length();
    byte[] text = cell.bytes();
    int at = cell.offset();
    long prefix = 0;
    if (length >= 8) {
      prefix = Bytes.getLong(text, at);
    } else {
      for (int i = 0; i < length; i++) {
        prefix |= (text[at + i] & 0xffL) << (56 - 8 * i);
      }
    }
    prefixes[k][row] = prefix;
  }

  private int store(Value cell) {
    long end = (long) byteCount + cell.length();
    if (end > bytes.length) {
      if (end > Integer.MAX_VALUE - 16) {
        throw new DatabaseException(ResultCode.NOMEM);
      }
      bytes =
          Arrays.copyOf(
              bytes, (int) Math.min(Integer.MAX_VALUE - 16, Math.max(end, bytes.length * 2L)));
    }
    int offset = byteCount;
    System.arraycopy(cell.bytes(), cell.offset(), bytes, offset, cell.length());
    byteCount = (int) end;
    return offset;
  }

  /** Takes the representation of an equal row in place of that of {@code row}. */
  void replace(int row, Value[] cells) {
    for (int k = 0; k < keys.length; k++) {
      Value cell = cells[k];
      if (cell.type() == Value.INTEGER) {
        types[k][row] = Value.INTEGER;
        bits[k][row] = cell.integer();
      } else if (cell.type() == Value.REAL) {
        types[k][row] = Value.REAL;
        bits[k][row] = Double.doubleToRawLongBits(cell.real());
      } else if (cell.type() == Value.TEXT && keys[k].collation() != Collation.BINARY) {
        bits[k][row] = store(cell);
        lengths[k][row] = cell.length();
      }
    }
  }

  /** Reads a key of a row; its bytes are borrowed until a row is added. */
  void read(int key, int row, Value out) {
    switch (types[key][row]) {
      case Value.INTEGER:
        out.setInteger(bits[key][row]);
        break;
      case Value.REAL:
        out.setReal(Double.longBitsToDouble(bits[key][row]));
        break;
      case Value.TEXT:
        out.setText(bytes, (int) bits[key][row], lengths[key][row]);
        break;
      case Value.BLOB:
        out.setBlob(bytes, (int) bits[key][row], lengths[key][row]);
        break;
      default:
        out.setNull();
        break;
    }
  }

  /** The order of two rows. */
  int compare(int a, int b) {
    for (int k = 0; k < keys.length; k++) {
      int order = compareKey(k, a, b);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compareKey(int k, int a, int b) {
    int x = types[k][a];
    int y = types[k][b];
    if (x == Value.INTEGER && y == Value.INTEGER) {
      int order = Long.compare(bits[k][a], bits[k][b]);
      return keys[k].descending() ? -order : order;
    }
    if (x == Value.NULL || y == Value.NULL) {
      if (x == y) {
        return 0;
      }
      return (x == Value.NULL) == keys[k].nullsFirst() ? -1 : 1;
    }
    int order = compareOther(k, a, b, x, y);
    return keys[k].descending() ? -order : order;
  }

  private int compareOther(int k, int a, int b, int x, int y) {
    if (x <= Value.REAL && y <= Value.REAL) {
      if (x == Value.INTEGER) {
        return Comparison.compare(bits[k][a], Double.longBitsToDouble(bits[k][b]));
      }
      double left = Double.longBitsToDouble(bits[k][a]);
      return y == Value.INTEGER
          ? -Comparison.compare(bits[k][b], left)
          : Comparison.compareReals(left, Double.longBitsToDouble(bits[k][b]));
    }
    if (x != y) {
      return x < y ? -1 : 1;
    }
    Collation rule = x == Value.TEXT ? keys[k].collation() : Collation.BINARY;
    if (x == Value.TEXT && rule == Collation.BINARY) {
      int order = Long.compareUnsigned(prefixes[k][a], prefixes[k][b]);
      if (order != 0) {
        return order;
      }
    }
    int order =
        rule.compare(
            bytes, (int) bits[k][a], lengths[k][a], bytes, (int) bits[k][b], lengths[k][b]);
    return Integer.signum(order);
  }

  /** The order of cells and a row. */
  int compare(Value[] cells, int row, Value scratch) {
    for (int k = 0; k < keys.length; k++) {
      read(k, row, scratch);
      Value cell = cells[k];
      int order;
      if (cell.isNull() || scratch.isNull()) {
        if (cell.isNull() && scratch.isNull()) {
          continue;
        }
        return cell.isNull() == keys[k].nullsFirst() ? -1 : 1;
      }
      order = Integer.signum(Comparison.compare(cell, scratch, keys[k].collation()));
      if (order != 0) {
        return keys[k].descending() ? -order : order;
      }
    }
    return 0;
  }

  /** The numbers of all rows in their order; equal rows in the order they were added. */
  int[] sorted() {
    int[] rows = new int[count];
    for (int i = 0; i < count; i++) {
      rows[i] = i;
    }
    if (count > 1) {
      mergeSort(rows.clone(), rows, 0, count);
    }
    return rows;
  }

  private void mergeSort(int[] source, int[] target, int from, int to) {
    if (to - from < 12) {
      for (int i = from + 1; i < to; i++) {
        int row = target[i];
        int at = i;
        while (at > from && compare(target[at - 1], row) > 0) {
          target[at] = target[at - 1];
          at--;
        }
        target[at] = row;
      }
      return;
    }
    int middle = (from + to) >>> 1;
    mergeSort(target, source, from, middle);
    mergeSort(target, source, middle, to);
    if (compare(source[middle - 1], source[middle]) <= 0) {
      System.arraycopy(source, from, target, from, to - from);
      return;
    }
    int left = from;
    int right = middle;
    for (int i = from; i < to; i++) {
      if (right >= to || (left < middle && compare(source[left], source[right]) <= 0)) {
        target[i] = source[left++];
      } else {
        target[i] = source[right++];
      }
    }
  }
}
