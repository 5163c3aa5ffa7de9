// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel
internal import Threads

/// A table, or the rows of one subject in it, with every row read.
struct WholeEvidence: SubjectTable {
  private let storage: EvidenceStorage
  /// Row numbers in the order of keys; `nil` where the file is in an order that
  /// keeps each subject together.
  private let order: [Int]?
  /// Where the rows of a subject are in that order.
  private let ranges: [EvidenceSubject: Range<Int>]

  /// Reads a table.
  ///
  /// - Throws: ``MappingError`` for the first thing that is wrong.
  init(
    bytes: [UInt8], file: String, of table: EvidenceOrigin, firstRow: Int = 0
  ) throws(MappingError) {
    storage = try EvidenceStorage(bytes: bytes, file: file, of: table, firstRow: firstRow)
    if let ranges = Self.ranges(storage, Array(storage.facts.indices)) {
      self.ranges = ranges
      order = nil
    } else {
      let sorted = try Self.sorted(storage)
      order = sorted
      ranges = Self.ranges(storage, sorted) ?? [:]
    }
  }

  /// A table without rows.
  init() {
    storage = EvidenceStorage()
    order = nil
    ranges = [:]
  }

  /// The number of rows.
  var count: Int { storage.facts.count }

  /// Where the rows of each subject are in the file; `nil` if they are not contiguous.
  var index: EvidenceIndex? {
    if order != nil { return nil }
    return EvidenceIndex(storage.text, ranges)
  }

  /// All rows, in the order of their keys.
  var rows: [EvidenceRow] {
    (0..<count).map(row)
  }

  private func row(at place: Int) -> EvidenceRow {
    EvidenceRow(storage: storage, row: order?[place] ?? place, place: storage.firstRow + place)
  }

  /// The rows about a subject, in the order of their keys.
  func rows(about subject: EvidenceSubject) -> [EvidenceRow] {
    (ranges[subject] ?? 0..<0).map(row)
  }

  /// Whether any row is about a subject.
  func hasRows(about subject: EvidenceSubject) -> Bool {
    ranges[subject] != nil
  }

  /// The subjects that rows are about, sorted by code.
  var subjects: [EvidenceSubject] {
    ranges.keys.sorted()
  }

  /// Every symptom that some row names, sorted.
  var symptoms: [SymptomCategory] {
    let rows = symptomRows
    return SymptomCategory.allCases.enumerated().filter { !rows[$0.offset].isEmpty }.map(\.element)
  }

  /// The rows that name a symptom, in the order of their keys.
  ///
  /// - Complexity: O(*n*) in the rows returned, but for the first question to
  ///   a table, which passes over all its rows once.
  func rows(naming symptom: SymptomCategory) -> [EvidenceRow] {
    guard let number = SymptomCategory.allCases.firstIndex(of: symptom) else { return [] }
    return symptomRows[number].map(row)
  }

  /// Every route that some row names, as SPL writes them, in byte order.
  var routeWords: [String] {
    Set(storage.routes.flatMap(\.texts)).sorted { $0.precedesInBytes($1) }
  }

  /// The table turned round; copies of a table share it, from whatever thread they ask.
  private var symptomRows: [[Int]] {
    storage.bySymptom.withLock { known in
      if let known { return known }
      var rows = [[Int]](repeating: [], count: SymptomCategory.allCases.count)
      for place in 0..<count { rows[row(at: place).facts.symptomPlace].append(place) }
      known = rows
      return rows
    }
  }

  // MARK: Keys

  /// The rows of each subject in an order, if every subject stands together there and its keys rise.
  private static func ranges(
    _ storage: EvidenceStorage, _ order: [Int]
  ) -> [EvidenceSubject: Range<Int>]? {
    var ranges: [EvidenceSubject: Range<Int>] = [:]
    for (place, row) in order.enumerated() {
      let subject = storage.facts[row].subject
      let start = ranges[subject]?.lowerBound ?? place
      if start < place {
        let previous = order[place - 1]
        guard storage.facts[previous].subject == subject, compare(storage, previous, row) < 0
        else { return nil }
      }
      ranges[subject] = start..<place + 1
    }
    return ranges
  }

  /// Compares the keys of two rows of one subject.
  private static func compare(_ storage: EvidenceStorage, _ left: Int, _ right: Int) -> Int {
    let difference = storage.facts[left].symptomPlace - storage.facts[right].symptomPlace
    if difference != 0 { return difference }
    for column in EvidenceColumn.keyAfterSymptom {
      let difference = storage.text.compare(left, right, column: column.rawValue)
      if difference != 0 { return difference }
    }
    return 0
  }

  /// The rows in the order of their keys, which must be unique.
  private static func sorted(_ storage: EvidenceStorage) throws(MappingError) -> [Int] {
    let facts = storage.facts
    func compareAll(_ left: Int, _ right: Int) -> Int {
      let (a, b) = (facts[left].subject, facts[right].subject)
      return a == b ? compare(storage, left, right) : a < b ? -1 : 1
    }
    let sorted = facts.indices.sorted { left, right in
      let difference = compareAll(left, right)
      return difference == 0 ? left < right : difference < 0
    }
    for (left, right) in zip(sorted, sorted.dropFirst()) where compareAll(left, right) == 0 {
      throw storage.text.error(
        .duplicateRow, row: right, column: 0, expected: "each key once",
        remedy: "line \(left + 2) has the same subject, symptom, direction, class, sense, "
          + "population, context, arm and route; keep one of the two")
    }
    return sorted
  }
}
