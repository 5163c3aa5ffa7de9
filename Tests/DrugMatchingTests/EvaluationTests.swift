// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import MedicationModel
import Testing
import TestSupport

@testable import DrugMatching

/// The targets on recorded pairs of text and code; see the page on matching.
@Suite(
  "Targets of matching", .enabled(if: Effort.isFull)
)
struct EvaluationTests {
  private static func share(_ count: Int?, of total: Int) -> Double {
    Double(count ?? 0) / Double(max(total, 1))
  }

  private static func codes(_ row: [String: String]) -> [RxCUI] {
    (row["rxcui"] ?? "").split(separator: "|").compactMap { RxCUI($0) }
  }

  /// Whether a row's code is a drug whose name states strength and form.
  ///
  /// Told by the row alone, never by what the matcher makes of its text.
  private static func isProduct(_ row: [String: String], _ forms: [String]) -> Bool {
    let name = row["gold_name"] ?? ""
    return ["SCD", "SBD"].contains(row["tty"] ?? "")
      && name.contains(/[0-9] (?:MG|MCG|G|UNT|MEQ|MMOL|MCI|ML|%)/)
      && forms.contains { name.contains($0) }
  }

  @Test("Ingredients of recorded texts are found, the gold's own errors apart")
  func pairs() throws {
    guard let (matcher, catalog) = try Matchers.starter(skipping: "recorded pairs"),
      let rows = try Matchers.rows("pairs.tsv", skipping: "recorded pairs")
    else { return }
    let argued = Set(try Matchers.fixture("gold-errors.tsv").compactMap { $0["id"] })
    let forms = catalog.concepts.filter { $0.termType == .doseForm }.map(\.name)
    var session = MatchingSession(matcher)
    var (all, solvable, unshared) = (
      MatchingEvaluation(catalog), MatchingEvaluation(catalog), MatchingEvaluation(catalog)
    )
    var products = MatchingEvaluation(catalog)
    for row in rows
    where row["in_starter"] == "Y" && !(row["doubt"] ?? "").hasPrefix("WRONG") {
      let match = session.match(row["text"] ?? "")
      let expected = Self.codes(row)
      if (row["note"] ?? "").contains("no shared word") {
        unshared.add(match, expected: expected)
        continue
      }
      all.add(match, expected: expected)
      if !argued.contains(row["id"] ?? "") { solvable.add(match, expected: expected) }
      if Self.isProduct(row, forms) { products.add(match, expected: expected) }
    }
    let ingredient = Self.share(all.shares[.ingredient]?.first, of: all.rowCount)
    let argument = Self.share(solvable.shares[.ingredient]?.first, of: solvable.rowCount)
    let product = Self.share(products.shares[.product]?.first, of: products.rowCount)
    print(
      "ingredient \(ingredient) of \(all.rowCount), without argued rows \(argument), "
        + "product \(product) of \(products.rowCount)")
    #expect(ingredient >= 0.97)
    #expect(argument >= 0.98)
    #expect(product >= 0.85)
    // What cannot be solved is left alone, not answered with a wrong drug.
    let wrong = unshared.acceptedCount - (unshared.shares[.ingredient]?.accepted ?? 0)
    #expect(Self.share(wrong, of: unshared.rowCount) <= 0.05)
  }

  @Test("Misspellings are found, and accepted where they are sure")
  func misspellings() throws {
    guard let (matcher, catalog) = try Matchers.starter(skipping: "misspellings"),
      let rows = try Matchers.rows("typos.tsv", skipping: "misspellings")
    else { return }
    var session = MatchingSession(matcher)
    var evaluation = MatchingEvaluation(catalog)
    for row in rows where row["in_starter"] == "Y" {
      evaluation.add(session.match(row["text"] ?? ""), expected: Self.codes(row))
    }
    let found = evaluation.shares[.ingredient]
    #expect(Self.share(found?.first, of: evaluation.rowCount) >= 0.95)
    #expect(Self.share(evaluation.acceptedCount, of: evaluation.rowCount) >= 0.80)
    #expect(Self.share(found?.accepted, of: evaluation.acceptedCount) >= 0.99)
  }

  @Test("At most one text in a hundred that is no drug is accepted")
  func noDrugs() throws {
    guard let (matcher, catalog) = try Matchers.starter(skipping: "texts that are no drug"),
      let rows = try Matchers.rows("non-drugs.tsv", skipping: "texts that are no drug")
    else { return }
    var session = MatchingSession(matcher)
    var evaluation = MatchingEvaluation(catalog)
    for row in rows { evaluation.add(session.match(row["text"] ?? ""), expected: []) }
    #expect(Self.share(evaluation.acceptedEmptyCount, of: evaluation.emptyCount) <= 0.01)
  }
}

@Suite("Strengths as figures")
struct FigureTests {
  static let texts = FixtureRows.texts("figures")

  @Test("Equal figures are those that the exact comparison of strengths finds equal")
  func equality() throws {
    for left in Self.texts {
      for right in Self.texts {
        let one = try #require(Strength(left))
        let other = try #require(Strength(right))
        #expect(
          (Figure(one) == Figure(other)) == (one.agreement(with: other) == .equal),
          "\(left) and \(right)")
      }
    }
  }

  @Test(
    "Amounts are read as people write them",
    arguments: FixtureRows.pairs("amounts"))
  func amounts(_ text: String, _ expected: String) {
    let vocabulary = Vocabulary()
    var buffer = TokenBuffer()
    buffer.read(text)
    vocabulary.lookUp(&buffer)
    let reader = AmountReader(
      vocabulary, buffer, isTaken: buffer.tokens.map { _ in false })
    let found = reader.amounts.filter { $0.role == .drug }.compactMap(\.strength?.rxNormText)
    #expect(found.joined(separator: ", ") == expected)
  }
}

/// The matcher may know how people write, not what the test data ask.
@Suite("No tables of answers")
struct NoAnswersTests {
  @Test(
    "No line of the sources or data pairs a recorded text with its code",
    .enabled(if: !Effort.isFast))
  func noPairs() throws {
    guard let (_, catalog) = try Matchers.starter(skipping: "no tables of answers"),
      let pairs = try Matchers.rows("pairs.tsv", skipping: "no tables of answers"),
      let typos = try Matchers.rows("typos.tsv", skipping: "no tables of answers")
    else { return }
    var texts: [Substring: [String]] = [:]
    for row in pairs + typos {
      let text = (row["text"] ?? "").lowercased()
      for code in (row["rxcui"] ?? "").split(separator: "|") {
        // RxNorm's own names stand beside their codes wherever a code is named.
        let concept = RxCUI(code).flatMap { catalog.concept(for: $0) }
        let names = Set(concept?.names.map { $0.text.lowercased() } ?? [])
        if !text.isEmpty, !names.contains(text) { texts[code, default: []].append(text) }
      }
    }
    var findings: [String] = []
    for folder in ["Sources", "Data", "Tests/DrugMatchingTests"] {
      for url in Self.files(Repository.root.appendingPathComponent(folder)) {
        let content = String(decoding: try Data(contentsOf: url), as: UTF8.self).lowercased()
        for line in content.split(separator: "\n") {
          let numbers = line.split { !("0"..."9").contains($0) }
          for number in Set(numbers) where number.count > 2 {
            for text in texts[number] ?? [] where Self.names(line, text) {
              findings.append("\(url.lastPathComponent): \(text)")
            }
          }
        }
      }
    }
    #expect(findings.isEmpty)
  }

  /// Whether a line holds a text as whole words.
  private static func names(_ line: Substring, _ text: String) -> Bool {
    var rest = line[...]
    while let found = rest.range(of: text) {
      let before =
        found.lowerBound == line.startIndex ? " " : line[line.index(before: found.lowerBound)]
      let after = found.upperBound == line.endIndex ? " " : line[found.upperBound]
      if !before.isLetter, !after.isLetter { return true }
      rest = line[found.upperBound...]
    }
    return false
  }

  private static let made = ["side-effects.tsv", "labels.tsv", "missing-ingredients.tsv"]

  /// Text files below a folder; the release itself is in an archive.
  private static func files(_ folder: URL) -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var found: [URL] = []
    while let url = all?.nextObject() as? URL {
      // Made out of labels, whose words these are (Scripts/make-side-effects): no text is matched
      // by them.
      if made.contains(url.lastPathComponent) { continue }
      if ["swift", "tsv", "json", "md", "txt", "ndjson"].contains(url.pathExtension) {
        found.append(url)
      }
    }
    return found
  }
}

/// The tables in Data/Matching, as files; the library holds copies of them.
@Suite("Rows of the tables of the matcher")
struct MatchingTableRowTests {
  private static let names: Set<String> = [
    "INN", "BAN", "USAN", "JAN", "LA", "NL", "DE", "FR", "ES", "syn", "chem", "abbr", "code",
  ]
  private static let words: Set<String> = [
    "en", "nl", "fr", "de", "es", "it", "pt", "la", "INN", "BAN", "chem", "abbr", "product",
  ]

  static let tables: [(file: String, first: String, origins: Set<String>, isUnique: Bool)] = [
    ("substance-synonyms.tsv", "name", names, false),
    ("brands-abroad.tsv", "name", ["general"], true), ("word-aliases.tsv", "word", words, true),
    ("explained-words.tsv", "word", words.union(["general"]), false),
    ("status-words.tsv", "word", ["en"], false),
  ]

  private static func rows(_ file: String) throws -> [[String]] {
    let url = Repository.root.appendingPathComponent("Data/Matching/" + file)
    return String(decoding: try Data(contentsOf: url), as: UTF8.self).split(separator: "\n").map(
      \.cells)
  }

  @Test("Each row has a name in lower case, a meaning and a known origin", arguments: tables)
  func columns(
    _ table: (file: String, first: String, origins: Set<String>, isUnique: Bool)
  ) throws {
    let rows = try Self.rows(table.file)
    #expect(rows.first == [table.first, "meaning", "origin"])
    for row in rows.dropFirst() {
      #expect(row.count == 3 && !row.contains(""), "\(row)")
      #expect(row[0] == row[0].lowercased(), "\(row)")
      #expect(row[2].split(separator: "/").allSatisfy { table.origins.contains(String($0)) })
    }
  }

  @Test("Rows are sorted by their bytes, names stand once", arguments: tables)
  func order(
    _ table: (file: String, first: String, origins: Set<String>, isUnique: Bool)
  ) throws {
    let names = try Self.rows(table.file).dropFirst().map { Array($0[0].utf8) }
    for (left, right) in zip(names, names.dropFirst()) {
      #expect(
        left.lexicographicallyPrecedes(right) || !table.isUnique && left == right,
        "\(String(decoding: right, as: UTF8.self))")
    }
  }

  @Test("S5 each explained word has a kind that the matcher knows, once, and stands for no other")
  func kinds() throws {
    let aliases = Set(try Self.rows("word-aliases.tsv").map { $0[0] })
    let rows = try Self.rows("explained-words.tsv").dropFirst()
    for row in rows {
      #expect(WordMeaning.kinds[row[1][...]] != nil, "\(row)")
      #expect(!aliases.contains(row[0]), "\(row[0]) is read as another word")
    }
    #expect(Set(rows.map { $0.prefix(2) }).count == rows.count)
  }

  @Test("Lists have a kind and words in lower case; words of forms say what is known")
  func lists() throws {
    for row in try ["word-lists.tsv", "use-words.tsv"].flatMap({ try Self.rows($0).dropFirst() }) {
      #expect(row.count == 2 && row[1] == row[1].lowercased(), "\(row)")
    }
    let forms = try Self.rows("form-words.tsv")
    #expect(forms.first == ["word", "kinds", "details", "releases", "sites"])
    #expect(FormFeatures.ofWords.map(\.word) == forms.dropFirst().map { $0[0] })
    #expect(forms.map { $0[0] }.dropFirst() == forms.map { $0[0] }.dropFirst().sorted()[...])
  }

  @Test("The README counts the rows")
  func counts() throws {
    let url = Repository.root.appendingPathComponent("Data/Matching/README.md")
    let readme = String(decoding: try Data(contentsOf: url), as: UTF8.self)
      .replacing(",", with: "")
    let others = ["word-lists.tsv", "form-words.tsv", "use-words.tsv", "use-phrases.tsv"]
    for file in Self.tables.map(\.file) + others {
      let count = try Self.rows(file).count - 1
      #expect(readme.contains("`\(file)` | \(count) |"), "\(file): \(count)")
    }
  }
}
