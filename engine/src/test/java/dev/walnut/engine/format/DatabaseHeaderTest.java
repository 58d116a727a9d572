// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which headers are taken for a database's was compared with SQLite 3.54.1. */
class DatabaseHeaderTest {
  @ParameterizedTest
  @ValueSource(ints = {512, 1024, 2048, 4096, 8192, 16384, 32768, 65536})
  void aNewHeaderIsValid(int pageSize) {
    byte[] page = new byte[pageSize];
    DatabaseHeader.initialize(page, pageSize, 32);
    DatabaseHeader.validate(page);
    assertThat(DatabaseHeader.pageSize(page)).isEqualTo(pageSize);
    assertThat(DatabaseHeader.reservedBytes(page)).isEqualTo(32);
    assertThat(DatabaseHeader.isWalMode(page)).isFalse();
    assertThat(DatabaseHeader.hasPageCount(page)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "0, 88", "15, 1", "19, 3", "19, 255", "21, 65", "22, 31", "23, 33", "16, 3", "16, 1", "16, 0"
  })
  void oneWrongByteMakesItNoDatabase(int offset, int value) {
    byte[] page = new byte[4096];
    DatabaseHeader.initialize(page, 4096, 0);
    page[offset] = (byte) value;
    assertThatThrownBy(() -> DatabaseHeader.validate(page))
        .isInstanceOfSatisfying(
            DatabaseException.class, e -> assertThat(e.resultCode()).isEqualTo(ResultCode.NOTADB));
  }

  @Test
  void fewerThan480UsableBytesAreRefused() {
    byte[] page = new byte[512];
    DatabaseHeader.initialize(page, 512, 32);
    assertThatCode(() -> DatabaseHeader.validate(page)).doesNotThrowAnyException();
    page[DatabaseHeader.RESERVED_BYTES_OFFSET] = 33;
    assertThatThrownBy(() -> DatabaseHeader.validate(page)).isInstanceOf(DatabaseException.class);
  }

  @Test
  void aWriteVersionOfTheFutureIsReadOnly() {
    byte[] page = new byte[4096];
    DatabaseHeader.initialize(page, 4096, 0);
    page[DatabaseHeader.WRITE_VERSION_OFFSET] = 3;
    assertThatCode(() -> DatabaseHeader.validate(page)).doesNotThrowAnyException();
    assertThat(DatabaseHeader.isReadOnly(page)).isTrue();
  }

  @Test
  void theEncodingIsTheLowTwoBits() {
    assertThat(TextEncoding.of(0)).isEqualTo(TextEncoding.UTF8);
    assertThat(TextEncoding.of(1)).isEqualTo(TextEncoding.UTF8);
    assertThat(TextEncoding.of(2)).isEqualTo(TextEncoding.UTF16LE);
    assertThat(TextEncoding.of(3)).isEqualTo(TextEncoding.UTF16BE);
    assertThat(TextEncoding.of(5)).isEqualTo(TextEncoding.UTF8);
  }
}
