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
  /// Where that Medication is.
  var medicationOrigin: ReferenceOrigin?
  /// How many ingredients were read, those of ingredients included.
  var ingredientCount = 0

  /// How many levels of ingredients of ingredients are followed.
  static let chainLimit = 8
  /// Ingredients that share ingredients could be a text of a kilobyte and a record of a gigabyte.
  static let ingredientLimit = 1000

  init(
    _ origin: ReferenceOrigin, root: JSONNode, readsDetails: Bool, repeated: RepeatedElements?
  ) {
    self.origin = origin
    entry = origin.owner
    self.readsDetails = readsDetails
    fields = ResourceFields(of: entry.resource)
    body = fields
    elements = ElementReader(resource: entry.resource, root: root, repeated: repeated)
    record = MedicationRecord(
      entryPath: entry.address, resourceType: ResourceKind.typeName(of: fields[.resourceType]))
  }

  /// Reads everything and returns the record.
  mutating func read() -> MedicationRecord {
    noteRepeatedNames(in: entry.resource)
    record.id = elements.text(fields[.id])
    if entry.kind == .dispense { findDispense() }
    if let item = entry.item {
      readProduct(of: item)
    } else if entry.kind.isMedication {
      readOwnMedication()
    } else {
      readNamedMedication()
    }
    readAbsence()
    readModifiers()
    readStatus()
    if entry.kind == .claim { readUse(of: entry.item) }
    readWhose()
    readDeletion()
    if let item = entry.item {
      if readsDetails { readDetails(of: item) }
    } else if readsDetails {
      readDetails()
    }
    readStatusReasons()
    record.notes = elements.notes(fields[.note])
    noteStatedUse()
    noteContradictions()
    record.fhirVersion =
      VersionEvidence.version(of: fields, kind: entry.kind)
      // A concept of this name exists only in STU3.
      ?? (entry.item?.node["service"]?["coding"] == nil ? nil : .stu3)
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

  // MARK: The medication of a Medication or MedicationKnowledge

  private mutating func readOwnMedication() {
    let concept = code(of: entry.resource, fields)
    record.codings = concept.codings
    record.text = concept.text
    readProduct(entry.resource, fields, origin: origin)
    if !concept.isEmpty {
      record.via = .concept
    } else if hasActiveIngredient {
      record.via = .ingredient
    } else {
      record.via = .none
      elements.report(
        .noMedication, .warning, "names no medication: no code and no coded active ingredient")
    }
  }

  /// `code` of a Medication, with every value that it has under this name.
  private mutating func code(of medication: JSONNode, _ fields: ResourceFields) -> FHIRConcept {
    elements.identity(Self.values("code", of: medication, last: fields[.code]))
  }

  /// Every value of a name, which JSON can have twice in an object.
  static func values(
    _ name: @autoclosure () -> String, of node: JSONNode, last: JSONNode?
  ) -> [JSONNode] {
    guard let last else { return [] }
    let repeated = node.isUntyped ? [] : node.duplicateNames
    // Few objects repeat names, and the name of a field takes longer to make than all else here.
    if repeated.isEmpty { return [last] }
    let name = name()
    guard repeated.contains(name) else { return [last] }
    return node.members.filter { $0.name.string == name }.map(\.value)
  }

  /// Whether an ingredient with a code is not said to be inactive.
  private var hasActiveIngredient: Bool {
    record.ingredients.contains { !$0.codings.isEmpty && $0.isActive != false }
  }

  // MARK: The medication of a request, statement, dispense or administration

  private mutating func readNamedMedication() {
    let (concept, references) = medicationElements()
    let reference = references.first
    record.reference = reference?.reference
    record.referenceDisplay = reference?.display
    record.referenceIdentifier = reference?.identifier
    // A logical reference names its target only by an identifier; next to an
    // address, the identifier may not be the Medication's own.
    if let reference, reference.reference == nil, let identifier = reference.identifier {
      record.productIdentifiers = [identifier]
    }
    if let reference, concept.isEmpty || concept.codings.isEmpty && leadsToCode(reference) {
      follow(reference)
      // Words with a reference that leads to a code name nothing, and are kept.
      if let text = concept.text {
        if let other = record.text, other != text { record.otherNames.append(other) }
        record.text = text
      }
    } else if !concept.isEmpty {
      record.via = .concept
      record.codings = concept.codings
      record.text = concept.text
      if let reference { lookBehind(reference) }
    } else {
      record.via = .none
      elements.report(.noMedication, .warning, "names no medication")
    }
    for other in references.dropFirst() where other.reference != reference?.reference {
      readFurther(other)
    }
  }

  /// The concept and the references under any of their names.
  private mutating func medicationElements() -> (FHIRConcept, [ReferenceText]) {
    func values(_ field: ResourceField) -> [JSONNode] {
      Self.values("\(field)", of: entry.resource, last: body[field])
    }
    var concepts = values(.medicationCodeableConcept)
    var references = values(.medicationReference).flatMap { elements.severalReferences($0) }
    for node in values(.medication) {
      let items = node.isArray ? node.elements.filter { !$0.isNull && !$0.isString("") } : [node]
      if node.isArray, !items.isEmpty {
        elements.report(
          .shape, .warning, "an array where one medication is due; each is read", at: node)
      }
      for item in items {
        if item.isString {
          concepts.append(item)
        } else if let item = elements.object(item) {
          readElement(item, &concepts, &references)
        }
      }
    }
    return (elements.identity(concepts), references)
  }

  /// Takes apart the value of `medication`: a CodeableReference, a Reference or a concept.
  private mutating func readElement(
    _ medication: JSONNode, _ concepts: inout [JSONNode], _ references: inout [ReferenceText]
  ) {
    if let concept = medication["concept"] { concepts.append(concept) }
    if medication["coding"] != nil || medication["text"] != nil {
      concepts.append(medication)
      elements.report(
        .misplacedConcept, .warning, "a concept directly under medication", at: medication)
    }
    let inner = medication["reference"]
    if let inner, inner.isObject || inner.isArray && inner.elements.allSatisfy({ !$0.isString }) {
      references += elements.severalReferences(inner)
    } else if ["reference", "display", "identifier"].contains(where: { medication[$0] != nil }),
      medication.isObject
    {
      references += elements.severalReferences(medication)
    }
  }

  /// Whether a reference leads to a Medication with a code or a coded ingredient, or to several.
  private func leadsToCode(_ reference: ReferenceText) -> Bool {
    switch ReferenceResolver().resolve(reference.reference, from: origin) {
    case .missing: return false
    case .ambiguous: return true
    case .found(let target, _, _, _):
      guard ResourceKind(of: target)?.isMedication == true else { return false }
      return ["code", "ingredient", "product", "definitional"].contains {
        target[$0].map { $0.isObject || $0.isArray } ?? false
      }
    }
  }

  /// A further reference where one is expected: its target may be another drug.
  private mutating func readFurther(_ reference: ReferenceText) {
    var named = FHIRConcept(codings: record.codings, text: record.text)
    let hasName = !named.isEmpty
    if !hasName { named.text = record.referenceDisplay ?? record.reference }
    var other = FHIRConcept()
    if case .found(let target, _, _, _) = ReferenceResolver().resolve(
      reference.reference, from: origin), ResourceKind(of: target)?.isMedication == true
    {
      other = code(of: target, ResourceFields(of: target))
    }
    if other.isEmpty { other.codings = [FHIRCoding(display: reference.words)] }
    let whole = elements.oneOf([named, other], at: reference.node)
    record.codings = whole.codings
    if hasName { record.text = whole.text }
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
      report(candidates, at: reference.node)
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

  /// Looks at the Medication that a reference next to a concept leads to: its status and modifiers
  /// count, and its codings show whether both mean one drug.
  private mutating func lookBehind(_ reference: ReferenceText) {
    switch ReferenceResolver().resolve(reference.reference, from: origin) {
    case .missing: break
    case .ambiguous(let candidates): report(candidates, at: reference.node)
    case .found(let target, let origin, _, _):
      guard ResourceKind(of: target)?.isMedication == true else { return }
      (medication, medicationOrigin) = (target, origin)
      let fields = ResourceFields(of: target)
      medicationFields = fields
      let concept = code(of: target, fields)
      let all = ingredients(of: productHolders(of: target), origin: origin, above: [target])
      let active = all.filter { $0.isActive != false }
      record.referencedCodings = concept.codings
      record.referencedIngredients = active
      if concept.codings.isEmpty, let text = concept.text {
        record.referencedCodings = [FHIRCoding(display: text)]
      } else if concept.isEmpty, active.count == 1 {
        record.referencedCodings = active[0].codings
      }
    }
  }

  private mutating func takeOver(_ target: JSONNode, origin: ReferenceOrigin) {
    (medication, medicationOrigin) = (target, origin)
    let fields = ResourceFields(of: target)
    medicationFields = fields
    let concept = code(of: target, fields)
    record.codings = concept.codings
    record.text = concept.text
    readProduct(target, fields, origin: origin)
    if concept.isEmpty, hasActiveIngredient {
      record.via = .ingredient
    } else if concept.isEmpty {
      elements.report(
        .noMedication, .warning,
        "the Medication referred to has no code and no coded active ingredient")
    }
  }

  private mutating func report(_ candidates: [ScopeEntry], at node: JSONNode) {
    let places = candidates.prefix(10).map { "entry \($0.address)" }.joined(separator: ", ")
    elements.report(
      .referenceAmbiguous, .warning,
      "reference fits \(candidates.count) resources that differ: \(places)", at: node)
  }

  // MARK: Absence

  /// Recognises statements that there is no medication, or no name of it.
  private mutating func readAbsence() {
    let text = record.text ?? record.referenceDisplay
    if AbsenceStatement.isBesideDrug(codings: record.codings, text: text) {
      elements.report(
        .absenceContradicted, .warning, "a statement that no medication is known beside a drug")
    }
    guard let absence = AbsenceStatement.recognise(codings: record.codings, text: text) else {
      return
    }
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
