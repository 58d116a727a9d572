// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

/**
 * What the cursors of one connection on one b-tree share.
 *
 * <p>{@link #version} rises with every change of the tree; a cursor whose path was read at another
 * version does not use it. Before a change every other cursor that stands in the tree saves its
 * position as a key: pages are changed in place, so it could not do so later.
 */
final class Tree {
  final int root;
  long version;
  private TreeCursor first;

  Tree(int root) {
    this.root = root;
  }

  void add(TreeCursor cursor) {
    cursor.nextInTree = first;
    first = cursor;
  }

  void remove(TreeCursor cursor) {
    TreeCursor previous = null;
    for (TreeCursor c = first; c != null; c = c.nextInTree) {
      if (c == cursor) {
        if (previous == null) {
          first = c.nextInTree;
        } else {
          previous.nextInTree = c.nextInTree;
        }
        c.nextInTree = null;
        return;
      }
      previous = c;
    }
  }

  boolean hasCursors() {
    return first != null;
  }

  /** Must be called before each change; {@code changing} may be null. */
  void beginChange(TreeCursor changing) {
    for (TreeCursor c = first; c != null; c = c.nextInTree) {
      if (c != changing) {
        c.savePosition();
      }
    }
    version++;
  }

  void saveAll() {
    for (TreeCursor c = first; c != null; c = c.nextInTree) {
      c.savePosition();
    }
  }
}
