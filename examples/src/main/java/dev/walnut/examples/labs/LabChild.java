// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.examples.labs;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Arrays;

/**
 * The measuring side of a lab: one driver.
 *
 * <p>Arguments: driver class, URL prefix, lab, options. Words of a line are separated by tabs.
 *
 * <pre>
 *   parent: case NAME FILE       child: ok ROWS CELL ... | error MESSAGE
 *   parent: verify FILE          child: ok INTEGRITY ROWS SUM SUM
 * </pre>
 */
public final class LabChild {

  private final Driver driver;
  private final String urlPrefix;
  private final Lab lab;
  private final LabOptions options;

  LabChild(String[] args) throws ReflectiveOperationException {
    this.driver =
        Class.forName(args[0]).asSubclass(Driver.class).getDeclaredConstructor().newInstance();
    this.urlPrefix = args[1];
    this.lab =
        switch (args[2]) {
          case "starvation" -> new StarvationLab();
          case "freed-pages" -> new FreedPagesLab();
          case "rolling-log" -> new RollingLogLab();
          case "sync" -> new SyncLab();
          default -> throw new IllegalArgumentException(args[2]);
        };
    this.options = LabOptions.parse(1, Arrays.copyOfRange(args, 3, args.length));
  }

  public static void main(String[] args) throws Exception {
    LabChild child = new LabChild(args);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println(child.answer(line));
    }
  }

  /** Does what a line asks for. */
  String answer(String line) {
    String[] words = line.split("\t");
    try {
      switch (words[0]) {
        case "case" -> {
          LabTarget target = new LabTarget(driver, urlPrefix, Path.of(words[2]));
          Lab.Result result = lab.run(words[1], target, options);
          return "ok\t" + result.rowCount() + "\t" + String.join("\t", result.cells());
        }
        case "verify" -> {
          return "ok\t" + new LabTarget(driver, urlPrefix, Path.of(words[1])).verify();
        }
        default -> throw new IllegalArgumentException(line);
      }
    } catch (SQLException | IOException | RuntimeException | LinkageError e) {
      e.printStackTrace();
      return "error\t" + String.valueOf(e).replace('\n', ' ');
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "error\tinterrupted";
    }
  }
}
