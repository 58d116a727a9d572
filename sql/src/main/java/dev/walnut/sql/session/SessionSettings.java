// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

/**
 * Switches of one session that PRAGMA statements turn, and that compiling and running statements
 * look at. Plain values: what a switch does is said where it is read. Confined to the session.
 */
public final class SessionSettings {
  private boolean foreignKeys;
  private boolean deferForeignKeys;
  private boolean recursiveTriggers;
  private boolean queryOnly;
  private boolean caseSensitiveLike;
  private boolean fullColumnNames;
  private boolean shortColumnNames = true;
  private boolean automaticIndex = true;
  private boolean reverseUnorderedSelects;
  private boolean ignoreCheckConstraints;
  private boolean countChanges;
  private boolean cellSizeCheck;
  private int tempStore;
  private int nextPageSize;
  private int nextAutoVacuum = -1;

  /** {@code PRAGMA foreign_keys}; while on, changes that would need enforcement are refused. */
  public boolean foreignKeys() {
    return foreignKeys;
  }

  public void setForeignKeys(boolean on) {
    foreignKeys = on;
  }

  /** {@code PRAGMA defer_foreign_keys}. */
  public boolean deferForeignKeys() {
    return deferForeignKeys;
  }

  public void setDeferForeignKeys(boolean on) {
    deferForeignKeys = on;
  }

  /** {@code PRAGMA recursive_triggers}. */
  public boolean recursiveTriggers() {
    return recursiveTriggers;
  }

  public void setRecursiveTriggers(boolean on) {
    recursiveTriggers = on;
  }

  /** {@code PRAGMA query_only}: every change is refused with READONLY. */
  public boolean queryOnly() {
    return queryOnly;
  }

  public void setQueryOnly(boolean on) {
    queryOnly = on;
  }

  /** {@code PRAGMA case_sensitive_like}. */
  public boolean caseSensitiveLike() {
    return caseSensitiveLike;
  }

  public void setCaseSensitiveLike(boolean on) {
    caseSensitiveLike = on;
  }

  /** {@code PRAGMA full_column_names}. */
  public boolean fullColumnNames() {
    return fullColumnNames;
  }

  public void setFullColumnNames(boolean on) {
    fullColumnNames = on;
  }

  /** {@code PRAGMA short_column_names}. */
  public boolean shortColumnNames() {
    return shortColumnNames;
  }

  public void setShortColumnNames(boolean on) {
    shortColumnNames = on;
  }

  /** {@code PRAGMA automatic_index}. */
  public boolean automaticIndex() {
    return automaticIndex;
  }

  public void setAutomaticIndex(boolean on) {
    automaticIndex = on;
  }

  /** {@code PRAGMA reverse_unordered_selects}. */
  public boolean reverseUnorderedSelects() {
    return reverseUnorderedSelects;
  }

  public void setReverseUnorderedSelects(boolean on) {
    reverseUnorderedSelects = on;
  }

  /** {@code PRAGMA ignore_check_constraints}: CHECKs are not evaluated. */
  public boolean ignoreCheckConstraints() {
    return ignoreCheckConstraints;
  }

  public void setIgnoreCheckConstraints(boolean on) {
    ignoreCheckConstraints = on;
  }

  /** {@code PRAGMA count_changes}. */
  public boolean countChanges() {
    return countChanges;
  }

  public void setCountChanges(boolean on) {
    countChanges = on;
  }

  /** {@code PRAGMA cell_size_check}. */
  public boolean cellSizeCheck() {
    return cellSizeCheck;
  }

  public void setCellSizeCheck(boolean on) {
    cellSizeCheck = on;
  }

  /** {@code PRAGMA temp_store}: 0 default, 1 file, 2 memory. */
  public int tempStore() {
    return tempStore;
  }

  public void setTempStore(int store) {
    tempStore = store;
  }

  /** The page size in bytes that VACUUM is to give; 0 if none was asked for. */
  public int nextPageSize() {
    return nextPageSize;
  }

  public void setNextPageSize(int bytes) {
    nextPageSize = bytes;
  }

  /** The number of the auto_vacuum mode that VACUUM is to give; -1 if none was asked for. */
  public int nextAutoVacuum() {
    return nextAutoVacuum;
  }

  public void setNextAutoVacuum(int mode) {
    nextAutoVacuum = mode;
  }
}
