// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.sql.execute;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.sql.value.Collation;
import dev.walnut.sql.value.Comparison;
import dev.walnut.sql.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Sort keys and hash keys agree with the order of values. */
class KeyColumnsTest {
  @Test
  void sortsAsTheOrderOfValuesAndKeepsEqualRowsInPlace() {
    long seed = 20260101;
    Random random = new Random(seed);
    SortKey[] keys = {
      new SortKey(false, true, Collation.NOCASE), new SortKey(true, true, Collation.BINARY)
    };
    KeyColumns columns = new KeyColumns(keys);
    List<Value[]> rows = new ArrayList<>();
    for (int i = 0; i < 2000; i++) {
      Value[] row = {value(random), value(random)};
      rows.add(row);
      assertThat(columns.add(row)).isEqualTo(i);
    }
    int[] sorted = columns.sorted();
    for (int i = 1; i < sorted.length; i++) {
      Value[] a = rows.get(sorted[i - 1]);
      Value[] b = rows.get(sorted[i]);
      int order = Comparison.compare(a[0], b[0], Collation.NOCASE);
      if (order == 0) {
        boolean nulls = a[1].isNull() != b[1].isNull();
        order = Comparison.compare(a[1], b[1], Collation.BINARY);
        order = nulls ? (a[1].isNull() ? -1 : 1) : -order;
      }
      assertThat(order < 0 || (order == 0 && sorted[i - 1] < sorted[i]))
          .as("seed %d, place %d", seed, i)
          .isTrue();
    }
  }

  @Test
  void equalValuesHaveOneKeyAndOthersHaveNot() {
    Random random = new Random(7);
    KeyEncoder encoder = new KeyEncoder();
    KeyTable table = new KeyTable();
    List<Value> distinct = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      Value value = value(random);
      int known = -1;
      for (int d = 0; d < distinct.size() && known < 0; d++) {
        known = Comparison.compare(distinct.get(d), value, Collation.NOCASE) == 0 ? d : -1;
      }
      encoder.begin();
      encoder.append(value, Collation.NOCASE);
      int entry = table.add(encoder);
      assertThat(entry).isEqualTo(known < 0 ? distinct.size() : -1 - known);
      if (known < 0) {
        distinct.add(value);
      }
    }
  }

  private static Value value(Random random) {
    Value value = new Value();
    switch (random.nextInt(6)) {
      case 0 -> value.setNull();
      case 1 -> value.setInteger(random.nextInt(20) - 10);
      case 2 -> value.setReal((random.nextInt(40) - 20) / 2.0);
      case 3 -> value.setInteger(Long.MAX_VALUE - random.nextInt(3));
      case 4 -> {
        byte[] bytes = new byte[random.nextInt(3)];
        random.nextBytes(bytes);
        value.setBlob(bytes, 0, bytes.length);
      }
      default ->
          value.setText((random.nextBoolean() ? "Some long text " : "a") + random.nextInt(9));
    }
    return value;
  }
}
