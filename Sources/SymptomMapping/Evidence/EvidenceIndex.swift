// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// The rows of a subject are found without reading those of the others:
//
//   words   magic  version  bytes of the table  rows  subjects | rxcui kind row offset bytes | …
//           RXSE   1        4,650,108           15,468   652   | 161   0   1200 361,004 9,012
//
// Each word has 32 bits, the lowest byte first. Entries rise by rxcui, then kind (0 ingredient,
// 1 combination, 2 product); rows and offsets count from the beginning of the file, its header
// line included.

/// The place of each subject's rows in side-effects.tsv or labels.tsv.
struct EvidenceIndex: Sendable {
  /// The rows of one subject.
  struct Entry: Hashable {
    var subject: EvidenceSubject
    var firstRow: Int
    /// Its bytes in the file, and those of the rows behind it.
    var bytes: Range<Int>
  }

  static let fileName = "side-effects.index"
  /// The name of the index file of the label table.
  static let labelsFileName = "labels.index"

  private static let magic: UInt32 = 0x4553_5852
  /// Rises when rows are checked for more than when tables with an index were built.
  private static let version: UInt32 = 2
  private static let headLength = 5
  private static let entryLength = 5

  /// The number of rows of the table.
  let rowCount: Int
  /// The rows of each subject, in the order of subjects.
  let entries: [Entry]
  private let tableByteCount: Int

  /// Reads an index; `nil` if it is not one for a table of this length.
  init?(bytes: [UInt8], tableByteCount: Int) {
    guard bytes.count >= Self.headLength * 4, bytes.count.isMultiple(of: 4) else { return nil }
    func word(_ place: Int) -> UInt32 {
      bytes[place * 4..<place * 4 + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    guard word(0) == Self.magic, word(1) == Self.version, Int(word(2)) == tableByteCount,
      bytes.count / 4 == Self.headLength + Self.entryLength * Int(word(4))
    else { return nil }
    self.tableByteCount = tableByteCount
    rowCount = Int(word(3))
    entries = stride(from: Self.headLength, to: bytes.count / 4, by: Self.entryLength).compactMap {
      let kind = Int(word($0 + 1))
      guard kind < SubjectKind.allCases.count else { return nil }
      let start = Int(word($0 + 3))
      return Entry(
        subject: EvidenceSubject(SubjectKind.allCases[kind], RxCUI(rawValue: word($0))),
        firstRow: Int(word($0 + 2)), bytes: start..<start + Int(word($0 + 4)))
    }
  }

  /// Makes the index of a table in which the rows of each subject are contiguous.
  init(_ text: TableText, _ ranges: [EvidenceSubject: Range<Int>]) {
    tableByteCount = text.bytes.count
    rowCount = text.rowCount
    entries = ranges.sorted { $0.key < $1.key }.map { subject, rows in
      // With the line feed of the last row.
      let end = text.range(rows.upperBound - 1, text.columnCount - 1).upperBound + 1
      return Entry(
        subject: subject, firstRow: rows.lowerBound,
        bytes: text.range(rows.lowerBound, 0).lowerBound..<end)
    }
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    let head = [Int(Self.magic), Int(Self.version), tableByteCount, rowCount, entries.count]
    let words = entries.reduce(into: head) { words, entry in
      words += [
        Int(entry.subject.rxcui.rawValue), entry.subject.kind.casePlace, entry.firstRow,
        entry.bytes.lowerBound, entry.bytes.count,
      ]
    }
    return words.flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  /// The rows of a subject; `nil` if it has none.
  ///
  /// - Complexity: O(log *n*) in subjects.
  func entry(of subject: EvidenceSubject) -> Entry? {
    let place = entries.indices.firstPlace { entries[$0].subject < subject }
    return place < entries.count && entries[place].subject == subject ? entries[place] : nil
  }
}
