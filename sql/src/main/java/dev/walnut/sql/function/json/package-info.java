// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
/**
 * JSON functions and table-valued functions.
 *
 * <pre>
 *   text --JsonParser--> JSONB bytes --JsonPath, JsonEdit--> JSONB bytes --JsonWriter--> text
 * </pre>
 *
 * <p>All work is done on SQLite's binary form, which keeps numbers and strings as they were
 * written; {@link dev.walnut.sql.function.json.Jsonb} describes it.
 */
package dev.walnut.sql.function.json;
