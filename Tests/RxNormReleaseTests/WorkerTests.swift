// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import Testing
import Threads

@Suite("Work on several threads")
struct WorkerTests {
  @Test("Every part of a range is worked on once, in order", arguments: [1, 2, 3, 8])
  func split(threads: Int) {
    for count in [0, 1, 7, 5000, 100_001] {
      let parts = Workers.split(0..<count, threads: threads, always: true) { Array($0) }
      #expect(parts.flatMap { $0 } == Array(0..<count))
    }
  }

  @Test("Two closures give both results", arguments: [true, false])
  func both(together: Bool) {
    var seen = 0
    let (first, second) = Workers.both(together, { 41 }) { () -> String in
      seen += 1
      return "b"
    }
    #expect((first, second, seen) == (41, "b", 1))
  }
}
