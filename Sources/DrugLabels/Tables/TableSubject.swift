// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// What a table is about, by its caption, titles and headers.
struct TableSubject {
  var exclusion: TableReport.Exclusion?
  var grade: String?

  /// The kinds of words that make a table one of something else; the last three do not where it
  /// names reactions too.
  private static let exclusions: [(TableReport.Exclusion, words: String, holdsAlways: Bool)] = [
    (.discontinuation, "leaving-table", true), (.withdrawal, "withdrawal-table", true),
    (.baseline, "baseline-table", true), (.laboratory, "laboratory-table", false),
    (.efficacy, "efficacy-table", false), (.instruction, "instruction-table", false),
  ]

  init(caption: String, stubs: [String]) {
    let tokens = CellTokens(caption)
    let namesReactions = tokens.hasAny(TableVocabulary.reactions)
    exclusion =
      Self.exclusions.first { exclusion in
        tokens.hasAny(LabelVocabulary.shared[exclusion.words])
          && (exclusion.holdsAlways || !namesReactions)
      }?.0 ?? (Self.leadsToStopping(tokens) ? .discontinuation : nil)
    let stub = CellTokens(stubs.joined(separator: " . "))
    if exclusion == nil, stub.hasAny(TableVocabulary.leaving) { exclusion = .discontinuation }
    if exclusion == nil, stub.hasAny(["laboratory", "hematology", "parameter", "test"]),
      !stub.hasAny(TableVocabulary.reactions)
    {
      exclusion = .laboratory
    }
    grade = Self.grade(tokens)
  }

  /// `Leading to Temporary or Permanent Discontinuation`: words between the two.
  private static func leadsToStopping(_ tokens: CellTokens) -> Bool {
    let list = tokens.tokens
    return list.indices.dropFirst().contains { index in
      list[index].text == "to"
        && ["leading", "led", "resulting"].contains(list[index - 1].text)
        && list[(index + 1)...].prefix(6).contains { $0.text.hasPrefix("discontinu") }
    }
  }

  /// `Grade 3 or 4 Adverse Reactions`: the grades of a caption that does not speak of all.
  private static func grade(_ words: CellTokens) -> String? {
    if words.hasAny(["all grades", "any grade", "all grade", "grades 1 - 4", "grades 1 - 5"]) {
      return nil
    }
    // Behind `or`, `and`, `≥ 5 %` there are two cuts, one for each group of columns.
    let places = words.tokens.indices.filter {
      words.tokens[$0].text == "grades" || words.tokens[$0].text == "grade"
    }
    guard places.count == 1, let first = places.first else { return nil }
    let rest = words.tokens[first...].prefix(5).map(\.text).joined(separator: " ")
    guard case .some(.some(let grade)) = HeaderPart(rest).grade else { return nil }
    // `Patients with Grade 2 Glioma` says how ill they are.
    if first > 1, words.tokens[first - 1].text == "with" { return nil }
    let before = words.tokens[..<first].suffix(6).map(\.text)
    return before.contains("or") || before.contains("and") ? nil : grade
  }
}

// openFDA's documents have a table twice: as markup, and run together within the text of the
// section. The caption is often there only:
//
//   … are shown in Table 3. Table 3: Reactions … in the METEOR Trial Adverse Reactions Placebo …
//                           └──────────── caption ────────────────┘ └ the table's first cells

extension LabelSection {
  /// The caption in front of the place where a table's cells are in the text; empty if there is
  /// none, or if the cells are behind several.
  func caption(of table: TableGrid) -> String {
    let captions = Set(places(of: table).map(caption(before:)))
    return captions.count == 1 ? captions.first ?? "" : ""
  }

  private func caption(before start: Int) -> String {
    let window = Array(text.utf8[max(0, start - 400)..<start])
    let marks = [Array("Table ".utf8), Array("TABLE ".utf8)]
    var place = window.count - marks[0].count - 1
    while place >= 0 {
      if marks.contains(where: { window[place..<place + $0.count].elementsEqual($0) }),
        (0x31...0x39).contains(window[place + marks[0].count])
      {
        // `are shown in Table 3.` ends the text before a table without a caption.
        let words = String(decoding: window[place...], as: UTF8.self)
          .split(whereSeparator: \.isWhitespace)
        return words.count > 4 ? words.joined(separator: " ") : ""
      }
      place -= 1
    }
    // Without a number: what is between the last sentence and the table, if it names reactions.
    let words = String(decoding: window, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard let end = words.lastIndex(where: { $0.hasSuffix(".") || $0.hasSuffix(")") }) else {
      return ""
    }
    let title = words[(end + 1)...]
    guard (5...40).contains(title.count), title.first?.first?.isUppercase == true,
      title.last?.hasSuffix(":") == false,
      CellTokens(title.joined(separator: " ")).hasAny(TableVocabulary.reactions)
    else { return "" }
    return title.joined(separator: " ")
  }

  /// Where the cells are in the text, white space left aside: of the places where the first cells
  /// are, those where most of the others follow.
  private func places(of table: TableGrid) -> [Int] {
    var needle: [UInt8] = []
    for row in table.rows.indices where table.part(row) != .foot && needle.count < 400 {
      for cell in table.rows[row] where !cell.isRepeated {
        needle += cell.text.utf8.filter { $0 > 0x20 }
      }
    }
    guard needle.count >= 16, let first = needle.first else { return [] }
    needle = Array(needle.prefix(400))
    let bytes = text.utf8.span
    var found: [Int] = []
    var longest = min(needle.count, 40)
    for start in 0..<bytes.count where bytes[start] == first {
      var place = start
      var matched = 0
      while place < bytes.count, matched < needle.count {
        if bytes[place] > 0x20 {
          guard bytes[place] == needle[matched] else { break }
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
}
