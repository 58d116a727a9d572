// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.check;

import java.util.ArrayList;
import java.util.List;

/** The messages of one check, at most so many, each with the place that is being looked at. */
final class Messages {
  private final int limit;
  private final List<String> messages = new ArrayList<>();
  private String place = "";

  Messages(int limit) {
    this.limit = limit;
  }

  void setPlace(String place) {
    this.place = place;
  }

  String place() {
    return place;
  }

  void add(String message) {
    if (wantsMore()) {
      messages.add(place + message);
    }
  }

  boolean wantsMore() {
    return messages.size() < limit;
  }

  int count() {
    return messages.size();
  }

  List<String> list() {
    return messages;
  }
}
