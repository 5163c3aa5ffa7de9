// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationModel
import MedicationStore

/// The tables of a store for other programs.
enum StoreTables: String, CaseIterable {
  case medications, doses, symptoms

  var fileName: String { "\(rawValue).csv" }

  /// A row for each record, in the order of the store; dates with the offset of a zone.
  func table(of contents: StoreContents, zone: Zone) -> Table {
    switch self {
    case .medications: Self.medications(contents)
    case .doses: Self.doses(contents, zone)
    case .symptoms: Self.symptoms(contents, zone)
    }
  }

  private static func medications(_ contents: StoreContents) -> Table {
    var table = Table(columns: [
      "identifier", "name", "nickname", "form", "archived", "schedule", "unit", "strength",
      "stock", "rxnorm", "codings",
    ])
    for owned in contents.medications {
      let (medication, concept) = (owned.medication, owned.medication.medication)
      let codings = concept.relatedCodings.sorted()
      table.append([
        concept.identifier.value, concept.displayText, medication.nickname,
        concept.generalForm.rawValue, "\(medication.isArchived)", owned.schedule?.description,
        owned.unit?.unitString, owned.strength, owned.stock?.amountText,
        codings.filter { $0.system == CodeSystem.rxNorm }.map(\.code).joined(separator: " "),
        codings.map { "\($0.system)|\($0.code)" }.joined(separator: " "),
      ])
    }
    return table
  }

  private static func doses(_ contents: StoreContents, _ zone: Zone) -> Table {
    let names = Dictionary(
      contents.medications.map {
        ($0.medication.medication.identifier, $0.medication.nameToShow)
      }
    ) { $1 }
    var table = Table(columns: [
      "uuid", "medication", "identifier", "status", "start", "end", "scheduled",
      "scheduled_quantity", "quantity", "unit", "source", "source_identifier",
    ])
    for dose in contents.doses {
      table.append([
        dose.uuid.description, names[dose.medicationConceptIdentifier],
        dose.medicationConceptIdentifier.value,
        dose.logStatus.name ?? "\(dose.logStatus.rawValue)", zone.text(dose.startDate),
        zone.text(dose.endDate), dose.scheduledDate.map(zone.text),
        dose.scheduledDoseQuantity?.amountText, dose.doseQuantity?.amountText,
        dose.unit.unitString, dose.source.name, dose.source.bundleIdentifier,
      ])
    }
    return table
  }

  private static func symptoms(_ contents: StoreContents, _ zone: Zone) -> Table {
    var table = Table(columns: [
      "uuid", "type", "symptom", "value", "value_name", "start", "end", "source",
      "source_identifier", "medication", "dose",
    ])
    for sample in contents.symptoms {
      table.append([
        sample.uuid.description, sample.categoryType.rawValue, sample.categoryType.displayName,
        "\(sample.value)", sample.categoryType.valueKind.name(of: sample.value),
        zone.text(sample.startDate), zone.text(sample.endDate), sample.source.name,
        sample.source.bundleIdentifier, sample.text(CategorySample.medicationKey),
        sample.text(CategorySample.doseKey),
      ])
    }
    return table
  }
}

extension CategorySample {
  /// The text of a key of its metadata.
  func text(_ key: String) -> String? {
    guard case .string(let text) = metadata?[key] else { return nil }
    return text
  }
}
