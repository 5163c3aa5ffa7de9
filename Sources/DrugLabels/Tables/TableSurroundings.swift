// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

// openFDA's documents have a table twice: as markup, and run together within the text of the
// section. The caption often stands only there:
//
//   … are shown in Table 3. Table 3: Reactions … in the METEOR Trial Adverse Reactions Placebo …
//                           └──────────── caption ────────────────┘ └ the table's first cells

/// What the text of a section says of one of its tables.
struct TableSurroundings {
  private let text: [UInt8]

  init(_ section: LabelSection) {
    text = section.text.utf8
  }

  /// The caption in front of the place where the table's cells stand; empty if there is none, or
  /// if the cells stand behind several.
  func caption(of table: TableGrid) -> String {
    let captions = Set(places(of: table).map(caption(before:)))
    return captions.count == 1 ? captions.first ?? "" : ""
  }

  private func caption(before start: Int) -> String {
    let window = Array(text[max(0, start - 400)..<start])
    let marks = [Array("Table ".utf8), Array("TABLE ".utf8)]
    var place = window.count - marks[0].count - 1
    while place >= 0 {
      if marks.contains(where: { window[place..<place + $0.count].elementsEqual($0) }),
        (0x31...0x39).contains(window[place + marks[0].count])
      {
        let caption = String(decoding: window[place...], as: UTF8.self)
        // `are shown in Table 3.` ends the text before a table without a caption.
        let words = caption.split(whereSeparator: \.isWhitespace)
        return words.count > 4 ? words.joined(separator: " ") : ""
      }
      place -= 1
    }
    return title(String(decoding: window, as: UTF8.self))
  }

  /// A caption without a number: what stands between the last sentence and the table, if it
  /// speaks of reactions (`Reactions Occurring in the MERIT-HF Study`).
  private func title(_ window: String) -> String {
    let words = window.split(whereSeparator: \.isWhitespace)
    guard let end = words.lastIndex(where: { $0.hasSuffix(".") || $0.hasSuffix(")") }) else {
      return ""
    }
    let title = words[(end + 1)...]
    let tokens = CellTokens(title.joined(separator: " "))
    let namesReactions = tokens.hasAny([
      "adverse reactions", "adverse events", "adverse experiences", "side effects",
    ])
    guard (5...40).contains(title.count), namesReactions,
      title.first?.first?.isUppercase == true, title.last?.hasSuffix(":") == false
    else { return "" }
    return title.joined(separator: " ")
  }

  /// Where the cells stand in the text, white space left aside.
  ///
  /// Tables of a label may begin alike: of the places where the first cells stand, those where most
  /// of the others follow.
  private func places(of table: TableGrid) -> [Int] {
    var needle: [UInt8] = []
    for row in table.rows.indices where table.part(row) != .foot && needle.count < Self.most {
      for cell in table.rows[row] where !cell.isRepeated {
        needle += cell.text.utf8.filter { $0 > 0x20 }
      }
    }
    guard needle.count >= 16, let first = needle.first else { return [] }
    needle = Array(needle.prefix(Self.most))
    var found: [Int] = []
    var longest = min(needle.count, Self.least)
    for start in text.indices where text[start] == first {
      var place = start
      var matched = 0
      while place < text.count, matched < needle.count {
        if text[place] > 0x20 {
          guard text[place] == needle[matched] else { break }
          matched += 1
        }
        place += 1
      }
      guard matched >= longest else { continue }
      if matched > longest { found = [] }
      longest = matched
      found.append(start)
    }
    return found
  }

  /// How many bytes of a table's cells must stand in the text, and how many are compared.
  private static let (least, most) = (40, 400)

  /// Whom a trial was about, where each sentence that says so says the same.
  func population(ofTrial name: String) -> String? {
    let mark = Array(name.utf8)
    var populations: Set<String> = []
    var place = 0
    while let start = next(mark, from: place) {
      place = start + mark.count
      var end = place
      while end + 1 < text.count, !(text[end] == UInt8(ascii: ".") && text[end + 1] <= 0x20) {
        end += 1
      }
      let rest = CellTokens(String(decoding: text[place..<min(end, place + 160)], as: UTF8.self))
      if rest.words.contains(where: { ["adult", "adults"].contains($0) }) { return nil }
      if let population = TableSubject.population(rest) { populations.insert(population) }
    }
    return populations.count == 1 ? populations.first : nil
  }

  private func next(_ mark: [UInt8], from place: Int) -> Int? {
    guard let first = mark.first, text.count >= mark.count else { return nil }
    var start = place
    while start + mark.count <= text.count {
      if text[start] == first, text[start..<start + mark.count].elementsEqual(mark) {
        return start
      }
      start += 1
    }
    return nil
  }
}
