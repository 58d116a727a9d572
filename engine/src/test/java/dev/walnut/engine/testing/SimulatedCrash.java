// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

/** Thrown by a file call in which the simulated process dies, and by all calls after it. */
public final class SimulatedCrash extends Error {
  private static final long serialVersionUID = 1L;

  SimulatedCrash() {
    super("simulated crash", null, false, false);
  }
}
