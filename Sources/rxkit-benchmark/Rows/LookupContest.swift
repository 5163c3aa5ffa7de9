// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog

/// Look-ups by some key, beside SQLite at its best and in autocommit.
enum LookupContest {
  /// SQLite in autocommit answers so many of the keys; it takes five times as long.
  private static let autocommitCount = 100_000

  /// Measures, and checks the answers against each other and a count that is known beforehand.
  static func hold<Key>(
    _ name: String, keys: [Key], input: String, finding expected: Int, in catalog: Catalog,
    beside database: ConceptDatabase, _ workshop: Workshop,
    ours: @escaping (ArraySlice<Key>) throws -> Contestant.Answer,
    theirs: @escaping (ArraySlice<Key>) throws -> Contestant.Answer
  ) throws -> [BenchmarkRow] {
    try database.begin()
    let contest = Contest(
      contestants: [
        Contestant(rival: nil) { try ours(keys[...]) },
        Contestant(rival: "sqlite") { try theirs(keys[...]) },
      ], runs: workshop.runs(10))
    let showings = try contest.hold()
    try database.end()
    // Each look-up a transaction of its own, as where nobody begins one.
    let part = keys.prefix(autocommitCount)
    let rightAnswer = try ours(part)
    let autocommit = Contest(
      contestants: [Contestant(rival: "sqlite-autocommit") { try theirs(part) }],
      runs: workshop.runs(10))
    let ownTransactions = try autocommit.hold()
    try catalog.throwIfDamaged()
    let checksum = showings.first?.answer?.checksum ?? 0
    return showings.map { showing in
      BenchmarkRow(
        showing, name: name, input: "\(Quantity.grouped(keys.count)) \(input)",
        operations: keys.count, unit: input,
        expected: Contestant.Answer(count: expected, checksum: checksum))
    }
      + ownTransactions.map { showing in
        BenchmarkRow(
          showing, name: name, input: "\(Quantity.grouped(part.count)) \(input)",
          operations: part.count, unit: input, expected: rightAnswer)
      }
  }
}
