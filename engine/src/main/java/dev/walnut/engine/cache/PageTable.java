// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.cache;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * An index from numbers to page images in segmented arrays: a look-up is two array loads, with no
 * latch, hash or boxed key.
 *
 * <p>Layout: {@code segments[number >>> 6]} holds the images and usage counts of 64 numbers. A
 * segment is made when first needed and dropped when its last image goes, so that a few pages of a
 * huge file do not cost a large index.
 *
 * <p>Reading needs no lock: images are stored with release and loaded with acquire order, and never
 * change afterwards; usage counts are hints, updated racily. Storing and clearing are for the
 * holder of the cache's mutex.
 */
final class PageTable {
  static final int SEGMENT_BITS = 6;
  static final int SEGMENT_SIZE = 1 << SEGMENT_BITS;

  /** Looks at a page since the clock hand last passed that count; more make no difference. */
  static final byte MAX_USAGE = 3;

  /** The usage count of a page that only passes over large trees have looked at. */
  static final byte PASSING = -1;

  private static final VarHandle IMAGE = MethodHandles.arrayElementVarHandle(byte[][].class);

  private static final class Segment {
    final byte[][] images = new byte[SEGMENT_SIZE][];
    final byte[] usage = new byte[SEGMENT_SIZE];

    /** Images present; guarded by the cache's mutex. */
    int residentCount;
  }

  /** What a segment costs: two arrays, two headers, the object. */
  private static final int SEGMENT_BYTES = SEGMENT_SIZE * 5 + 72;

  /**
   * Elements are set plainly: a segment's fields are final, so a reader that finds it finds it
   * complete.
   */
  private volatile Segment[] segments = new Segment[16];

  /** Guarded by the cache's mutex. */
  private int segmentCount;

  /** The image stored under that number, or null; counts as a use. */
  byte[] get(int number) {
    Segment[] all = segments;
    int index = number >>> SEGMENT_BITS;
    if (index >= all.length) {
      return null;
    }
    Segment segment = all[index];
    if (segment == null) {
      return null;
    }
    int slot = number & (SEGMENT_SIZE - 1);
    byte[] image = (byte[]) IMAGE.getAcquire(segment.images, slot);
    if (image != null) {
      byte usage = segment.usage[slot];
      if (usage < MAX_USAGE) {
        segment.usage[slot] = (byte) (usage + 1);
      }
    }
    return image;
  }

  /** The image without counting a use. */
  byte[] peek(int number) {
    Segment segment = segment(number);
    return segment == null
        ? null
        : (byte[]) IMAGE.getAcquire(segment.images, number & (SEGMENT_SIZE - 1));
  }

  private Segment segment(int number) {
    Segment[] all = segments;
    int index = number >>> SEGMENT_BITS;
    return index < all.length ? all[index] : null;
  }

  /** Whether nobody has asked for the page by {@link #get} since it was stored as passing. */
  boolean isPassing(int number) {
    Segment segment = segment(number);
    return segment != null && segment.usage[number & (SEGMENT_SIZE - 1)] < 0;
  }

  /** Whether nobody has used the page since the clock hand passed it. */
  boolean isIdle(int number) {
    Segment segment = segment(number);
    return segment != null && segment.usage[number & (SEGMENT_SIZE - 1)] <= 0;
  }

  /** Stores or, with null, removes an image; its usage count starts at zero. */
  void set(int number, byte[] image) {
    set(number, image, (byte) 0);
  }

  /** Like {@link #set(int, byte[])}, with the usage count to begin with. */
  void set(int number, byte[] image, byte usage) {
    int index = number >>> SEGMENT_BITS;
    Segment[] all = segments;
    Segment segment = index < all.length ? all[index] : null;
    if (segment == null) {
      if (image == null) {
        return;
      }
      if (index >= all.length) {
        all = Arrays.copyOf(all, Math.max(index + 1, Math.min(all.length * 2, 1 << 26)));
      }
      segment = new Segment();
      all[index] = segment;
      segments = all;
      segmentCount++;
    }
    int slot = number & (SEGMENT_SIZE - 1);
    segment.residentCount += (image == null ? 0 : 1) - (segment.images[slot] == null ? 0 : 1);
    segment.usage[slot] = usage;
    IMAGE.setRelease(segment.images, slot, image);
    if (segment.residentCount == 0) {
      all[index] = null;
      segmentCount--;
    }
  }

  /** What the index itself takes, in bytes. */
  long indexBytes() {
    return segments.length * 4L + (long) segmentCount * SEGMENT_BYTES;
  }

  /** Replaces an image and keeps its usage count. */
  void replace(int number, byte[] image) {
    IMAGE.setRelease(segment(number).images, number & (SEGMENT_SIZE - 1), image);
  }

  /** Lowers the usage count by one; false if it was zero. */
  boolean age(int number) {
    Segment segment = segment(number);
    int slot = number & (SEGMENT_SIZE - 1);
    byte usage = segment.usage[slot];
    if (usage <= 0) {
      return false;
    }
    segment.usage[slot] = (byte) (usage - 1);
    return true;
  }

  void clear() {
    segmentCount = 0;
    segments = new Segment[16];
  }
}
