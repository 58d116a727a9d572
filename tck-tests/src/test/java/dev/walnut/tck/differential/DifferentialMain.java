// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.differential;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * Runs generated programs for some minutes, or the program of one seed.
 *
 * <p>Arguments: {@code [--minutes M] [--first-seed N] [--threads N] [--failures N] [--same N]
 * [--seed N] [--print] [URL-PREFIX]}; the prefix is {@code jdbc:walnut:} by default. {@code --same}
 * limits how many failures of one kind are shrunk and shown, {@code --print} with {@code --seed}
 * prints the program.
 */
public final class DifferentialMain {

  private DifferentialMain() {}

  public static void main(String[] args) throws Exception {
    double minutes = 1;
    long firstSeed = System.currentTimeMillis();
    int threadCount = 1;
    int maxFailures = 20;
    int maxPerSignature = 3;
    Long oneSeed = null;
    boolean print = false;
    String urlPrefix = "jdbc:walnut:";
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--minutes" -> minutes = Double.parseDouble(args[++i]);
        case "--first-seed" -> firstSeed = Long.parseLong(args[++i]);
        case "--threads" -> threadCount = Integer.parseInt(args[++i]);
        case "--failures" -> maxFailures = Integer.parseInt(args[++i]);
        case "--same" -> maxPerSignature = Integer.parseInt(args[++i]);
        case "--seed" -> oneSeed = Long.valueOf(args[++i]);
        case "--print" -> print = true;
        default -> urlPrefix = args[i];
      }
    }
    Path directory = Files.createTempDirectory("walnut-differential");
    ProgramRunner runner = new ProgramRunner(urlPrefix, directory, List.of());
    if (oneSeed != null) {
      Program program = ProgramGenerator.program(oneSeed);
      if (print) {
        program.steps().forEach(step -> System.out.println(step.sql() + ";"));
      }
      Difference difference = runner.run(program);
      System.out.println(
          difference == null
              ? "no difference"
              : Shrinker.shrink(runner, difference, 60_000).report());
      System.exit(difference == null ? 0 : 1);
    }
    System.out.println("seeds from " + firstSeed);
    SeedLoop loop =
        new SeedLoop(
            runner,
            firstSeed,
            maxFailures,
            maxPerSignature,
            Set.of(),
            difference -> System.out.println("---- " + difference.report()));
    loop.run(threadCount, (long) (minutes * 60_000));
    System.out.printf(
        "%d programs, %d statements, %d programs differ%n",
        loop.programCount(), loop.statementCount(), loop.failedCount());
    System.exit(loop.failedCount() == 0 ? 0 : 1);
  }
}
