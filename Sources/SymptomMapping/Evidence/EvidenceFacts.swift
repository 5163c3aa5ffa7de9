// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What a row says in words and numbers that ranking needs, read once.
struct EvidenceFacts: Sendable {
  let subject: EvidenceSubject
  let symptom: SymptomCategory
  /// The place of the symptom among the 39, which is the order of identifiers.
  let symptomPlace: Int
  let fit: EvidenceFit
  let direction: EffectDirection
  let evidenceClass: EvidenceClass
  let comparator: EvidenceComparator
  let sense: EvidenceSense
  let trust: EvidenceTrust
  /// The place of its routes among those of the table.
  let route: Int
  /// Whether the row is about children only.
  let isPediatric: Bool
  let labelsSeen: Int
  let labelsAgreeing: Int
}

/// What labels are about: a kind of concept and its code.
public struct EvidenceSubject: Sendable, Hashable {
  /// What kind of subject it is.
  public let kind: SubjectKind
  /// Its code.
  public let rxcui: RxCUI

  /// Makes a subject.
  public init(_ kind: SubjectKind, _ rxcui: RxCUI) {
    self.kind = kind
    self.rxcui = rxcui
  }
}

extension EvidenceSubject: Comparable {
  /// Orders by code, then by kind: ingredient, combination, product.
  public static func < (left: EvidenceSubject, right: EvidenceSubject) -> Bool {
    left.rxcui == right.rxcui
      ? left.kind.casePlace < right.kind.casePlace : left.rxcui < right.rxcui
  }
}
