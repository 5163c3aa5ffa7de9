// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// openFDA's documents have a table twice: as markup, and run together within the text of the
// section, without a sign where it begins or ends:
//
//   … are shown in Table 3. Headache 12 3 Nausea 8 2 * Fatigue includes asthenia In trials, …
//                           └──────────── the table's cells ───────────────────┘
//
// Its rows are searched for one after the other, ignoring blanks; everything
// between the first and the last one found belongs to the table.

/// Where the text of a section repeats a table.
struct FlatTable {
  var range: Range<Int>
  var rows: [(row: Int, range: Range<Int>)] = []

  func row(at place: Int) -> (row: Int, range: Range<Int>)? {
    rows.last { $0.range.lowerBound <= place }
  }

  /// The caption in front of a table's cells, where it often is alone: `Table 3: Reactions in …`, or
  /// without a number what is behind the last sentence, if it names reactions.
  func caption(in text: LabelText) -> String {
    let window = Array(text.utf8[max(0, range.lowerBound - 400)..<range.lowerBound])
    let marks = [Array("Table ".utf8), Array("TABLE ".utf8)]
    let start = window.indices.dropLast(6).last { place in
      marks.contains { window[place..<place + 6].elementsEqual($0) }
        && (0x31...0x39).contains(window[place + 6])
    }
    let words = String(decoding: window[(start ?? 0)...], as: UTF8.self).blankParted
    // `are shown in Table 3.` ends the text before a table without a caption.
    if start != nil { return words.count > 4 ? words.joined(separator: " ") : "" }
    guard let end = words.lastIndex(where: { $0.hasSuffix(".") || $0.hasSuffix(")") }) else {
      return ""
    }
    let title = words[(end + 1)...].joined(separator: " ")
    let isTitle =
      (5...40).contains(words.count - end - 1) && title.first?.isUppercase == true
      && !title.hasSuffix(":") && CellTokens(title).hasAny(TableVocabulary.reactions)
    return isTitle ? title : ""
  }

  /// How many bytes other than blanks may be between two rows: footnotes within cells.
  private static let widestGap = 700
  private static let leastStart = 20

  /// The places of the tables of a section, `nil` for one that its text does not repeat.
  static func places(in section: LabelSection) -> [FlatTable?] {
    let (tables, text) = (section.tables, section.text)
    guard !tables.isEmpty, !section.field.isEmpty else { return tables.map { _ in nil } }
    var letters: [UInt8] = []
    var places: [Int] = []
    letters.reserveCapacity(text.utf8.count)
    places.reserveCapacity(text.utf8.count)
    for (place, byte) in text.utf8.enumerated() where byte > 0x20 && !isWideBlank(text.utf8, place)
    {
      letters.append(byte)
      places.append(place)
    }
    var from = 0
    return tables.map { table in
      guard let (flat, next) = place(of: table, letters, places, from: from) else { return nil }
      from = next
      return flat
    }
  }

  private static func isWideBlank(_ text: [UInt8], _ place: Int) -> Bool {
    text[place] == 0xC2 && place + 1 < text.count && text[place + 1] == 0xA0
      || text[place] == 0xA0 && place > 0 && text[place - 1] == 0xC2
  }

  private static func place(
    of table: TableGrid, _ letters: [UInt8], _ places: [Int], from: Int
  ) -> (FlatTable, Int)? {
    let rows = table.rows.indices.map { row in
      table.rows[row].filter { !$0.isRepeated }.flatMap { cell in
        let utf8 = Array(cell.text.utf8)
        return utf8.indices.filter { utf8[$0] > 0x20 && !isWideBlank(utf8, $0) }.map { utf8[$0] }
      }
    }
    var start: [UInt8] = []
    for row in rows where start.count < leastStart { start += row }
    guard start.count >= leastStart,
      let first = find(start.prefix(40), in: letters, from: from, within: letters.count)
    else { return nil }
    var next = first
    var found = 0
    var flat = FlatTable(range: 0..<0)
    for (row, needle) in rows.enumerated() where !needle.isEmpty {
      // A row without letters could be anywhere.
      let reach = needle.count < 4 ? 8 : widestGap
      guard let place = find(needle[...], in: letters, from: next, within: reach) else { continue }
      flat.rows.append((row, places[place]..<places[place + needle.count - 1] + 1))
      next = place + needle.count
      found += needle.count
    }
    let all = rows.reduce(0) { $0 + $1.count }
    guard found * 10 >= all * 6, let last = flat.rows.last else { return nil }
    flat.range = places[first]..<last.range.upperBound
    return (flat, next)
  }

  private static func find(
    _ needle: ArraySlice<UInt8>, in letters: [UInt8], from: Int, within reach: Int
  ) -> Int? {
    guard let first = needle.first else { return nil }
    let limit = min(letters.count - needle.count, from + reach)
    var place = from
    while place <= limit {
      if letters[place] == first, letters[place..<place + needle.count].elementsEqual(needle) {
        return place
      }
      place += 1
    }
    return nil
  }

  /// A block of a text, or a part of one.
  struct Piece {
    var block: LabelText.Block
    var table: Int?
  }

  static func pieces(of blocks: [LabelText.Block], _ tables: [FlatTable?]) -> [Piece] {
    let places = tables.enumerated().compactMap { index, table in table.map { (index, $0.range) } }
    guard !places.isEmpty else { return blocks.map { Piece(block: $0) } }
    var pieces: [Piece] = []
    for block in blocks {
      var start = block.range.lowerBound
      func add(_ end: Int, _ table: Int?) {
        if end > start { pieces.append(Piece(block: .init(block.kind, start..<end), table: table)) }
        start = max(start, end)
      }
      for (index, range) in places where range.overlaps(start..<block.range.upperBound) {
        let own = range.clamped(to: start..<block.range.upperBound)
        add(own.lowerBound, nil)
        add(own.upperBound, index)
      }
      add(block.range.upperBound, nil)
    }
    return pieces
  }
}
