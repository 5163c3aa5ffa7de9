// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// One line of the report: what one way of doing something cost.
struct BenchmarkRow: Codable {
  /// The benchmark, such as `lookup-hit`.
  let name: String
  /// Who did it, such as `sqlite`; `nil` for rxkit.
  var rival: String?
  /// What it worked on, for people.
  let input: String
  /// What it found, or that the answer is not what it must be.
  var answers: String
  /// Whether the answer was right.
  var isRight: Bool
  /// Which time the figures are: `cpu` or `wall`.
  var clock: Clock
  /// How often it was measured.
  var runs: Int
  /// Nanoseconds of one operation: the middle of all runs.
  var median: Double
  /// Nanoseconds of one operation: what 95 of 100 runs do not exceed.
  var percentile95: Double
  /// What 99 of 100 do not exceed, where a target speaks of it.
  var percentile99: Double?
  /// Work in a second, in ``throughputUnit``.
  var throughput: Double?
  /// `MB` or the operations' own name, such as `codes`.
  var throughputUnit: String?
  /// Records in a second, where a row has both bytes and records.
  var recordsPerSecond: Double?
  /// In bytes.
  var peakMemory: Int?
  /// Processor time of a whole process in nanoseconds, where the clock is `wall`: the middle.
  var processorTime: Double?
  /// Of the file that was made, in bytes.
  var fileSize: Int?
  /// Of one operation; `nil` where they were not counted.
  var allocations: Double?

  /// Which time was measured.
  enum Clock: String, Codable {
    /// Processor time, in user and system mode.
    case processor = "cpu"
    /// The time that passed.
    case wall
  }

  /// The name with the rival's behind it.
  var fullName: String { rival.map { "\(name) \($0)" } ?? name }

  /// A row of a contestant's showing in a contest of `operations` each run.
  ///
  /// - Parameters:
  ///   - showing: What was measured.
  ///   - name: The benchmark.
  ///   - input: What it worked on.
  ///   - operations: How many operations a run makes.
  ///   - unit: What an operation works on, in plural.
  ///   - expected: The answer that is right.
  init(
    _ showing: Showing, name: String, input: String, operations: Int, unit: String,
    expected: Contestant.Answer
  ) {
    let count = Double(operations)
    self.name = name
    rival = showing.rival
    self.input = input
    isRight = showing.answer == expected
    answers = isRight ? Quantity.grouped(expected.count) : "differs"
    clock = .processor
    runs = showing.times.values.count
    median = showing.times.median / count
    percentile95 = showing.times.percentile95 / count
    throughput = median > 0 ? 1e9 / median : nil
    throughputUnit = unit
    peakMemory = showing.peakMemory
    allocations = showing.allocations.map { Double($0) / count }
  }

  /// A row of times that were measured otherwise.
  init(
    name: String, rival: String? = nil, input: String, answers: String, isRight: Bool,
    clock: Clock, times: Samples, peakMemory: Int? = nil
  ) {
    self.name = name
    self.rival = rival
    self.input = input
    self.answers = isRight ? answers : "differs"
    self.isRight = isRight
    self.clock = clock
    runs = times.values.count
    median = times.median
    percentile95 = times.percentile95
    self.peakMemory = peakMemory
  }

  /// The same with the time that 99 of 100 do not exceed.
  func withPercentile99(_ time: Double) -> BenchmarkRow {
    var row = self
    row.percentile99 = time
    return row
  }

  /// The same with a throughput of the bytes that a run works on.
  ///
  /// The times are those of one operation, of which a run makes so many.
  func moving(bytes: Int, operations: Int = 1) -> BenchmarkRow {
    var row = self
    let seconds = median * Double(operations) / 1e9
    row.throughput = seconds > 0 ? Double(bytes) / 1e6 / seconds : nil
    row.throughputUnit = "MB"
    return row
  }
}
