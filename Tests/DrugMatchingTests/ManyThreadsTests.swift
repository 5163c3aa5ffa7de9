// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugMatching
import Testing

@Suite("One matcher in many threads")
struct ManyThreadsTests {
  /// Names, misspellings and things that are no drug: all that a matcher keeps is touched.
  private static let texts = [
    "amoxicillin 500 mg caps", "amoxicilin 500", "lisnopril 10 mg tablet", "Lipitor 10",
    "acetaminofen", "metoprolol succinate 50 mg tab", "insulin glargine 100 units/ml",
    "pleural drain", "simvastatn 20 mg", "Zegerid", "aspirin+caffeine", "carprofen",
  ]

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
