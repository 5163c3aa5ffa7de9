// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension RecordReader {
  /// Reads subject, dosages in words and the quantity to dispense.
  mutating func readDetails() {
    let resource = entry.resource
    let patient =
      elements.reference(elements.member(resource, "subject"))?.reference
      ?? elements.reference(elements.member(resource, "patient"))?.reference
    record.subject = patient
    for name: StaticString in ["dosageInstruction", "dosage"] {
      readDosages(name)
    }
    record.dispenseQuantity = dispenseQuantity()
    if let mode = entry.wrapper?["search"]?["mode"], mode.isString("include") { raise(.included) }
  }

  /// Reads the texts of dosages; one with a modifier that is not understood is withheld (S10).
  private mutating func readDosages(_ name: StaticString) {
    guard let node = elements.member(entry.resource, name) else { return }
    // One object in Administrations, an array elsewhere: both are right.
    let dosages = node.isArray ? elements.list(entry.resource, name) : [node].filter(\.isObject)
    for dosage in dosages where !isModified(dosage) {
      if let text = elements.text(dosage, "text") {
        var dosage = FHIRDosage()
        dosage.text = text
        record.dosages.append(dosage)
      }
    }
  }

  private mutating func dispenseQuantity() -> FHIRQuantity? {
    let resource = entry.resource
    switch entry.kind {
    case .request:
      for name: StaticString in ["dispenseRequest", "dispense"] {
        if let request = elements.object(resource, name),
          let quantity = elements.quantity(elements.object(request, "quantity"))
        {
          return quantity
        }
      }
      return nil
    case .dispense:
      return elements.quantity(elements.object(resource, "quantity"))
    default:
      return nil
    }
  }
}
