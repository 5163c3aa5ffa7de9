// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
package import FHIRResources
internal import MedicationModel
package import MedicationResolver
internal import SymptomMapping

/// What lists need of a document.
package struct DocumentContents {
  package var records: [MedicationRecord] = []
  package var allergies: [AllergyRecord] = []
  package var patients: [PatientRecord] = []
  package var lists: [RecordListing] = []
  /// What entries delete or change that was not read with them.
  package var removals = Removals()
  package var immunizationCount = 0

  package init() {}

  package init(_ document: FHIRDocument) {
    records = document.records
    allergies = document.allergies
    patients = document.patients
    lists = document.lists
    removals = document.removals
    immunizationCount = document.immunizationCount
  }
}

/// A document, or a part of one, with its records resolved: all that lists take of it.
///
/// Documents are independent up to here and are resolved on any thread; what belongs to one person
/// shows only where all come together, in ``MedicationListBuilder``.
package struct ResolvedDocument: Sendable {
  let name: String
  let scope: String?
  let patients: [PatientRecord]
  let immunizationCount: Int
  private(set) var definitionCount = 0
  private(set) var warnings: [Problem.Code: Int] = [:]
  private(set) var records: [ListedRecord] = []
  private(set) var allergies: [ListedAllergy] = []
  /// What empty lists say, and of whom.
  private(set) var statements:
    [(subject: String?, base: String?, statement: PatientMedicationList.EmptyStatement)] = []
  /// What Lists take off, or entries delete or change, that was not read with them.
  private(set) var removals: Removals

  /// Resolves what was read of a document; parts of one document have one name.
  package init(
    _ document: DocumentContents, name: String, scope: String?, asOf: StatedDate?,
    by session: inout ResolvingSession
  ) throws(CatalogError) {
    self.name = name
    self.scope = scope
    patients = document.patients
    immunizationCount = document.immunizationCount
    removals = document.removals
    let resolver = session.resolver
    let positions = Self.positions(document)
    for (index, record) in document.records.enumerated() {
      guard RecordKind(resourceType: record.resourceType) != .definition else {
        definitionCount += 1
        continue
      }
      let answer = try session.resolve(.record(record))
      for problem in answer.problems where problem.severity != .note {
        warnings[problem.code, default: 0] += 1
      }
      records.append(
        ListedRecord(
          record, answer, document: name, position: positions[index], asOf: asOf,
          identity: ListedDrugIdentity(record, answer, routes: resolver.mappings.routes)))
    }
    for allergy in document.allergies {
      allergies.append(try ListedAllergy(allergy, document: name, resolver: resolver))
    }
    for listing in document.lists {
      for (name, code) in listing.removals { removals.add(code, of: name) }
      guard let absence = listing.emptyStatement else { continue }
      let source = ListSource(
        document: name, entryPath: listing.entryPath, resourceType: listing.resourceType,
        id: listing.id)
      statements.append(
        (listing.subject, listing.subjectBase, .init(source: source, absence: absence)))
    }
  }

  /// The place of each record on the document's own list, if it has exactly one with records.
  private static func positions(_ document: DocumentContents) -> [Int: Int] {
    let listings = document.lists.filter { listing in
      listing.items.contains { !$0.records.isEmpty }
    }
    guard listings.count == 1, let listing = listings.first else { return [:] }
    var positions: [Int: Int] = [:]
    for (place, item) in listing.items.enumerated() {
      for record in item.records where positions[record] == nil { positions[record] = place }
    }
    return positions
  }
}
