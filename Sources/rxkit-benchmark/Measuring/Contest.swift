// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CAllocationCount

/// One way of doing what a benchmark measures: ours, or a rival's.
struct Contestant {
  /// `nil` for our own way.
  let rival: String?
  /// Does the work once and gives the answer that must be the same for all.
  let work: () throws -> Answer

  /// What the work found.
  struct Answer: Equatable {
    /// How many.
    let count: Int
    /// Of everything that was read.
    var checksum: UInt64 = 0
  }
}

/// What a contestant showed.
struct Showing {
  let rival: String?
  var answer: Contestant.Answer?
  /// Processor time of each run, in nanoseconds.
  var times = Samples()
  /// Of one run, the least of all.
  var allocations: UInt64?
  /// The most of all runs, in bytes.
  var peakMemory: Int?
}

/// Contestants that do the same work in turn, so that other load meets all of them.
struct Contest {
  let contestants: [Contestant]
  let runs: Int

  /// Runs everyone once without measuring, then `runs` times in turn.
  func hold() throws -> [Showing] {
    var showings = contestants.map { Showing(rival: $0.rival) }
    for (place, contestant) in contestants.enumerated() {
      PeakMemory.reset()
      showings[place].answer = try contestant.work()
      showings[place].peakMemory = PeakMemory.current
    }
    for _ in 0..<runs {
      for (place, contestant) in contestants.enumerated() {
        let allocations = allocation_count()
        let begin = System.threadTime
        let answer = try contestant.work()
        let time = System.threadTime - begin
        let used = allocation_count() - allocations
        showings[place].times.append(time)
        if allocation_count_is_available() {
          showings[place].allocations = min(showings[place].allocations ?? .max, used)
        }
        // Every run must give the same; a difference shows as a wrong answer.
        if answer != showings[place].answer { showings[place].answer = nil }
      }
    }
    return showings
  }
}
