// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/**
 * OVER behind a function call: {@code OVER name} or {@code OVER (definition)}.
 *
 * @param name null if a definition is given
 * @param window null if a name is given
 */
public record Over(String name, Window window) {}
