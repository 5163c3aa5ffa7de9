// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import ConceptCatalog
public import MedicationModel

/// RxNorm codes as given, and the concepts they resolve to.
struct AskedCodes {
  private(set) var concepts: [Concept] = []
  /// Codes without a concept, in byte order.
  private(set) var unknown: [String] = []
  /// Retired codes and what took their place.
  private(set) var replacements: [CodeReplacement] = []

  /// Looks up codes, byte for byte.
  ///
  /// A placeholder of a reconstructed release is not a code, although the
  /// catalog contains it.
  init(_ codes: some Sequence<String>, in catalog: Catalog) {
    var last: String?
    for code in codes.sorted(by: { $0.precedesInBytes($1) }) {
      if last?.hasSameBytes(as: code) == true { continue }
      last = code
      guard let rxcui = RxCUI(code) else {
        unknown.append(code)
        continue
      }
      let concept = catalog.concept(for: rxcui)
      if let concept, concept.code != nil, concept.status != .remapped {
        concepts.append(concept)
        continue
      }
      let successors = catalog.history(of: rxcui).successors
      guard !successors.isEmpty else {
        unknown.append(code)
        continue
      }
      concepts += successors
      replacements.append(
        CodeReplacement(asked: rxcui, replacements: successors.compactMap(\.code)))
    }
  }
}

extension MappingTables {
  /// What labels name for a medication, with evidence and coverage (M22).
  ///
  /// Only codings whose system is exactly RxNorm's count (M2); others reach
  /// this lookup only through the resolver (M24). Codes without a concept are
  /// in ``SideEffectAnswer/unmapped``, the others are answered (M23).
  ///
  /// - Parameters:
  ///   - medication: The medication; nothing but its codings is read (M1).
  ///   - catalog: The catalog to look codes up in.
  ///   - today: The day to count the age of labels from.
  /// - Returns: The answer for all codes together.
  public func sideEffects(
    for medication: MedicationConcept, in catalog: Catalog, today: LabelDate? = nil
  ) -> SideEffectAnswer {
    let codings = medication.relatedCodings.filter {
      $0.system.hasSameBytes(as: SideEffects.rxNormSystem)
    }
    let asked = AskedCodes(codings.map(\.code), in: catalog)
    return answer(
      asked.concepts, unknownCodes: asked.unknown, replacements: asked.replacements, today: today)
  }
}
