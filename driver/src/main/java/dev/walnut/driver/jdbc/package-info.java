// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * The objects of {@code java.sql} over one {@code Session}: connection, statements, result sets,
 * metadata.
 *
 * <pre>
 *   WalnutConnection --- ConnectionGate      one call at a time
 *     |   \------------- StatementCache      idle compiled statements by text
 *     |   \------------- TransactionState    autocommit, lazy BEGIN, savepoints
 *   WalnutStatement / WalnutPreparedStatement --- CompiledStatement (SqlStatement + labels)
 *     |
 *   WalnutResultSet      reads the current row of the SqlStatement in place
 * </pre>
 */
package dev.walnut.driver.jdbc;
