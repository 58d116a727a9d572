// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.record;

/** Where the rest of a payload comes from that does not fit on its b-tree page. */
public interface OverflowSource {
  /**
   * Joins a payload's local bytes and its overflow chain.
   *
   * @param reuse returned if it is large enough, so that a caller that keeps the result seldom
   *     allocates; may be null
   * @param page the page of the cell
   * @param payloadOffset where the payload begins in it
   * @param localBytes payload bytes on the page; the four bytes after them number the first
   *     overflow page
   * @param totalBytes bytes of the whole payload, more than {@code localBytes}
   * @return an array whose first {@code totalBytes} bytes are the payload
   * @throws dev.walnut.engine.api.CorruptDatabaseException if the chain is broken, or the payload
   *     is larger than the file; nothing large is allocated before that is known
   */
  byte[] assemble(byte[] reuse, byte[] page, int payloadOffset, int localBytes, int totalBytes);
}
