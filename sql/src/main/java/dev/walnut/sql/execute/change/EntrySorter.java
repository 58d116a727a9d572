// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute.change;

import dev.walnut.engine.record.KeyComparison;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.SearchKey;
import java.util.Arrays;

/**
 * Sorts index entries in memory: records in one array, and per record a number that orders most of
 * them without a look at the record.
 *
 * <p>Equal prefixes hold the same kind of first column: its top bits tell NULL, numbers, TEXT and
 * BLOB apart.
 *
 * <p>Invariant: prefix(a) &lt; prefix(b) implies a sorts before b; equal prefixes decide nothing.
 */
public final class EntrySorter {
  private static final int MAX_BYTES = 1 << 26;
  private static final int MAX_ENTRIES = 1 << 21;

  /** In {@link #firstLengths}: an equal prefix means an equal first column. */
  private static final int EXACT = -1;

  /** In {@link #firstLengths}: only a comparison of the whole entry decides. */
  private static final int UNKNOWN = -2;

  /** Integers below this are whole in the prefix. */
  private static final long MAX_EXACT_INTEGER = 1L << 49;

  private final KeyDescriptor descriptor;
  private final boolean tiesInOrder;
  private final boolean descending;
  private final KeyComparison comparison = new KeyComparison();
  private final SearchKey key;
  private final RecordReader reader = new RecordReader();
  private byte[] array = new byte[1 << 16];
  private int used;
  private int count;
  private int[] starts = new int[1024];
  private int[] lengths = new int[1024];
  private long[] prefixes = new long[1024];
  private int[] firstStarts = new int[1024];
  private int[] firstLengths = new int[1024];
  private int[] order = {};
  private int preparedFor = -1;

  /**
   * Makes an empty sorter.
   *
   * @param tiesInOrder whether entries that are equal in their first column are added in order
   */
  public EntrySorter(KeyDescriptor descriptor, boolean tiesInOrder) {
    this.tiesInOrder = tiesInOrder;
    this.descriptor = descriptor;
    this.descending = descriptor.isDescending(0);
    this.key = new SearchKey(descriptor.columnCount());
  }

  /** Takes a copy of an entry; false if this run is full. */
  public boolean add(byte[] bytes, int offset, int length) {
    if (count > 0 && (count == MAX_ENTRIES || (long) used + length > MAX_BYTES)) {
      return false;
    }
    if (count == starts.length) {
      starts = Arrays.copyOf(starts, count * 2);
      lengths = Arrays.copyOf(lengths, count * 2);
      prefixes = Arrays.copyOf(prefixes, count * 2);
      firstStarts = Arrays.copyOf(firstStarts, count * 2);
      firstLengths = Arrays.copyOf(firstLengths, count * 2);
    }
    if (used + length > array.length) {
      array = Arrays.copyOf(array, Math.max(used + length, array.length * 2));
    }
    System.arraycopy(bytes, offset, array, used, length);
    starts[count] = used;
    lengths[count] = length;
    prefixes[count] = prefix(used, length);
    count++;
    used += length;
    return true;
  }

  /** Entries of the run. */
  public int count() {
    return count;
  }

  /** The array that holds all entries. */
  public byte[] array() {
    return array;
  }

  /** Where the i-th entry in order begins. */
  public int offset(int i) {
    return starts[order[i]];
  }

  public int length(int i) {
    return lengths[order[i]];
  }

  /** Forgets the run. */
  public void clear() {
    count = 0;
    used = 0;
    preparedFor = -1;
  }

  /** Merge sort, so that entries which come sorted cost one comparison each. */
  public void sort() {
    order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i;
    }
    int[] other = new int[count];
    for (int width = 1; width < count; width *= 2) {
      for (int low = 0; low < count; low += 2 * width) {
        int middle = Math.min(low + width, count);
        int high = Math.min(low + 2 * width, count);
        merge(order, other, low, middle, high);
      }
      int[] swap = order;
      order = other;
      other = swap;
    }
  }

  private void merge(int[] from, int[] to, int low, int middle, int high) {
    if (middle >= high || compare(from[middle - 1], from[middle]) <= 0) {
      System.arraycopy(from, low, to, low, high - low);
      return;
    }
    int i = low;
    int j = middle;
    for (int k = low; k < high; k++) {
      if (j >= high || (i < middle && compare(from[i], from[j]) <= 0)) {
        to[k] = from[i++];
      } else {
        to[k] = from[j++];
      }
    }
  }

  private int compare(int a, int b) {
    int byPrefix = Long.compare(prefixes[a], prefixes[b]);
    if (byPrefix != 0) {
      return byPrefix;
    }
    if (firstLengths[a] >= 0 && firstLengths[b] >= 0) {
      int byBytes = compareFirstBytes(a, b);
      if (byBytes != 0 || tiesInOrder) {
        return byBytes;
      }
    } else if (tiesInOrder && firstLengths[a] == EXACT && firstLengths[b] == EXACT) {
      return 0;
    }
    if (preparedFor != b) {
      reader.bind(array, starts[b], lengths[b]);
      key.setRecord(reader, descriptor.columnCount());
      comparison.prepare(key, descriptor, null);
      preparedFor = b;
    }
    return comparison.compare(array, starts[a], lengths[a], lengths[a]);
  }

  /** Decides between two texts or blobs that begin alike, if they differ further on. */
  private int compareFirstBytes(int a, int b) {
    int order =
        Arrays.compareUnsigned(
            array,
            firstStarts[a],
            firstStarts[a] + firstLengths[a],
            array,
            firstStarts[b],
            firstStarts[b] + firstLengths[b]);
    return descending ? -order : order;
  }

  /** Notes where the bytes of the first column are, if its order is that of its bytes. */
  private void noteFirstBytes(int type) {
    boolean ordered =
        type == RecordReader.BLOB || (type == RecordReader.TEXT && descriptor.collation(0) == null);
    firstLengths[count] = ordered ? reader.bytesLength(0) : isExact(type) ? EXACT : UNKNOWN;
    firstStarts[count] = ordered ? reader.bytesOffset(0) : 0;
  }

  private boolean isExact(int type) {
    return type == RecordReader.NULL || type == RecordReader.INTEGER && isSmall(reader.longAt(0));
  }

  private static boolean isSmall(long value) {
    return value > -MAX_EXACT_INTEGER && value < MAX_EXACT_INTEGER;
  }

  private long prefix(int offset, int length) {
    reader.bind(array, offset, length);
    long prefix;
    int type = reader.typeOf(0);
    noteFirstBytes(type);
    switch (type) {
      case RecordReader.INTEGER:
      case RecordReader.REAL:
        prefix = numberPrefix(reader.doubleAt(0));
        break;
      case RecordReader.TEXT:
        prefix =
            3L << 61
                | (descriptor.collation(0) == null
                    ? bytesPrefix(
                        reader.bytesArray(0), reader.bytesOffset(0), reader.bytesLength(0))
                    : 0);
        break;
      case RecordReader.BLOB:
        prefix =
            4L << 61
                | bytesPrefix(reader.bytesArray(0), reader.bytesOffset(0), reader.bytesLength(0));
        break;
      default:
        prefix = 0;
        break;
    }
    prefix ^= Long.MIN_VALUE;
    return descriptor.isDescending(0) ? ~prefix : prefix;
  }

  /** Order of doubles, less some low bits, between NULL and TEXT. */
  private static long numberPrefix(double value) {
    long bits = Double.doubleToLongBits(value == 0 ? 0.0 : value);
    long ordered = bits < 0 ? ~bits : bits | Long.MIN_VALUE;
    return (1L << 61) + (ordered >>> 3);
  }

  private static long bytesPrefix(byte[] bytes, int offset, int length) {
    long prefix = 0;
    for (int i = 0; i < 7; i++) {
      prefix = prefix << 8 | (i < length ? bytes[offset + i] & 0xff : 0);
    }
    return prefix << 5;
  }
}
