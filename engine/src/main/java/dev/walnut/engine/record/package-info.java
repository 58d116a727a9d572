// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * Records, the rows and keys inside b-tree cells: reading columns in place, building records, and
 * comparing a sought key with a stored one without decoding it.
 */
package dev.walnut.engine.record;
