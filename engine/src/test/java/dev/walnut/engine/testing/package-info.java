// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/** Simulated files for tests: crashes, power failures, I/O errors, full disks, traces of calls. */
package dev.walnut.engine.testing;
