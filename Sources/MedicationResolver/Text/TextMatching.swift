// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

// Text counts only where no coding resolves (S5). A text matches a name when
// both are the same words in the same order; that is the threshold, score 100.
// Misspellings and abbreviations of drug names are not matched at all here.

extension MedicationResolver {
  /// The lowest score at which a text is accepted as a name.
  static let acceptedScore = 100

  /// The concepts whose name a text is; several are all returned (S4).
  func match(text: String, path: String, problems: inout [Problem]) -> [MatchedConcept] {
    let found = current(
      among: spellings(of: text).lazy.map {
        catalog.concepts(named: $0, comparing: .normalized)
      }.first { !$0.isEmpty } ?? [])
    guard !found.isEmpty else {
      problems.append(
        Problem(
          .textUnmatched, .note, "the text is no name in release \(catalog.release.name)",
          path: path))
      return []
    }
    problems.append(
      Problem(
        .textMatched, .note,
        "found by its text, not by a code; score \(Self.acceptedScore) of 100", path: path))
    noteConfusedNames(found, path: path, &problems)
    return found.map { concept in
      MatchedConcept(
        concept, .text,
        path: [
          MatchedConcept.Step(
            system: CodeSystem.rxNorm, code: concept.code?.description, reason: .linkedTo)
        ], score: Self.acceptedScore)
    }
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
