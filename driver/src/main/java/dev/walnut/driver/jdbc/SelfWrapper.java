// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

import dev.walnut.driver.convert.DriverErrors;
import java.sql.SQLException;
import java.sql.Wrapper;

/** {@link Wrapper} of an object that wraps nothing: it can be seen as what it is, no more. */
interface SelfWrapper extends Wrapper {
  @Override
  default <T> T unwrap(Class<T> type) throws SQLException {
    if (type.isInstance(this)) {
      return type.cast(this);
    }
    throw DriverErrors.argument(getClass().getName() + " is no " + type.getName());
  }

  @Override
  default boolean isWrapperFor(Class<?> type) {
    return type.isInstance(this);
  }
}
