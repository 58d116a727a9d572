// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.btree;

import dev.walnut.engine.api.CorruptDatabaseException;
import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.format.Bytes;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.pager.PageAccess;
import dev.walnut.engine.pager.Pager;
import dev.walnut.engine.pager.TemporaryPages;
import dev.walnut.engine.record.KeyDescriptor;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.engine.record.RecordWriter;
import java.util.Arrays;
import java.util.List;

/**
 * Copies a database so that it has no free page and its trees lie in the file one after the other:
 * first into {@link TemporaryPages}, then over the pages of a database.
 *
 * <p>The copy begins with the roots, in the order of the schema's rows, then comes the content of
 * each table with its indexes. Records are copied as they are. A transaction must be open on the
 * source, a write transaction on the target of {@link #writeTo}; if anything fails, roll the target
 * back.
 */
public final class Vacuum implements AutoCloseable {
  /**
   * A row of the schema table, in the order in which the copy has them.
   *
   * @param schemaRowid its rowid in the source
   * @param root the root page of its tree; 0 if it has none
   * @param group rows of a table and its indexes have the same; content is copied by ascending
   *     group
   * @param renumber whether the rows of the table get the rowids 1, 2, 3 ...
   */
  public record Item(long schemaRowid, int root, int group, boolean renumber) {}

  private static final int ROOT_COLUMN = 3;
  private static final int SCHEMA_COLUMNS = 5;

  private static final int[] KEPT_FIELDS = {
    DatabaseHeader.SCHEMA_FORMAT_OFFSET,
    DatabaseHeader.DEFAULT_CACHE_SIZE_OFFSET,
    DatabaseHeader.TEXT_ENCODING_OFFSET,
    DatabaseHeader.USER_VERSION_OFFSET,
    DatabaseHeader.APPLICATION_ID_OFFSET,
  };

  private final PageAccess sourcePages;
  private final Btrees source;
  private final TemporaryPages image;
  private final Btrees copy;
  private final Runnable checkCancelled;
  private byte[] payload;
  private byte[] pageBuffer;

  /**
   * A copy to be made of what a connection sees.
   *
   * @param source its pager
   * @param trees its trees
   * @param pageSize of the copy, in bytes
   * @param mode of the copy
   * @param checkCancelled called now and then; may throw
   */
  public Vacuum(
      Pager source, Btrees trees, int pageSize, AutoVacuumMode mode, Runnable checkCancelled) {
    int reservedBytes = source.pageSize() - source.usableSize();
    this.sourcePages = source;
    this.source = trees;
    this.checkCancelled = checkCancelled;
    this.image = TemporaryPages.like(source, pageSize, reservedBytes);
    byte[] first = image.write(1);
    Btrees.initializeFirstPage(first, reservedBytes);
    byte[] sourceFirst = source.read(1);
    for (int field : KEPT_FIELDS) {
      Bytes.putInt(first, field, Bytes.getInt(sourceFirst, field));
    }
    int cookie = Bytes.getInt(sourceFirst, DatabaseHeader.SCHEMA_COOKIE_OFFSET);
    Bytes.putInt(first, DatabaseHeader.SCHEMA_COOKIE_OFFSET, cookie + 1);
    this.copy = new Btrees(image);
    copy.setAutoVacuum(mode);
  }

  /** Makes the copy. */
  public void build(List<Item> items) {
    int[] roots = new int[items.size()];
    int groups = buildSchema(items, roots);
    TreeAppender appender = new TreeAppender(copy);
    for (int group = 0; group < groups; group++) {
      for (int i = 0; i < roots.length; i++) {
        if (items.get(i).group() == group && roots[i] != 0) {
          copyTree(items.get(i), roots[i], appender);
        }
      }
    }
  }

  private int buildSchema(List<Item> items, int[] roots) {
    RecordWriter writer = new RecordWriter();
    BtreeCursor from = source.openTable(1);
    BtreeCursor to = copy.openTable(1);
    int groups = 0;
    try {
      for (int i = 0; i < roots.length; i++) {
        Item item = items.get(i);
        groups = Math.max(groups, item.group() + 1);
        if (!from.seek(item.schemaRowid())) {
          throw new CorruptDatabaseException(1, "schema row is gone");
        }
        if (item.root() != 0) {
          roots[i] = copy.createTree(isTable(item.root()));
        }
        RecordReader row = from.record();
        writer.begin();
        for (int column = 0; column < SCHEMA_COLUMNS; column++) {
          if (column == ROOT_COLUMN && roots[i] != 0) {
            writer.appendLong(Integer.toUnsignedLong(roots[i]));
          } else {
            writer.append(row, column);
          }
        }
        writer.finish();
        to.insert(i + 1, writer.array(), writer.offset(), writer.length());
      }
    } finally {
      from.close();
      to.close();
    }
    return groups;
  }

  private boolean isTable(int root) {
    int type = sourcePages.read(root)[PageLayout.headerOffset(root)];
    if (!PageLayout.isType(type)) {
      throw new CorruptDatabaseException(root, "page is not one of a tree");
    }
    return PageLayout.isTable(type);
  }

  private void copyTree(Item item, int root, TreeAppender appender) {
    boolean table = isTable(item.root());
    appender.begin(root, table);
    if (table) {
      copyTable(item, appender);
    } else {
      copyIndex(item, appender);
    }
    appender.finish();
    betweenChanges();
  }

  private void copyTable(Item item, TreeAppender appender) {
    BtreeCursor rows = source.openTable(item.root());
    try {
      long rowid = 0;
      for (boolean more = rows.first(); more; more = rows.next()) {
        rowid = item.renumber() ? rowid + 1 : rows.rowid();
        payload = rows.copyPayload(payload);
        appender.append(rowid, payload, rows.payloadBytes());
        betweenChanges();
      }
    } finally {
      rows.close();
    }
  }

  private void copyIndex(Item item, TreeAppender appender) {
    IndexCursor entries = source.openIndex(item.root(), new KeyDescriptor(1));
    try {
      for (boolean more = entries.first(); more; more = entries.next()) {
        payload = entries.copyPayload(payload);
        appender.append(payload, entries.payloadBytes());
        betweenChanges();
      }
    } finally {
      entries.close();
    }
  }

  private void betweenChanges() {
    checkCancelled.run();
    image.spillIfLarge();
  }

  /** The number of pages of the copy. */
  public int pageCount() {
    return image.pageCount();
  }

  /**
   * Puts the copy in the place of all that a database holds. Pages that are equal already are not
   * written. If the page size is another one, the transaction must be committed then.
   *
   * @throws DatabaseException if the page size is to become smaller and the copy reaches the page
   *     of the lock bytes
   */
  public void writeTo(Pager target) {
    boolean resizes = target.pageSize() != image.pageSize();
    int pageCount = image.pageCount();
    if (resizes) {
      pageCount = targetPageCount(target);
      pageBuffer = new byte[target.pageSize()];
    }
    for (int number = 1; Integer.compareUnsigned(number, pageCount) <= 0; number++) {
      if (number == target.lockBytePage()) {
        continue;
      }
      betweenChanges();
      target.spillIfLarge();
      byte[] from = resizes ? assemble(number, target.pageSize()) : image.read(number);
      if (number == 1) {
        writeFirstPage(from, target);
      } else if (Integer.compareUnsigned(number, target.pageCount()) > 0
          || !Arrays.equals(from, target.read(number))) {
        System.arraycopy(from, 0, target.write(number), 0, from.length);
      }
    }
    if (Integer.compareUnsigned(target.pageCount(), pageCount) > 0) {
      target.setPageCount(pageCount);
    }
    if (resizes) {
      target.setSizeAfterCommit(image.pageSize(), image.pageCount());
    }
  }

  private int targetPageCount(Pager target) {
    long bytes = (long) image.pageCount() * image.pageSize();
    int size = target.pageSize();
    long pageCount = (bytes + size - 1) / size;
    if (image.pageSize() < size && pageCount >= target.lockBytePage()) {
      throw new DatabaseException(
          ResultCode.ERROR, "a database of more than 1 GiB cannot get a smaller page size");
    }
    return (int) pageCount;
  }

  /** What the copy, as a row of bytes, has at the place of a page of another size. */
  private byte[] assemble(int number, int size) {
    int part = Math.min(size, image.pageSize());
    long offset = (number - 1L) * size;
    for (int at = 0; at < size; at += part) {
      long position = offset + at;
      int page = (int) (position / image.pageSize()) + 1;
      if (page > image.pageCount()) {
        Arrays.fill(pageBuffer, at, at + part, (byte) 0);
      } else {
        int from = (int) (position % image.pageSize());
        System.arraycopy(image.read(page), from, pageBuffer, at, part);
      }
    }
    return pageBuffer;
  }

  /** What says how the file is written stays the target's. */
  private static void writeFirstPage(byte[] from, Pager target) {
    byte[] to = target.write(1);
    byte writeVersion = to[DatabaseHeader.WRITE_VERSION_OFFSET];
    byte readVersion = to[DatabaseHeader.READ_VERSION_OFFSET];
    int counter = Bytes.getInt(to, DatabaseHeader.CHANGE_COUNTER_OFFSET);
    System.arraycopy(from, 0, to, 0, from.length);
    to[DatabaseHeader.WRITE_VERSION_OFFSET] = writeVersion;
    to[DatabaseHeader.READ_VERSION_OFFSET] = readVersion;
    Bytes.putInt(to, DatabaseHeader.CHANGE_COUNTER_OFFSET, counter);
  }

  /** Gives up the copy. Idempotent. */
  @Override
  public void close() {
    image.close();
  }
}
