// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.rules;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.Architectures;
import org.junit.jupiter.api.Test;

/** Dependencies between modules point one way, and foreign types stay where they belong. */
class ModuleRulesTest {

  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ModuleRulesTest::isProductCode)
          .importPackages(
              "dev.walnut.engine", "dev.walnut.sql", "dev.walnut.pragmas", "dev.walnut.driver");

  private static boolean isProductCode(Location location) {
    return !location.contains("test-classes")
        && !location.contains("-test/")
        && !location.contains("-tests.jar");
  }

  @Test
  void allModulesAreSeen() {
    for (String module : new String[] {"engine", "sql", "pragmas", "driver"}) {
      assertThat(CLASSES.stream().map(JavaClass::getPackageName))
          .anyMatch(name -> name.startsWith("dev.walnut." + module));
    }
  }

  @Test
  void dependenciesPointFromDriverToEngine() {
    Architectures.layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("driver")
        .definedBy("dev.walnut.driver..")
        .layer("pragmas")
        .definedBy("dev.walnut.pragmas..")
        .layer("sql")
        .definedBy("dev.walnut.sql..")
        .layer("engine")
        .definedBy("dev.walnut.engine..")
        .whereLayer("driver")
        .mayNotBeAccessedByAnyLayer()
        .whereLayer("pragmas")
        .mayOnlyBeAccessedByLayers("driver")
        .whereLayer("sql")
        .mayOnlyBeAccessedByLayers("pragmas", "driver")
        .whereLayer("engine")
        .mayOnlyBeAccessedByLayers("sql", "pragmas", "driver")
        .check(CLASSES);
  }

  @Test
  void javaSqlIsForTheDriverAlone() {
    outside("dev.walnut.driver..", "java.sql..", "javax.sql..").check(CLASSES);
  }

  @Test
  void jsqlparserIsForTheDialectsAlone() {
    outside("dev.walnut.sql.dialect..", "net.sf.jsqlparser..", "dev.walnut.shaded..")
        .check(CLASSES);
  }

  @Test
  void filesAndChannelsAreForTheFileLayerAlone() {
    noClasses()
        .that()
        .resideInAPackage("dev.walnut..")
        .and()
        .resideOutsideOfPackage("dev.walnut.engine.file..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("java.nio.channels..", "java.nio.file..")
        .orShould()
        .dependOnClassesThat()
        .belongToAnyOf(
            java.io.File.class, java.io.RandomAccessFile.class, java.io.FileInputStream.class)
        .check(CLASSES);
  }

  @Test
  void nothingNeedsReflectionOrInternals() {
    noClasses()
        .that()
        .resideInAPackage("dev.walnut..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("sun..", "jdk.internal..", "java.lang.reflect..")
        .check(CLASSES);
  }

  @Test
  void onlyTheJdkIsNeededAtRunTime() {
    noClasses()
        .that()
        .resideInAPackage("dev.walnut..")
        .should()
        .dependOnClassesThat()
        .resideOutsideOfPackages(
            "dev.walnut..", "java..", "javax.sql..", "net.sf.jsqlparser..", "org.jspecify..")
        .check(CLASSES);
  }

  private static ArchRule outside(String home, String... packages) {
    return noClasses()
        .that()
        .resideInAPackage("dev.walnut..")
        .and()
        .resideOutsideOfPackages(home, "dev.walnut.shaded..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(packages)
        .allowEmptyShould(true);
  }
}
