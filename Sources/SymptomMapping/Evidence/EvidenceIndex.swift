// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

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
    /// The number of the first row.
    var firstRow: Int
    /// Its bytes in the file, and those of the rows behind it.
    var bytes: Range<Int>
  }

  /// The name of the index file of the side-effect table.
  static let fileName = "side-effects.index"
  /// The name of the index file of the label table.
  static let labelsFileName = "labels.index"

  private static let magic: UInt32 = 0x4553_5852
  /// Rises when rows are checked for more than when tables with an index were built.
  private static let version: UInt32 = 2
  private static let headLength = 5
  private static let entryLength = 5

  private let words: [UInt32]

  /// Reads an index; `nil` if it is none of a table of this length.
  init?(bytes: [UInt8], tableByteCount: Int) {
    guard bytes.count >= Self.headLength * 4, bytes.count.isMultiple(of: 4) else { return nil }
    var words: [UInt32] = []
    words.reserveCapacity(bytes.count / 4)
    for place in stride(from: 0, to: bytes.count, by: 4) {
      words.append(
        UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2]) << 16
          | UInt32(bytes[place + 3]) << 24)
    }
    guard words[0] == Self.magic, words[1] == Self.version, Int(words[2]) == tableByteCount,
      words.count == Self.headLength + Self.entryLength * Int(words[4])
    else { return nil }
    self.words = words
  }

  /// Makes the index of a table in which the rows of each subject are contiguous.
  init(_ text: TableText, _ ranges: [EvidenceSubject: Range<Int>]) {
    var words = [
      Self.magic, Self.version, UInt32(truncatingIfNeeded: text.bytes.count),
      UInt32(truncatingIfNeeded: text.rowCount), UInt32(truncatingIfNeeded: ranges.count),
    ]
    let last = text.columnCount - 1
    for (subject, rows) in ranges.sorted(by: { $0.key < $1.key }) {
      let start = text.range(rows.lowerBound, 0).lowerBound
      // With the line feed of the last row.
      let end = text.range(rows.upperBound - 1, last).upperBound + 1
      words += [
        subject.rxcui.rawValue, Self.number(of: subject.kind),
        UInt32(truncatingIfNeeded: rows.lowerBound), UInt32(truncatingIfNeeded: start),
        UInt32(truncatingIfNeeded: end - start),
      ]
    }
    self.words = words
  }

  /// The bytes of the file.
  var bytes: [UInt8] {
    words.flatMap { word in
      [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  /// The number of rows of the table.
  var rowCount: Int { Int(words[3]) }
  /// The number of subjects.
  var count: Int { Int(words[4]) }

  /// The rows of a subject; `nil` if it has none.
  ///
  /// - Complexity: O(log *n*) in subjects.
  func entry(of subject: EvidenceSubject) -> Entry? {
    let wanted = (subject.rxcui.rawValue, Self.number(of: subject.kind))
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let place = Self.headLength + middle * Self.entryLength
      if (words[place], words[place + 1]) < wanted { low = middle + 1 } else { high = middle }
    }
    guard low < count, let found = entry(low), found.subject == subject else { return nil }
    return found
  }

  /// The entries in their order.
  var entries: [Entry] { (0..<count).compactMap(entry) }

  private func entry(_ number: Int) -> Entry? {
    let place = Self.headLength + number * Self.entryLength
    guard let kind = Self.kinds.first(where: { Self.number(of: $0) == words[place + 1] }) else {
      return nil
    }
    let start = Int(words[place + 3])
    return Entry(
      subject: EvidenceSubject(kind, RxCUI(rawValue: words[place])),
      firstRow: Int(words[place + 2]), bytes: start..<start + Int(words[place + 4]))
  }

  private static let kinds: [SubjectKind] = [.ingredient, .combination, .product]

  private static func number(of kind: SubjectKind) -> UInt32 {
    switch kind {
    case .ingredient: 0
    case .combination: 1
    case .product: 2
    }
  }
}
