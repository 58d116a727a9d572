// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.tck.interop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Main class of the child JVM behind {@link JdbcProcess}; its argument is a JDBC URL prefix.
 *
 * <pre>
 *   open FILE    ok
 *   close        ok
 *   query SQL    row VALUES (any number), then ok | error CODE MESSAGE
 *   loop SQL     ack 1, ack 2, ... : statements separated by ";;" run as one turn, for ever
 *   bytes OFFSET LENGTH FILE        row HEX, then ok: what the file has there
 *   patch OFFSET HEX FILE           ok: the file has that there now
 *   lock OFFSET LENGTH FILE         row true or row false, then ok: held exclusively until unlock
 *   unlock                          ok: all locks of the last four lines' files are dropped
 * </pre>
 *
 * The file commands are for a child that has no database open: they open and close the file.
 *
 * <p>Newlines inside texts are written as the character U+0001, so that a message is a line.
 */
public final class JdbcChild {

  private static final char NEWLINE = 1;

  private final String urlPrefix;
  private final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
  private final List<FileChannel> locked = new ArrayList<>();
  private Connection connection;

  private JdbcChild(String urlPrefix) {
    this.urlPrefix = urlPrefix;
  }

  public static void main(String[] args) throws IOException {
    JdbcChild child = new JdbcChild(args[0]);
    BufferedReader in =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      child.answer(line.replace(NEWLINE, '\n'));
    }
    // A parent that has gone leaves no orphan with locks.
    System.exit(0);
  }

  private void answer(String line) {
    int space = line.indexOf(' ');
    String command = space < 0 ? line : line.substring(0, space);
    String argument = space < 0 ? "" : line.substring(space + 1);
    try {
      switch (command) {
        case "open" -> {
          closeConnection();
          connection = DriverManager.getConnection(urlPrefix + argument);
        }
        case "close" -> closeConnection();
        case "query" -> query(argument);
        case "loop" -> loop(argument);
        case "bytes", "patch", "lock" -> fileCommand(command, argument.split(" ", 3));
        case "unlock" -> unlock();
        default -> throw new IllegalArgumentException(command);
      }
      out.println("ok");
    } catch (SQLException e) {
      out.println("error " + (e.getErrorCode() & 0xff) + " " + oneLine(e.getMessage()));
    } catch (IOException | RuntimeException | LinkageError | StackOverflowError e) {
      out.println("error -1 " + oneLine(e.toString()));
    }
  }

  private void closeConnection() throws SQLException {
    if (connection != null) {
      connection.close();
      connection = null;
    }
  }

  private void query(String sql) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      if (statement.execute(sql)) {
        try (ResultSet rows = statement.getResultSet()) {
          while (rows.next()) {
            lines.add(row(rows));
          }
        }
      }
    }
    for (String line : lines) {
      out.println("row " + oneLine(line));
    }
  }

  private void loop(String sql) throws SQLException {
    String[] turn = sql.split(";;");
    try (Statement statement = connection.createStatement()) {
      for (long count = 1; ; count++) {
        for (String command : turn) {
          statement.execute(command);
        }
        out.println("ack " + count);
      }
    }
  }

  private void fileCommand(String command, String[] words) throws IOException {
    long offset = Long.parseLong(words[0]);
    Path file = Path.of(words[2]);
    FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    if (command.equals("lock")) {
      locked.add(channel);
      boolean taken = channel.tryLock(offset, Long.parseLong(words[1]), false) != null;
      out.println("row " + taken);
      return;
    }
    try (channel) {
      if (command.equals("patch")) {
        channel.write(ByteBuffer.wrap(HexFormat.of().parseHex(words[1])), offset);
      } else {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.parseInt(words[1]));
        channel.read(bytes, offset);
        out.println("row " + HexFormat.of().formatHex(bytes.array()));
      }
    }
  }

  private void unlock() throws IOException {
    for (FileChannel channel : locked) {
      channel.close();
    }
    locked.clear();
  }

  /** The values of the current row in SQL notation. */
  static String row(ResultSet rows) throws SQLException {
    int columnCount = rows.getMetaData().getColumnCount();
    StringBuilder text = new StringBuilder();
    for (int i = 1; i <= columnCount; i++) {
      if (i > 1) {
        text.append(',');
      }
      Object value = rows.getObject(i);
      if (value instanceof String string) {
        text.append('\'').append(string.replace("'", "''")).append('\'');
      } else if (value instanceof byte[] bytes) {
        text.append("X'").append(HexFormat.of().formatHex(bytes)).append('\'');
      } else {
        text.append(value == null ? "NULL" : value.toString());
      }
    }
    return text.toString();
  }

  private static String oneLine(String text) {
    return String.valueOf(text).replace('\n', NEWLINE);
  }
}
