// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

/** A page that the write transaction has changed. Confined to the transaction's thread. */
final class DirtyPage {
  /** The transaction's private image; null while it was spilled to the file. */
  byte[] image;

  /**
   * The committed image, which a rollback restores; null for a page beyond the old end of the
   * database, and once the journal holds it ({@link #journaled}).
   */
  byte[] original;

  /** Whether the journal file holds the original. */
  boolean journaled;

  /** Whether the database file holds an uncommitted image. */
  boolean spilled;

  /** Whether the content is worthless: the page is a freelist leaf and need not be written. */
  boolean worthless;

  /** The serial of the savepoint that was innermost when the image was last saved for one. */
  long savedSerial;

  DirtyPage(byte[] image, byte[] original, long savedSerial) {
    this.image = image;
    this.original = original;
    this.savedSerial = savedSerial;
  }
}
