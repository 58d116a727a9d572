// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.json;

import dev.walnut.sql.function.AggregateFunction;
import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.value.Value;

/** json_group_array and json_group_object: the rows of a group as one array or object. */
final class JsonAggregates {
  private JsonAggregates() {}

  static void register(FunctionRegistry registry) {
    registry.add(new Group("json_group_array", false, false));
    registry.add(new Group("jsonb_group_array", false, true));
    registry.add(new Group("json_group_object", true, false));
    registry.add(new Group("jsonb_group_object", true, true));
  }

  private static final class Group extends AggregateFunction {
    private final boolean labelled;
    private final boolean binary;

    Group(String name, boolean labelled, boolean binary) {
      super(name, labelled ? 2 : 1, labelled ? 2 : 1);
      this.labelled = labelled;
      this.binary = binary;
    }

    @Override
    public boolean takesBlob(int argumentIndex) {
      return true;
    }

    @Override
    public boolean readsJsonMark() {
      return true;
    }

    @Override
    public boolean isInvertible() {
      return true;
    }

    @Override
    public Accumulator newAccumulator() {
      return new Elements(labelled, binary);
    }
  }

  /** The elements so far, one after the other; rows leave at the front. */
  private static final class Elements extends AggregateFunction.Accumulator {
    private final boolean labelled;
    private final boolean binary;
    private JsonBuffer elements;
    private int removed;

    Elements(boolean labelled, boolean binary) {
      this.labelled = labelled;
      this.binary = binary;
    }

    @Override
    public boolean step(FunctionContext context, Value[] arguments) {
      if (elements == null) {
        elements = new JsonBuffer(64, context);
      }
      if (labelled) {
        if (arguments[0].isNull()) {
          return false;
        }
        JsonValues.string(arguments[0], JsonValues.Style.BUILT, elements);
      }
      Value value = arguments[labelled ? 1 : 0];
      JsonValues.append(value, JsonValues.Style.BUILT, elements, context);
      return false;
    }

    @Override
    public void inverse(FunctionContext context, Value[] arguments) {
      if (labelled && arguments[0].isNull()) {
        return;
      }
      byte[] bytes = elements.toArray();
      removed = Jsonb.end(bytes, removed, bytes.length);
      if (labelled) {
        removed = Jsonb.end(bytes, removed, bytes.length);
      }
    }

    @Override
    public void result(FunctionContext context, Value result) {
      JsonBuffer out = new JsonBuffer(64, context);
      int start = out.begin(labelled ? Jsonb.OBJECT : Jsonb.ARRAY);
      if (elements != null) {
        out.append(elements.toArray(), removed, elements.length());
      }
      out.end(start);
      JsonValues.json(out.toArray(), 0, binary, context, result);
    }
  }
}
