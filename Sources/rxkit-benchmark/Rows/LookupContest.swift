// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Look-ups by some key, beside SQLite at its best and as a program gets it that does nothing for it.
enum LookupContest {
  /// SQLite in autocommit answers so many of the keys; it takes five times as long.
  private static let autocommitCount = 100_000

  typealias Answering<Key> = (ArraySlice<Key>) throws -> Contestant.Answer

  /// Measures, and checks the answers against each other and a count that is known beforehand.
  static func hold<Key>(
    _ name: String, keys: [Key], input: String, finding expected: Int, _ workshop: Workshop,
    ours: @escaping Answering<Key>, theirs: (ConceptDatabase) throws -> Answering<Key>
  ) throws -> [BenchmarkRow] {
    let path = try workshop.databasePath.get()
    let database = try ConceptDatabase(path: path)
    let answering = try theirs(database)
    try database.begin()
    let contest = Contest(
      contestants: [
        Contestant(rival: nil) { try ours(keys[...]) },
        Contestant(rival: "sqlite") { try answering(keys[...]) },
      ], runs: workshop.runs(10))
    let showings = try contest.hold()
    try database.end()
    // Opened as usual, each look-up a transaction of its own.
    let part = keys.prefix(autocommitCount)
    let usual = try ConceptDatabase(path: path, isTuned: false)
    let usualAnswering = try theirs(usual)
    let autocommit = Contest(
      contestants: [Contestant(rival: "sqlite-autocommit") { try usualAnswering(part) }],
      runs: workshop.runs(10))
    let usualShowings = try autocommit.hold()
    let rightAnswer = try ours(part)
    let checksum = showings.first?.answer?.checksum ?? 0
    return showings.map { showing in
      BenchmarkRow(
        showing, name: name, input: "\(Quantity.grouped(keys.count)) \(input)",
        operations: keys.count, unit: input,
        expected: Contestant.Answer(count: expected, checksum: checksum))
    }
      + usualShowings.map { showing in
        BenchmarkRow(
          showing, name: name, input: "\(Quantity.grouped(part.count)) \(input)",
          operations: part.count, unit: input, expected: rightAnswer)
      }
  }
}
