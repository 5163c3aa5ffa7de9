// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
public import MedicationModel

/// A query to a resolver; the answer keeps it unchanged.
public enum MedicationQuery: Sendable, Hashable {
  /// A code in a code system, with the name its author gave it.
  case coding(ClinicalCoding, display: String?)
  /// A National Drug Code in any written form.
  case ndc(String)
  /// A name or other text.
  case name(String)
  /// A medication as HealthKit's Medications API holds it.
  case userAnnotated(UserAnnotatedMedication)
  /// A medication resource of a FHIR document.
  ///
  /// In a box of its own: a record is large, and answers are copied.
  indirect case record(MedicationRecord)
}

extension MedicationQuery {
  /// What a word means: of 1 to 8 digits an RxNorm code, of digits with dashes or more digits an
  /// NDC, and else a name.
  package init(word: String) {
    let digits = word.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
    let dashes = word.utf8.count { $0 == 0x2D }
    guard digits > 0, digits + dashes == word.utf8.count else {
      self = .name(word)
      return
    }
    if dashes == 0, digits <= 8 {
      self = .coding(
        ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: word), display: nil)
    } else {
      self = .ndc(word)
    }
  }
}
