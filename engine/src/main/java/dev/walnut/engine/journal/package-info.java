// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * The rollback journal: original page images that undo a transaction which did not reach its end.
 * {@link dev.walnut.engine.journal.RollbackJournal} writes it, {@link
 * dev.walnut.engine.journal.JournalPlayback} undoes with it, {@link
 * dev.walnut.engine.journal.HotJournal} finds one that a crash left behind. A {@link
 * dev.walnut.engine.journal.SuperJournal} ties the journals of several files together.
 */
package dev.walnut.engine.journal;
