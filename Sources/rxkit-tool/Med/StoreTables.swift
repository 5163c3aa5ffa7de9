// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import JSONText
import MedicationModel
import MedicationStore

/// The tables of a store for other programs.
enum StoreTables: String, CaseIterable {
  case medications, doses, symptoms

  var fileName: String { "\(rawValue).csv" }

  /// A row for each record, in the order of the store; dates with the offset of a zone.
  func table(of contents: StoreContents, zone: Zone) -> Table {
    switch self {
    case .medications: return Table(of: Self.medicationFields, contents.medications)
    case .doses:
      let names = Dictionary(
        contents.medications.map { ($0.concept.identifier, $0.medication.nameToShow) }
      ) { $1 }
      return Table(
        of: Self.doseFields,
        contents.doses.map { ($0, names[$0.medicationConceptIdentifier], zone) })
    case .symptoms: return Table(of: Self.symptomFields, contents.symptoms.map { ($0, zone) })
    }
  }

  private static let medicationFields: [Field<OwnedMedication>] = [
    Field("identifier") { $0.concept.identifier.value },
    Field("name") { $0.concept.displayText },
    Field("nickname") { $0.medication.nickname },
    Field("form") { $0.concept.generalForm.rawValue },
    Field("archived") { "\($0.medication.isArchived)" },
    Field("schedule") { $0.schedule?.description },
    Field("unit") { $0.unit?.unitString },
    Field("strength") { $0.strength },
    Field("stock") { $0.stock?.amountText },
    Field("rxnorm") { owned in
      owned.codings.filter { $0.system == CodeSystem.rxNorm }.map(\.code).joined(separator: " ")
    },
    Field("codings") { owned in
      owned.codings.map { "\($0.system)|\($0.code)" }.joined(separator: " ")
    },
  ]

  private static let doseFields: [Field<(dose: MedicationDoseEvent, name: String?, zone: Zone)>] = [
    Field("uuid") { $0.dose.uuid.description },
    Field("medication") { $0.name },
    Field("identifier") { $0.dose.medicationConceptIdentifier.value },
    Field("status") { $0.dose.logStatus.name ?? "\($0.dose.logStatus.rawValue)" },
    Field("start") { $0.zone.text($0.dose.startDate) },
    Field("end") { $0.zone.text($0.dose.endDate) },
    Field("scheduled") { $0.dose.scheduledDate.map($0.zone.text) },
    Field("scheduled_quantity") { $0.dose.scheduledDoseQuantity?.amountText },
    Field("quantity") { $0.dose.doseQuantity?.amountText },
    Field("unit") { $0.dose.unit.unitString },
    Field("source") { $0.dose.source.name },
    Field("source_identifier") { $0.dose.source.bundleIdentifier },
  ]

  private static let symptomFields: [Field<(sample: CategorySample, zone: Zone)>] = [
    Field("uuid") { $0.sample.uuid.description },
    Field("type") { $0.sample.categoryType.rawValue },
    Field("symptom") { $0.sample.categoryType.displayName },
    Field("value") { "\($0.sample.value)" },
    Field("value_name") { $0.sample.categoryType.valueKind.name(of: $0.sample.value) },
    Field("start") { $0.zone.text($0.sample.startDate) },
    Field("end") { $0.zone.text($0.sample.endDate) },
    Field("source") { $0.sample.source.name },
    Field("source_identifier") { $0.sample.source.bundleIdentifier },
    Field("medication") { $0.sample.text(CategorySample.medicationKey) },
    Field("dose") { $0.sample.text(CategorySample.doseKey) },
  ]
}

extension OwnedMedication {
  fileprivate var concept: MedicationConcept { medication.medication }
  fileprivate var codings: [ClinicalCoding] { concept.relatedCodings.sorted() }
}

extension CategorySample {
  /// The text of a key of its metadata.
  func text(_ key: String) -> String? {
    guard case .string(let text) = metadata?[key] else { return nil }
    return text
  }
}
