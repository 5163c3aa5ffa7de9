// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver
import TestSupport
import Testing

/// What threads share of a matcher and a resolver, on the small release: run under the thread
/// sanitizer, too.
@Suite("One resolver in many threads")
struct ManyThreadsTests {
  /// Names, beginnings, misspellings and things that are no drug: all that a matcher keeps is touched.
  private static let texts = FixtureRows.texts("texts for many threads")

  /// What each of some threads answers, in the order in which they end.
  private static func together<Answer: Sendable>(
    _ threads: Int, _ work: @escaping @Sendable (Int) throws -> [Answer]
  ) async throws -> [[Answer]] {
    try await withThrowingTaskGroup(of: [Answer].self) { group in
      for thread in 0..<threads { group.addTask { try work(thread) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  @Test("S37 all threads get the matches that one gets")
  func matches() async throws {
    let catalog = try Resolvers.small.get().catalog
    // Each thread begins elsewhere, so that they meet at what is made once.
    @Sendable func answers(_ matcher: DrugMatcher, from start: Int) -> [String] {
      var session = MatchingSession(matcher)
      var answers = Self.texts
      for offset in Self.texts.indices {
        let place = (start + offset) % Self.texts.count
        let match = session.match(Self.texts[place])
        let names = match.candidates.map { "\($0.concept.name) \($0.score)" }
        answers[place] = "\(match.verdict) \(match.score) \(names)"
      }
      return answers
    }
    let expected = answers(DrugMatcher(catalog), from: 0)
    // A new one: nothing is made yet that is made when it is first asked for.
    let matcher = DrugMatcher(catalog)
    let found = try await Self.together(8) { answers(matcher, from: $0) }
    #expect(found == Array(repeating: expected, count: 8))
  }

  @Test("S37 a memo and other threads change no answer")
  func texts() async throws {
    let resolver = try Resolvers.make(try HandRelease("small"))
    let alone = try Self.texts.map { try resolver.resolve(.name($0)).json }
    let own = try Resolvers.make(try HandRelease("small"))
    let found = try await Self.together(8) { _ in
      try Self.texts.map { try own.resolve(.name($0)).json }
    }
    #expect(found == Array(repeating: alone, count: 8))
  }

  /// Codings and texts of records in which one thing differs from the next.
  private static var records: [MedicationRecord] {
    [["401"], ["401", "402"], ["407"], ["1"], []].flatMap { codes in
      [nil, "alfazine hydrochloride 500 MG Oral Tablet", "nothing of the kind"].map { text in
        var record = MedicationRecord(entryPath: "3", resourceType: "MedicationRequest")
        record.codings = codes.map { FHIRCoding.rxNorm($0) }
        record.text = text
        return record
      }
    }
  }

  @Test(
    "S37 sessions that share what they learnt give the resolver's answers on several threads",
    arguments: [0, 20_000, ResolvingSession.defaultByteLimit])
  func sessions(_ limit: Int) async throws {
    let resolver = try Resolvers.small.get()
    let shared = SharedAnswers(byteLimit: limit)
    let records = Self.records
    let expected = try records.map { try resolver.resolve(.record($0)).json }
    let found = try await Self.together(4) { _ in
      var session = ResolvingSession(resolver, byteLimit: limit, sharing: shared)
      return try records.map { try session.resolve(.record($0)).json }
    }
    #expect(found == Array(repeating: expected, count: 4))
  }
}
