// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// Threads of the system, for work that is divided beforehand.
//
// A result is written by one thread before it ends, and read by the caller
// after it was joined.

#if canImport(Darwin)
  private import Darwin
#elseif canImport(Musl)
  private import Musl
#else
  private import Glibc
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
  ///   - others: How many threads are started beside the caller's.
  ///   - body: Gets the thread's number, from 1.
  ///   - caller: Runs on the caller's thread meanwhile.
  /// - Returns: The result of the caller's thread and then the others', when all are done.
  package static func run<Result: Sendable>(
    others: Int, _ body: @escaping @Sendable (Int) -> Result, caller: () -> Result
  ) -> [Result] {
    let jobs = (0..<max(others, 0)).map { number in Job { body(number + 1) } }
    let threads = jobs.map { start($0) }
    var results = [caller()]
    for (job, thread) in zip(jobs, threads) { results.append(finish(job, thread)) }
    return results
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
    let thread = start(job)
    let result = second()
    return (finish(job, thread), result)
  }

  /// Waits for a job; one that got no thread is done here.
  private static func finish<Result>(_ job: Job<Result>, _ thread: SystemThread?) -> Result {
    thread?.join()
    return job.result ?? job.perform()
  }

  private static func start<Result>(_ job: Job<Result>) -> SystemThread? {
    SystemThread { job.perform() }
  }
}

/// What a thread does, and its result.
private final class Job<Result> {
  private let work: () -> Result
  private(set) var result: Result?

  init(_ work: @escaping () -> Result) {
    self.work = work
  }

  @discardableResult
  func perform() -> Result {
    let made = work()
    result = made
    return made
  }
}
