// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * SQLite's grammar: from text to {@link dev.walnut.sql.syntax}.
 *
 * <pre>
 *   SqlParser ── StatementParser ─┬─ SelectParser ── FromParser, WithParser, ExprParser
 *                                 ├─ DmlParser            (all of them read a TokenStream
 *                                 ├─ SchemaParser ── CreateTableParser, TriggerParser
 *                                 └─ UtilityParser        and share one ParseState)
 *   Tokenizer ── TokenStream ── TokenType, Keywords
 * </pre>
 *
 * <p>SQLite's own parser is a table-driven LALR(1) one. What follows from that for the text of
 * errors, and what every class here keeps to: a token is complained about when it is the first one
 * that cannot continue any statement; a semantic complaint of the grammar's actions comes only
 * after the token behind the construct has been read, so that a malformed token there wins.
 */
package dev.walnut.sql.parse;
