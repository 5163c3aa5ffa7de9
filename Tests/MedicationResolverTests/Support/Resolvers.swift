// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import FHIRResources
import Foundation
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping
import TestSupport

/// A resolver over a small release of made-up substances, and one over the starter release.
enum Resolvers {
  /// The small release as NLM's own.
  static let small = Result { try make(try HandRelease("small")) }
  /// The small release as a reconstructed one, in which 90000000 and above are no codes.
  static let reconstructed = Result {
    try make(try HandRelease("small", name: "RXNORM_RECONSTRUCTED_20260723"))
  }
  /// The starter release, where it is at hand.
  static let starter: Result<MedicationResolver?, any Error> = Result {
    guard let bytes = try StarterRelease.catalogBytes.get() else { return nil }
    return MedicationResolver(
      catalog: try Catalog(bytes: bytes), mappings: try StarterRelease.mappings())
  }

  /// Returns the resolver over the starter release, or says what is skipped.
  static func starter(skipping test: String) throws -> MedicationResolver? {
    let resolver = try starter.get()
    if resolver == nil {
      print("skipped: \(test) (no starter release in RXKIT_TEST_DATA or Data/RxNorm)")
    }
    return resolver
  }

  static func make(
    _ release: HandRelease, configure: (inout CatalogBuilder) -> Void = { _ in }
  ) throws -> MedicationResolver {
    // In the worked examples a nasal solution counts as drops that may be a spray, where the
    // shipped row decides nothing.
    let mappings = try StarterRelease.mappings { text in
      text.replacing(
        "\nNasal Solution\tunknown\tnone\tspray", with: "\nNasal Solution\tdrops\tlikely\tspray")
    }
    return MedicationResolver(
      catalog: try Catalog(bytes: try release.catalogBytes(configure: configure)),
      mappings: mappings)
  }

  /// The bytes of a fixture of this target.
  static func fixture(_ name: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures")
    return [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }
}

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
