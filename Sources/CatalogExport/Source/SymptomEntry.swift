// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
public import MedicationModel
public import SymptomMapping

/// What the exported Swift file says of one code.
public struct SymptomEntry: Sendable {
  /// The code as it was given.
  public let code: String
  /// What the release calls it; `nil` if it has no concept.
  public let name: String?
  /// The codes that were followed instead, where the code is retired.
  public let followed: [RxCUI]
  /// What labels name for it.
  public let answer: SideEffectAnswer

  /// Whether the code has a concept.
  public var isKnown: Bool { answer.coverage != .unknown }
}

extension ExportContent {
  /// Looks up codes as `rxkit side-effects` does: products inherit from their ingredients.
  ///
  /// - Parameter codes: RxNorm codes, in any order; of equal ones one is kept.
  /// - Returns: One entry a code, those of digits by number, then the others in byte order.
  public func symptomEntries(of codes: [String]) -> [SymptomEntry] {
    var seen: Set<String> = []
    let distinct = codes.filter { seen.insert($0).inserted }
    return distinct.sorted(by: Self.precedes).map { code in
      let answer = tables.sideEffects(for: Self.medication(code), in: catalog)
      let followed = answer.replacements.flatMap(\.replacements)
      let concepts =
        followed.isEmpty
        ? catalog.concepts(system: CodeSystem.rxNorm, code: code)
        : followed.compactMap { catalog.concept(for: $0) }
      let names = concepts.compactMap { exported($0)?.name }
      return SymptomEntry(
        code: code, name: names.isEmpty ? nil : names.joined(separator: "; "), followed: followed,
        answer: answer)
    }
  }

  private static func medication(_ code: String) -> MedicationConcept {
    let codings: Set = [ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: code)]
    return MedicationConcept(
      identifier: .mint(displayText: code, codings: codings), displayText: code,
      generalForm: .unknown, relatedCodings: codings)
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    switch (RxCUI(left), RxCUI(right)) {
    case (let a?, let b?): a < b
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): left.precedesInBytes(right)
    }
  }
}
