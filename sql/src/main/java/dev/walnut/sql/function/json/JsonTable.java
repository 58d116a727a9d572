// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.value.Utf16;
import dev.walnut.sql.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The rows of json_each and json_tree: the elements of an array or object, or all elements below
 * one and itself, in the order of the text.
 *
 * <p>A row's {@code id} is the offset in the JSONB of its label, or of the element itself where
 * there is none.
 */
public final class JsonTable {
  /** The functions. */
  public enum Kind {
    JSON_EACH(false, false),
    JSON_TREE(true, false),
    JSONB_EACH(false, true),
    JSONB_TREE(true, true);

    private final boolean recursive;
    private final boolean binary;

    Kind(boolean recursive, boolean binary) {
      this.recursive = recursive;
      this.binary = binary;
    }

    public String functionName() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** The function of that name in any case; null if there is none. */
    public static Kind find(String name) {
      for (Kind kind : values()) {
        if (kind.functionName().equalsIgnoreCase(name)) {
          return kind;
        }
      }
      return null;
    }
  }

  /** Names of the columns; the last two are hidden. */
  public static final List<String> COLUMNS =
      List.of("key", "value", "type", "atom", "id", "parent", "fullkey", "path", "json", "root");

  private static final int ROWID = -1;
  private static final int KEY = 0;
  private static final int VALUE = 1;
  private static final int TYPE = 2;
  private static final int ATOM = 3;
  private static final int ID = 4;
  private static final int PARENT = 5;
  private static final int FULL_KEY = 6;
  private static final int PATH = 7;
  private static final int JSON = 8;

  /** A container whose elements are being gone over. */
  private static final class Level {
    int next;
    int end;
    boolean labelled;
    long index;
    int id;
    String path;
  }

  private final Kind kind;
  private final FunctionContext context;
  private final List<Level> levels = new ArrayList<>();
  private final Value json = new Value();

  private byte[] document;
  private String root;
  private long rowid;
  private boolean rootPending;

  // The current row.
  private Level level;
  private int at;
  private int label;
  private boolean keyed;
  private long index;

  public JsonTable(Kind kind, FunctionContext context) {
    this.kind = kind;
    this.context = context;
  }

  /**
   * Begins.
   *
   * @param source the JSON; null or NULL: no rows
   * @param path where to begin; null: at the root; NULL: no rows
   */
  public void open(Value source, Value path) {
    levels.clear();
    rootPending = false;
    rowid = -1;
    document = null;
    if (source == null || source.isNull() || path != null && path.isNull()) {
      return;
    }
    json.set(source);
    document = JsonValues.document(source, context);
    root = "$";
    if (path != null) {
      Utf16.blobToText(path, context.encoding());
      root = path.asString();
    }
    JsonPath walked = JsonPath.of(root.getBytes(StandardCharsets.UTF_8));
    at = walked.find(document, 0);
    if (at < 0) {
      return;
    }
    label = walked.foundLabel();
    int type = Jsonb.type(document, at);
    if (kind.recursive || type < Jsonb.ARRAY) {
      rootPending = true;
    } else {
      push(at, root, at);
    }
  }

  private void push(int container, String path, int id) {
    if (levels.size() > Jsonb.MAX_DEPTH) {
      throw Jsonb.malformed();
    }
    Level pushed = new Level();
    pushed.next = Jsonb.payload(document, container);
    pushed.end = Jsonb.end(document, container, document.length);
    pushed.labelled = Jsonb.type(document, container) == Jsonb.OBJECT;
    pushed.id = id;
    pushed.path = path;
    levels.add(pushed);
  }

  /** Goes to the next row; false at the end. */
  public boolean next() {
    rowid++;
    if (rootPending) {
      rootPending = false;
      level = null;
      readRootKey();
      descend();
      return true;
    }
    while (!levels.isEmpty()) {
      Level top = levels.get(levels.size() - 1);
      if (top.next < top.end) {
        level = top;
        label = -1;
        keyed = true;
        index = top.index++;
        at = top.next;
        if (top.labelled) {
          label = at;
          at = Jsonb.end(document, at, top.end);
        }
        top.next = Jsonb.end(document, at, top.end);
        descend();
        return true;
      }
      levels.remove(levels.size() - 1);
    }
    return false;
  }

  private void descend() {
    if (kind.recursive && Jsonb.type(document, at) >= Jsonb.ARRAY) {
      push(at, fullKey(), id());
    }
  }

  /** The first row's key is what the path ends with; an index from the end counts as 0. */
  private void readRootKey() {
    keyed = kind.recursive && root.length() > 1;
    index = 0;
    if (keyed && label < 0) {
      String digits = root.substring(root.lastIndexOf('[') + 1, root.length() - 1);
      for (int i = 0; i < digits.length() && digits.charAt(i) != '#'; i++) {
        index = Math.min(Integer.MAX_VALUE, index * 10 + digits.charAt(i) - '0');
      }
    }
  }

  private int id() {
    return label >= 0 ? label : at;
  }

  private String fullKey() {
    if (level == null) {
      return root;
    }
    if (label < 0) {
      return level.path + "[" + index + "]";
    }
    int from = Jsonb.payload(document, label);
    int end = Jsonb.end(document, label, document.length);
    boolean simple = end > from;
    for (int i = from; i < end; i++) {
      int c = document[i];
      boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
      simple &= letter || i > from && c >= '0' && c <= '9';
    }
    String text = new String(document, from, end - from, StandardCharsets.UTF_8);
    return level.path + (simple ? "." + text : ".\"" + text + "\"");
  }

  private String path() {
    if (level != null) {
      return level.path;
    }
    if (!keyed) {
      return root;
    }
    int last = root.length() - 1;
    if (label < 0) {
      return root.substring(0, root.lastIndexOf('['));
    }
    if (root.charAt(last) == '"') {
      return root.substring(0, root.lastIndexOf(".\"", last - 1));
    }
    return root.substring(0, root.lastIndexOf('.'));
  }

  /** Reads a column of the current row; -1 is the rowid. */
  public void read(int column, Value out) {
    switch (column) {
      case ROWID:
        out.setInteger(rowid);
        break;
      case KEY:
        readKey(out);
        break;
      case VALUE:
        JsonValues.sql(document, at, kind.binary, context, out);
        break;
      case TYPE:
        out.setText(Jsonb.typeName(Jsonb.type(document, at)));
        break;
      case ATOM:
        if (Jsonb.type(document, at) >= Jsonb.ARRAY) {
          out.setNull();
        } else {
          JsonValues.sql(document, at, false, context, out);
        }
        break;
      case ID:
        out.setInteger(id());
        break;
      case PARENT:
        if (level == null || !kind.recursive) {
          out.setNull();
        } else {
          out.setInteger(level.id);
        }
        break;
      case FULL_KEY:
        out.setText(fullKey());
        break;
      case PATH:
        out.setText(path());
        break;
      case JSON:
        out.set(json);
        break;
      default:
        out.setText(root);
        break;
    }
  }

  private void readKey(Value out) {
    if (!keyed) {
      out.setNull();
    } else if (label >= 0) {
      JsonValues.sql(document, label, false, context, out);
    } else {
      out.setInteger(index);
    }
  }
}
