// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.pager.IntMap;
import dev.walnut.engine.pager.PageAccess;
import dev.walnut.engine.record.KeyDescriptor;
import java.util.Arrays;

/**
 * The b-trees of one database as one connection sees them: opens cursors, creates, empties and
 * drops trees. Confined to the connection, as its {@link PageAccess} is.
 *
 * <pre>
 *   Btrees trees = new Btrees(pages);                 // a transaction is open on pages
 *   int root = trees.createTree(true);                // a table tree; note the root page number
 *   BtreeCursor rows = trees.openTable(root);
 *   writer.begin();
 *   writer.appendLong(42);
 *   writer.finish();
 *   rows.insert(1, writer.array(), writer.offset(), writer.length());
 *
 *   for (boolean more = rows.first(); more; more = rows.next()) {
 *     RecordReader record = rows.record();            // bound to the row, nothing is copied
 *     sum += record.longAt(0);
 *   }
 *   if (rows.seek(1)) {
 *     rows.delete();
 *   }
 *   rows.close();
 *
 *   IndexCursor index = trees.openIndex(indexRoot, new KeyDescriptor(2));   // column, rowid
 *   key.setColumnCount(1);
 *   key.setLong(0, 42);
 *   for (boolean more = index.seek(key, SeekMode.EQUAL);
 *       more && index.compareTo(key) == 0;
 *       more = index.next()) {
 *     rowid = index.record().longAt(1);
 *   }
 * </pre>
 *
 * <p>Cursors may stay open over changes and transactions. A change by one cursor makes the others
 * on the same tree keep their place as a key and find it again. Before a rollback, of the
 * transaction or to a savepoint, call {@link #saveAllCursors}.
 *
 * <p>Root page numbers never change, but for those that {@link #dropTree} moves in an auto_vacuum
 * file. Whether the file is one is looked up at the first change of each transaction.
 */
public final class Btrees {
  /** Bits of the place of a closed cursor. */
  private static final int CLOSED_CURSOR_BITS = 5;

  final PageAccess pages;
  final TreeFormat format;
  final Freelist freelist;
  final OverflowChain overflow;
  final PageEditor editor;

  /** Where cells are built; as long as the longest local cell and a bit. */
  final byte[] cellBuffer;

  private Balancer balancer;

  /** Those with open cursors, by root. */
  private final IntMap<Tree> trees = new IntMap<>();

  /**
   * Closed cursors to be opened again, each at one of two neighbouring places by its root: a
   * statement that runs often opens the same ones each time. They are in no tree's list and
   * remember no page.
   */
  private final TreeCursor[] closedCursors = new TreeCursor[1 << CLOSED_CURSOR_BITS];

  private final AutoVacuum autoVacuum;
  private final PointerMap pointerMap;
  private int mapGeneration;
  private boolean isMapKnown;
  private byte[] emptyFirstPage;

  /** The trees behind {@code pages}; nothing is read yet. */
  public Btrees(PageAccess pages) {
    this.pages = pages;
    this.format = new TreeFormat(pages.usableSize());
    this.freelist = new Freelist(pages);
    this.overflow = new OverflowChain(pages, freelist);
    this.editor = new PageEditor(format, pages.pageSize());
    this.cellBuffer = new byte[pages.pageSize() + 64];
    this.pointerMap = new PointerMap(pages, format);
    this.autoVacuum = new AutoVacuum(this, pointerMap);
  }

  /** How far deleted content is overwritten with zeroes; OFF at first. */
  public void setSecureDelete(SecureDelete mode) {
    freelist.setSecureDelete(mode == SecureDelete.ON);
    editor.setSecureDelete(mode != SecureDelete.OFF);
  }

  /**
   * Opens a cursor, without position, on the table tree with that root page.
   *
   * @throws CorruptDatabaseException for page 0, which does not exist
   */
  public BtreeCursor openTable(int root) {
    if (takeClosed(root, null) instanceof BtreeCursor closed) {
      return reopen(closed);
    }
    Tree tree = treeOf(root);
    BtreeCursor cursor = new BtreeCursor(this, tree);
    tree.add(cursor);
    return cursor;
  }

  /**
   * Opens a cursor, without position, on the index tree with that root page.
   *
   * @throws CorruptDatabaseException for page 0, which does not exist
   */
  public IndexCursor openIndex(int root, KeyDescriptor descriptor) {
    if (takeClosed(root, descriptor) instanceof IndexCursor closed) {
      return reopen(closed);
    }
    Tree tree = treeOf(root);
    IndexCursor cursor = new IndexCursor(this, tree, descriptor);
    tree.add(cursor);
    return cursor;
  }

  /**
   * A closed cursor of that root and order whose tree no other object stands for now; null if there
   * is none.
   *
   * @param descriptor the order of an index tree; null for a table tree
   */
  private TreeCursor takeClosed(int root, KeyDescriptor descriptor) {
    int place = closedPlace(root);
    if (!fits(closedCursors[place], root, descriptor)) {
      place ^= 1;
      if (!fits(closedCursors[place], root, descriptor)) {
        return null;
      }
    }
    TreeCursor cursor = closedCursors[place];
    closedCursors[place] = null;
    Tree present = trees.get(root);
    if (present == null) {
      trees.put(root, cursor.tree);
    }
    return present == null || present == cursor.tree ? cursor : null;
  }

  private static boolean fits(TreeCursor closed, int root, KeyDescriptor descriptor) {
    return closed != null && closed.tree.root == root && closed.descriptor() == descriptor;
  }

  private static int closedPlace(int root) {
    return root * 0x9e3779b9 >>> (Integer.SIZE - CLOSED_CURSOR_BITS);
  }

  private static <C extends TreeCursor> C reopen(C cursor) {
    cursor.reopen();
    cursor.tree.add(cursor);
    return cursor;
  }

  /**
   * Lets all open cursors keep their positions as keys, so that page images can change under them.
   * To be called before a rollback and before the end of a transaction that cursors shall survive.
   */
  public void saveAllCursors() {
    for (int root : trees.sortedKeys()) {
      trees.get(root).saveAll();
    }
  }

  /**
   * Makes an empty tree. In an auto_vacuum file its root goes to the front of the file, and the
   * page that was there moves away.
   *
   * @param table whether it maps rowids to records (else it is an index tree)
   * @return its root page
   */
  public int createTree(boolean table) {
    prepareChange();
    int root = freelist.pointerMap() == null ? freelist.allocate(0) : autoVacuum.takeRoot();
    byte[] page = pages.write(root);
    Arrays.fill(page, (byte) 0);
    PageLayout.initialize(
        page, 0, table ? PageLayout.TABLE_LEAF : PageLayout.INDEX_LEAF, format.usableSize);
    return root;
  }

  /**
   * Deletes all entries of a tree and keeps its root.
   *
   * @return how many entries there were
   */
  public long clearTree(int root) {
    prepareChange();
    treeOf(root).beginChange(null);
    TreeWalk walk = new TreeWalk(this, true);
    long count = walk.visit(root);
    byte[] page = pages.write(root);
    int header = PageLayout.headerOffset(root);
    int type = page[header] | 8;
    editor.fill(page, header, type, 0, new CellList(), 0, 0);
    return count;
  }

  /**
   * Frees all pages of a tree, its root included. No cursor may be used on it afterwards. In an
   * auto_vacuum file the tree with the greatest root page then moves its root to where this one
   * was.
   *
   * @return the former root page of the tree that has now {@code root} as its own, and on which no
   *     cursor may be open; 0 if none has moved
   * @throws IllegalArgumentException for page 1, whose tree always exists
   */
  public int dropTree(int root) {
    if (root == 1) {
      throw new IllegalArgumentException("page 1 holds the schema");
    }
    clearTree(root);
    if (freelist.pointerMap() != null) {
      return autoVacuum.releaseRoot(root);
    }
    freelist.free(root);
    return 0;
  }

  /**
   * Makes an auto_vacuum file of a database that has no page but the first yet, or changes the mode
   * of one that is an auto_vacuum file; other files keep mode NONE. A write transaction must be
   * open.
   */
  public void setAutoVacuum(AutoVacuumMode mode) {
    AutoVacuumMode present = AutoVacuumMode.of(pages);
    boolean isEmpty = pages.pageCount() == 1;
    if (mode == present || (present == AutoVacuumMode.NONE && !isEmpty)) {
      return;
    }
    if (mode == AutoVacuumMode.NONE && !isEmpty) {
      return;
    }
    byte[] first = pages.write(1);
    if (present == AutoVacuumMode.NONE || mode == AutoVacuumMode.NONE) {
      int root = mode == AutoVacuumMode.NONE ? 0 : 1;
      Bytes.putInt(first, DatabaseHeader.LARGEST_ROOT_OFFSET, root);
    }
    int incremental = mode == AutoVacuumMode.INCREMENTAL ? 1 : 0;
    Bytes.putInt(first, DatabaseHeader.INCREMENTAL_VACUUM_OFFSET, incremental);
    isMapKnown = false;
  }

  /**
   * To be called just before a commit, while a write transaction is open: in an auto_vacuum file of
   * mode FULL the last pages move into the free ones and the file becomes as much shorter. So each
   * page is written once, at its final place. If it throws, roll back.
   */
  public void beforeCommit() {
    if (AutoVacuumMode.of(pages) == AutoVacuumMode.FULL) {
      prepareChange();
      autoVacuum.shrink(-1);
    }
  }

  /**
   * Shortens an auto_vacuum file by at most so many free pages; does nothing in other files. A
   * write transaction must be open.
   *
   * @param limit unsigned
   * @return how many pages the freelist has lost
   */
  public int incrementalVacuum(int limit) {
    prepareChange();
    return freelist.pointerMap() == null ? 0 : autoVacuum.shrink(limit);
  }

  /** Number of pages on the freelist, by page 1. */
  public int freelistCount() {
    return pages.pageCount() == 0 ? 0 : freelist.count();
  }

  /**
   * Fills page 1 of a new, empty database: the file header and the empty schema table.
   *
   * @param reservedBytes bytes at the end of each page that stay unused
   */
  public static void initializeFirstPage(byte[] page, int reservedBytes) {
    DatabaseHeader.initialize(page, page.length, reservedBytes);
    PageLayout.initialize(
        page, DatabaseHeader.BYTES, PageLayout.TABLE_LEAF, page.length - reservedBytes);
  }

  // ---- for the cursors

  private Tree treeOf(int root) {
    Tree tree = trees.get(root);
    if (tree == null) {
      if (root == 0) {
        throw new CorruptDatabaseException(root, "root page of a tree");
      }
      tree = new Tree(root);
      trees.put(root, tree);
    }
    return tree;
  }

  void close(TreeCursor cursor) {
    Tree tree = cursor.tree;
    tree.remove(cursor);
    if (!tree.hasCursors()) {
      trees.remove(tree.root);
    }
    int place = closedPlace(tree.root);
    closedCursors[closedCursors[place] == null ? place : place ^ 1] = cursor;
  }

  Balancer balancer() {
    if (balancer == null) {
      balancer = new Balancer(pages, format, editor, freelist);
    }
    return balancer;
  }

  /** The image of a tree's page; a file without pages has an empty schema tree. */
  byte[] readPage(int pageNumber, int root) {
    if (root == 1 && pageNumber == 1 && pages.pageCount() == 0) {
      if (emptyFirstPage == null) {
        emptyFirstPage = new byte[pages.pageSize()];
        PageLayout.initialize(
            emptyFirstPage, DatabaseHeader.BYTES, PageLayout.TABLE_LEAF, format.usableSize);
      }
      return emptyFirstPage;
    }
    return pages.read(pageNumber);
  }

  /** Before any change: finds out whether a pointer map must be kept. */
  void prepareChange() {
    if (isMapKnown && mapGeneration == pages.generation()) {
      return;
    }
    freelist.setPointerMap(PointerMap.isIn(pages) ? pointerMap : null);
    isMapKnown = true;
    mapGeneration = pages.generation();
  }

  /** Before pages move: all cursors keep their positions as keys and read the tree anew. */
  void beginMoves() {
    for (int root : trees.sortedKeys()) {
      trees.get(root).beginChange(null);
    }
  }

  long countEntries(int root, boolean table) {
    if (pages.pageCount() == 0) {
      return 0;
    }
    int type = pages.read(root)[PageLayout.headerOffset(root)];
    if (PageLayout.isTable(type) != table) {
      throw new CorruptDatabaseException(root, "page type does not fit the tree");
    }
    return new TreeWalk(this, false).visit(root);
  }
}
