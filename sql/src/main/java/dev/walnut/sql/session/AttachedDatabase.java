// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.btree.BtreeCursor;
import dev.walnut.engine.btree.Btrees;
import dev.walnut.engine.btree.SecureDelete;
import dev.walnut.engine.format.DatabaseHeader;
import dev.walnut.engine.format.TextEncoding;
import dev.walnut.engine.pager.AttachmentKey;
import dev.walnut.engine.pager.Pager;
import dev.walnut.engine.pager.PagerState;
import dev.walnut.engine.record.RecordReader;
import dev.walnut.sql.catalog.CollationLookup;
import dev.walnut.sql.catalog.Schema;
import dev.walnut.sql.catalog.SchemaLoader;
import dev.walnut.sql.catalog.SchemaTable;
import dev.walnut.sql.catalog.StoredText;
import dev.walnut.sql.value.Value;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;

/**
 * One database of a session: main, temp or an attached one, with its transaction and its schema.
 *
 * <p>The parsed schema is shared by all connections of a database: it hangs on the {@link
 * dev.walnut.engine.pager.Database} under the name by which the sessions call it.
 *
 * <p>Invariants
 *
 * <ul>
 *   <li>B1 {@link #verifySchema} returned true, or loaded: until the transaction ends {@link
 *       #schema} is what the file holds as this transaction sees it.
 *   <li>B2 Only schemas of committed states are shared. A schema that this session's open
 *       transaction changed is private until the commit and forgotten at a rollback.
 * </ul>
 *
 * <p>Confined to the session.
 */
public final class AttachedDatabase {
  /** Committed schemas by the name of the database in a session. */
  private static final class SharedSchemas {
    final ConcurrentHashMap<String, Schema> byName = new ConcurrentHashMap<>();
  }

  private static final AttachmentKey<SharedSchemas> SCHEMAS = new AttachmentKey<>("schemas");

  private final String name;
  private final String path;
  private final Pager pager;
  private final boolean file;
  private final SharedSchemas shared;
  private final CollationLookup collations;
  private Btrees btrees;
  private SecureDelete secureDelete = SecureDelete.OFF;
  private int treesPageSize;
  private int treesUsableSize;
  private Schema schema;
  private boolean schemaUncommitted;
  private TextEncoding newEncoding = TextEncoding.UTF8;

  AttachedDatabase(
      String name, String path, Pager pager, boolean file, CollationLookup collations) {
    this.name = name;
    this.path = path;
    this.pager = pager;
    this.file = file;
    this.collations = collations;
    this.shared = pager.database().attachment(SCHEMAS, SharedSchemas::new);
  }

  /** {@code main}, {@code temp} or the name given by ATTACH. */
  public String name() {
    return name;
  }

  /** Absolute path; empty for memory and temporary databases. */
  public String path() {
    return path;
  }

  public Pager pager() {
    return pager;
  }

  /** Whether it lives in a file (and not in memory). */
  public boolean isFile() {
    return file;
  }

  public boolean isTemp() {
    return name.equals("temp");
  }

  public boolean isReadOnly() {
    return pager.isReadOnly() || pager.settings().isQueryOnly();
  }

  // ---- transactions; who calls them keeps SessionTransaction's invariants

  /** Opens a read transaction, or joins the open one. */
  public void beginRead() {
    if (pager.state() == PagerState.OPEN) {
      pager.beginRead();
    }
  }

  void beginWrite() {
    pager.beginWrite();
  }

  void beginExclusive() {
    pager.beginExclusive();
  }

  void endRead() {
    if (pager.state() == PagerState.READER) {
      pager.endRead();
    }
  }

  /** Whether any transaction is open. */
  public boolean isInTransaction() {
    return pager.state() != PagerState.OPEN;
  }

  boolean isWriter() {
    return pager.state().isWriter();
  }

  /** Whether the open transaction has changed the schema. */
  boolean isSchemaUncommitted() {
    return schemaUncommitted;
  }

  /** Whether the open transaction has changed something. */
  boolean hasChanges() {
    PagerState state = pager.state();
    return state.isWriter() && state != PagerState.WRITER_LOCKED;
  }

  /** The last change before a commit: auto_vacuum. If it throws, what remains is a rollback. */
  void beforeCommit() {
    if (hasChanges()) {
      btrees().beforeCommit();
    }
  }

  /**
   * Commits the open transaction.
   *
   * @param endsRead whether nothing is read any more: one step instead of two
   */
  void commit(boolean endsRead) {
    if (pager.state() != PagerState.OPEN && pager.state() != PagerState.READER) {
      if (endsRead) {
        pager.commitAndEndRead();
      } else {
        pager.commit();
      }
    } else if (pager.savepointCount() > 0) {
      pager.rollback();
    }
    if (schemaUncommitted) {
      schemaUncommitted = false;
      share(schema);
    }
  }

  /**
   * Undoes the open transaction.
   *
   * @return whether that took schema changes back
   */
  boolean rollback() {
    if (btrees != null) {
      btrees.saveAllCursors();
    }
    boolean changed = schemaUncommitted;
    if (changed) {
      schemaUncommitted = false;
      schema = null;
    }
    pager.rollback();
    return changed;
  }

  void openSavepoints(int count) {
    while (pager.savepointCount() < count) {
      pager.openSavepoint();
    }
  }

  void releaseSavepoint(int index) {
    if (pager.savepointCount() > index) {
      pager.releaseSavepoint(index);
    }
  }

  /**
   * Undoes what happened since a savepoint was opened.
   *
   * @return whether schema changes may have been taken back
   */
  boolean rollbackToSavepoint(int index) {
    if (pager.savepointCount() <= index) {
      return false;
    }
    if (btrees != null) {
      btrees.saveAllCursors();
    }
    pager.rollbackToSavepoint(index);
    if (schemaUncommitted) {
      schema = null;
      return true;
    }
    return false;
  }

  // ---- trees and text

  /** The b-trees; a transaction must be open. */
  public Btrees btrees() {
    if (btrees == null
        || treesPageSize != pager.pageSize()
        || treesUsableSize != pager.usableSize()) {
      btrees = new Btrees(pager);
      btrees.setSecureDelete(secureDelete);
      treesPageSize = pager.pageSize();
      treesUsableSize = pager.usableSize();
    }
    return btrees;
  }

  /** What becomes of deleted content. */
  public SecureDelete secureDelete() {
    return secureDelete;
  }

  /** Sets {@link #secureDelete}, which counts for changes from now on. */
  public void setSecureDelete(SecureDelete mode) {
    secureDelete = mode;
    if (btrees != null) {
      btrees.setSecureDelete(mode);
    }
  }

  /** How text is stored; for an empty database, how it will be. A transaction must be open. */
  public StoredText storedText() {
    int code = pager.headerField(DatabaseHeader.TEXT_ENCODING_OFFSET);
    return StoredText.of(code == 0 ? newEncoding : TextEncoding.of(code));
  }

  /** Chooses how text will be stored, which counts as long as the database is empty. */
  public void setNewEncoding(TextEncoding encoding) {
    newEncoding = encoding;
    schema = null;
  }

  // ---- the schema

  /** The schema as last seen, perhaps out of date; null if it was never read or was forgotten. */
  public Schema cachedSchema() {
    return schema;
  }

  /** The current schema; a transaction must be open. */
  public Schema schema() {
    verifySchema();
    return schema;
  }

  /**
   * Makes {@link #cachedSchema} current; a transaction must be open.
   *
   * @return false if it was not, so that statements compiled with it must be compiled anew
   */
  boolean verifySchema() {
    int cookie = pager.headerField(DatabaseHeader.SCHEMA_COOKIE_OFFSET);
    if (schema != null && schema.cookie() == cookie) {
      return true;
    }
    Schema known = schemaUncommitted ? null : shared.byName.get(key());
    if (known != null && known.cookie() == cookie) {
      schema = known;
    } else {
      schema = load(cookie);
      if (!schemaUncommitted && !hasChanges()) {
        share(schema);
      }
    }
    return false;
  }

  /** Forgets the schema, which this session's transaction has changed. */
  public void schemaWasChanged() {
    schema = null;
    schemaUncommitted = true;
  }

  /** Forgets all that is known of a database whose content was replaced. */
  void contentWasReplaced() {
    schema = null;
    btrees = null;
  }

  /** Raises the schema cookie; a write transaction must be open. */
  public void raiseSchemaCookie() {
    int cookie = pager.headerField(DatabaseHeader.SCHEMA_COOKIE_OFFSET);
    pager.setHeaderField(DatabaseHeader.SCHEMA_COOKIE_OFFSET, cookie + 1);
  }

  private void share(Schema committed) {
    if (committed != null) {
      shared.byName.put(key(), committed);
    }
  }

  private String key() {
    return name.toLowerCase(Locale.ROOT);
  }

  private Schema load(int cookie) {
    StoredText text = storedText();
    CollationLookup encoded = named -> text.collation(collations.collation(named));
    int format = pager.headerField(DatabaseHeader.SCHEMA_FORMAT_OFFSET);
    if (format > 4) {
      throw new dev.walnut.engine.api.DatabaseException(
          dev.walnut.engine.api.ResultCode.ERROR, "unsupported file format");
    }
    SchemaLoader loader =
        new SchemaLoader(
            name, encoded, format == 0 ? 4 : format, Integer.toUnsignedLong(pager.pageCount()));
    BtreeCursor cursor = btrees().openTable(1);
    try {
      Value cell = new Value();
      for (boolean more = cursor.first(); more; more = cursor.next()) {
        RecordReader row = cursor.record();
        loader.add(
            string(text, row, SchemaTable.TYPE, cell),
            string(text, row, SchemaTable.OBJECT_NAME, cell),
            string(text, row, SchemaTable.TABLE_NAME, cell),
            rootPage(text, row, cell),
            string(text, row, SchemaTable.SQL, cell));
      }
    } finally {
      cursor.close();
    }
    return loader.finish(cookie);
  }

  private static String string(StoredText text, RecordReader row, int field, Value cell) {
    text.read(row, field, cell);
    return cell.asString();
  }

  private static long rootPage(StoredText text, RecordReader row, Value cell) {
    text.read(row, SchemaTable.ROOT_PAGE, cell);
    return cell.isNull() ? -1 : cell.asLong();
  }

  void close() {
    pager.close();
  }
}
