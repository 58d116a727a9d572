// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Ends a rollback journal with the name of a super-journal, as SQLite's file format says. */
final class SuperJournalTrailer {

  private static final byte[] MAGIC = {
    (byte) 0xd9, (byte) 0xd5, 0x05, (byte) 0xf9, 0x20, (byte) 0xa1, 0x63, (byte) 0xd7
  };
  private static final int LOCK_BYTE_OFFSET = 0x40000000;

  private SuperJournalTrailer() {}

  /** Page number of the lock byte page, name, its length, checksum, magic. */
  static byte[] append(byte[] journal, String name) {
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    int pageSize = ByteBuffer.wrap(journal).getInt(24);
    int checksum = 0;
    for (byte b : text) {
      checksum += b;
    }
    ByteBuffer out = ByteBuffer.allocate(journal.length + 4 + text.length + 4 + 4 + MAGIC.length);
    out.put(journal);
    out.putInt(LOCK_BYTE_OFFSET / pageSize + 1);
    out.put(text);
    out.putInt(text.length);
    out.putInt(checksum);
    out.put(MAGIC);
    return out.array();
  }
}
