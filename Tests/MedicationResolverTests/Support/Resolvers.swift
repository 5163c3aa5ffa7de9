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
  static let small = Result { try make(try SmallRelease.make()) }
  /// The small release as a reconstructed one, in which 90000000 and above are no codes.
  static let reconstructed = Result {
    try make(try SmallRelease.make(name: "RXNORM_RECONSTRUCTED_20260723"))
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

/// The small release, whose facts are the lines of `Fixtures/small-release.txt`.
enum SmallRelease {
  private static let lines = Result {
    String(decoding: try Resolvers.fixture("small-release.txt"), as: UTF8.self)
      .split(separator: "\n").map(String.init)
  }

  /// The release; the name decides whether it counts as NLM's own.
  static func make(name: String = "RXNORM_20AA_260302F") throws -> HandRelease {
    var release = HandRelease(name: name)
    release.moved(9, to: 9)
    for line in try lines.get() where !line.hasPrefix("#") { add(line, to: &release) }
    return release
  }

  /// `@MTHSPL code` is another source, `~O` that it is suppressed.
  private static func add(_ line: String, to release: inout HandRelease) {
    let parts = line.components(separatedBy: " ~")
    let suppress = parts.count > 1 ? parts[1] : "N"
    let source = parts[0].components(separatedBy: " @")
    let words = source[0].split(separator: " ", maxSplits: 3).map(String.init)
    let numbers = words.map { Int($0) ?? 0 }
    switch words[0] {
    case "concept" where source.count > 1:
      let other = source[1].split(separator: " ").map(String.init)
      release.concept(numbers[1], words[2], words[3], source: other[0], code: other[1])
    case "concept": release.concept(numbers[1], words[2], words[3], suppress: suppress)
    case "relation": release.relation(numbers[1], words[2], numbers[3])
    case "attribute": release.attribute(numbers[1], words[2], words[3], suppress: suppress)
    case "archived":
      let name = words[3].split(separator: " ", maxSplits: 1).map(String.init)
      release.archived(numbers[1], name[0], name[1], into: numbers[2])
    default: release.retired(numbers[1], into: Int(words[2]), of: numbers[3])
    }
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
