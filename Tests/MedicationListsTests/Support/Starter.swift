// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import FHIRResources
import Foundation
import JSONText
import MedicationLists
import MedicationModel
import MedicationResolver
import SymptomMapping
import TestSupport
import Testing

/// A resolver over the starter release.
enum Starter {
  private static let built = Result {
    let bytes = try #require(try StarterRelease.catalogBytes.get(), "no zip in Data/RxNorm")
    return try MedicationResolver(
      catalog: Catalog(bytes: bytes), mappings: StarterRelease.mappings())
  }

  static func resolver() throws -> MedicationResolver { try built.get() }

  /// A builder for lists of a day.
  static func builder(asOf: String? = "2026-11-21") throws -> MedicationListBuilder {
    MedicationListBuilder(resolver: try resolver(), asOf: asOf.flatMap { StatedDate($0) })
  }

  /// The lists of hand-made documents, named `a`, `b` and so on.
  static func lists(
    _ documents: DocumentContents..., asOf: String = "2026-11-21"
  ) throws -> [PatientMedicationList] {
    var builder = try builder(asOf: asOf)
    for (index, document) in documents.enumerated() {
      try builder.add(document, name: String(UnicodeScalar(UInt8(97 + index))))
    }
    return builder.lists()
  }

  /// The one list of a hand-made document.
  static func list(_ document: DocumentContents) throws -> PatientMedicationList {
    try #require(try lists(document).first)
  }

  /// A record as a resource of a version of FHIR, and the record that is read of it.
  static func written(
    _ record: MedicationRecord, _ release: FHIRRelease
  ) throws -> (text: String, again: MedicationRecord) {
    var json = JSONWriter()
    FHIRRecordWriter(release).write(
      record, try resolver().resolve(record), document: "a.json", to: &json)
    return (json.text, try #require(FHIRDocument(json.bytes).records.first))
  }
}

extension MedicationRecord {
  /// A record of RxNorm codes about one patient.
  static func sample(
    _ resourceType: String = "MedicationRequest", _ codes: String..., id: String? = nil,
    entry: String = "0", status: StatusMeaning = .active, subject: String? = "Patient/1",
    change: (inout MedicationRecord) -> Void = { _ in }
  ) -> MedicationRecord {
    var record = MedicationRecord(entryPath: entry, resourceType: resourceType)
    record.codings = codes.map { FHIRCoding(system: CodeSystem.rxNorm, code: $0) }
    record.via = .concept
    record.id = id
    record.statusMeaning = status
    record.status = status.rawValue
    record.subject = subject
    change(&record)
    return record
  }
}

extension FHIRDosage {
  /// A dosage in words, by a route.
  static func sample(_ text: String, route: String? = nil) -> FHIRDosage {
    var dosage = FHIRDosage()
    dosage.text = text
    dosage.route = route.map { FHIRConcept(text: $0) }
    return dosage
  }
}

extension DocumentContents {
  /// Records alone.
  static func records(_ records: MedicationRecord...) -> DocumentContents { .records(records) }

  static func records(_ records: [MedicationRecord]) -> DocumentContents {
    var contents = DocumentContents()
    contents.records = records
    return contents
  }
}

extension PatientMedicationList {
  /// The list as one line of JSON.
  var json: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  /// Blocks and names, `block: name ×records+events`.
  var outline: [String] {
    lines.map { line in
      let events = line.events.isEmpty ? "" : "+\(line.events.count)"
      return
        "\(line.block.rawValue): \(line.concepts.first?.code?.description ?? line.name ?? "-") "
        + "×\(line.records.count)\(events)"
    }
  }
}
