// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

/**
 * Names something that an upper layer keeps with a {@link Database} and all its connections share:
 * compared by identity.
 *
 * @param <T> what is kept
 */
public final class AttachmentKey<T> {
  private final String name;

  /**
   * @param name for people
   */
  public AttachmentKey(String name) {
    this.name = name;
  }

  @Override
  public String toString() {
    return name;
  }
}
