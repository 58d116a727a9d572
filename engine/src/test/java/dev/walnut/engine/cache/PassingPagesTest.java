// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** What passes over large trees leave of the pages that others use. */
class PassingPagesTest {
  private static final int PAGE_SIZE = 4096;
  private static final int BUDGET = 16 << 20;
  private static final int CACHE_PAGES = BUDGET / PAGE_SIZE;
  private static final int FAR = 1_000_000;

  private final PageCache cache = new PageCache(false);

  private void use(int first, int count) {
    for (int i = first; i < first + count; i++) {
      if (cache.get(i, cache.newestVersion()) == null) {
        cache.insert(i, new byte[PAGE_SIZE], cache.newestVersion());
      }
    }
  }

  /** Returns how many pages the pass found in the cache. */
  private int pass(int first, int count) {
    int found = 0;
    for (int i = first; i < first + count; i++) {
      if (cache.getInPassing(i, cache.newestVersion()) != null) {
        found++;
      } else {
        cache.insertInPassing(i, new byte[PAGE_SIZE], cache.newestVersion());
      }
    }
    return found;
  }

  private int present(int first, int count) {
    int present = 0;
    for (int i = first; i < first + count; i++) {
      present += cache.getInPassing(i, cache.newestVersion()) == null ? 0 : 1;
    }
    return present;
  }

  @Test
  void onePassOverTwiceTheCacheKeepsTheHotSet() {
    int hot = CACHE_PAGES * 9 / 10;
    use(1, hot);
    use(1, hot);
    pass(FAR, 2 * CACHE_PAGES);
    assertThat(present(1, hot)).isGreaterThanOrEqualTo(hot * 99 / 100);
    assertThat(cache.bytes()).isLessThanOrEqualTo(BUDGET);
  }

  @Test
  void aFullCacheOfHotPagesLosesLittleByAPass() {
    use(1, CACHE_PAGES);
    int hot = present(1, CACHE_PAGES);
    for (int i = 0; i < 3; i++) {
      for (int page = 1; page <= CACHE_PAGES; page++) {
        cache.get(page, cache.newestVersion());
      }
    }
    pass(FAR, 2 * CACHE_PAGES);
    assertThat(present(1, CACHE_PAGES)).isGreaterThanOrEqualTo(hot * 98 / 100);
  }

  @Test
  void aTableLoadedAMomentAgoAndPassedDisplacesNobody() {
    int hot = CACHE_PAGES / 2;
    use(1, hot);
    use(1, hot);
    for (int i = 0; i < 2 * CACHE_PAGES; i++) {
      cache.publish(FAR + i, new byte[PAGE_SIZE], true);
    }
    pass(FAR, 2 * CACHE_PAGES);
    assertThat(present(1, hot)).isEqualTo(hot);
    assertThat(cache.bytes()).isLessThanOrEqualTo(BUDGET);
  }

  @Test
  void manyMidSizedPassesDoNotEmptyTheCache() {
    int hot = CACHE_PAGES / 2;
    use(1, hot);
    use(1, hot);
    for (int table = 1; table <= 20; table++) {
      pass(table * FAR, CACHE_PAGES / 5);
    }
    assertThat(present(1, hot)).isEqualTo(hot);
  }

  @Test
  void theNextPassOverATableLargerThanTheCacheFindsMostOfIt() {
    int table = CACHE_PAGES * 12 / 10;
    pass(FAR, table);
    for (int i = 0; i < 5; i++) {
      assertThat(pass(FAR, table)).isGreaterThan(table * 7 / 10);
    }
  }

  @Test
  void passesOverAnotherTableTakeTheRoomOfOneThatIsPassedNoMore() {
    pass(FAR, CACHE_PAGES);
    for (int i = 0; i < 40; i++) {
      pass(2 * FAR, CACHE_PAGES);
    }
    assertThat(present(2 * FAR, CACHE_PAGES)).isGreaterThan(CACHE_PAGES / 2);
  }

  @Test
  void passesTakeTheRoomOfPagesThatAreIdle() {
    use(1, CACHE_PAGES);
    for (int i = 0; i < 80; i++) {
      pass(FAR, CACHE_PAGES);
    }
    assertThat(present(FAR, CACHE_PAGES)).isGreaterThan(CACHE_PAGES / 2);
  }

  @Test
  void pagesFoundByOthersStayWhenPassesGoOn() {
    pass(FAR, CACHE_PAGES / 2);
    for (int i = 0; i < 4; i++) {
      use(FAR, 300);
    }
    pass(2 * FAR, 3 * CACHE_PAGES);
    use(1, CACHE_PAGES / 2);
    assertThat(present(FAR, 300)).isEqualTo(300);
  }

  @Test
  void pagesInUseTakeTheRoomOfPassingOnes() {
    pass(FAR, CACHE_PAGES);
    int others = CACHE_PAGES * 8 / 10;
    use(1, others);
    assertThat(present(1, others)).isEqualTo(others);
    assertThat(cache.bytes()).isLessThanOrEqualTo(BUDGET);
  }

  @Test
  void randomStepsKeepCountContentAndBudget() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    byte[][] model = new byte[8_000][];
    for (int step = 0; step < 100_000; step++) {
      int page = 1 + random.nextInt(model.length - 1);
      byte[] image = new byte[PAGE_SIZE];
      switch (random.nextInt(7)) {
        case 0:
          model[page] = image;
          cache.publish(page, image, random.nextBoolean());
          break;
        case 1:
          cache.remove(page);
          model[page] = null;
          break;
        case 2:
          model[page] = cache.insert(page, image, cache.newestVersion());
          break;
        case 3:
        case 4:
          model[page] = cache.insertInPassing(page, image, cache.newestVersion());
          break;
        case 5:
          if (random.nextInt(2_000) == 0) {
            int limit = random.nextInt(model.length);
            cache.removeAbove(limit);
            for (int i = limit + 1; i < model.length; i++) {
              assertThat(cache.getInPassing(i, cache.newestVersion())).isNull();
            }
          }
          break;
        default:
          byte[] found = cache.get(page, cache.newestVersion());
          assertThat(found == null || found == model[page]).as("seed " + seed).isTrue();
      }
    }
    int present = 0;
    for (int page = 1; page < model.length; page++) {
      present += cache.getInPassing(page, cache.newestVersion()) == null ? 0 : 1;
    }
    assertThat(cache.count()).as("seed " + seed).isEqualTo(present);
    assertThat(cache.bytes()).as("seed " + seed).isLessThanOrEqualTo(BUDGET);
  }
}
