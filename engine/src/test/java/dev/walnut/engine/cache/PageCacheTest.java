// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PageCacheTest {
  private static final int PAGE_SIZE = 4096;
  private static final int BUDGET = 16 << 20;

  private final PageCache cache = new PageCache(false);

  private void insert(int pageNumber) {
    cache.insert(pageNumber, new byte[PAGE_SIZE], cache.newestVersion());
  }

  @Test
  void theFirstOfTwoReadersOfAPageWins() {
    byte[] first = new byte[PAGE_SIZE];
    assertThat(cache.insert(5, first, cache.newestVersion())).isSameAs(first);
    assertThat(cache.insert(5, new byte[PAGE_SIZE], cache.newestVersion())).isSameAs(first);
    assertThat(cache.get(5, cache.newestVersion())).isSameAs(first);
    assertThat(cache.get(6, cache.newestVersion())).isNull();
  }

  @Test
  void aReadThatBeganBeforeAnInvalidationIsNotKept() {
    long version = cache.newestVersion();
    insert(1);
    cache.invalidate(cache.newestVersion() + 1);
    assertThat(cache.get(1, cache.newestVersion())).isNull();
    byte[] image = new byte[PAGE_SIZE];
    assertThat(cache.insert(2, image, version)).isSameAs(image);
    assertThat(cache.get(2, cache.newestVersion())).isNull();
    assertThat(cache.count()).isZero();
  }

  @Test
  void bytesStayWithinTheBudget() {
    for (int i = 1; i <= 20_000; i++) {
      insert(i);
      assertThat(cache.bytes()).isLessThanOrEqualTo(BUDGET);
    }
    assertThat(cache.count()).isGreaterThan(BUDGET / PAGE_SIZE * 9 / 10);
  }

  @Test
  void pagesFarApartCostTheirShareOfTheIndex() {
    for (int i = 1; i <= 20_000; i++) {
      insert(i * 3_000);
      assertThat(cache.bytes()).isLessThanOrEqualTo(BUDGET);
    }
    assertThat(cache.count()).isGreaterThan(100);
  }

  @Test
  void pagesInUseSurviveAScan() {
    for (int i = 1; i <= 500; i++) {
      insert(i);
    }
    for (int scanned = 10_000; scanned < 30_000; scanned++) {
      insert(scanned);
      cache.get(1 + scanned % 500, cache.newestVersion());
    }
    int present = 0;
    for (int i = 1; i <= 500; i++) {
      present += cache.get(i, cache.newestVersion()) == null ? 0 : 1;
    }
    assertThat(present).isEqualTo(500);
  }

  @Test
  void aPinnedCacheKeepsEverything() {
    PageCache pinned = new PageCache(true);
    for (int i = 1; i <= 10_000; i++) {
      pinned.publish(i, new byte[PAGE_SIZE]);
    }
    assertThat(pinned.count()).isEqualTo(10_000);
    pinned.removeAbove(9_000);
    assertThat(pinned.count()).isEqualTo(9_000);
    assertThat(pinned.get(9_001, pinned.newestVersion())).isNull();
    assertThat(pinned.get(9_000, pinned.newestVersion())).isNotNull();
  }

  @Test
  void aLoweredBudgetEvicts() {
    cache.setBudget(Math.min(64L << 20, Runtime.getRuntime().maxMemory() / 4));
    long high = cache.budgetBytes();
    for (int i = 1; i <= 20_000; i++) {
      insert(i);
    }
    assertThat(cache.bytes()).isLessThanOrEqualTo(high);
    cache.setBudget(0);
    assertThat(cache.bytes()).isLessThanOrEqualTo(BUDGET);
  }

  @Test
  void randomStepsKeepCountAndContentRight() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[][] model = new byte[8_000][];
    for (int step = 0; step < 50_000; step++) {
      int page = 1 + random.nextInt(model.length - 1);
      switch (random.nextInt(4)) {
        case 0:
          model[page] = new byte[PAGE_SIZE];
          cache.publish(page, model[page]);
          break;
        case 1:
          cache.remove(page);
          model[page] = null;
          break;
        case 2:
          byte[] image = new byte[PAGE_SIZE];
          byte[] used = cache.insert(page, image, cache.newestVersion());
          if (used == image) {
            model[page] = image;
          }
          break;
        default:
          byte[] found = cache.get(page, cache.newestVersion());
          assertThat(found == null || found == model[page]).as("seed " + seed).isTrue();
      }
    }
    int present = 0;
    for (int page = 1; page < model.length; page++) {
      present += cache.get(page, cache.newestVersion()) == null ? 0 : 1;
    }
    assertThat(cache.count()).as("seed " + seed).isEqualTo(present);
    assertThat(cache.bytes()).isLessThanOrEqualTo(BUDGET);
  }
}
