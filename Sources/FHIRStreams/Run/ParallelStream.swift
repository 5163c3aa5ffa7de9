// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Threads

// Workers take the next part and work on it; the calling thread takes what
// they made, in order or as it comes:
//
//   next() ──► worker 1 ─┐
//          ──► worker 2 ─┴► results by number ──► deliver(), one at a time
//
// No worker is more than a few parts ahead of what was delivered, so that one
// slow part does not let the others fill the memory.

/// Works on the parts of a stream on several threads and delivers what they give.
public struct ParallelStream: Sendable {
  /// How many threads work; with 1 all is done on the calling thread.
  public var threads: Int
  /// Whether results are delivered in the order of their parts.
  public var isOrdered: Bool

  /// Makes a run.
  ///
  /// - Parameters:
  ///   - threads: How many threads work; by default one for each processor, eight at most.
  ///   - isOrdered: Whether the order of the parts is kept.
  public init(threads: Int? = nil, isOrdered: Bool = true) {
    self.threads = max(1, threads ?? Self.defaultThreads)
    self.isOrdered = isOrdered
  }

  /// One thread for each processor, eight at most.
  public static var defaultThreads: Int { min(8, Workers.processorCount) }

  /// Works through a stream.
  ///
  /// - Parameters:
  ///   - next: Gives the next part, `nil` at the end; is called by one thread at a time.
  ///   - work: Makes a result of a part, on any thread.
  ///   - deliver: Takes each result, on the calling thread.
  /// - Throws: What `deliver` throws; nothing is delivered after it.
  public func run<Part: Sendable, Output: Sendable, Failure: Error>(
    _ next: @escaping @Sendable () -> Part?, work: @escaping @Sendable (Part) -> Output,
    deliver: (Output) throws(Failure) -> Void
  ) throws(Failure) {
    guard threads > 1 else {
      while let part = next() { try deliver(work(part)) }
      return
    }
    let run = Run(threads: threads, next: next, work: work)
    let workers = WorkerThreads(0..<threads) { _ in run.work() }
    // No thread could be made: the work is done here, before it is delivered.
    guard workers.count > 0 else {
      while let part = next() { try deliver(work(part)) }
      return
    }
    run.setWorkers(workers.count)
    var failure: Failure?
    while failure == nil, let output = run.take(inOrder: isOrdered) {
      do throws(Failure) {
        try deliver(output)
      } catch {
        failure = error
      }
    }
    run.stop()
    workers.join()
    if let failure { throw failure }
  }
}

/// What the threads of one run share.
private final class Run<Part: Sendable, Output: Sendable>: Sendable {
  private struct State {
    var outputs: [Int: Output] = [:]
    var claimed = 0
    var taken = 0
    var ended = 0
    var workers = Int.max
    var isStopped = false
  }

  private let next: @Sendable () -> Part?
  private let transform: @Sendable (Part) -> Output
  /// Held while a part is taken, so that the numbers are those of the parts.
  private let claim = Monitor(0)
  private let state = Monitor(State())
  private let window: Int

  init(
    threads: Int, next: @escaping @Sendable () -> Part?,
    work transform: @escaping @Sendable (Part) -> Output
  ) {
    self.next = next
    self.transform = transform
    window = threads * 2 + 2
  }

  func setWorkers(_ count: Int) {
    state.change { $0.workers = count }
  }

  func stop() {
    state.change { $0.isStopped = true }
  }

  /// What a worker does until there are no more parts.
  func work() {
    while true {
      let isGoing = state.wait { state -> Bool? in
        if state.isStopped { return false }
        guard state.claimed - state.taken < window else { return nil }
        state.claimed += 1
        return true
      }
      guard isGoing else { break }
      let claimed = claim.withLock { number -> (number: Int, part: Part)? in
        guard let part = next() else { return nil }
        defer { number += 1 }
        return (number, part)
      }
      guard let claimed else { break }
      let output = transform(claimed.part)
      state.change { $0.outputs[claimed.number] = output }
    }
    state.change { $0.ended += 1 }
  }

  func take(inOrder: Bool) -> Output? {
    state.wait { state -> Output?? in
      let number = inOrder ? state.taken : state.outputs.keys.min()
      if let number, let output = state.outputs.removeValue(forKey: number) {
        state.taken += 1
        return .some(output)
      }
      return state.ended == state.workers && state.outputs.isEmpty ? .some(nil) : nil
    }
  }
}
