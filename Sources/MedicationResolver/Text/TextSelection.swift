// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

// Of a medication without a code that resolves, everything in words is
// matched: its text, and the displays of unresolved codes. What they say together
// follows the rules for codings: two drugs are a conflict.

/// What the texts of a query say together.
struct TextSelection {
  /// One list per text that names something.
  private(set) var groups: [[MatchedConcept]] = []
  /// What the texts may name, if none is certain; without repeats.
  private(set) var candidates: [MatchedConcept] = []
  /// The ingredients, where the drug is sure and the product is not.
  private(set) var sureIngredients: [Concept] = []
  /// What a person should know.
  private(set) var problems: [Problem] = []

  /// For a query whose codes resolve: its texts are not used.
  init() {}

  /// Combines what texts say; the first one counts most.
  ///
  /// Problems that concern all of them are reported at the path.
  init(_ answers: [TextAnswer], path: String) {
    groups = answers.map(\.accepted).filter { !$0.isEmpty }
    let open = answers.filter { !$0.candidates.isEmpty }
    if groups.isEmpty {
      collect(open)
      guard open.isEmpty else { return }
      problems = Array((answers.lazy.map(\.problems).first { !$0.isEmpty } ?? []).prefix(1))
      return
    }
    // A text that certainly names other drugs contradicts the accepted one.
    let known = Set(groups.flatMap { $0 }.compactMap(\.concept).flatMap(\.ingredients))
    let isContradicted = open.contains { answer in
      answer.isOfSeveralDrugs
        || !answer.sureIngredients.isEmpty && known.isDisjoint(with: answer.sureIngredients)
    }
    for answer in answers where !answer.accepted.isEmpty { problems += answer.problems }
    guard isContradicted else { return }
    let accepted = groups.flatMap { $0 }
    groups = []
    collect([TextAnswer(candidates: accepted)] + open)
    sureIngredients = []
    problems = [
      Problem(
        .textNotAccepted, .warning, "the texts name different drugs; none is chosen",
        path: path)
    ]
  }

  private mutating func collect(_ open: [TextAnswer]) {
    for match in open.flatMap(\.candidates)
    where !candidates.contains(where: { $0.concept == match.concept }) {
      candidates.append(match)
    }
    problems = open.flatMap(\.problems)
    let sure = open.map(\.sureIngredients).filter { !$0.isEmpty }
    if Set(sure.map(Set.init)).count == 1 { sureIngredients = sure[0] }
  }
}

extension MedicationResolver {
  /// What the text names, and what the displays of codings name; each wording is matched once.
  func matchTexts(of input: ResolutionInput) -> TextSelection {
    var texts: [(text: String, path: String)] = []
    if let text = input.text, !text.isEmpty { texts.append((text, input.textPath)) }
    for (index, coding) in input.codings.enumerated() {
      if let display = coding.display, !display.isEmpty {
        texts.append((display, "\(input.codingPath)[\(index)].display"))
      }
    }
    var seen: Set<[UInt8]> = []
    return TextSelection(
      texts.filter { seen.insert(NameKey.of($0.text)).inserted }
        .map { match(text: $0.text, path: $0.path) },
      path: input.codingPath)
  }
}
