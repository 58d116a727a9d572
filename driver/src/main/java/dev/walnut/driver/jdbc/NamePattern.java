// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.jdbc;

/**
 * The name patterns of metadata: {@code %} is any text, {@code _} any one character, a backslash
 * takes their meaning away; letters match in either case. Null matches everything.
 */
final class NamePattern {
  private NamePattern() {}

  static boolean matches(String pattern, String name) {
    if (pattern == null) {
      return true;
    }
    int p = 0;
    int n = 0;
    int star = -1;
    int retry = 0;
    while (n < name.length()) {
      if (p < pattern.length() && pattern.charAt(p) == '%') {
        star = p++;
        retry = n;
      } else if (p < pattern.length() && matchesOne(pattern, p, name.charAt(n))) {
        p += width(pattern, p);
        n++;
      } else if (star >= 0) {
        p = star + 1;
        n = ++retry;
      } else {
        return false;
      }
    }
    while (p < pattern.length() && pattern.charAt(p) == '%') {
      p++;
    }
    return p == pattern.length();
  }

  private static int width(String pattern, int p) {
    return pattern.charAt(p) == '\\' && p + 1 < pattern.length() ? 2 : 1;
  }

  private static boolean matchesOne(String pattern, int p, char c) {
    char wanted = pattern.charAt(p);
    if (wanted == '_') {
      return true;
    }
    if (width(pattern, p) == 2) {
      wanted = pattern.charAt(p + 1);
    }
    return wanted == c || Character.toLowerCase(wanted) == Character.toLowerCase(c);
  }
}
