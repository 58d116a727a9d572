// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.sql.Driver;
import java.util.Collections;

/** The two drivers that are compared: number 0 is sqlite-jdbc, number 1 Walnut. */
public final class Drivers {

  public static final int COUNT = 2;

  private static final String[] NAMES = {"sqlite-jdbc", "Walnut"};
  private static final String[] PACKAGES = {
    "org.sqlite.", System.getProperty("walnut.benchmarks.package", "dev.walnut.")
  };
  private static final String[] URL_PREFIXES = {
    "jdbc:sqlite:", System.getProperty("walnut.benchmarks.url", "jdbc:walnut:")
  };

  private Drivers() {}

  /** The name for people. */
  public static String displayName(int number) {
    return NAMES[number];
  }

  /** What stands before a file's name in the driver's URLs. */
  public static String urlPrefix(int number) {
    return URL_PREFIXES[number];
  }

  /**
   * The driver class that the class path's service files name.
   *
   * @throws IOException if there is none
   */
  public static String className(int number) throws IOException {
    String resource = "META-INF/services/" + Driver.class.getName();
    ClassLoader loader = Drivers.class.getClassLoader();
    for (URL url : Collections.list(loader.getResources(resource))) {
      try (BufferedReader in =
          new BufferedReader(new InputStreamReader(url.openStream(), StandardCharsets.UTF_8))) {
        for (String line = in.readLine(); line != null; line = in.readLine()) {
          if (line.trim().startsWith(PACKAGES[number])) {
            return line.trim();
          }
        }
      }
    }
    throw new IOException("no driver of " + PACKAGES[number] + " on the class path");
  }
}
