// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import JSONText
import MedicationModel
import MedicationResolver

extension MedicationResolver {
  /// Answers for RxNorm codes of one user-annotated medication.
  func codes(_ codes: String..., text: String = "x", form: String = "unknown") throws
    -> ResolvedMedication
  {
    try resolve(.userAnnotated(.sample(codes, text: text, form: form)))
  }

  /// Answers for codings of a FHIR medication.
  func record(_ codings: [FHIRCoding], text: String? = nil) throws -> ResolvedMedication {
    var record = MedicationRecord(entryPath: "", resourceType: "MedicationRequest")
    record.codings = codings
    record.text = text
    return try resolve(.record(record))
  }
}

extension UserAnnotatedMedication {
  /// A medication with RxNorm codes.
  static func sample(
    _ codes: [String], text: String = "x", form: String = "unknown", nickname: String? = nil,
    isArchived: Bool = false
  ) -> UserAnnotatedMedication {
    let codings = Set(
      codes.map { ClinicalCoding(system: CodeSystem.rxNorm, version: nil, code: $0) })
    return UserAnnotatedMedication(
      nickname: nickname, isArchived: isArchived, hasSchedule: false,
      medication: MedicationConcept(
        identifier: .mint(displayText: text, codings: codings), displayText: text,
        generalForm: MedicationGeneralForm(reading: form), relatedCodings: codings))
  }
}

extension FHIRCoding {
  /// A coding of RxNorm.
  static func rxNorm(_ code: String, _ display: String? = nil) -> FHIRCoding {
    FHIRCoding(system: CodeSystem.rxNorm, code: code, display: display)
  }

  /// A coding of the National Drug Code.
  static func ndc(_ code: String) -> FHIRCoding {
    FHIRCoding(system: CodeSystem.ndc, code: code)
  }
}

extension ResolvedMedication {
  /// The codes of the concepts; a placeholder is `-`.
  var found: [String] { concepts.map { $0.code?.description ?? "-" } }
  /// The codes of the problems, in order.
  var problemCodes: [String] { problems.map(\.code.rawValue) }
  /// The outcomes of the codings, in order.
  var outcomes: [String] { codings.map(\.outcome.rawValue) }

  /// The messages of one kind of problem.
  func messages(_ code: Problem.Code) -> [String] {
    problems.filter { $0.code == code }.map(\.message)
  }

  /// The answer as one line of JSON.
  var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  func has(_ code: Problem.Code) -> Bool { problems.contains { $0.code == code } }
}
