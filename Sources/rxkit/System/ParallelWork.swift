// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Runs the parts of one piece of work on threads of their own and waits for
// all of them. A thread is given one reference, which it alone releases; that
// is all that crosses the C border, and it is why this is sound.

/// Does the parts of a piece of work at the same time.
enum ParallelWork {
  /// Calls `body` once for each part, part 0 on the calling thread.
  ///
  /// Where a thread cannot be made, its part is done on the calling thread.
  static func run(parts: Int, _ body: @escaping @Sendable (Int) -> Void) {
    var threads: [pthread_t] = []
    for part in stride(from: 1, to: parts, by: 1) {
      let job = unsafe Unmanaged.passRetained(Job { body(part) })
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
      body(part)
    }
    body(0)
    for thread in threads { pthread_join(thread, nil) }
  }

  /// How many threads run at the same time on this machine.
  static var processorCount: Int {
    max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
  }

  private final class Job {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  #if canImport(Darwin)
    private static let startJob:
      @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { pointer in
        unsafe Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
        return unsafe nil
      }
  #else
    private static let startJob:
      @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
        if let pointer = unsafe pointer {
          unsafe Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().body()
        }
        return nil
      }
  #endif
}
