// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.format;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** The encoding of all text in a database; the code is what bytes 56-59 of page 1 hold. */
public enum TextEncoding {
  UTF8(1, "UTF-8", StandardCharsets.UTF_8),
  UTF16LE(2, "UTF-16le", StandardCharsets.UTF_16LE),
  UTF16BE(3, "UTF-16be", StandardCharsets.UTF_16BE);

  private final int code;
  private final String pragmaName;
  private final Charset charset;

  TextEncoding(int code, String pragmaName, Charset charset) {
    this.code = code;
    this.pragmaName = pragmaName;
    this.charset = charset;
  }

  /** 1, 2 or 3. */
  public int code() {
    return code;
  }

  /** The name that {@code PRAGMA encoding} shows. */
  public String pragmaName() {
    return pragmaName;
  }

  /** The same encoding as Java knows it. */
  public Charset charset() {
    return charset;
  }

  /**
   * The encoding with that code. As in SQLite only the low two bits count, and 0, which an empty
   * database holds, is UTF-8.
   */
  public static TextEncoding of(int code) {
    switch (code & 3) {
      case 2:
        return UTF16LE;
      case 3:
        return UTF16BE;
      default:
        return UTF8;
    }
  }
}
