// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).

/**
 * Labs: what a setting does to files, syncs and response times, with sqlite-jdbc and with Walnut.
 *
 * <p>Each lab is a main class. {@link dev.walnut.examples.labs.LabRunner} gives each driver a JVM
 * of its own and lets them take turns, case by case; both drivers then check both files. A
 * difference of rows or a damaged file ends the lab with an exception.
 */
package dev.walnut.examples.labs;
