// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * The JDBC driver's entry points: {@code WalnutDriver} for {@code DriverManager}, {@code
 * WalnutDataSource} and {@code WalnutConnectionPoolDataSource} for everything else.
 */
package dev.walnut.driver;
