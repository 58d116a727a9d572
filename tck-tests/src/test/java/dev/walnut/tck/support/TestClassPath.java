// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.support;

import java.io.File;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The class path of the running tests, for child JVMs. */
public final class TestClassPath {

  private TestClassPath() {}

  /** Entries separated as {@code java -cp} wants them, whichever runner loaded the tests. */
  public static String get() {
    List<String> entries = new ArrayList<>();
    if (TestClassPath.class.getClassLoader() instanceof URLClassLoader loader) {
      for (URL url : loader.getURLs()) {
        try {
          entries.add(Path.of(url.toURI()).toString());
        } catch (URISyntaxException e) {
          throw new IllegalStateException(e);
        }
      }
    }
    String surefire = System.getProperty("surefire.test.class.path");
    entries.add(surefire == null ? System.getProperty("java.class.path") : surefire);
    return String.join(File.pathSeparator, entries);
  }

  /** The {@code java} of the running JVM. */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
