// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension RecordReader {
  /// Reads the patient, and whether a search only added the record.
  mutating func readWhose() {
    if let node = fields[.subject] ?? fields[.patient], node.isArray, node.count > 1 {
      refuse(node, "several patients where one is due")
    }
    let subject = elements.reference(fields[.subject])
    let patient = elements.reference(fields[.patient])
    if let one = subject?.reference, let other = patient?.reference, one != other,
      let node = fields[.patient]
    {
      refuse(node, "two patients")
    }
    record.subject = subject?.reference ?? patient?.reference
    record.subjectBase = entry.base(for: record.subject)
    record.subjectIdentifier = subject?.identifier ?? patient?.identifier
    if let mode = entry.wrapper?["search"]?["mode"], mode.isString("include") { raise(.included) }
  }

  /// Reports an entry that deletes its resource: it is nothing that is taken.
  mutating func readDeletion() {
    guard let wrapper = entry.wrapper, ScopeEntry.deletes(wrapper) else { return }
    elements.report(.deletedAtSource, .warning, "its entry deletes it")
  }

  /// Reads how it is to be taken, when, why and by whom it was written.
  mutating func readDetails() {
    for node in body.all(.dosages) { readDosages(node) }
    record.renderedDosage = elements.text(fields[.renderedDosageInstruction])
    readSupply()
    readDates()
    readPeople()
    // Links are in the order of their kinds; those to a reason are the last.
    readLinks()
    readReasons()
    record.identifiers = elements.identifiers(fields[.identifier])
    if let fields = medicationFields {
      let others = elements.identifiers(fields[.identifier])
      record.productIdentifiers += others.filter { !record.productIdentifiers.contains($0) }
    }
  }

  /// Reads dosages; one with a modifier that is not understood is withheld.
  private mutating func readDosages(_ node: JSONNode) {
    // One object in Administrations, an array elsewhere: both are right.
    var objects = elements.oneOrMore(node)[...]
    // In their order, which carries the meaning of a taper.
    for item in node.items {
      var dosage = FHIRDosage()
      if item.isString {
        // Bare words count as the text; that they are words was reported with the objects.
        dosage.text = elements.text(item)
      } else if let object = objects.first, object.offset == item.offset {
        objects.removeFirst()
        if object.mayContain("modifierExtension"),
          object.modifierExtensions.contains(where: \.saysSomething)
        {
          dosage.isWithheld = true
        } else {
          dosage = elements.dosage(object)
        }
      }
      if !dosage.isEmpty { record.dosages.append(dosage) }
    }
  }

  /// Reads how much is given out, how long it lasts and how often it may be repeated.
  private mutating func readSupply() {
    switch entry.kind {
    case .request:
      readTerms()
      for node in fields.all(.supplies) {
        guard let request = elements.object(node) else { continue }
        if record.dispenseQuantity == nil {
          record.dispenseQuantity = elements.quantity(elements.object(request["quantity"]))
        }
        record.daysSupply =
          record.daysSupply
          ?? elements.quantity(elements.object(request["expectedSupplyDuration"]))
        record.repeats = record.repeats ?? elements.decimal(request["numberOfRepeatsAllowed"])
        record.dates.validity =
          record.dates.validity ?? elements.period(request["validityPeriod"])
      }
    case .dispense:
      record.dispenseQuantity = elements.quantity(elements.object(body[.quantity]))
      record.daysSupply = elements.quantity(elements.object(fields[.daysSupply]))
    default: break
    }
  }

  /// Reads on which terms a prescription is given out.
  private mutating func readTerms() {
    var terms = DispenseTerms()
    if let request = elements.object(fields[.dispenseRequest]) {
      if let first = elements.object(request["initialFill"]) {
        terms.firstQuantity = elements.quantity(elements.object(first["quantity"]))
        terms.firstDuration = elements.quantity(elements.object(first["duration"]))
      }
      terms.interval = elements.quantity(elements.object(request["dispenseInterval"]))
    }
    if let substitution = elements.object(fields[.substitution]) {
      terms.allowsSubstitution =
        elements.flag(substitution["allowedBoolean"]) ?? elements.flag(substitution["allowed"])
      terms.substitution =
        elements.presentConcept(substitution["allowedCodeableConcept"])
        ?? elements.presentConcept(substitution["type"])
      terms.substitutionReason = elements.presentConcept(substitution["reason"])
    }
    if !terms.isEmpty { record.dispenseTerms = terms }
  }

  private mutating func readDates() {
    record.dates.authored = first(.authored) { $0.date($1) }
    record.dates.asserted = elements.date(fields[.dateAsserted])
    record.dates.moment = first(.moments) { $0.date($1) }
    record.dates.period = first(.periods) { $0.period($1) }
    record.dates.timing = first(.timings) { $0.timing($1) }
    record.dates.prepared = elements.date(body[.whenPrepared])
    record.dates.handedOver = elements.date(body[.whenHandedOver])
    record.dates.ended = elements.date(fields[.dateEnded])
    record.dates.recorded = elements.date(fields[.recorded])
    record.dates.statusChanged = elements.date(fields[.statusChanged])
  }

  /// The first element of a group that says something.
  private mutating func first<Value>(
    _ group: ElementGroup, _ read: (inout ElementReader, JSONNode) -> Value?
  ) -> Value? {
    for node in fields.all(group) {
      if let value = read(&elements, node) { return value }
    }
    return nil
  }

  /// Reads why it is taken: concepts, and references with the words given with them.
  private mutating func readReasons() {
    for node in fields.all(.reasons) { record.reasons += elements.concepts(node) }
    if let node = fields[.reason] {
      for item in elements.oneOrMore(node) {
        // A CodeableReference of R5; some write a concept or a reference in its place.
        if let concept = elements.presentConcept(item["concept"]) ?? elements.presentConcept(item) {
          record.reasons.append(concept)
        }
        let inner = item["reference"]
        if let reference = elements.reference(inner?.isString == true ? item : inner) {
          add(.reason, reference)
        }
      }
    }
    for node in fields.all(.reasonReferences) {
      for reference in elements.references(node) { add(.reason, reference) }
    }
    record.category = elements.concepts(fields[.category])
  }

  private mutating func readPeople() {
    record.encounter =
      (elements.reference(fields[.encounter])
      ?? elements.reference(fields[.context]))?.words
    // STU3 has the prescriber in an object of its own.
    let requester = fields[.requester]
    record.requester =
      elements.reference(requester?["agent"] ?? requester ?? fields[.prescriber])?.words
    record.author = elements.reference(fields[.recorder])?.words
    record.isReported = elements.flag(fields[.reportedBoolean]) ?? elements.flag(fields[.reported])
    let reporters =
      elements.references(fields[.informationSource])
      + elements.references(fields[.reportedReference])
    record.informationSource = reporters.compactMap(\.words)
    if record.isReported == nil, fields.holds(.reportedReference), !record.informationSource.isEmpty
    {
      record.isReported = true
    }
  }

  private mutating func readLinks() {
    for (kind, field) in ElementGroup.links {
      guard let node = fields[field] else { continue }
      if kind == .groupIdentifier {
        guard let identifier = elements.identifier(node) else { continue }
        record.links.append(RecordLink(kind, identifier: identifier))
        // The name of the same before STU3; elsewhere it is any background.
      } else if field != .supportingInformation || entry.kind == .statement {
        for reference in elements.references(node) { add(kind, reference) }
      }
    }
  }

  mutating func add(_ kind: RecordLink.Kind, _ reference: ReferenceText) {
    guard !reference.isEmpty else { return }
    record.links.append(
      RecordLink(
        kind, reference: reference.reference, display: reference.display,
        identifier: reference.identifier))
  }
}
