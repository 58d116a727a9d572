// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.OpenMode;
import dev.walnut.engine.pager.Backup;
import dev.walnut.engine.pager.DatabaseRegistry;
import dev.walnut.engine.pager.Pager;
import dev.walnut.sql.api.BackupProgress;
import dev.walnut.sql.api.BackupSteps;

/** One backup or restore of a session: a {@link Backup} between one of its databases and a file. */
final class SessionBackup {
  private final DatabaseSession session;
  private final BackupSteps steps;
  private final BackupProgress progress;

  /**
   * @param progress null: nobody is told
   */
  SessionBackup(DatabaseSession session, BackupSteps steps, BackupProgress progress) {
    this.session = session;
    this.steps = steps;
    this.progress = progress;
  }

  void backup(String databaseName, String file) {
    AttachedDatabase database = find(databaseName);
    if (database.isWriter()) {
      throw new DatabaseException(ResultCode.BUSY);
    }
    String path = DatabaseSession.filePath(file);
    DatabaseRegistry registry = DatabaseRegistry.process();
    boolean existed = path.isEmpty() || registry.exists(path);
    boolean written = false;
    try (Pager target = session.connect(file, OpenMode.READ_WRITE_CREATE)) {
      target.setCancellation(session::isInterrupted);
      run(new Backup(database.pager(), target));
      written = true;
    } finally {
      if (!written && !existed && registry.exists(path)) {
        registry.delete(path);
      }
    }
  }

  void restore(String databaseName, String file) {
    AttachedDatabase database = find(databaseName);
    if (session.settings().queryOnly() || database.isReadOnly()) {
      throw new DatabaseException(ResultCode.READONLY);
    }
    if (!session.isAutocommit() || session.activeQueryCount() > 0 || database.isInTransaction()) {
      throw new DatabaseException(
          ResultCode.ERROR, "destination database is in use: a transaction or query is open");
    }
    try (Pager source = session.connect(file, OpenMode.READ_ONLY)) {
      source.setCancellation(session::isInterrupted);
      source.setBusyTimeoutMillis(session.busyTimeoutMillis());
      run(new Backup(source, database.pager()));
    } finally {
      database.contentWasReplaced();
      session.schemaChanged();
    }
  }

  private AttachedDatabase find(String name) {
    AttachedDatabase database =
        name.equalsIgnoreCase("temp") ? session.requireTemp() : session.database(name);
    if (database == null) {
      throw new DatabaseException(ResultCode.ERROR, "unknown database " + name);
    }
    return database;
  }

  private void run(Backup backup) {
    try (backup) {
      boolean done = false;
      int busyAttempts = 0;
      while (!done) {
        if (session.isInterrupted()) {
          throw new DatabaseException(ResultCode.INTERRUPT);
        }
        try {
          done = backup.step(steps.pages());
        } catch (DatabaseException e) {
          if (!e.resultCode().is(ResultCode.BUSY) || busyAttempts >= steps.busyAttempts()) {
            throw e;
          }
          busyAttempts++;
          sleep();
          continue;
        }
        if (progress != null) {
          progress.progress(backup.remainingPages(), backup.pageCount());
        }
      }
    }
  }

  private void sleep() {
    try {
      Thread.sleep(steps.busySleepMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DatabaseException(ResultCode.INTERRUPT, ResultCode.INTERRUPT.text(), e);
    }
  }
}
