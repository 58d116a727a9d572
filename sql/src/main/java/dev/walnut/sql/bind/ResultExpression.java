// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.bind;

import dev.walnut.sql.api.ColumnInfo;
import dev.walnut.sql.execute.Evaluator;

/** A result column of RETURNING, stars expanded: what it is called and how it is computed. */
public record ResultExpression(ColumnInfo info, Evaluator evaluator) {}
