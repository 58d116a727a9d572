// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.session;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * A file name as ATTACH takes it: a path, or a {@code file:} URI with {@code mode} and {@code
 * cache}.
 *
 * @param path the path; {@code :memory:} and the empty name have their meanings
 * @param memory {@code mode=memory}
 * @param sharedCache {@code cache=shared}
 */
record DatabaseUri(String path, boolean memory, boolean sharedCache) {
  static DatabaseUri parse(String name) {
    if (!name.startsWith("file:")) {
      return new DatabaseUri(name, false, false);
    }
    String rest = name.substring(5);
    int fragment = rest.indexOf('#');
    if (fragment >= 0) {
      rest = rest.substring(0, fragment);
    }
    int query = rest.indexOf('?');
    String parameters = query < 0 ? "" : rest.substring(query + 1);
    String path = query < 0 ? rest : rest.substring(0, query);
    if (path.startsWith("//")) {
      int slash = path.indexOf('/', 2);
      path = slash < 0 ? "" : path.substring(slash);
    }
    boolean memory = false;
    boolean shared = false;
    for (String parameter : parameters.split("&")) {
      String lower = parameter.toLowerCase(Locale.ROOT);
      memory |= lower.equals("mode=memory");
      shared |= lower.equals("cache=shared");
    }
    return new DatabaseUri(unescape(path), memory, shared);
  }

  private static String unescape(String path) {
    if (path.indexOf('%') < 0) {
      return path;
    }
    byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length);
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit(bytes[i + 1], 16) : -1;
      int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
      if (bytes[i] == '%' && low >= 0) {
        out.write(high * 16 + low);
        i += 2;
      } else {
        out.write(bytes[i]);
      }
    }
    return out.toString(StandardCharsets.UTF_8);
  }
}
