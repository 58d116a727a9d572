// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.driver.options;

import dev.walnut.driver.convert.DriverErrors;
import dev.walnut.driver.options.ConnectionOption.Kind;
import dev.walnut.driver.options.ConnectionSettings.PragmaSetting;
import java.sql.SQLException;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;

/**
 * Makes {@link ConnectionSettings} from a URL and properties; properties win.
 *
 * <p>Rules. A key of the URL that is not in {@link OptionTable} (or a URI key of a {@code file:}
 * URL) is an error, never part of the file name. An unknown key among the properties is a warning,
 * since pools and tools pass keys of other drivers. Pragmas run in this order: what a new file is
 * made with (page_size, encoding, auto_vacuum), journal_mode, then the others as they come.
 */
public final class SettingsParser {
  private static final int DEFAULT_BUSY_TIMEOUT_MILLIS = 3000;
  private static final int DEFAULT_CACHE_SIZE = 64;

  private static final int OPEN_READONLY = 0x01;
  private static final int OPEN_CREATE = 0x04;
  private static final int OPEN_MEMORY = 0x80;
  private static final int OPEN_SHAREDCACHE = 0x20000;

  private final Map<ConnectionOption, String> values = new LinkedHashMap<>();
  private final List<String> warnings = new ArrayList<>();
  private String path;
  private boolean readOnly;
  private boolean create = true;
  private boolean memory;
  private boolean sharedCache;
  private boolean immutable;

  private SettingsParser() {}

  /** Parses and checks; the error names the key at fault. */
  public static ConnectionSettings parse(String url, Properties properties) throws SQLException {
    return new SettingsParser().settings(url, properties);
  }

  private ConnectionSettings settings(String url, Properties properties) throws SQLException {
    ConnectionUrl parts = ConnectionUrl.parse(url);
    path = parts.path();
    for (Map.Entry<String, String> e : parts.parameters().entrySet()) {
      if (!parts.uri() || !takeUriKey(e.getKey(), e.getValue())) {
        ConnectionOption option = OptionTable.find(e.getKey());
        if (option == null) {
          throw DriverErrors.option(unknownKey(e.getKey(), parts.uri()));
        }
        put(option, e.getValue());
      }
    }
    if (properties != null) {
      for (String name : properties.stringPropertyNames()) {
        ConnectionOption option = OptionTable.find(name);
        if (option == null) {
          warnings.add("unknown connection property ignored: " + name);
        } else {
          put(option, properties.getProperty(name));
        }
      }
    }
    if (path.equals(":memory:")) {
      // SQLite's way to a memory database that connections share is a file: URI of that name.
      memory = memory || parts.uri();
    }
    applyOpenOptions();
    boolean auto = bool("dialect", "auto", parts.foreignScheme() ? "auto" : "sqlite");
    String format = values.get(OptionTable.find("date_string_format"));
    return new ConnectionSettings(
        url,
        path,
        readOnly,
        create && !readOnly,
        memory,
        sharedCache,
        immutable,
        integer("busy_timeout", DEFAULT_BUSY_TIMEOUT_MILLIS),
        pragmas(),
        limits(),
        transactionMode(),
        flag("jdbc.explicit_readonly", false),
        flag("jdbc.get_generated_keys", true),
        DateClass.valueOf(text("date_class", "INTEGER").toUpperCase(Locale.ROOT)),
        bool("date_precision", "SECONDS", "MILLISECONDS") ? 1000 : 1,
        format,
        formatter(format),
        auto,
        Math.max(0, integer("statement_cache_size", DEFAULT_CACHE_SIZE)),
        List.copyOf(warnings));
  }

  private static String unknownKey(String key, boolean uri) {
    String hint =
        !uri && List.of("mode", "cache", "immutable").contains(key.toLowerCase(Locale.ROOT))
            ? " (it belongs to a file: URI, as in jdbc:walnut:file:name?" + key + "=...)"
            : "";
    return "unknown URL parameter '" + key + "'" + hint;
  }

  private boolean takeUriKey(String key, String value) throws SQLException {
    switch (key) {
      case "mode":
        switch (value) {
          case "ro" -> {
            readOnly = true;
            create = false;
          }
          case "rw" -> create = false;
          case "rwc" -> create = true;
          case "memory" -> memory = true;
          default -> throw DriverErrors.option("no such access mode: " + value);
        }
        return true;
      case "cache":
        switch (value) {
          case "shared" -> sharedCache = true;
          case "private" -> sharedCache = false;
          default -> throw DriverErrors.option("no such cache mode: " + value);
        }
        return true;
      case "immutable":
        immutable = truth(key, value);
        return true;
      case "nolock":
        if (truth(key, value)) {
          throw DriverErrors.unsupported("opening a file without locks (nolock=1)");
        }
        return true;
      case "vfs":
        throw DriverErrors.option("no such vfs: " + value);
      case "psow":
        return true;
      default:
        return false;
    }
  }

  private void put(ConnectionOption option, String value) throws SQLException {
    if (option.kind() == Kind.IGNORED) {
      if (option.name().equals("password") && !value.isEmpty()) {
        warnings.add("password ignored: database files are not encrypted");
      } else if (!option.accepts(value)) {
        throw DriverErrors.unsupported(option.name() + "=" + value);
      }
      return;
    }
    if (!option.accepts(value)) {
      throw DriverErrors.option(
          "'" + value + "' is no value of " + option.name() + "; possible: " + option.choices());
    }
    values.put(option, ConnectionOption.unquoted(value));
  }

  private void applyOpenOptions() throws SQLException {
    if (values.containsKey(OptionTable.find("open_mode"))) {
      int flags = integer("open_mode", 0);
      readOnly |= (flags & OPEN_READONLY) != 0;
      create = (flags & OPEN_CREATE) != 0;
      memory |= (flags & OPEN_MEMORY) != 0;
      sharedCache |= (flags & OPEN_SHAREDCACHE) != 0;
    }
    sharedCache = flag("shared_cache", sharedCache);
  }

  private List<PragmaSetting> pragmas() {
    List<ConnectionOption> options = new ArrayList<>();
    for (ConnectionOption o : values.keySet()) {
      if (rank(o) < Integer.MAX_VALUE) {
        options.add(o);
      }
    }
    options.sort(Comparator.comparingInt(SettingsParser::rank));
    List<PragmaSetting> list = new ArrayList<>();
    for (ConnectionOption o : options) {
      list.add(new PragmaSetting(o.target(), values.get(o)));
    }
    return List.copyOf(list);
  }

  private static int rank(ConnectionOption option) {
    return switch (option.kind()) {
      case CREATION_PRAGMA -> 0;
      case JOURNAL_PRAGMA -> 1;
      // query_only would refuse the pragmas after it that write.
      case PRAGMA -> option.name().equals("query_only") ? 3 : 2;
      default -> Integer.MAX_VALUE;
    };
  }

  private Map<String, Integer> limits() throws SQLException {
    Map<String, Integer> limits = new LinkedHashMap<>();
    for (ConnectionOption o : values.keySet()) {
      if (o.kind() == Kind.LIMIT) {
        limits.put(o.target(), integer(o.name(), -1));
      }
    }
    return Map.copyOf(limits);
  }

  private TransactionMode transactionMode() {
    String mode = text("transaction_mode", "DEFERRED").toUpperCase(Locale.ROOT);
    // sqlite-jdbc accepts a misspelling of its own past; so do programs that still use it.
    return mode.equals("DEFFERED") ? TransactionMode.DEFERRED : TransactionMode.valueOf(mode);
  }

  private static DateTimeFormatter formatter(String pattern) throws SQLException {
    if (pattern == null) {
      return null;
    }
    try {
      return DateTimeFormatter.ofPattern(pattern, Locale.ROOT);
    } catch (IllegalArgumentException e) {
      throw DriverErrors.option("date_string_format '" + pattern + "': " + e.getMessage());
    }
  }

  private String text(String name, String otherwise) {
    return values.getOrDefault(OptionTable.find(name), otherwise);
  }

  private boolean bool(String name, String trueValue, String otherwise) {
    return text(name, otherwise).equalsIgnoreCase(trueValue);
  }

  private boolean flag(String name, boolean otherwise) throws SQLException {
    String value = values.get(OptionTable.find(name));
    return value == null ? otherwise : truth(name, value);
  }

  private int integer(String name, int otherwise) throws SQLException {
    String value = values.get(OptionTable.find(name));
    if (value == null) {
      return otherwise;
    }
    try {
      return Integer.decode(value.strip());
    } catch (NumberFormatException e) {
      throw DriverErrors.option("'" + value + "' is no value of " + name + ": not a number");
    }
  }

  private static boolean truth(String name, String value) throws SQLException {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true", "on", "yes", "1" -> true;
      case "false", "off", "no", "0" -> false;
      default -> throw DriverErrors.option("'" + value + "' is no value of " + name);
    };
  }
}
