// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.options;

import dev.walnut.driver.convert.DriverErrors;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * A JDBC URL taken apart, not yet judged.
 *
 * <p>{@code jdbc:walnut:PATH?key=value&key=value}, or {@code jdbc:sqlite:} likewise. PATH is a file
 * name taken literally, empty for a temporary database, {@code :memory:}, or a {@code file:} URI,
 * in which {@code %HH} is decoded and the keys mode, cache, immutable (and vfs, psow, nolock)
 * belong to the URI.
 *
 * @param foreignScheme true for {@code jdbc:walnut:}, false for {@code jdbc:sqlite:}
 * @param path the file name, decoded
 * @param uri whether PATH was a {@code file:} URI
 * @param parameters keys as written, in order
 */
public record ConnectionUrl(
    boolean foreignScheme, String path, boolean uri, Map<String, String> parameters) {

  public static final String WALNUT_PREFIX = "jdbc:walnut:";
  public static final String SQLITE_PREFIX = "jdbc:sqlite:";

  /** Whether the URL begins with that prefix, in any case of letters. */
  public static boolean hasPrefix(String url, String prefix) {
    return url != null && url.regionMatches(true, 0, prefix, 0, prefix.length());
  }

  /** Takes a URL apart that has one of the two prefixes. */
  public static ConnectionUrl parse(String url) throws SQLException {
    boolean walnut = hasPrefix(url, WALNUT_PREFIX);
    if (!walnut && !hasPrefix(url, SQLITE_PREFIX)) {
      throw DriverErrors.option("not a URL of this driver: " + url);
    }
    String rest = url.substring((walnut ? WALNUT_PREFIX : SQLITE_PREFIX).length());
    if (rest.startsWith(":resource:")) {
      throw DriverErrors.unsupported(
          "a database inside a resource (:resource:), which would have to be unpacked first,");
    }
    boolean uri = rest.regionMatches(true, 0, "file:", 0, 5);
    int hash = uri ? rest.indexOf('#') : -1;
    if (hash >= 0) {
      rest = rest.substring(0, hash);
    }
    int question = rest.indexOf('?');
    String path = question < 0 ? rest : rest.substring(0, question);
    Map<String, String> parameters = new LinkedHashMap<>();
    if (question >= 0) {
      parseQuery(rest.substring(question + 1), uri, parameters);
    }
    return new ConnectionUrl(walnut, uri ? uriPath(path.substring(5)) : path, uri, parameters);
  }

  private static void parseQuery(String query, boolean decode, Map<String, String> into)
      throws SQLException {
    for (String part : query.split("&")) {
      if (part.isEmpty()) {
        continue;
      }
      int equals = part.indexOf('=');
      if (equals <= 0) {
        throw DriverErrors.option("URL parameter '" + part + "' is not of the form key=value");
      }
      String key = part.substring(0, equals).strip();
      String value = part.substring(equals + 1).strip();
      into.put(decode ? percentDecoded(key) : key, decode ? percentDecoded(value) : value);
    }
  }

  private static String uriPath(String path) throws SQLException {
    String p = path;
    if (p.startsWith("//")) {
      int slash = p.indexOf('/', 2);
      String authority = slash < 0 ? p.substring(2) : p.substring(2, slash);
      if (!authority.isEmpty() && !authority.toLowerCase(Locale.ROOT).equals("localhost")) {
        throw DriverErrors.option("invalid uri authority: " + authority);
      }
      p = slash < 0 ? "" : p.substring(slash);
    }
    return percentDecoded(p);
  }

  /** Replaces {@code %HH}; a percent sign that no two hexadecimal digits follow stays. */
  static String percentDecoded(String text) throws SQLException {
    if (text.indexOf('%') < 0) {
      return text;
    }
    byte[] in = text.getBytes(StandardCharsets.UTF_8);
    byte[] out = new byte[in.length];
    int n = 0;
    for (int i = 0; i < in.length; i++) {
      int high = in[i] == '%' && i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
      int low = high >= 0 ? Character.digit(in[i + 2], 16) : -1;
      if (low >= 0) {
        int value = high * 16 + low;
        if (value == 0) {
          throw DriverErrors.option("a file name cannot contain %00");
        }
        out[n++] = (byte) value;
        i += 2;
      } else {
        out[n++] = in[i];
      }
    }
    return new String(out, 0, n, StandardCharsets.UTF_8);
  }
}
