// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import java.util.Arrays;

/**
 * The open savepoints of a transaction: for each, the images that pages had when it was opened, as
 * far as they were changed since.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>S1 Serials rise: a savepoint has a greater serial than all that were opened before it. A
 *       page whose {@code savedSerial} is at least the innermost serial needs no saving.
 *   <li>S2 A savepoint holds at most one image per page, the oldest since it was opened. Releasing
 *       hands images down to the enclosing savepoint where that has none.
 *   <li>S3 Opening one costs no allocation once the depth was reached before.
 * </ul>
 */
final class Savepoints {
  /** What a page was when a savepoint was opened. */
  static final class SavedPage {
    /**
     * The image; of a clean page the committed one, or null if it lay beyond the database's end.
     */
    final byte[] image;

    /** Whether the page was not dirty. */
    final boolean clean;

    final boolean worthless;

    SavedPage(byte[] image, boolean clean, boolean worthless) {
      this.image = image;
      this.clean = clean;
      this.worthless = worthless;
    }
  }

  private static final class Savepoint {
    long serial;
    int pageCount;
    IntMap<SavedPage> saved;
  }

  /** Arrays of copies that are no longer needed, for the next ones. */
  private final byte[][] spares = new byte[16][];

  private int spareCount;
  private Savepoint[] stack = new Savepoint[4];
  private int depth;
  private long lastSerial;

  int depth() {
    return depth;
  }

  /** The serial below which a page's image must be saved before it changes. */
  long innermostSerial() {
    return depth == 0 ? 0 : stack[depth - 1].serial;
  }

  int open(int pageCount) {
    if (depth == stack.length) {
      stack = Arrays.copyOf(stack, depth * 2);
    }
    if (stack[depth] == null) {
      stack[depth] = new Savepoint();
    }
    Savepoint opened = stack[depth];
    opened.serial = ++lastSerial;
    opened.pageCount = pageCount;
    return depth++;
  }

  /** Sets the page count that all open savepoints restore, when the write transaction begins. */
  void setPageCounts(int pageCount) {
    for (int i = 0; i < depth; i++) {
      stack[i].pageCount = pageCount;
    }
  }

  /** Remembers that the page was clean when the innermost savepoint was opened. */
  void saveClean(int pageNumber, byte[] committedImage) {
    save(pageNumber, new SavedPage(committedImage, true, false));
  }

  /** Remembers a copy of a dirty page's image. */
  void saveCopy(int pageNumber, byte[] image, boolean worthless) {
    byte[] copy;
    if (spareCount > 0 && spares[spareCount - 1].length == image.length) {
      copy = spares[--spareCount];
      spares[spareCount] = null;
      System.arraycopy(image, 0, copy, 0, image.length);
    } else {
      copy = image.clone();
    }
    save(pageNumber, new SavedPage(copy, false, worthless));
  }

  /** Remembers a dirty page's image, which the caller gives away. */
  void save(int pageNumber, byte[] image, boolean worthless) {
    save(pageNumber, new SavedPage(image, false, worthless));
  }

  private void save(int pageNumber, SavedPage page) {
    Savepoint innermost = stack[depth - 1];
    if (innermost.saved == null) {
      innermost.saved = new IntMap<>();
    }
    if (innermost.saved.get(pageNumber) == null) {
      innermost.saved.put(pageNumber, page);
    }
  }

  /** Closes a savepoint and all inside it; what they saved goes to the one around. */
  void release(int index) {
    while (depth > index) {
      Savepoint closed = stack[--depth];
      if (closed.saved == null || closed.saved.size() == 0) {
        continue;
      }
      if (depth > 0) {
        Savepoint outer = stack[depth - 1];
        if (outer.saved == null || outer.saved.size() == 0) {
          IntMap<SavedPage> empty = outer.saved;
          outer.saved = closed.saved;
          closed.saved = empty;
          continue;
        }
        for (int pageNumber : closed.saved.sortedKeys()) {
          if (outer.saved.get(pageNumber) == null) {
            outer.saved.put(pageNumber, closed.saved.get(pageNumber));
          } else {
            recycle(closed.saved.get(pageNumber));
          }
        }
      } else if (closed.saved.size() <= spares.length) {
        for (int pageNumber : closed.saved.sortedKeys()) {
          recycle(closed.saved.get(pageNumber));
        }
      }
      closed.saved.clear();
    }
  }

  private void recycle(SavedPage page) {
    if (!page.clean && spareCount < spares.length) {
      spares[spareCount++] = page.image;
    }
  }

  /**
   * What must be restored to get back to a savepoint; it stays open, empty and with a new serial,
   * those inside it are closed.
   *
   * @return pages to restore; empty if nothing changed
   */
  IntMap<SavedPage> rollbackTo(int index) {
    release(index + 1);
    Savepoint target = stack[index];
    IntMap<SavedPage> restored = target.saved;
    target.saved = null;
    target.serial = ++lastSerial;
    return restored == null ? new IntMap<>() : restored;
  }

  int pageCount(int index) {
    return stack[index].pageCount;
  }

  void clear() {
    for (int i = 0; i < depth; i++) {
      if (stack[i].saved != null) {
        stack[i].saved.clear();
      }
    }
    depth = 0;
  }
}
