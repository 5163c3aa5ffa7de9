// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel
internal import SymptomMapping

// Text counts only if no coding resolves. DrugMatching reads it. A name of the catalog means all
// concepts that have it, unless it does not name a drug; any other accepted match is an answer with
// its score. The rest is a list of candidates, which are shown but never used.

/// What one text says.
struct TextAnswer {
  /// What it names: one concept, or several that share the name.
  var accepted: [MatchedConcept] = []
  /// What it may name, the best first; nothing is taken from these.
  var candidates: [MatchedConcept] = []
  /// The ingredients that all candidates hold, where the drug is sure and the product is not.
  var sureIngredients: [Concept] = []
  /// It names several drugs that no product holds together.
  var isOfSeveralDrugs = false
  /// What a person should know.
  var problems: [Problem] = []
}

extension MedicationResolver {
  /// The score, of 100, at which a text is accepted.
  static let acceptedScore = score(DrugMatcher.acceptedScore)

  /// A share as a whole number of 100, rounded down: what is below the threshold stays below.
  private static func score(_ share: Double) -> Int {
    Int((min(1, max(0, share)) * 100 + 1e-9).rounded(.down))
  }

  /// What a text says.
  func match(text: String, path: String) -> TextAnswer {
    let named = current(among: ExactNames.all(named: text, catalog))
    let match = texts.match(text)
    if !named.isEmpty, match.verdict != .abstained {
      return accepted(named, score: 100, path: path)
    }
    switch match.verdict {
    case .accepted:
      guard let first = match.candidates.first else { break }
      return accepted(text, match, first, path: path)
    case .ingredientOnly, .review: return candidates(match, path: path)
    case .abstained: break
    }
    return unmatched(match, path: path)
  }

  private func accepted(
    _ concepts: [Concept], score: Int, readings: [String] = [], path: String
  ) -> TextAnswer {
    var problems = [
      Problem(
        .textMatched, .note,
        (["found by its text, not by a code; score \(score) of 100"] + readings)
          .joined(separator: "; "), path: path)
    ]
    for concept in concepts { noteStatus(of: concept, path: path, &problems) }
    noteConfusedNames(concepts, path: path, &problems)
    return TextAnswer(accepted: concepts.map { matched($0, score) }, problems: problems)
  }

  private func matched(_ concept: Concept, _ score: Int) -> MatchedConcept {
    MatchedConcept(
      concept, .text,
      path: [
        MatchedConcept.Step(
          system: CodeSystem.rxNorm, code: concept.code?.description, reason: .linkedTo)
      ], score: score)
  }

  /// What was accepted, with the words that were read as others and what it leaves out.
  private func accepted(
    _ text: String, _ match: DrugMatch, _ first: DrugMatch.Candidate, path: String
  ) -> TextAnswer {
    let readings = match.substitutions.map { "“\($0.written)” read as \($0.read)" }
    var answer = accepted(
      [first.concept], score: Self.score(first.score), readings: readings, path: path)
    for kind in DisplayCheck(first.concept).disagreement(of: text) {
      note(kind, text, first.concept, path: path, &answer.problems)
    }
    return answer
  }

  private func candidates(_ match: DrugMatch, path: String) -> TextAnswer {
    let human = match.candidates.filter { !$0.concept.isVeterinaryOnly }
    guard !human.isEmpty else { return unmatched(match, path: path) }
    let concepts = human.map(\.concept)
    let isSure = match.verdict == .ingredientOnly && Self.areOfOneDrug(concepts)
    let reason = match.reason.map(\.words) ?? "the score is below \(Self.acceptedScore)"
    return TextAnswer(
      candidates: human.map { matched($0.concept, Self.score($0.score)) },
      sureIngredients: isSure ? concepts[0].ingredients : [],
      isOfSeveralDrugs: match.reason == .severalDrugs,
      problems: [
        Problem(
          .textNotAccepted, .warning,
          (isSure ? "the drug is sure, the product is not" : "no confident match")
            + " (\(match.verdict.rawValue)\(match.reason.map { ", \($0.rawValue)" } ?? "")): "
            + "\(reason)\(Self.named(match)); best score \(Self.score(human[0].score)) of 100",
          path: path)
      ])
  }

  /// Whether all candidates hold what the best one holds, as far as the release relates it.
  private static func areOfOneDrug(_ concepts: [Concept]) -> Bool {
    guard let whole = concepts.first?.ingredientList, whole.isComplete, !whole.ingredients.isEmpty
    else { return false }
    let known = Set(whole.ingredients)
    return concepts.allSatisfy { concept in
      let list = concept.ingredientList
      return list.isComplete
        ? Set(list.ingredients) == known : known.isSuperset(of: list.ingredients)
    }
  }

  /// The words and numbers of a text that stop it.
  private static func named(_ match: DrugMatch) -> String {
    let words = match.unknownWords.isEmpty ? match.strengths : match.unknownWords
    return words.isEmpty ? "" : " (\(words.map { "“\($0)”" }.joined(separator: ", ")))"
  }

  private func unmatched(_ match: DrugMatch, path: String) -> TextAnswer {
    let problem =
      match.reason == .veterinary
      ? Problem(.veterinary, .warning, "the text names a drug for animals only", path: path)
      : Problem(
        .textUnmatched, match.isTruncated ? .warning : .note,
        "no drug of release \(catalog.release.name) was found in the text: "
          + (match.reason ?? .noDrug).words
          + (catalog.reasonNotFound(.subset).map { "; it may exist: \($0)" } ?? ""), path: path)
    return TextAnswer(problems: [problem])
  }

  /// Active concepts where there are any; else all.
  ///
  /// A placeholder of a reconstructed release that repeats a real concept's
  /// term type and name is that concept once more.
  private func current(among concepts: [Concept]) -> [Concept] {
    let active = concepts.filter { $0.status == .active }
    let current = active.isEmpty ? concepts : active
    let coded = Set(current.filter { $0.code != nil }.map(\.termType))
    return current.filter { $0.code != nil || !coded.contains($0.termType) }
  }

  private func noteConfusedNames(
    _ concepts: [Concept], path: String, _ problems: inout [Problem]
  ) {
    var others: [String] = []
    for ingredient in Set(concepts.flatMap(\.ingredients)) {
      for name in mappings.confusedNames.confusedWith(ingredient.name)
      where !others.contains(name) {
        others.append(name)
      }
    }
    guard !others.isEmpty else { return }
    problems.add(
      .confusedName, .note,
      "this name is known to be confused with "
        + others.sorted { $0.precedesInBytes($1) }.joined(separator: ", "), path: path)
  }
}

extension DrugMatch.Reason {
  /// The reason in words.
  fileprivate var words: String {
    switch self {
    case .noDrug: "no word of it names one"
    case .otherThing: "it speaks of a measurement, a device or food"
    case .drugClass: "it names a class of drugs"
    case .vagueName: "its only name is too common a word"
    case .ambiguousName: "its name, or what it may be a misspelling of, is that of several drugs"
    case .severalDrugs: "it names several drugs that no product holds together"
    case .underDetermined: "it leaves open what tells products apart"
    case .severalStrengths: "it states several strengths"
    case .notInRelease:
      "no product of this release has the strength, form, salt or brand that it states"
    case .negated: "it says that the drug is not taken, not begun or somebody else's"
    case .unknownWords: "too much of it is not understood"
    case .moreParts: "it states more amounts than it names drugs"
    case .truncated: "it is too long to be read whole"
    case .veterinary: "it names a drug for animals"
    }
  }
}
