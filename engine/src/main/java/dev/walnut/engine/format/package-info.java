// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * Byte layouts and constants of database and rollback journal, varints and big-endian access. No
 * I/O and no state: every class here is a pure function of bytes.
 */
package dev.walnut.engine.format;
