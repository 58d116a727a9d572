// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.function.date;

import static dev.walnut.sql.function.Arguments.toText;

import dev.walnut.sql.function.FunctionContext;
import dev.walnut.sql.function.FunctionRegistry;
import dev.walnut.sql.function.ScalarFunction;
import dev.walnut.sql.value.Value;

/**
 * date, time, datetime, julianday, unixepoch, strftime, timediff and current_date, current_time,
 * current_timestamp.
 *
 * <p>What is no time value, and what leaves the years -4713 to 9999, gives NULL. The functions are
 * deterministic but for {@code now} and the local zone; their results must not be kept in a plan.
 */
public final class DateFunctions {
  private enum Kind {
    DATE("date", 0),
    TIME("time", 0),
    DATETIME("datetime", 0),
    JULIANDAY("julianday", 0),
    UNIXEPOCH("unixepoch", 0),
    STRFTIME("strftime", 1);

    final String functionName;

    /** Arguments before the time value. */
    final int leading;

    Kind(String functionName, int leading) {
      this.functionName = functionName;
      this.leading = leading;
    }
  }

  private DateFunctions() {}

  public static void register(FunctionRegistry registry) {
    for (Kind kind : Kind.values()) {
      registry.add(new DateFunction(kind.functionName, 0, -1, true, kind));
    }
    registry.add(new DateFunction("current_date", 0, 0, false, Kind.DATE));
    registry.add(new DateFunction("current_time", 0, 0, false, Kind.TIME));
    registry.add(new DateFunction("current_timestamp", 0, 0, false, Kind.DATETIME));
    registry.add(new DateFunction("timediff", 2, 2, true, null));
  }

  private static final class DateFunction extends ScalarFunction {
    private final Kind kind;

    DateFunction(String name, int minimum, int maximum, boolean deterministic, Kind kind) {
      super(name, minimum, maximum, deterministic);
      this.kind = kind;
    }

    @Override
    public boolean isFoldable() {
      return false;
    }

    @Override
    public Call newCall() {
      return kind == null ? new DifferenceCall() : new DateCall(kind);
    }
  }

  /** Reads time values with their modifiers. */
  private static final class MomentReader {
    private final DateReader reader = new DateReader();
    private final DateModifiers modifiers = new DateModifiers();

    /** False for NULL: no time value, no such modifier, out of range. */
    boolean read(FunctionContext context, Value[] arguments, int from, DateTime moment) {
      moment.clear();
      if (from >= arguments.length) {
        moment.setUnixMillis(context.currentTimeMillis());
        return true;
      }
      Value first = arguments[from];
      if (first.type() == Value.INTEGER || first.type() == Value.REAL) {
        moment.setNumber(first.asDouble());
      } else if (first.isNull()) {
        return false;
      } else {
        reader.open(first);
        if (!reader.read(moment, context)) {
          return false;
        }
      }
      if (moment.hasTime && moment.hour == 24) {
        moment.needJulian();
        moment.hasDate = false; // 24:00 becomes 00:00 of the next day
        moment.hasTime = false;
      }
      for (int i = from + 1; i < arguments.length; i++) {
        if (arguments[i].isNull()) {
          return false;
        }
        toText(arguments[i]);
        if (!modifiers.apply(moment, arguments[i], i - from)) {
          return false;
        }
      }
      moment.needJulian();
      if (moment.isInvalid || !moment.isInRange()) {
        return false;
      }
      if (arguments.length == from + 1 && moment.hasDate && moment.day > 28) {
        moment.hasDate = false; // 30 February becomes a day of March
      }
      return true;
    }
  }

  private static final class DateCall implements ScalarFunction.Call {
    private final Kind kind;
    private final MomentReader moments = new MomentReader();
    private final DateTime moment = new DateTime();
    private final DateWriter writer = new DateWriter();

    DateCall(Kind kind) {
      this.kind = kind;
    }

    @Override
    public void call(FunctionContext context, Value[] arguments, Value result) {
      if (kind == Kind.STRFTIME && (arguments.length == 0 || arguments[0].isNull())) {
        result.setNull();
        return;
      }
      if (!moments.read(context, arguments, kind.leading, moment)) {
        result.setNull();
        return;
      }
      writer.start(context);
      switch (kind) {
        case JULIANDAY:
          result.setReal(moment.julianMillis / (double) DateTime.MILLIS_PER_DAY);
          return;
        case UNIXEPOCH:
          if (moment.showsMillis) {
            result.setReal((moment.julianMillis - DateTime.UNIX_EPOCH) / 1000.0);
          } else {
            result.setInteger(moment.julianMillis / 1000 - DateTime.UNIX_EPOCH / 1000);
          }
          return;
        case DATE:
          writer.date(moment);
          break;
        case TIME:
          writer.time(moment);
          break;
        case DATETIME:
          writer.date(moment);
          writer.space();
          writer.time(moment);
          break;
        case STRFTIME:
          if (!writer.format(arguments[0], moment)) {
            result.setNull();
            return;
          }
          break;
      }
      writer.finish(result);
    }
  }

  /**
   * timediff(a, b): the calendar distance that leads from b to a, as years, months, days and time:
   * b moved by whole months as near to a as it gets without passing it, then the rest.
   */
  private static final class DifferenceCall implements ScalarFunction.Call {
    private final MomentReader moments = new MomentReader();
    private final DateTime target = new DateTime();
    private final DateTime moving = new DateTime();
    private final DateWriter writer = new DateWriter();
    private final Value[] single = new Value[1];

    @Override
    public void call(FunctionContext context, Value[] arguments, Value result) {
      if (!read(context, arguments[0], target) || !read(context, arguments[1], moving)) {
        result.setNull();
        return;
      }
      target.needDateAndTime();
      moving.needDateAndTime();
      boolean forward = target.julianMillis >= moving.julianMillis;
      int step = forward ? 1 : -1;
      int months = step * ((target.year - moving.year) * 12 + (target.month - moving.month));
      setMonth(moving, target.year, target.month);
      while (forward
          ? target.julianMillis < moving.julianMillis
          : target.julianMillis > moving.julianMillis) {
        months--;
        int month = moving.month - step;
        int year = moving.year + (month < 1 ? -1 : month > 12 ? 1 : 0);
        setMonth(moving, year, month < 1 ? 12 : month > 12 ? 1 : month);
      }
      writer.start(context);
      writer.difference(
          forward ? '+' : '-',
          months / 12,
          months % 12,
          Math.abs(target.julianMillis - moving.julianMillis));
      writer.finish(result);
    }

    private boolean read(FunctionContext context, Value argument, DateTime moment) {
      single[0] = argument;
      return moments.read(context, single, 0, moment);
    }

    private static void setMonth(DateTime moment, int year, int month) {
      if (moment.year != year || moment.month != month) {
        moment.year = year;
        moment.month = month;
        moment.hasJulian = false;
        moment.needJulian();
      }
    }
  }
}
