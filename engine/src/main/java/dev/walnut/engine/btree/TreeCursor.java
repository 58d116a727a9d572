// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.Varint;
import dev.walnut.engine.pager.PageAccess;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.OverflowSource;
import dev.walnut.engine.record.RecordReader;
import java.util.Arrays;

/**
 * A position in one b-tree: what table and index cursors have in common. A step within a page does
 * not allocate and calls nothing.
 *
 * <p>States
 *
 * <ul>
 *   <li>NONE: no position; before the first seek, past either end, after {@link #reset}.
 *   <li>ROW: on the entry {@code cell} of {@code page}.
 *   <li>GAP: between entries, before {@code cell} of a leaf ({@code cell} may equal its count):
 *       where a sought entry would be, or where a deleted one was. {@link #next} and {@link
 *       #previous} go to the neighbours.
 *   <li>SAVED: the tree changed; the position is kept as a key and found again at the next use.
 * </ul>
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>C1 In ROW and GAP the path from the root to {@code page} is that of the tree's current
 *       version. Whoever changes the tree has all other cursors save first ({@link Tree}).
 *   <li>C2 Page images on the path are reused only while {@code pathVersion} and {@code
 *       pathGeneration} are current.
 *   <li>C3 A scan in one direction enters no more pages than the file had when it began; so a file
 *       whose tree runs in circles ends in an error, also while the scan's rows make the file
 *       longer.
 * </ul>
 */
abstract class TreeCursor {
  /** Levels that a cursor has room for at first: those of a tree of many millions of rows. */
  private static final int INITIAL_LEVELS = 5;

  private static final int CACHE_LINE_BYTES = 64;

  /** Leaves with fewer entries are looked at for balance after every deletion. */
  private static final int SMALL_COUNT = 8;

  /** Other leaves are looked at after so many deletions. */
  private static final int BALANCE_INTERVAL = 4;

  private static final int NONE = 0;
  private static final int ROW = 1;
  private static final int GAP = 2;
  private static final int SAVED = 3;

  final Btrees trees;
  final Tree tree;
  final PageAccess pages;
  final TreeFormat format;
  final OverflowSource overflow;
  private final boolean isTable;
  private final int usableSize;
  private final int maxLocal;

  TreeCursor nextInTree;

  private boolean closed;

  private byte[][] pathPages = new byte[INITIAL_LEVELS][];
  int[] pathNumbers = new int[INITIAL_LEVELS];
  int[] pathCells = new int[INITIAL_LEVELS];
  private long pathVersion;
  private int pathGeneration;

  /** Level of the current page, the root's is 0; -1 if no page is loaded. */
  int depth = -1;

  byte[] page;
  int pageNumber;
  int header;
  int type;
  boolean leaf;
  int pointers;
  int cell;
  int cellCount;

  private int state;

  /** Steps to another leaf since the last seek, those back counted negative. */
  private int pagesScanned;

  /** Pages of the file when the scan began: the tree does not grow during one. */
  private long pageLimit;

  /** Keeps the compiler from leaving out what {@link #touch} does; of no other use. */
  private int warmed;

  /** Made when this cursor first goes over several leaves. */
  private LeavesAhead ahead;

  private boolean parsed;
  private int payloadOffset;
  private int payloadBytes;
  private int localBytes;
  long parsedRowid;
  private RecordReader record;

  TreeCursor(Btrees trees, Tree tree, boolean isTable) {
    this.trees = trees;
    this.tree = tree;
    this.pages = trees.pages;
    this.format = trees.format;
    this.overflow = trees.overflow;
    this.isTable = isTable;
    this.usableSize = format.usableSize;
    this.maxLocal = isTable ? format.maxLocalTable : format.maxLocalIndex;
    this.pathVersion = -1;
  }

  // ---- positions

  /** Goes to the first entry; false if there is none. */
  public final boolean first() {
    refreshPath();
    enter(0, tree.root);
    descendFirst();
    return settleForward();
  }

  /** Goes to the last entry; false if there is none. */
  public final boolean last() {
    refreshPath();
    if (depth < 0 || !leaf || !isRightmost()) {
      enter(0, tree.root);
      descendLast();
    }
    cell = cellCount;
    return settleBackward();
  }

  /** Goes to the next entry; false, and no position, if there is none. */
  public final boolean next() {
    if (state != ROW && !resume(true)) {
      return false;
    }
    parsed = false;
    if (leaf && ++cell < cellCount) {
      return true;
    }
    return nextPage();
  }

  /** Goes to the entry before; false, and no position, if there is none. */
  public final boolean previous() {
    if (state != ROW && !resume(false)) {
      return false;
    }
    parsed = false;
    if (leaf && --cell >= 0) {
      return true;
    }
    return previousPage();
  }

  /**
   * Whether the cursor is on an entry. If the tree was changed, finds the entry again first; it may
   * have been deleted, then this is false and the cursor is where it was.
   */
  public final boolean isOnRow() {
    if (state == SAVED) {
      restore();
    }
    return state == ROW;
  }

  /** Gives up the position; the page is remembered for the next seek. */
  public final void reset() {
    state = NONE;
  }

  /** Gives up the cursor: it may not be used again, and changes of the tree cost less. */
  public final void close() {
    if (closed) {
      return;
    }
    closed = true;
    state = NONE;
    forgetPath();
    trees.close(this);
  }

  /** A closed cursor that {@link Btrees} kept is opened again: as good as new. */
  void reopen() {
    closed = false;
    parsed = false;
  }

  private void forgetPath() {
    depth = -1;
    pathVersion = -1;
  }

  /** The order of an index tree; null for a table tree. */
  public abstract KeyDescriptor descriptor();

  /** The tree's root page. */
  public final int root() {
    return tree.root;
  }

  // ---- the entry

  /** Size in bytes of the current entry's record. */
  public final int payloadBytes() {
    requireRow();
    return payloadBytes;
  }

  /**
   * Turns a reader to the current entry's record. What the reader hands out is good until the
   * cursor moves or this connection changes the tree.
   */
  public final void bind(RecordReader reader) {
    requireRow();
    reader.bind(page, payloadOffset, localBytes, payloadBytes, overflow);
  }

  /** This cursor's own reader, turned to the current entry's record: see {@link #bind}. */
  public final RecordReader record() {
    if (record == null) {
      record = new RecordReader();
    }
    bind(record);
    return record;
  }

  /**
   * Copies the current entry's record.
   *
   * @param reuse returned if it is large enough; may be null
   * @return an array that begins with the {@link #payloadBytes} bytes of the record
   */
  public final byte[] copyPayload(byte[] reuse) {
    requireRow();
    if (localBytes < payloadBytes) {
      return overflow.assemble(reuse, page, payloadOffset, localBytes, payloadBytes);
    }
    byte[] target = reuse;
    if (target == null || target.length < payloadBytes) {
      target = new byte[Math.max(256, payloadBytes + payloadBytes / 2)];
    }
    System.arraycopy(page, payloadOffset, target, 0, payloadBytes);
    return target;
  }

  /**
   * The number of entries in the tree. Leaves are counted, their entries not looked at. The
   * cursor's position stays.
   */
  public final long count() {
    return trees.countEntries(tree.root, isTable);
  }

  /** Makes sure that the current entry's cell is parsed. */
  final void requireRow() {
    if (state != ROW && !isOnRow()) {
      throw new IllegalStateException("cursor is not on a row");
    }
    if (!parsed) {
      parse();
    }
  }

  // ---- moving between pages

  /** From a state that is not ROW: makes the next step work, or tells that there is none. */
  private boolean resume(boolean forward) {
    if (state == SAVED) {
      restore();
    }
    if (state == GAP) {
      if (forward) {
        cell--;
      }
      state = ROW;
      return true;
    }
    return state == ROW;
  }

  private boolean nextPage() {
    if (!isPathCurrent()) {
      return stepInNewGeneration(true);
    }
    if (!leaf) {
      pathCells[depth] = cell + 1;
      stepDown(cell + 1, 1, true);
      descendFirst();
    }
    return settleForward();
  }

  private boolean previousPage() {
    if (!isPathCurrent()) {
      return stepInNewGeneration(false);
    }
    if (!leaf) {
      pathCells[depth] = cell;
      stepDown(cell, -1, true);
      descendLast();
    } else {
      cell = 0;
    }
    return settleBackward();
  }

  /**
   * Goes on after the pages of the path stopped being this transaction's: changed pages went to the
   * file, or a rollback was not announced. The old page still tells which entry was the last.
   */
  private boolean stepInNewGeneration(boolean forward) {
    if (cellCount == 0) {
      return lose();
    }
    if (leaf) {
      cell = forward ? cellCount - 1 : 0;
    }
    parsed = false;
    state = ROW;
    savePosition();
    return forward ? next() : previous();
  }

  /** On a leaf, before {@code cell}: takes the entry there or the next one in the tree. */
  private boolean settleForward() {
    parsed = false;
    while (true) {
      if (cell < cellCount) {
        state = ROW;
        return true;
      }
      int leafDepth = depth;
      do {
        if (depth == 0) {
          return lose();
        }
        enter(depth - 1, pathNumbers[depth - 1]);
        cell = pathCells[depth];
      } while (cell >= cellCount);
      if (!isTable) {
        state = ROW;
        return true;
      }
      pathCells[depth] = ++cell;
      stepDown(cell, 1, depth == leafDepth - 1);
      descendFirst();
    }
  }

  /** On a leaf, before {@code cell}: takes the entry before that place. */
  private boolean settleBackward() {
    parsed = false;
    while (true) {
      if (cell > 0) {
        cell--;
        state = ROW;
        return true;
      }
      int leafDepth = depth;
      do {
        if (depth == 0) {
          return lose();
        }
        enter(depth - 1, pathNumbers[depth - 1]);
        cell = pathCells[depth];
      } while (cell == 0);
      cell--;
      if (!isTable) {
        state = ROW;
        return true;
      }
      pathCells[depth] = cell;
      stepDown(cell, -1, depth == leafDepth - 1);
      descendLast();
    }
  }

  private boolean lose() {
    state = NONE;
    if (!leaf) {
      depth = -1;
    }
    return false;
  }

  /**
   * Goes to a child in the course of a pass; fetches those after it when the pass has become one.
   *
   * @param direction 1 forward, -1 backward
   * @param toLeaf whether the child is a leaf, as far as the tree is level
   */
  private void stepDown(int index, int direction, boolean toLeaf) {
    countPage(direction);
    if (toLeaf && pagesScanned * direction >= LeavesAhead.FIRST_STEP) {
      if (ahead == null) {
        ahead = new LeavesAhead(pages);
      }
      ahead.beforeChild(page, pageNumber, index, direction, pagesScanned);
    }
    enter(depth + 1, childNumber(index));
    if (leaf) {
      warmed = touch(page);
    }
  }

  /**
   * Loads a byte of each cache line: the processor waits for all of them at once, where the rows,
   * met one by one, would let it wait for each.
   */
  private static int touch(byte[] page) {
    int sum = 0;
    for (int i = CACHE_LINE_BYTES; i < page.length; i += CACHE_LINE_BYTES) {
      sum += page[i];
    }
    return sum;
  }

  private void countPage(int direction) {
    pagesScanned += direction;
    if (pagesScanned == direction) {
      pageLimit = pages.pageCount() & 0xffff_ffffL;
    }
    if (Math.abs(pagesScanned) > pageLimit) {
      throw new CorruptDatabaseException(tree.root, "tree runs in circles");
    }
  }

  private void descendFirst() {
    while (!leaf) {
      pathCells[depth] = 0;
      enter(depth + 1, childNumber(0));
    }
    cell = 0;
  }

  final void descendLast() {
    while (!leaf) {
      pathCells[depth] = cellCount;
      enter(depth + 1, childNumber(cellCount));
    }
    cell = cellCount;
  }

  // ---- the path

  final boolean isPathCurrent() {
    return pathVersion == tree.version && pathGeneration == pages.generation();
  }

  /** Forgets page images that may be outdated; begins a scan. */
  final void refreshPath() {
    if (!isPathCurrent()) {
      Arrays.fill(pathNumbers, 0);
      depth = -1;
      pathVersion = tree.version;
      pathGeneration = pages.generation();
    }
    pagesScanned = 0;
    state = NONE;
  }

  /** Makes the page at that level of the path the current one. */
  final void enter(int level, int number) {
    if (level == pathNumbers.length) {
      growPath(number);
    }
    byte[] image;
    if (pathNumbers[level] == number && number != 0) {
      image = pathPages[level];
    } else {
      image =
          Math.abs(pagesScanned) < LeavesAhead.PASS_STEPS
              ? trees.readPage(number, tree.root)
              : pages.readInPassing(number);
      validate(image, number);
      pathPages[level] = image;
      pathNumbers[level] = number;
    }
    depth = level;
    page = image;
    pageNumber = number;
    header = number == 1 ? 100 : 0;
    type = image[header];
    leaf = (type & 8) != 0;
    pointers = header + (leaf ? PageLayout.LEAF_HEADER_BYTES : PageLayout.INTERIOR_HEADER_BYTES);
    cellCount = Bytes.getShort(image, header + PageLayout.CELL_COUNT_OFFSET);
  }

  private void growPath(int number) {
    int levels = pathNumbers.length;
    if (levels >= PageLayout.MAX_DEPTH) {
      throw new CorruptDatabaseException(number, "tree is too deep");
    }
    int more = Math.min(PageLayout.MAX_DEPTH, 2 * levels);
    pathPages = Arrays.copyOf(pathPages, more);
    pathNumbers = Arrays.copyOf(pathNumbers, more);
    pathCells = Arrays.copyOf(pathCells, more);
  }

  private void validate(byte[] image, int number) {
    int at = PageLayout.headerOffset(number);
    int kind = image[at];
    if (isTable
        ? kind != PageLayout.TABLE_LEAF && kind != PageLayout.TABLE_INTERIOR
        : kind != PageLayout.INDEX_LEAF && kind != PageLayout.INDEX_INTERIOR) {
      throw new CorruptDatabaseException(number, "page type does not fit the tree");
    }
    int count = PageLayout.cellCount(image, at);
    if (at + PageLayout.headerBytes(kind) + 2 * count > usableSize || count > format.maxCellCount) {
      throw new CorruptDatabaseException(number, "too many cells");
    }
  }

  /** The child before the cell at {@code index}, the right-most one for the cell count. */
  final int childNumber(int index) {
    return index < cellCount
        ? Bytes.getInt(page, cellOffset(index))
        : Bytes.getInt(page, header + PageLayout.RIGHT_CHILD_OFFSET);
  }

  final int cellOffset(int index) {
    int offset = Bytes.getShort(page, pointers + 2 * index);
    if (offset < pointers || offset > usableSize - PageLayout.MIN_CELL_BYTES) {
      throw new CorruptDatabaseException(pageNumber, "cell pointer out of range");
    }
    return offset;
  }

  /** Whether the current leaf is the tree's last. */
  final boolean isRightmost() {
    for (int level = 0; level < depth; level++) {
      int number = pathNumbers[level];
      int count = PageLayout.cellCount(pathPages[level], PageLayout.headerOffset(number));
      if (pathCells[level] != count) {
        return false;
      }
    }
    return true;
  }

  // ---- states set by seeks

  /** Stands before {@code index} of the current leaf. */
  final void standInGap(int index) {
    cell = index;
    state = GAP;
    parsed = false;
  }

  /** Stands on the entry {@code index} of the current page. */
  final void standOnRow(int index) {
    cell = index;
    state = ROW;
    parsed = false;
  }

  // ---- parsing

  private void parse() {
    int position = cellOffset(cell);
    if (!leaf) {
      position += 4;
    }
    long bytes;
    if (position + 2 * Varint.MAX_BYTES <= page.length) {
      bytes = page[position++];
      if (bytes < 0) {
        bytes = Varint.get(page, position - 1);
        position += Varint.length(page, position - 1) - 1;
      }
      if (isTable) {
        parsedRowid = Varint.get(page, position);
        position += Varint.length(page, position);
      }
    } else {
      bytes = PageLayout.varint(page, position, pageNumber);
      position += Varint.length(page, position);
      if (isTable) {
        parsedRowid = PageLayout.varint(page, position, pageNumber);
        position += Varint.length(page, position);
      }
    }
    setPayload(position, bytes);
    parsed = true;
  }

  private void setPayload(int position, long bytes) {
    int local;
    int end;
    if (bytes >= 0 && bytes <= maxLocal) {
      local = (int) bytes;
      end = position + local;
    } else {
      local = format.spilledLocalBytes(TreeFormat.payloadBytes(bytes, pageNumber), maxLocal);
      end = position + local + 4;
    }
    if (end > usableSize) {
      throw new CorruptDatabaseException(pageNumber, "cell extends past the page");
    }
    payloadOffset = position;
    payloadBytes = (int) bytes;
    localBytes = local;
  }

  /** Parses an index entry's payload for a comparison: then see the accessors below. */
  final void parseForCompare(int index) {
    int position = cellOffset(index) + (leaf ? 0 : 4);
    long bytes;
    if (position + Varint.MAX_BYTES <= page.length && (bytes = page[position]) >= 0) {
      position++;
    } else {
      bytes = PageLayout.varint(page, position, pageNumber);
      position += Varint.length(page, position);
    }
    setPayload(position, bytes);
    parsed = false;
  }

  final int payloadOffset() {
    return payloadOffset;
  }

  final int localBytes() {
    return localBytes;
  }

  final int totalBytes() {
    return payloadBytes;
  }

  // ---- saving and finding again

  /** Keeps the position as a key, since the tree is about to change. */
  final void savePosition() {
    if (state == ROW) {
      requireRow();
      saveKey();
      savedSide = 0;
      state = SAVED;
    } else if (state == GAP) {
      saveGap();
    }
    if (depth >= 0) {
      depth = -1;
      pathVersion = -1;
    }
  }

  /** Keeps a place between entries by way of the entry after it, or before it at the end. */
  private void saveGap() {
    // The place before an entry is where a search for that entry ends if it is gone; where the
    // entry stays, the search must stop short of it.
    int index = cell;
    if (index < cellCount && leaf) {
      standOnRow(index);
      requireRow();
      saveKey();
      savedSide = -1;
    } else if (index > 0 && leaf) {
      standOnRow(index - 1);
      requireRow();
      saveKey();
      savedSide = 1;
    } else {
      state = NONE;
      return;
    }
    state = SAVED;
  }

  /** Where the saved place is: on the saved key, before it or after it. */
  private int savedSide;

  /** The state SAVED for a key that a subclass has stored itself. */
  final void becomeSaved() {
    savedSide = 0;
    state = SAVED;
    depth = -1;
    pathVersion = -1;
  }

  private void restore() {
    int side = savedSide;
    savedSide = 0;
    boolean found = findSavedKey();
    if (found && side != 0) {
      if (leaf) {
        standInGap(side < 0 ? cell : cell + 1);
      } else {
        // An interior entry: the place before or after it is at the edge of a leaf.
        int index = side < 0 ? cell : cell + 1;
        pathCells[depth] = index;
        enter(depth + 1, childNumber(index));
        if (side < 0) {
          descendLast();
        } else {
          descendFirst();
        }
        standInGap(cell);
      }
    }
  }

  /** Stores the current entry's key; the cell is parsed. */
  abstract void saveKey();

  /** Seeks the stored key: ROW and true if it is there, GAP where it would be and false if not. */
  abstract boolean findSavedKey();

  // ---- changes

  /** Before any change of the tree: others save their positions, this path stays good. */
  final void beginChange() {
    trees.prepareChange();
    if (!isPathCurrent()) {
      throw new IllegalStateException("change by an outdated path");
    }
    tree.beginChange(this);
    pathVersion = tree.version;
  }

  /** Before the current entry is changed: its page must be this transaction's. */
  final void requireCurrentRow() {
    if (state == ROW && !isPathCurrent()) {
      savePosition();
    }
    requireRow();
  }

  /** Makes the current page changeable. */
  final void writeCurrent() {
    byte[] image = pages.write(pageNumber);
    page = image;
    pathPages[depth] = image;
  }

  /**
   * Replaces {@code removeCount} (0 or 1) cells of the current page by a cell; the page may split,
   * then the path is lost and the state is NONE. Else the cursor is on the new entry.
   */
  final boolean putCell(int index, int removeCount, byte[] bytes, int size) {
    writeCurrent();
    PageEditor editor = trees.editor;
    if (removeCount == 0) {
      if (editor.insert(page, header, pageNumber, index, bytes, 0, size)) {
        claim(bytes);
        cellCount++;
        standOnRow(index);
        return true;
      }
    } else if (replaceInPlace(index, bytes, size)) {
      return true;
    }
    trees.balancer().replace(pathNumbers, pathCells, depth, index, removeCount, bytes, size);
    losePath();
    return false;
  }

  private boolean replaceInPlace(int index, byte[] bytes, int size) {
    int offset = cellOffset(index);
    int oldSpace = format.cellBytes(page, offset, type, pageNumber);
    int space = Math.max(size, PageLayout.MIN_CELL_BYTES);
    if (oldSpace == space) {
      System.arraycopy(bytes, 0, page, offset, size);
      claim(bytes);
      standOnRow(index);
      return true;
    }
    PageEditor editor = trees.editor;
    int free = editor.freeBytes(page, header, pageNumber) + oldSpace - space;
    // Too little room, or too much of it left over: the balancer's case.
    if (free < 0 || depth > 0 && free * 3 > usableSize * 2) {
      return false;
    }
    editor.remove(page, header, pageNumber, index);
    if (!editor.insert(page, header, pageNumber, index, bytes, 0, size)) {
      throw new CorruptDatabaseException(pageNumber, "free space does not add up");
    }
    claim(bytes);
    standOnRow(index);
    return true;
  }

  /** Tells the pointer map, if there is one, that a new cell's children are the current page's. */
  private void claim(byte[] newCell) {
    PointerMap map = trees.freelist.pointerMap();
    if (map != null) {
      map.claimCell(newCell, 0, type, pageNumber);
    }
  }

  final void losePath() {
    state = NONE;
    depth = -1;
    pathVersion = -1;
  }

  /** Frees the overflow pages of the current entry; its cell is parsed. */
  final void freeOverflow() {
    if (localBytes < payloadBytes) {
      int first = Bytes.getInt(page, payloadOffset + localBytes);
      trees.overflow.free(first, payloadBytes - localBytes);
    }
  }

  /** Builds a leaf or interior cell's payload part in the connection's buffer; returns its end. */
  final int putPayload(byte[] target, int position, byte[] payload, int offset, int length) {
    int at = position;
    int local = length;
    if (length > maxLocal) {
      local = format.spilledLocalBytes(length, maxLocal);
    }
    System.arraycopy(payload, offset, target, at, local);
    at += local;
    if (local < length) {
      int first = trees.overflow.write(payload, offset + local, length - local, pageNumber);
      Bytes.putInt(target, at, first);
      at += 4;
    }
    return at;
  }

  /**
   * Removes the current leaf's entry {@code cell} from its page.
   *
   * @return whether the page should be balanced
   */
  final boolean removeFromLeaf() {
    writeCurrent();
    trees.editor.remove(page, header, pageNumber, cell);
    cellCount--;
    parsed = false;
    // Adding up a page's free space takes time when much was deleted: not after each entry.
    boolean isTurn = cellCount < SMALL_COUNT || cellCount % BALANCE_INTERVAL == 0;
    return depth > 0 && isTurn && trees.balancer().isUnderfull(page, header, pageNumber);
  }

  final void balanceCurrent() {
    trees.balancer().rebalance(pathNumbers, pathCells, depth);
    losePath();
  }
}
