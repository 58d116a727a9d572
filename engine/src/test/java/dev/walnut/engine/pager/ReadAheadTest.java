// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.pager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.cache.PageCache;
import dev.walnut.engine.file.DatabaseFile;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReadAheadTest {
  private static final int PAGE_SIZE = 512;

  private final PageCache cache = new PageCache(false);
  private final RecordingFile file = new RecordingFile();
  private final ReadAhead readAhead = new ReadAhead(file, cache);

  private void fetch(int... pageNumbers) {
    readAhead.fetch(pageNumbers, pageNumbers.length, PAGE_SIZE, cache.newestVersion());
  }

  @Test
  void neighboursAreReadAtOnceAndNothingElseIsRead() {
    cache.insert(6, new byte[PAGE_SIZE], cache.newestVersion());
    fetch(30, 9, 5, 7, 31, 6, 8, 32);
    assertThat(file.reads).containsExactly("5+1", "7+3", "30+3");
    for (int pageNumber : new int[] {5, 7, 8, 9, 30, 31, 32}) {
      assertThat(cache.getInPassing(pageNumber, cache.newestVersion())[0])
          .isEqualTo((byte) pageNumber);
    }
    assertThat(cache.count()).isEqualTo(8);
  }

  @Test
  void aPageNamedTwiceByABrokenTreeIsReadTwiceAtMost() {
    fetch(5, 5, 5, 6);
    assertThat(cache.count()).isEqualTo(2);
    assertThat(cache.getInPassing(6, cache.newestVersion())[0]).isEqualTo((byte) 6);
  }

  @Test
  void aPageThatTheFileEndsInIsNotKept() {
    file.bytes = 10 * PAGE_SIZE - 1;
    fetch(8, 9, 10, 11);
    assertThat(cache.getInPassing(9, cache.newestVersion())).isNotNull();
    assertThat(cache.getInPassing(10, cache.newestVersion())).isNull();
    assertThat(cache.getInPassing(11, cache.newestVersion())).isNull();
  }

  @Test
  void whatCannotBeReadIsLeftToWhoNeedsIt() {
    file.unreadable = 20;
    fetch(8, 19, 20, 21, 40);
    assertThat(cache.getInPassing(8, cache.newestVersion())).isNotNull();
    assertThat(cache.count()).isEqualTo(1);
  }

  @Test
  void whatWasReadBeforeAnInvalidationIsNotKept() {
    file.afterRead = () -> cache.invalidate(cache.newestVersion() + 1);
    fetch(8, 9);
    assertThat(cache.count()).isZero();
  }

  /** Pages that begin with their number. */
  private static final class RecordingFile implements DatabaseFile {
    final List<String> reads = new ArrayList<>();
    long bytes = 100 * PAGE_SIZE;
    int unreadable = -1;
    Runnable afterRead = () -> {};

    @Override
    public int readBlocks(long fileOffset, byte[][] targets, int from, int count, int blockBytes) {
      int first = (int) (fileOffset / PAGE_SIZE) + 1;
      reads.add(first + "+" + count);
      for (int i = 0; i < count; i++) {
        if (first + i == unreadable) {
          throw new DatabaseException(ResultCode.IOERR_READ);
        }
        targets[from + i][0] = (byte) (first + i);
      }
      afterRead.run();
      return (int) Math.min((long) count * blockBytes, bytes - fileOffset);
    }

    @Override
    public String path() {
      return "file";
    }

    @Override
    public boolean isReadOnly() {
      return true;
    }

    @Override
    public int read(long fileOffset, byte[] target, int targetOffset, int length) {
      throw new AssertionError("pages are read in blocks");
    }

    @Override
    public void write(long fileOffset, byte[] source, int sourceOffset, int length) {
      throw new AssertionError();
    }

    @Override
    public void truncate(long size) {
      throw new AssertionError();
    }

    @Override
    public long size() {
      return bytes;
    }

    @Override
    public void syncData() {}

    @Override
    public void syncAll() {}

    @Override
    public boolean tryLock(long fileOffset, long length, boolean shared) {
      return true;
    }

    @Override
    public void unlock(long fileOffset, long length) {}

    @Override
    public void close() {}
  }
}
