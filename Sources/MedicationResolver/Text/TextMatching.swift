// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel
internal import SymptomMapping

// Text counts only where no coding resolves (S5). A text that is a name of the
// catalog is found without more ado; any other one is asked of DrugMatching.
// What that accepts is an answer, with its score. All else is a list of
// candidates, which is shown and from which nothing follows.

/// What one text says.
struct TextAnswer {
  /// What it names: one concept, or several that share the name (S4).
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
    let named = current(
      among: spellings(of: text).lazy.map {
        catalog.concepts(named: $0, comparing: .normalized)
      }.first { !$0.isEmpty } ?? [])
    if !named.isEmpty { return accepted(named, score: 100, path: path) }
    let match = texts.match(text)
    switch match.verdict {
    case .accepted:
      guard let first = match.candidates.first else { break }
      if let reason = doubt(about: match) ?? contradiction(of: text, first.concept) {
        return candidates(match, because: reason, path: path)
      }
      return accepted(text, match, first, path: path)
    case .ingredientOnly, .review:
      let reason = match.reason.map(\.words) ?? "the score is below \(Self.acceptedScore)"
      return candidates(match, because: reason, path: path)
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

  /// What was accepted, with the words that were read as others (S3) and what it leaves out (S5).
  private func accepted(
    _ text: String, _ match: DrugMatch, _ first: DrugMatch.Candidate, path: String
  ) -> TextAnswer {
    let readings = match.substitutions.map { "“\($0.written)” read as \($0.read)" }
    var answer = accepted(
      [first.concept], score: Self.score(first.score), readings: readings, path: path)
    for kind in DisplayWitness(first.concept).disagreement(of: text) {
      note(kind, text, first.concept, path: path, &answer.problems)
    }
    return answer
  }

  /// Why the best candidate is not taken for the text although its drug is sure.
  private func doubt(about match: DrugMatch) -> String? {
    guard let first = match.candidates.first else { return nil }
    if first.score < DrugMatcher.acceptedScore { return "no product fits it well enough" }
    // A salt stands there where the release does not say that of the product (S17); another
    // one is told by the comparison.
    if first.unmatched.contains(where: { $0 != .salt }) {
      return "part of it does not fit the best candidate"
    }
    let isTied = match.candidates.dropFirst().contains { !($0.score < first.score) }
    return isTied ? "several candidates fit it alike" : nil
  }

  /// Why a text that was read as a concept says something else after all; `nil` if it does not.
  ///
  /// Two readers look at a text: one that searches, and the one that compares
  /// displays with codes. Where they differ about drug or strength, nothing is accepted.
  private func contradiction(of text: String, _ concept: Concept) -> String? {
    guard case .disagrees(let kinds) = DisplayWitness(concept).verdict(on: text) else { return nil }
    if kinds.contains(.drug) { return "the best candidate holds another drug" }
    if kinds.contains(.strength) { return "the best candidate has another strength" }
    let form = FormWitness(concept, names: concept.names.map { DisplayWords($0.text) })
    // What a text leaves out is told beside the answer; what it says otherwise is another product.
    return form.difference(DisplayWords(text), namesOwnBrand: true) == .other
      ? "the best candidate has another form" : nil
  }

  private func candidates(_ match: DrugMatch, because reason: String, path: String) -> TextAnswer {
    let human = match.candidates.filter { !$0.concept.isVeterinaryOnly }
    guard !human.isEmpty else { return unmatched(match, path: path) }
    let concepts = human.map(\.concept)
    let isSure = isSureOfDrug(match) && Self.areOfOneDrug(concepts)
    return TextAnswer(
      candidates: human.map { matched($0.concept, Self.score($0.score)) },
      sureIngredients: isSure ? concepts[0].ingredients : [],
      isOfSeveralDrugs: match.reason == .severalDrugs,
      problems: [
        Problem(
          .textNotAccepted, .warning,
          (isSure
            ? "the text names the drug and no product for sure" : "the text names nothing for sure")
            + ": \(reason); score of the nearest \(Self.score(human[0].score)) of 100", path: path)
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

  /// Whether the drug is sure although no product is.
  ///
  /// A brand without such a product may be that of another drug: `Tylenol No. 1`
  /// holds more than Tylenol (S15).
  private func isSureOfDrug(_ match: DrugMatch) -> Bool {
    switch match.verdict {
    case .accepted:
      match.candidates.first?.unmatched.allSatisfy { $0 == .salt || $0 == .quantity } ?? false
    case .ingredientOnly:
      match.reason != .noSuchProduct
        || !match.candidates.contains { $0.matched.contains(.brand) }
    case .review, .abstained: false
    }
  }

  private func unmatched(_ match: DrugMatch, path: String) -> TextAnswer {
    let problem =
      match.reason == .veterinary
      ? Problem(.veterinary, .warning, "the text names a drug for animals only", path: path)
      : Problem(
        .textUnmatched, .note,
        "no drug of release \(catalog.release.name) was found in the text: "
          + (match.reason ?? .noDrug).words, path: path)
    return TextAnswer(problems: [problem])
  }

  /// The text as given, and with numbers and units apart as RxNorm writes them.
  private func spellings(of text: String) -> [String] {
    let words = DisplayWords(text).words
    var spaced = ""
    for (index, word) in words.enumerated() {
      // `MG/ML` is one word; ` / ` between components is not.
      let opensRatio = word == "/" && index > 0 && DisplayWords.unit(words[index - 1]) != nil
      let endsRatio =
        index > 1 && words[index - 1] == "/" && DisplayWords.unit(words[index - 2]) != nil
        && (DisplayWords.unit(word) != nil || word == "actuat" || word == "hr")
      let isListed =
        opensRatio && index + 1 < words.count
        && DisplayWords.unit(words[index + 1]) == nil && words[index + 1] != "actuat"
        && words[index + 1] != "hr"
      if index > 0, isListed || !(opensRatio || endsRatio) { spaced += " " }
      spaced += word
    }
    return [text, spaced]
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
    problems.append(
      Problem(
        .confusedName, .note,
        "this name is known to be confused with "
          + others.sorted { $0.precedesInBytes($1) }.joined(separator: ", "), path: path))
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
    case .noSuchProduct: "no product has the strength, form, salt or brand that it states"
    case .negated: "it says that the drug is not taken, not begun or somebody else's"
    case .unknownWords: "too much of it is not understood"
    case .moreParts: "it states more amounts than it names drugs"
    case .truncated: "it is too long to be read whole"
    case .veterinary: "it names a drug for animals"
    }
  }
}
