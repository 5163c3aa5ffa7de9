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

// Threads of the system that run one closure each. A thread is given one
// reference, which it alone releases; that is all that crosses the C border,
// and it is why this is sound.

/// A thread that was started and is to be waited for.
struct SystemThread {
  private let thread: pthread_t

  /// Starts a thread; `nil` where the system gives none, and then nothing is run.
  init?(_ body: @escaping () -> Void) {
    let job = unsafe Unmanaged.passRetained(Job(body))
    #if canImport(Darwin)
      var thread: pthread_t?
      let failure = unsafe pthread_create(&thread, nil, startJob, job.toOpaque())
      let started = unsafe thread
    #else
      var thread = pthread_t()
      let failure = unsafe pthread_create(&thread, nil, startJob, job.toOpaque())
      let started: pthread_t? = thread
    #endif
    guard failure == 0, let started else {
      unsafe job.release()
      return nil
    }
    self.thread = started
  }

  /// Waits for its end.
  func join() {
    pthread_join(thread, nil)
  }
}

/// Threads that work beside the caller until they are joined.
package struct WorkerThreads: ~Copyable {
  private var threads: [SystemThread] = []

  /// How many threads run; fewer than asked for where the system gives no more.
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

private final class Job {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

#if canImport(Darwin)
  private let startJob: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = {
    pointer in
    unsafe Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
    return unsafe nil
  }
#else
  private let startJob: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    if let pointer = unsafe pointer {
      unsafe Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
    }
    return nil
  }
#endif
