// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.api;

/**
 * What a PRAGMA statement says.
 *
 * @param session the session it runs in (the implementation class gives access to databases and
 *     settings)
 * @param databaseName the name before the dot; null if none was written
 * @param argument the argument's text, unquoted (a signed number keeps its sign); null if none
 */
public record PragmaCall(Session session, String databaseName, String argument) {}
