// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * What a URL and connection properties can say: {@code OptionTable} lists the keys, {@code
 * SettingsParser} turns text into checked {@code ConnectionSettings}.
 */
package dev.walnut.driver.options;
