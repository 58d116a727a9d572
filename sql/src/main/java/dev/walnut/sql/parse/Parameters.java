// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.parse;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The parameters of a statement, numbered as SQLite numbers them: {@code ?} is one more than the
 * largest number so far, {@code ?5} is 5, a name is the same number each time.
 */
public final class Parameters {
  /** A statement without parameters. */
  public static final Parameters NONE = new Parameters();

  private static final String[] NO_NAMES = {};
  private static final int MAP_FROM = 16;

  /** Name of parameter i + 1; may be shorter than {@link #count}. */
  private String[] names = NO_NAMES;

  private int count;

  /** Numbers by name, once there are more than a few. */
  private Map<String, Integer> numbers;

  private int namedCount;

  Parameters() {}

  /** The largest number; SQLite's parameter count. */
  public int count() {
    return count;
  }

  /**
   * The name of a parameter with its prefix; null for a bare {@code ?} and for numbers that nothing
   * names.
   *
   * @param index from 1 to {@link #count}
   */
  public String name(int index) {
    if (index < 1 || index > count) {
      throw new IndexOutOfBoundsException("parameter " + index + " of " + count);
    }
    return index <= names.length ? names[index - 1] : null;
  }

  /** The number of a name with its prefix; 0 if there is no such parameter. */
  public int index(String name) {
    if (numbers != null) {
      return numbers.getOrDefault(name, 0);
    }
    for (int i = 0; i < Math.min(count, names.length); i++) {
      if (name.equals(names[i])) {
        return i + 1;
      }
    }
    return 0;
  }

  /** A bare {@code ?}. */
  int next() {
    return ++count;
  }

  /** {@code ?N}. */
  void numbered(int index, String name) {
    count = Math.max(count, index);
    if (index > names.length || names[index - 1] == null) {
      setName(index, name);
    }
  }

  /** A named parameter: its number, the next one if it is new. */
  int named(String name) {
    int known = index(name);
    if (known != 0) {
      return known;
    }
    setName(++count, name);
    return count;
  }

  private void setName(int index, String name) {
    if (index > names.length) {
      names = Arrays.copyOf(names, Math.max(index, Math.max(4, names.length * 2)));
    }
    names[index - 1] = name;
    namedCount++;
    if (numbers != null) {
      numbers.putIfAbsent(name, index);
    } else if (namedCount > MAP_FROM) {
      numbers = new HashMap<>();
      for (int i = 0; i < names.length; i++) {
        if (names[i] != null) {
          numbers.putIfAbsent(names[i], i + 1);
        }
      }
    }
  }
}
