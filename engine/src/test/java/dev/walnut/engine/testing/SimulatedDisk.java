// Copyright the Walnut authors. Licensed under the Apache License, Version 2.0 (see LICENSE).
package dev.walnut.engine.testing;

import dev.walnut.engine.api.DatabaseException;
import dev.walnut.engine.api.ResultCode;
import dev.walnut.engine.file.FileSystem;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A disk that survives simulated processes: each {@link #process} is a file system of its own on
 * the same files, with its own locks.
 *
 * <p>Every call of a process that reaches the disk is counted and, if asked for, written down. At
 * the call of a given number the process crashes, or the call fails with an error. {@link
 * #afterPowerLoss} makes the disk that is found after a power failure at this moment: synced
 * content and directory entries are there, the rest is subject to a {@link PowerLoss}.
 *
 * <p>Methods are synchronized: simulated files do no real I/O.
 */
public final class SimulatedDisk {
  private final Map<String, SimulatedInode> files = new LinkedHashMap<>();
  private final List<Map<String, SimulatedInode>> directoryHistory = new ArrayList<>();
  private final List<String> trace = new ArrayList<>();

  private int callCount;
  private int crashAt = -1;

  /** Null if all processes die in that call. */
  private SimulatedFiles victim;

  /** Not null if the call is no crash, but the moment for others to act. */
  private Runnable meanwhile;

  private boolean crashed;
  private int failAt = -1;
  private boolean failForever;
  private ResultCode failure;
  private boolean tracing;

  /** An empty disk. */
  public SimulatedDisk() {
    directoryHistory.add(new LinkedHashMap<>());
  }

  /** A process that sees this disk; closing or crashing ends with its locks. */
  public FileSystem process() {
    return new SimulatedFiles(this);
  }

  /**
   * Ends one process, while others live on: its locks are gone, each later call of it ends in a
   * {@link SimulatedCrash}. What it wrote stays.
   */
  public synchronized void kill(FileSystem process) {
    SimulatedFiles victim = (SimulatedFiles) process;
    victim.killed = true;
    for (Map<String, SimulatedInode> entries : directoryHistory) {
      entries.values().forEach(inode -> inode.locks.removeIf(lock -> lock.owner == victim));
    }
    files.values().forEach(inode -> inode.locks.removeIf(lock -> lock.owner == victim));
  }

  /** Lets all processes die in the call with that number, counted from now, from 1. */
  public synchronized void crashAt(int callNumber) {
    callCount = 0;
    crashAt = callNumber;
    victim = null;
    meanwhile = null;
  }

  /**
   * Lets one process die in its call with that number, counted from now, from 1; only its calls are
   * counted. Others live on, as after {@link #kill}.
   */
  public synchronized void killAt(FileSystem process, int callNumber) {
    crashAt(callNumber);
    victim = (SimulatedFiles) process;
  }

  /**
   * Lets calls fail from the one with that number, counted from now, from 1.
   *
   * @param code what kind of failure: FULL fails writes only, IOERR every call with its own code
   * @param forever whether all later calls fail too
   */
  public synchronized void failAt(int callNumber, ResultCode code, boolean forever) {
    callCount = 0;
    failAt = callNumber;
    failure = code;
    failForever = forever;
  }

  /**
   * Lets something else happen right before a process's call with that number, counted from now,
   * from 1; only its calls are counted.
   *
   * @param action what other processes do meanwhile, in the same thread
   */
  public synchronized void interruptAt(FileSystem process, int callNumber, Runnable action) {
    killAt(process, callNumber);
    meanwhile = action;
  }

  /** No failures from now on. */
  public synchronized void heal() {
    failAt = -1;
    crashAt = -1;
    victim = null;
    meanwhile = null;
    callCount = 0;
  }

  /** Whether the call to crash in was reached. */
  public synchronized boolean hasCrashed() {
    return crashed;
  }

  /** Calls since the last {@link #crashAt}, {@link #failAt} or {@link #heal}. */
  public synchronized int callCount() {
    return callCount;
  }

  /** Begins to write down changing calls. */
  public synchronized void startTrace() {
    tracing = true;
    trace.clear();
  }

  /** What was written down. */
  public synchronized List<String> trace() {
    return List.copyOf(trace);
  }

  /** The disk as it is found when the power fails now and comes back. */
  public synchronized SimulatedDisk afterPowerLoss(PowerLoss loss, long seed) {
    Random random = new Random(seed);
    SimulatedDisk disk = new SimulatedDisk();
    int changes = directoryHistory.size() - 1;
    Map<String, SimulatedInode> entries =
        directoryHistory.get(loss.survivingDirectoryChanges(changes, random));
    entries.forEach((name, inode) -> disk.files.put(name, inode.afterPowerLoss(loss, random)));
    disk.directoryHistory.set(0, new LinkedHashMap<>(disk.files));
    return disk;
  }

  /** The whole content of a file, or null. */
  public synchronized byte[] content(String path) {
    SimulatedInode inode = files.get(path);
    return inode == null ? null : inode.wholeContent();
  }

  /** The paths of all files. */
  public synchronized List<String> paths() {
    return List.copyOf(files.keySet());
  }

  /** Puts a durable file on the disk. */
  public synchronized void put(String path, byte[] content) {
    SimulatedInode inode = new SimulatedInode();
    inode.write(0, content, 0, content.length);
    inode.sync();
    files.put(path, inode);
    directoryChanged();
    syncDirectory();
  }

  // ------------------------------------------------ for the simulated files, under this monitor

  /** Counts a call, and crashes or fails it if its time has come. */
  void call(SimulatedFiles process, String name, String what, ResultCode code, boolean isWrite) {
    if (crashed || process.killed) {
      throw new SimulatedCrash();
    }
    if (victim != null && process != victim) {
      return;
    }
    callCount++;
    if (callCount == crashAt && meanwhile != null) {
      Runnable action = meanwhile;
      heal();
      action.run();
      return;
    }
    if (callCount == crashAt && victim != null) {
      kill(victim);
      throw new SimulatedCrash();
    }
    if (callCount == crashAt) {
      crashed = true;
      files.values().forEach(SimulatedInode::freezeRegions);
      throw new SimulatedCrash();
    }
    if (failAt > 0 && (failForever ? callCount >= failAt : callCount == failAt)) {
      if (failure != ResultCode.FULL) {
        throw new DatabaseException(code);
      }
      if (isWrite) {
        throw new DatabaseException(ResultCode.FULL);
      }
    }
    if (tracing && what != null) {
      trace.add(name + " " + what);
    }
  }

  SimulatedInode inode(String path) {
    return files.get(path);
  }

  SimulatedInode create(String path) {
    SimulatedInode inode = new SimulatedInode();
    files.put(path, inode);
    directoryChanged();
    return inode;
  }

  boolean remove(String path) {
    boolean removed = files.remove(path) != null;
    if (removed) {
      directoryChanged();
    }
    return removed;
  }

  private void directoryChanged() {
    directoryHistory.add(new LinkedHashMap<>(files));
  }

  void syncDirectory() {
    directoryHistory.clear();
    directoryHistory.add(new LinkedHashMap<>(files));
  }
}
