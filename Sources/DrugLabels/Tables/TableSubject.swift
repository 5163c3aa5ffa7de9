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
