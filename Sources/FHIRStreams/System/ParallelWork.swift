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

/// Threads that were started and are to be waited for.
package struct WorkerThreads: ~Copyable {
  private var threads: [pthread_t] = []

  /// How many threads run; fewer than asked for where the system gives no more.
  package var count: Int { threads.count }

  /// Starts a thread for each number of a range.
  package init(_ numbers: Range<Int>, _ body: @escaping @Sendable (Int) -> Void) {
    for number in numbers {
      let job = unsafe Unmanaged.passRetained(Job { body(number) })
      #if canImport(Darwin)
        var thread: pthread_t?
        let result = unsafe pthread_create(&thread, nil, startJob, job.toOpaque())
        if result == 0, let thread = unsafe thread {
          unsafe threads.append(thread)
          continue
        }
      #else
        var thread = pthread_t()
        if unsafe pthread_create(&thread, nil, startJob, job.toOpaque()) == 0 {
          threads.append(thread)
          continue
        }
      #endif
      unsafe job.release()
      return
    }
  }

  /// Waits for all of them.
  package consuming func join() {
    for thread in threads { pthread_join(thread, nil) }
  }
}

/// Does the parts of a piece of work at the same time.
package enum ParallelWork {
  /// Calls `body` once for each part, part 0 on the calling thread.
  ///
  /// Where a thread cannot be made, its part is done on the calling thread.
  package static func run(parts: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let threads = WorkerThreads(1..<max(1, parts), body)
    for part in stride(from: threads.count + 1, to: parts, by: 1) { body(part) }
    body(0)
    threads.join()
  }

  /// How many threads run at the same time on this machine.
  package static var processorCount: Int {
    max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
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
