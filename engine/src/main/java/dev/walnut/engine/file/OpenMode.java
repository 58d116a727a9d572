// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.file;

/** How a file is opened. */
public enum OpenMode {
  /** The file must exist; writing it is an error. */
  READ_ONLY,
  /** The file must exist. */
  READ_WRITE,
  /** A missing file is created, of zero bytes. */
  READ_WRITE_CREATE
}
