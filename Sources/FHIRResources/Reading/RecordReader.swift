// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// Reads one medication resource into a record.
struct RecordReader {
  let entry: ScopeEntry
  let origin: ReferenceOrigin
  /// The members of the resource.
  let fields: ResourceFields
  let readsDetails: Bool
  /// The members that say what was given out: those of the resource, or of the one
  /// dispense inside a MedicationDispense of DSTU1.
  var body: ResourceFields
  var elements: ElementReader
  var record: MedicationRecord
  /// The Medication that names the record's medication, if it is a resource of its own.
  var medication: JSONNode?
  /// The members of that Medication.
  var medicationFields: ResourceFields?
  /// Whether an object of the resource may have a name twice; in XML none can.
  var mayRepeatNames = false
  /// How many ingredients were read, those of ingredients included.
  var ingredientCount = 0

  /// How many levels of ingredients of ingredients are followed (section 7, step 6).
  static let chainLimit = 8
  /// Ingredients that share ingredients could be a text of a kilobyte and a record of a gigabyte.
  static let ingredientLimit = 1000

  init(
    entry: ScopeEntry, scope: ResourceScope, root: JSONNode, readsDetails: Bool,
    repeated: RepeatedElements?
  ) {
    self.entry = entry
    self.readsDetails = readsDetails
    origin = ReferenceOrigin(owner: entry, scope: scope)
    fields = ResourceFields(of: entry.resource)
    body = fields
    elements = ElementReader(
      resource: entry.resource, root: root, repeated: repeated, isSought: entry.kind.isMedication)
    record = MedicationRecord(
      entryPath: entry.address, resourceType: ResourceKind.typeName(of: fields[.resourceType]))
  }

  /// Reads everything and returns the record.
  mutating func read() -> MedicationRecord {
    let resource = entry.resource
    mayRepeatNames = !resource.isUntyped && resource.mayRepeatNamesInside
    if mayRepeatNames { reportDuplicateNames(in: resource) }
    record.id = elements.text(fields[.id])
    if entry.kind == .dispense { findDispense() }
    if entry.kind.isMedication {
      readOwnMedication()
    } else {
      readNamedMedication()
    }
    readAbsence()
    readModifiers()
    readStatus()
    readWhose()
    if readsDetails { readDetails() }
    readStatusReasons()
    noteStatedUse()
    record.fhirVersion =
      VersionEvidence(of: fields, kind: entry.kind).answer
    if record.flags.count > 1 {
      let order = RecordFlag.allCases
      record.flags.sort { order.firstIndex(of: $0) ?? 0 < order.firstIndex(of: $1) ?? 0 }
    }
    record.problems = elements.finish()
    // The record is large: it is handed over, not copied.
    var finished = MedicationRecord(entryPath: "", resourceType: "")
    swap(&finished, &record)
    return finished
  }

  /// Finds the dispense inside a MedicationDispense of DSTU1, which may hold several.
  private mutating func findDispense() {
    guard !fields.holds(.medication), !fields.holds(.medicationCodeableConcept),
      !fields.holds(.medicationReference)
    else { return }
    let dispenses = elements.oneOrMore(fields[.dispense])
    guard let first = dispenses.first else { return }
    body = ResourceFields(of: first)
    if dispenses.count > 1 {
      elements.report(
        .shape, .error, "\(dispenses.count) dispenses in one resource; only the first was read",
        at: fields[.dispense])
    }
  }

  mutating func raise(_ flag: RecordFlag) {
    if !record.flags.contains(flag) { record.flags.append(flag) }
  }

  /// Reports names that occur twice in any object of the resource.
  private mutating func reportDuplicateNames(in node: JSONNode) {
    if node.isObject {
      for name in node.duplicateNames {
        elements.report(
          .duplicateKey, .warning, "a member name occurs more than once; the last one counts",
          at: node[name])
      }
      for (_, value) in node.members where value.isObject || value.isArray {
        reportDuplicateNames(in: value)
      }
    } else {
      for value in node.elements where value.isObject || value.isArray {
        reportDuplicateNames(in: value)
      }
    }
  }

  // MARK: The medication of a Medication or MedicationKnowledge

  private mutating func readOwnMedication() {
    let concept = elements.concept(orWords: fields[.code])
    record.codings = concept.codings
    record.text = concept.text
    readProduct(entry.resource, fields, origin: origin)
    if !concept.isEmpty {
      record.via = .concept
    } else if record.ingredients.contains(where: { !$0.codings.isEmpty }) {
      record.via = .ingredient
    } else {
      record.via = .none
      elements.report(
        .noMedication, .warning, "names no medication: no code and no coded ingredient")
    }
  }

  // MARK: The medication of a request, statement, dispense or administration

  private mutating func readNamedMedication() {
    let (concept, reference) = medicationElements()
    record.reference = reference?.reference
    record.referenceDisplay = reference?.display
    record.referenceIdentifier = reference?.identifier
    // A logical reference names its target by an identifier alone; beside an address it may be
    // another than the Medication's own.
    if let reference, reference.reference == nil, let identifier = reference.identifier {
      record.productIdentifiers = [identifier]
    }
    if !concept.isEmpty {
      record.via = .concept
      record.codings = concept.codings
      record.text = concept.text
      if let reference { lookBehind(reference) }
    } else if let reference {
      follow(reference)
    } else {
      record.via = .none
      elements.report(.noMedication, .warning, "names no medication")
    }
  }

  /// The concept and the reference under any of their names (section 3.1).
  private mutating func medicationElements() -> (FHIRConcept, ReferenceText?) {
    var concept = elements.concept(orWords: body[.medicationCodeableConcept])
    var reference = elements.reference(body[.medicationReference])
    if concept.isEmpty, reference == nil, let medication = body[.medication],
      elements.isWords(medication)
    {
      return (elements.concept(orWords: medication), nil)
    }
    guard let medication = elements.object(body[.medication]) else {
      return (concept, reference)
    }
    if concept.isEmpty {
      concept = elements.concept(elements.object(medication, "concept"))
    }
    if concept.isEmpty, medication["coding"] != nil || medication["text"] != nil {
      concept = elements.concept(medication)
      if !concept.isEmpty {
        elements.report(
          .misplacedConcept, .warning, "a concept directly under medication", at: medication)
        return (concept, reference)
      }
    }
    if reference == nil {
      let inner = medication["reference"]
      let isR5 = inner?.isObject ?? false || inner?.isArray ?? false
      let isReference = ["reference", "display", "identifier"].contains { medication[$0] != nil }
      if isR5 {
        reference = elements.reference(inner)
      } else if isReference {
        reference = elements.reference(medication)
      }
    }
    return (concept, reference)
  }

  /// Follows a reference to a Medication and takes over what that says.
  private mutating func follow(_ reference: ReferenceText) {
    record.via = .unresolved
    switch ReferenceResolver().resolve(reference.reference, from: origin) {
    case .missing(let reason):
      record.resolution = reason
      elements.report(
        .unresolvedReference, .warning, "reference to the medication: \(reason)",
        at: reference.node)
    case .ambiguous(let candidates):
      record.resolution = "ambiguous"
      let places = candidates.prefix(10).map { "entry \($0.address)" }.joined(separator: ", ")
      elements.report(
        .referenceAmbiguous, .warning,
        "reference fits \(candidates.count) resources that differ: \(places)", at: reference.node)
    case .found(let target, let origin, let how, let isOtherVersion):
      guard let kind = ResourceKind(of: target), kind.isMedication else {
        let type = target["resourceType"]?.string ?? "an object without resource type"
        record.resolution = "target is \(type)"
        elements.report(
          .wrongTarget, .warning, "reference to the medication leads to another resource",
          at: reference.node)
        return
      }
      if isOtherVersion {
        elements.report(
          .versionNotFound, .warning, "another version than the one asked for was used",
          at: reference.node)
      }
      record.resolution = how
      record.via = how == "contained" ? .contained : .reference
      takeOver(target, origin: origin)
    }
  }

  /// Looks at the Medication that a reference beside a concept leads to: its status and modifiers
  /// count (S10, S11), and its codings tell whether both mean one drug.
  private mutating func lookBehind(_ reference: ReferenceText) {
    guard
      case .found(let target, _, _, _) = ReferenceResolver().resolve(
        reference.reference, from: origin), ResourceKind(of: target)?.isMedication == true
    else { return }
    medication = target
    let fields = ResourceFields(of: target)
    medicationFields = fields
    record.referencedCodings = elements.concept(orWords: fields[.code]).codings
  }

  private mutating func takeOver(_ target: JSONNode, origin: ReferenceOrigin) {
    medication = target
    let fields = ResourceFields(of: target)
    medicationFields = fields
    let concept = elements.concept(orWords: fields[.code])
    record.codings = concept.codings
    record.text = concept.text
    readProduct(target, fields, origin: origin)
    if concept.isEmpty, record.ingredients.contains(where: { !$0.codings.isEmpty }) {
      record.via = .ingredient
    } else if concept.isEmpty {
      elements.report(
        .noMedication, .warning, "the Medication referred to has no code and no coded ingredient")
    }
  }

  // MARK: Absence

  /// Recognises statements that there is no medication, or no name of it (S40).
  private mutating func readAbsence() {
    guard
      let absence = AbsenceStatement.recognise(
        codings: record.codings, text: record.text ?? record.referenceDisplay)
    else { return }
    record.absence = absence
    let message =
      switch absence {
      case .noneKnown: "a statement that no medication is known to be taken, no drug"
      case .noInformation: "a statement that nothing is known about medications, no drug"
      case .dataAbsent: "a code for absent data, no drug"
      }
    elements.report(.absenceStatement, .note, message)
  }
}
