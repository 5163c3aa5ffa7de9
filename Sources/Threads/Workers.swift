// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#else
  private import Darwin
#endif

/// Runs the parts of a piece of work on several processors.
package enum Workers {
  /// How many processors there are; at least 1.
  package static var processorCount: Int {
    max(1, Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))))
  }

  /// Runs a closure once on each of some threads, and one on the caller's.
  ///
  /// - Parameters:
  ///   - others: How many threads are started besides the caller's.
  ///   - body: Gets the thread's number, from 1.
  ///   - caller: Runs on the caller's thread meanwhile.
  /// - Returns: The result of the caller's thread and then the others', when all are done.
  package static func run<Result: Sendable>(
    others: Int, _ body: @escaping @Sendable (Int) -> Result, caller: () -> Result
  ) -> [Result] {
    let jobs = (0..<max(others, 0)).map { number in Job { body(number + 1) } }
    return [caller()] + jobs.map { $0.finish() }
  }

  /// Divides a range into parts of about equal size and works on them at the same time.
  ///
  /// - Parameters:
  ///   - range: What is divided.
  ///   - threads: Into how many parts.
  ///   - always: Whether small ranges are divided, too.
  ///   - body: Gets a part.
  /// - Returns: The result of each part, in the order of the parts.
  package static func split<Result: Sendable>(
    _ range: Range<Int>, threads: Int, always: Bool = false,
    _ body: @escaping @Sendable (Range<Int>) -> Result
  ) -> [Result] {
    let parts = range.count < 4096 && !always ? 1 : max(1, threads)
    let part: @Sendable (Int) -> Range<Int> = { number in
      range.lowerBound + range.count * number / parts..<range.lowerBound + range.count
        * (number + 1) / parts
    }
    return run(others: parts - 1, { body(part($0)) }, caller: { body(part(0)) })
  }

  /// Calls a closure once for each number below a count, 0 on the caller's thread.
  package static func forEach(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    _ = run(others: count - 1, body) { body(0) }
  }

  /// Runs two closures, at the same time if that is wanted.
  ///
  /// - Returns: Both results.
  package static func both<First: Sendable, Second>(
    _ together: Bool, _ first: @escaping @Sendable () -> First, _ second: () -> Second
  ) -> (First, Second) {
    guard together else { return (first(), second()) }
    let job = Job(first)
    let result = second()
    return (job.finish(), result)
  }
}

/// Work on a thread of its own, and its result.
///
/// The thread writes the result before it ends; the caller reads it after it was joined.
private final class Job<Result> {
  private let work: () -> Result
  private var thread: SystemThread?
  private var result: Result?

  /// Starts the work.
  init(_ work: @escaping () -> Result) {
    self.work = work
    thread = SystemThread { [self] in result = self.work() }
  }

  /// Waits for the result; work that got no thread is done here.
  func finish() -> Result {
    thread?.join()
    thread = nil
    return result ?? work()
  }
}

/// Threads that work next to the caller until they are joined.
package struct WorkerThreads: ~Copyable {
  private var threads: [SystemThread] = []

  /// How many threads run; fewer than requested if the system provides no more.
  package var count: Int { threads.count }

  /// Starts a thread for each number of a range.
  package init(_ numbers: Range<Int>, _ body: @escaping @Sendable (Int) -> Void) {
    for number in numbers {
      guard let thread = SystemThread({ body(number) }) else { return }
      threads.append(thread)
    }
  }

  /// Waits for all of them.
  package consuming func join() {
    for thread in threads { thread.join() }
  }
}

// Sound: a thread is given one reference to its closure, which only it
// releases; nothing else crosses the C border.

/// A thread that was started and is to be waited for.
private struct SystemThread {
  private let thread: pthread_t

  /// Starts a thread; `nil` if the system provides none, and then nothing is run.
  init?(_ body: @escaping () -> Void) {
    let closure = unsafe Unmanaged.passRetained(Closure(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = unsafe pthread_create(&thread, nil, startThread, closure.toOpaque())
      let started = unsafe thread
    #else
      var thread = pthread_t()
      let failure = unsafe pthread_create(&thread, nil, startThread, closure.toOpaque())
      let started: pthread_t? = thread
    #endif
    guard failure == 0, let started else {
      unsafe closure.release()
      return nil
    }
    self.thread = started
  }

  func join() {
    pthread_join(thread, nil)
  }
}

private final class Closure {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

#if canImport(Darwin)
  private let startThread: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
    pointer in
    unsafe Unmanaged<Closure>.fromOpaque(pointer).takeRetainedValue().body()
    return unsafe nil
  }
#else
  private let startThread: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    if let pointer = unsafe pointer {
      unsafe Unmanaged<Closure>.fromOpaque(pointer).takeRetainedValue().body()
    }
    return nil
  }
#endif
