// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel
import MedicationResolver

/// The concepts that a word of the command line means.
struct StartConcepts {
  /// The word.
  let asked: GivenWord
  /// The concepts; several where codes or names are shared.
  let concepts: [Concept]
  /// What became of an RxNorm code that no concept has.
  let history: ConceptHistory?
  /// Concepts of a name that were left aside, because active ones have it too.
  let inactive: [Concept]
  /// Why what was not found may exist, in a catalog without some parts.
  private let leftOut: String?

  /// Looks a word up: an RxNorm code, an NDC, a code of `system`, or a whole name.
  init(_ asked: GivenWord, system: String?, isName: Bool, in catalog: Catalog) {
    self.asked = asked
    let word = asked.text
    var found: [Concept] = []
    var history: ConceptHistory?
    var inactive: [Concept] = []
    switch MedicationQueries.query(word, system: system, isName: isName) {
    case .coding(let coding, _) where coding.system == CodeSystem.rxNorm:
      let rxcui = RxCUI(coding.code)
      found = rxcui.flatMap { catalog.concept(for: $0) }.map { [$0] } ?? []
      found.removeAll { $0.code == nil }
      if found.isEmpty { history = rxcui.map { catalog.history(of: $0) } }
    case .coding(let coding, _):
      found = catalog.concepts(system: coding.system, code: coding.code)
    case .ndc(let code):
      found = catalog.ndcMatches(for: code).concepts
    default:
      let exact = catalog.concepts(named: word, comparing: .exact)
      let all = exact.isEmpty ? catalog.concepts(named: word, comparing: .normalized) : exact
      found = all.filter(\.isActive)
      if found.isEmpty { found = all } else { inactive = all.filter { !$0.isActive } }
    }
    leftOut = catalog.reasonNotFound(.contents)
    concepts = found
    // A code that was left out is not known to be unknown.
    self.history = history?.status == .unknown && leftOut != nil ? nil : history
    self.inactive = inactive
  }

  /// Why there is no concept, for a person; of a line no successor is named.
  var reason: String {
    guard let history, history.status != .unknown else {
      return "not found" + (leftOut.map { ": \($0)" } ?? "")
    }
    let successors = history.successors.map { successor in
      (successor.code.map { "\($0) " } ?? "") + successor.name
    }
    return "\(history.status.rawValue)"
      + (successors.isEmpty || !asked.isArgument
        ? "" : ", now " + successors.joined(separator: "; "))
  }
}
