// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// The evidence: which labels name which symptoms, one row a statement.
///
/// The columns and their words are those of side-effects.tsv. The order of the
/// rows in the file plays no part in any answer.
public struct SideEffectTable: Sendable {
  /// The rows and what was read of them: one reference, so that a row is small.
  final class Storage: Sendable {
    let text: TableText
    let facts: [EvidenceFacts]

    init(_ text: TableText, _ facts: [EvidenceFacts]) {
      self.text = text
      self.facts = facts
    }
  }

  private let storage: Storage
  /// Row numbers in the order of keys; `nil` where the file is in that order.
  private let order: [Int]?
  /// Where the rows of a subject stand in the order of keys.
  private let ranges: [EvidenceSubject: Range<Int>]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - bytes: The file's content.
  ///   - file: Its name, for messages.
  /// - Throws: MappingError for the first thing that is wrong.
  public init(bytes: [UInt8], file: String = "side-effects.tsv") throws(MappingError) {
    let text = try TableText(file: file, bytes: bytes, columns: EvidenceColumn.names)
    storage = Storage(text, try EvidenceReader(text).facts())
    order = try Self.order(of: text)
    let facts = storage.facts
    var ranges: [EvidenceSubject: Range<Int>] = [:]
    var start = 0
    for place in facts.indices {
      let next = place + 1
      let subject = facts[order?[place] ?? place].subject
      if next < facts.count, facts[order?[next] ?? next].subject == subject { continue }
      ranges[subject] = start..<next
      start = next
    }
    self.ranges = ranges
  }

  /// A table without rows.
  init() {
    storage = Storage(
      TableText(withoutRows: "side-effects.tsv", columnCount: EvidenceColumn.names.count), [])
    order = nil
    ranges = [:]
  }

  /// The number of rows.
  public var count: Int { storage.facts.count }

  /// All rows, in the order of their keys.
  public var rows: [EvidenceRow] {
    (0..<count).map { EvidenceRow(storage: storage, row: order?[$0] ?? $0) }
  }

  /// The rows about a subject, in the order of their keys.
  public func rows(about subject: EvidenceSubject) -> [EvidenceRow] {
    (ranges[subject] ?? 0..<0).map { EvidenceRow(storage: storage, row: order?[$0] ?? $0) }
  }

  /// Whether any row is about a subject.
  public func hasRows(about subject: EvidenceSubject) -> Bool {
    ranges[subject] != nil
  }

  /// The subjects that rows are about, sorted by code.
  public var subjects: [EvidenceSubject] {
    ranges.keys.sorted { ($0.rxcui, $0.kind.rawValue) < ($1.rxcui, $1.kind.rawValue) }
  }

  /// Every symptom that some row names, sorted.
  public var symptoms: [SymptomCategory] {
    var isNamed = Set<SymptomCategory>()
    for fact in storage.facts { isNamed.insert(fact.symptom) }
    return SymptomCategory.allCases.filter(isNamed.contains)
  }

  // MARK: Keys

  /// Compares the keys of two rows.
  private static func compare(_ text: TableText, _ left: Int, _ right: Int) -> Int {
    for column in EvidenceColumn.key {
      let difference = text.compare(left, right, column: column.rawValue)
      if difference != 0 { return difference }
    }
    return 0
  }

  /// The order of keys, each of which must be there once.
  private static func order(of text: TableText) throws(MappingError) -> [Int]? {
    var isSorted = true
    for row in 0..<text.rowCount where row > 0 && isSorted {
      isSorted = compare(text, row - 1, row) < 0
    }
    if isSorted { return nil }
    let sorted = (0..<text.rowCount).sorted { left, right in
      let difference = compare(text, left, right)
      return difference == 0 ? left < right : difference < 0
    }
    for (left, right) in zip(sorted, sorted.dropFirst()) where compare(text, left, right) == 0 {
      throw text.error(
        .duplicateRow, row: right, column: 0, expected: "each key once",
        remedy: "line \(left + 2) has the same subject, symptom, direction, class, population, "
          + "condition and route; keep one of the two")
    }
    return sorted
  }
}
