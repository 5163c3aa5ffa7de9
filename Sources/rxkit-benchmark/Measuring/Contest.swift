// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CAllocationCount

/// What the work found, which must be the same for all.
struct Answer: Equatable {
  /// How many.
  var count = 0
  /// Of everything that was read.
  var checksum: UInt64 = 0

  mutating func add(_ number: UInt64) {
    count += 1
    checksum &+= number
  }
}

/// One way of doing what a benchmark measures: ours, or a rival's.
struct Contestant {
  /// `nil` for our own way.
  let rival: String?
  /// Does the work once; gives the cost where another process did it.
  let work: () throws -> (answer: Answer, cost: ChildProcess.Cost?)

  /// Work of this process.
  init(_ rival: String? = nil, _ work: @escaping () throws -> Answer) {
    self.rival = rival
    self.work = { (try work(), nil) }
  }

  /// Work of another process.
  init(
    _ rival: String? = nil,
    process work: @escaping () throws -> (answer: Answer, cost: ChildProcess.Cost?)
  ) {
    self.rival = rival
    self.work = work
  }
}

/// Contestants that do the same work in turn, so that other load meets all of them.
struct Contest {
  /// The benchmark.
  let name: String
  /// What a run works on, for people.
  let input: String
  /// How many operations a run makes.
  var operations = 1
  /// What an operation works on, in plural; without it and bytes there is no throughput.
  var unit: String?
  /// The bytes that a run works on.
  var byteCount: Int?
  var clock = BenchmarkRow.Clock.processor
  let runs: Int
  /// Whether everyone runs once before it is measured.
  var isWarm = true
  /// The answer that is right.
  let expected: Answer
  var text: (Answer) -> String = { Quantity.grouped($0.count) }

  /// Measures everyone, and gives a row for each.
  func rows(_ contestants: [Contestant]) throws -> [BenchmarkRow] {
    var times = contestants.map { _ in [Double]() }
    var rows = contestants.map { contestant in
      BenchmarkRow(
        name: name, rival: contestant.rival, input: input, answers: text(expected), clock: clock)
    }
    var processorTimes = times
    let first = isWarm ? -1 : 0
    for run in first..<runs {
      for (place, contestant) in contestants.enumerated() {
        if run == first { System.resetPeakMemory() }
        let allocations = allocation_count()
        let begin = System.threadTime
        let (answer, cost) = try contestant.work()
        let time = System.threadTime - begin
        let used = Double(allocation_count() - allocations) / Double(operations)
        if answer != expected { rows[place].isRight = false }
        if let peak = cost?.peakMemory { rows[place].peakMemory = peak }
        if cost == nil, run == first { rows[place].peakMemory = System.peakMemory }
        guard run >= 0 else { continue }
        if let cost {
          times[place].append(clock == .wall ? cost.wallTime : cost.processorTime)
          processorTimes[place].append(cost.processorTime)
        } else {
          times[place].append(time)
          if allocation_count_is_available() {
            rows[place].allocations = min(rows[place].allocations ?? .infinity, used)
          }
        }
      }
    }
    for place in rows.indices {
      rows[place].set(times[place], operations)
      if clock == .wall { rows[place].processorTime = processorTimes[place].median }
      let median = rows[place].median
      guard median > 0 else { continue }
      if let byteCount {
        rows[place].throughput = Double(byteCount) * 1e3 / (median * Double(operations))
        rows[place].throughputUnit = "MB"
      } else if let unit {
        rows[place].throughput = 1e9 / median
        rows[place].throughputUnit = unit
      }
    }
    return rows
  }
}
