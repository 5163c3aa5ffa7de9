// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import Testing

/// Texts of Fixtures/explained-texts.tsv: what is expected follows from S4, S5, S10, S15 and S40,
/// and from what the words mean.
@Suite("Every word of a text is explained, or a person decides")
struct ExplainedWordsTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let kind: String
    let text: String
    /// Empty where `review` and `abstained` are both right.
    let verdict: String
    let drug: String
    let numbers: [String]
    var testDescription: String { text }
  }

  static let cases: [Case] = {
    guard let rows = try? Matchers.fixture("explained-texts.tsv") else {
      Issue.record("explained-texts.tsv cannot be read")
      return []
    }
    return rows.map { row in
      Case(
        kind: row["kind"] ?? "", text: row["text"] ?? "", verdict: row["verdict"] ?? "",
        drug: row["drug"] ?? "",
        numbers: (row["numbers"] ?? "").split(separator: "|").map(String.init))
    }
  }()

  private static func cases(_ kind: String) -> [Case] { cases.filter { $0.kind == kind } }

  private static func match(_ text: String) throws -> DrugMatch? {
    try Matchers.starter(skipping: "explained words")?.matcher.match(text)
  }

  private static func check(_ match: DrugMatch, _ row: Case) {
    if row.verdict.isEmpty {
      #expect([.review, .abstained].contains(match.verdict))
    } else {
      #expect(match.verdict.rawValue == row.verdict)
    }
    if match.verdict == .review { #expect(match.score < DrugMatcher.acceptedScore) }
  }

  private static func names(_ match: DrugMatch) -> [String] {
    (match.candidates.first?.concept.ingredients ?? []).map { $0.name.lowercased() }
  }

  @Test(
    "S5 alternatives and ranges give the drug and both numbers, and no strength",
    arguments: cases("alternatives"))
  func alternatives(_ row: Case) throws {
    guard let match = try Self.match(row.text) else { return }
    Self.check(match, row)
    #expect(Self.names(match) == [row.drug])
    for candidate in match.candidates where match.verdict == .ingredientOnly {
      #expect(candidate.level == .ingredient && !candidate.matched.contains(.strength))
    }
    let named = match.strengths.compactMap { $0.split(separator: " ").first.map(String.init) }
    for number in row.numbers { #expect(named.contains(number), "\(match.strengths)") }
  }

  @Test("S5 another brand, or a brand's unknown suffix, is never sure", arguments: cases("brand"))
  func brands(_ row: Case) throws {
    guard let match = try Self.match(row.text) else { return }
    Self.check(match, row)
  }

  @Test("S4 a brand that held another drug before gives both")
  func formerBrand() throws {
    guard let match = try Self.match("Zantac") else { return }
    let names = Set(
      match.candidates.flatMap { $0.concept.ingredients.map { $0.name.lowercased() } })
    #expect(names.isSuperset(of: ["famotidine", "ranitidine"]))
  }

  @Test("S15 a part that is not understood is never lost silently", arguments: cases("part"))
  func parts(_ row: Case) throws {
    guard let match = try Self.match(row.text) else { return }
    Self.check(match, row)
    guard !row.drug.isEmpty else { return }
    #expect(Set(Self.names(match)) == Set(row.drug.split(separator: "+").map(String.init)))
  }

  @Test(
    "S10 doubt, denial and reactions stop a text, and the word is named",
    arguments: cases("not-taken"))
  func notTaken(_ row: Case) throws {
    guard let match = try Self.match(row.text) else { return }
    Self.check(match, row)
    #expect(match.reason == .negated || !match.unknownWords.isEmpty || match.reason == .otherThing)
  }

  @Test("S40 devices, tests and food are no drug", arguments: cases("no-drug"))
  func noDrug(_ row: Case) throws {
    guard let match = try Self.match(row.text) else { return }
    Self.check(match, row)
  }

  @Test(
    "S5 directions, packages, reasons and makers explain themselves", arguments: cases("ordinary"))
  func ordinary(_ row: Case) throws {
    guard let match = try Self.match(row.text) else { return }
    Self.check(match, row)
    #expect(match.unknownWords.isEmpty && match.strengths.isEmpty)
    #expect(Self.names(match) == [row.drug])
  }

  @Test("S5 each kind has at least forty texts")
  func counts() {
    for kind in ["alternatives", "brand", "part", "not-taken", "no-drug", "ordinary"] {
      #expect(Self.cases(kind).count >= 40, "\(kind)")
    }
  }

  @Test("A text that is too long to be read says so, at once")
  func longText() throws {
    let text = String(repeating: "a", count: 1 << 22)
    guard let match = try Self.match(text) else { return }
    #expect(match.verdict == .abstained)
    #expect(match.reason == .truncated)
    #expect(match.isTruncated)
  }
}
