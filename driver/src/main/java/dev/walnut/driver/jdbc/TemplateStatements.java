// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.sql.api.Session;
import dev.walnut.sql.api.SqlStatement;
import dev.walnut.sql.parse.LiteralExtraction;

/**
 * Lets statement texts that differ in literals alone share one compiled statement of the {@link
 * StatementCache}. A template is compiled when it is met for the second time; until then a text is
 * compiled as it stands, which costs the same and keeps one-off texts out of the cache.
 *
 * <p>Guarded by the connection's gate.
 */
final class TemplateStatements {
  private static final int REMEMBERED = 256;

  private final LiteralExtraction literals = new LiteralExtraction();

  /** Hashes of templates met lately, by their low bits; a collision costs one compilation. */
  private final int[] met = new int[REMEMBERED];

  /** The texts of templates compiled lately, at the same places. */
  private final String[] compiledTexts = new String[REMEMBERED];

  /** A statement for a text with its literals set; null: compile the text as it stands. */
  CompiledStatement find(String text, Session session, StatementCache cache) {
    if (session.literalsShapePlans() || !literals.extract(text)) {
      return null;
    }
    int hash = literals.templateHash() | 1;
    int place = (hash >>> 1) & (REMEMBERED - 1);
    String template = compiledTexts[place];
    if (template == null || !literals.isTemplate(template)) {
      template = literals.template();
    }
    CompiledStatement compiled = cache.take(template);
    if (compiled == null) {
      if (met[place] != hash) {
        met[place] = hash;
        return null;
      }
      compiled = compile(template, session);
      if (compiled == null) {
        return null;
      }
    }
    compiledTexts[place] = template;
    literals.bind(compiled.statement());
    return compiled;
  }

  private static CompiledStatement compile(String template, Session session) {
    try {
      SqlStatement statement = session.prepare(template, 0);
      return statement == null ? null : new CompiledStatement(template, statement, true, false);
    } catch (DatabaseException wrongText) {
      // Compiling the text itself says what is wrong with it, in terms of that text.
      return null;
    }
  }
}
