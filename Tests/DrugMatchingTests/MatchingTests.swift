// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import Foundation
import JSONText
import MedicationModel
import SymptomMapping
import Testing
import TestSupport
import UseWords

@testable import DrugMatching

@Suite("Matching free text")
struct MatchingTests {
  /// Names, misspellings and things that are no drug: all that a matcher keeps is touched.
  private static let texts =
    CaseTests.cases.flatMap(\.rows).map(\.text).enumerated().filter { $0.offset % 6 == 0 }
    .map(\.element) + ["metformn 500", "lipitor 10 mg", "aspirin+caffeine", "carprofen"]

  @Test("S37 a session gives the same answers in any order of texts")
  func order() throws {
    guard let (matcher, catalog) = try Matchers.starter(skipping: "order of texts") else { return }
    let texts = Self.texts
    func json(_ match: DrugMatch) -> [UInt8] {
      var writer = JSONWriter()
      match.write(to: &writer, release: catalog.release, limit: 10)
      return writer.bytes
    }
    var forward = MatchingSession(matcher)
    var backward = MatchingSession(matcher)
    let first = texts.map { json(forward.match($0)) }
    let second = Array(texts.reversed().map { json(backward.match($0)) }.reversed())
    #expect(first == second)
    #expect(first == texts.map { json(matcher.match($0)) })
  }

  @Test("Any bytes and every beginning of a text give an answer")
  func anyText() throws {
    guard let (matcher, _) = try Matchers.starter(skipping: "any text") else { return }
    var session = MatchingSession(matcher)
    let text = "Co-amoxiclav 500mg/125mg (f/c) 1 080 mg/5 mL 30 million IU \u{3B2}-1a +/- 5 % m/r"
    for count in 0...text.count { _ = session.match(String(text.prefix(count))) }
    var seed: UInt64 = 7
    for _ in 0..<2000 {
      var bytes: [UInt8] = []
      for _ in 0..<24 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes.append(UInt8(truncatingIfNeeded: seed >> 33))
      }
      let match = session.match(String(decoding: bytes, as: UTF8.self))
      #expect(match.candidates.isEmpty == (match.verdict == .abstained))
      #expect((0...1).contains(match.score))
    }
  }

  @Test("S1 a text that is longer than what is read of it says so")
  func longTexts() throws {
    let text = "lisinopril 10 mg tablet " + String(repeating: "one tablet daily ", count: 100)
    guard let (matcher, catalog) = try Matchers.starter(skipping: "long texts") else { return }
    let match = matcher.match(text)
    #expect(match.isTruncated)
    #expect([.review, .abstained].contains(match.verdict))
    #expect(match.verdict == .abstained || match.reason == .truncated)
    for (text, expected) in [(text, true), ("lisinopril 10 mg tablet", false)] {
      var writer = JSONWriter()
      matcher.match(text).write(to: &writer, release: catalog.release, limit: 1)
      let json = String(decoding: writer.bytes, as: UTF8.self)
      #expect(json.contains("\"truncated\":\(expected)"))
    }
  }

  /// Rows of Fixtures/never-accepted.tsv; an empty verdict is `review` or `abstained`.
  static let openTexts: [[String: String]] = {
    guard let rows = try? Matchers.fixture("never-accepted.tsv") else {
      Issue.record("never-accepted.tsv cannot be read")
      return []
    }
    return rows
  }()

  @Test(
    "S4 S5 S10 S15 S40 what a text leaves open or denies is never accepted",
    arguments: openTexts)
  func neverAccepted(_ row: [String: String]) throws {
    let text = try #require(row["text"])
    guard let match = try Matchers.starter(skipping: "open texts")?.matcher.match(text) else {
      return
    }
    let verdicts = row["verdict"].flatMap(DrugMatch.Verdict.init).map { [$0] }
    #expect((verdicts ?? [.review, .abstained]).contains(match.verdict), "\(row)")
    #expect(match.score < DrugMatcher.acceptedScore)
    #expect(match.reason != nil)
    if let reason = row["reason"], !reason.isEmpty {
      #expect(match.reason?.rawValue == reason, "\(row)")
    }
    if row["why"] == "S4 the beginning of a brand" {
      #expect(match.substitutions.contains { $0.kind == .beginning })
    }
    if match.reason == .veterinary { #expect(match.candidates.isEmpty, "\(row)") }
  }

  @Test("S6 S10 no name of the catalog denies the use of its drug")
  func namesOfTheCatalog() throws {
    guard let (_, catalog) = try Matchers.starter(skipping: "names of the catalog") else { return }
    var count = 0
    for concept in catalog.concepts {
      for name in concept.names.map(\.text) {
        let use = StatedUse.read(name, in: .medication)
        if use?.deniesUse == true { Issue.record("\(name)") }
        count += 1
      }
    }
    #expect(count > 10_000)
  }

  // MARK: Threads, under the thread sanitizer, too

  private static func answers(_ matcher: DrugMatcher, from start: Int) -> [String] {
    var session = MatchingSession(matcher)
    var answers = texts.map { _ in "" }
    for offset in texts.indices {
      // Each thread begins elsewhere, so that they meet at what is made once.
      let place = (start + offset) % texts.count
      let match = session.match(texts[place])
      let names = match.candidates.map { "\($0.concept.name) \($0.score)" }
      answers[place] = "\(match.verdict) \(match.score) \(names)"
    }
    return answers
  }

  @Test("S37 all threads get the answers that one gets")
  func sameAnswers() async throws {
    guard let (_, catalog) = try Matchers.starter(skipping: "many threads") else { return }
    let expected = Self.answers(DrugMatcher(catalog), from: 0)
    // A new one: nothing is made yet that is made when it is first asked for.
    let matcher = DrugMatcher(catalog)
    await withTaskGroup(of: [String].self) { group in
      for thread in 0..<8 { group.addTask { Self.answers(matcher, from: thread) } }
      for await answers in group { #expect(answers == expected) }
    }
  }
}

@Suite("Words and numbers of texts")
struct TokenTests {
  private static func words(_ text: String) -> [String] {
    var buffer = TokenBuffer()
    buffer.read(text)
    return buffer.tokens.map { token in
      switch token.kind {
      case .word, .number: buffer.text(token)
      case .slash: "/"
      case .plus: "+"
      case .hyphen: "-"
      case .percent: "%"
      case .open: "("
      case .close: ")"
      case .comma: ","
      case .colon: ":"
      }
    }
  }

  @Test(
    "A text is cut into folded words, numbers and signs",
    arguments: [
      ("Co-Amoxiclav 500mg/125mg", ["co", "amoxiclav", "500", "mg", "/", "125", "mg"]),
      ("tildiem 60mg m/r tablet", ["tildiem", "60", "mg", "mr", "tablet"]),
      ("i.v. 5 %", ["iv", "5", "%"]),
      ("Acide f\u{E9}nofibrique 25 \u{B5}g", ["acide", "fenofibrique", "25", "ug"]),
      ("\u{3B1}-tocopherol", ["alpha", "tocopherol"]),
      ("children's w/ codeine", ["childrens", "codeine"]),
      ("5-325 mg (each)", ["5", "-", "325", "mg", "(", "each", ")"]),
      ("Tylenol\u{AE} .5 g", ["tylenol", ".5", "g"]),
    ])
  func cutting(_ text: String, _ expected: [String]) {
    #expect(Self.words(text) == expected)
  }

  @Test(
    "A comma groups thousands before three digits and else is a decimal sign",
    arguments: [
      ("1,000", 1, 3), ("1,080", 108, 1), ("2,5", 25, -1), ("0,125", 125, -3),
      ("2,000,000", 2, 6), ("1.000.000", 1, 6), ("0.50", 5, -1), (".5", 5, -1),
      ("1,234.5", 12345, -1), (String(repeating: "9", count: 40), 0, 0),
    ])
  func numbers(_ text: String, _ significand: Int, _ exponent: Int) {
    let bytes = Array(text.utf8)
    let number = NumberReading.read(bytes, 0..<bytes.count).normalized
    #expect(number.significand == significand && number.exponent == exponent)
  }

  @Test(
    "Spellings of one name by rule have one fold",
    arguments: [
      ("cephalexin", "cefalexin"), ("cyclosporine", "ciclosporin"), ("oestradiol", "estradiol"),
      ("amoxicilline", "amoxicillin"), ("amphetamine", "amfetamine"), ("sulphur", "sulfur"),
      ("indomethacin", "indometacin"), ("protamines", "protamine"),
      ("cholestyramine", "colestiramin"),
    ])
  func folds(_ left: String, _ right: String) {
    #expect(Self.fold(left) == Self.fold(right))
  }

  @Test(
    "Names that are confused have different folds",
    arguments: [
      ("hydralazine", "hydroxyzine"), ("vinblastine", "vincristine"), ("clonidine", "clonazepam"),
      ("prednisone", "prednisolone"), ("thiamine", "thymine"),
    ])
  func differentFolds(_ left: String, _ right: String) {
    #expect(Self.fold(left) != Self.fold(right))
  }

  private static func fold(_ word: String) -> [UInt8] {
    let bytes = Array(word.utf8)
    var fold: [UInt8] = []
    SpellingFold.appendFold(bytes, 0..<bytes.count, to: &fold)
    return fold
  }

  @Test(
    "The distance of two words counts letters in tenths",
    arguments: [
      ("aspirin", "aspirin", 0), ("asprin", "aspirin", 10), ("aspirni", "aspirin", 10),
      ("asperin", "aspirin", 7), ("asspirin", "aspirin", 5), ("azpirin", "aspirin", 5),
      ("aspirinx", "aspirin", 10),
    ])
  func distances(_ left: String, _ right: String, _ expected: Int) {
    var distance = SpellingDistance()
    let (first, second) = (Array(left.utf8), Array(right.utf8))
    #expect(distance.between(first.span, second.span, atMost: 30) == expected)
    #expect(distance.between(second.span, first.span, atMost: 30) == expected)
  }
}

/// A matcher over the starter release.
enum Matchers {
  /// The starter release, where it is at hand.
  static let starter: Result<(matcher: DrugMatcher, catalog: Catalog)?, any Error> = Result {
    guard let bytes = try StarterRelease.catalogBytes.get() else { return nil }
    let catalog = try Catalog(bytes: bytes)
    let table = try Data(
      contentsOf: Repository.root.appendingPathComponent("Data/Mappings/confused-names.tsv"))
    return (
      DrugMatcher(catalog, confusedNames: try ConfusedNames(bytes: [UInt8](table))), catalog
    )
  }

  /// The matcher over the starter release, or `nil` and a line that says what is skipped.
  static func starter(
    skipping test: String
  ) throws -> (matcher: DrugMatcher, catalog: Catalog)? {
    let found = try starter.get()
    if found == nil {
      print("skipped: \(test) (no starter release in RXKIT_TEST_DATA or Data/RxNorm)")
    }
    return found
  }

  /// A file of `RXKIT_TEST_DATA/matching`, or `nil` and a line that says what is skipped.
  static func rows(_ name: String, skipping test: String) throws -> [[String: String]]? {
    guard let url = TestData.path("matching/" + name, skipping: test) else { return nil }
    return try TestData.table(url)
  }

  /// A fixture of this target as rows.
  static func fixture(_ name: String) throws -> [[String: String]] {
    try TestData.table(
      Repository.root.appendingPathComponent("Tests/DrugMatchingTests/Fixtures/" + name))
  }
}
