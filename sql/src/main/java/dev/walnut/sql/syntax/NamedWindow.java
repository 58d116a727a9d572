// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.syntax;

/** One definition of a WINDOW clause. */
public record NamedWindow(String name, Window window) {}
