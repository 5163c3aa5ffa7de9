// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

// A coding whose system the release does not know may be mapped by a concept map that was
// loaded with the catalog. Only a mapping that says "equivalent", under no condition and with
// nothing that belongs to the target next to its code, leads to the same drug. A map that says
// narrower or broader means something else: it is reported and followed nowhere.

extension MedicationResolver {
  /// Follows loaded concept maps from a code; `nil` where no mapping leads to a concept.
  func resolveMapped(
    _ coding: FHIRCoding, system: String, code: String, path: String, _ problems: inout [Problem]
  ) -> ResolvedCoding? {
    var found: [MatchedConcept] = []
    var related: [String] = []
    let given = MatchedConcept.Step(system: system, code: code, reason: .given)
    catalog.forEachMapping(system: system, code: code) { mapping in
      guard mapping.isSame else {
        if mapping.relationship != .noMap, mapping.relationship != .notRelatedTo {
          related.append(mapping.relationship.rawValue)
        }
        return
      }
      let target =
        KnownCodeSystem.recognise(mapping.targetSystem)?.canonical ?? mapping.targetSystem
      let step = MatchedConcept.Step(
        system: target, code: mapping.targetCode, reason: .mappedTo, map: mapping.map.url)
      for concept in mappedConcepts(target, mapping.targetCode)
      where !found.contains(where: { $0.concept == concept }) {
        var steps = [given, step]
        if concept.code?.description != mapping.targetCode || target != CodeSystem.rxNorm {
          steps.append(
            MatchedConcept.Step(
              system: CodeSystem.rxNorm, code: concept.code?.description,
              reason: target == CodeSystem.rxNorm ? .replacedBy : .linkedTo))
        }
        found.append(MatchedConcept(concept, .crosswalk, path: steps))
      }
    }
    if found.isEmpty, !related.isEmpty {
      let words = Set(related).sorted().joined(separator: ", ")
      problems.add(
        .mappingNotEquivalent, .note,
        "concept maps relate the code (\(words)), none says without condition that it is the same",
        path: path + ".code")
    }
    guard !found.isEmpty else { return nil }
    for match in found {
      if let concept = match.concept { noteStatus(of: concept, path: path + ".code", &problems) }
    }
    if found.count > 1 {
      problems.add(
        .ambiguous, .warning, "concept maps lead to \(found.count) concepts; none is chosen",
        path: path + ".code")
    }
    return ResolvedCoding(coding: coding, outcome: .resolved, concepts: found)
  }

  /// The concepts that a mapping's target identifies: for a retired code, its successors.
  private func mappedConcepts(_ system: String, _ code: String) -> [Concept] {
    let direct = catalog.concepts(system: system, code: code)
    guard direct.isEmpty || direct.allSatisfy({ $0.status == .remapped }),
      system == CodeSystem.rxNorm, let rxcui = RxCUI(code)
    else { return direct }
    return catalog.history(of: rxcui).successors
  }
}
