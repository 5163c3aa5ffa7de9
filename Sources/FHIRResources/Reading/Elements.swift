// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

// The elements of medication resources: their names in every version, which of
// them say the same (ElementGroup), and which only one version has (evidence).
// The reader is one for all versions: what several elements say is read in the
// order of their group, never in that of the text.

/// The names of the members that are read of a medication resource.
enum ResourceField: Int, MemberName {
  // What it is.
  case resourceType, id, meta, implicitRules, modifierExtension, identifier, contained
  // Status, intent and what turns them round.
  case status, intent, doNotPerform, wasNotTaken, wasNotGiven, notTaken, notGiven, notDone, taken
  case adherence
  case statusReason, statusReasonCodeableConcept, statusReasonReference, reasonNotTaken
  case reasonNotGiven, reasonEnded, notDoneReasonCodeableConcept, notDoneReasonReference
  case notPerformedReason
  // Which medication.
  case code, medication, medicationCodeableConcept, medicationReference
  case product, package, definitional, ingredient, form, doseForm, amount, totalVolume
  case name, synonym, isBrand, isOverTheCounter, manufacturer, marketingAuthorizationHolder, batch
  // Who and when.
  case subject, patient, encounter, context
  case requester, prescriber, recorder, informationSource, source
  case reported, reportedBoolean, reportedReference
  case authoredOn, dateWritten, dateAsserted, dateEnded, recorded, statusChanged
  case effectiveDateTime, effectiveTimeDateTime, occurenceDateTime, occurrenceDateTime
  case effectivePeriod, effectiveTimePeriod, occurencePeriod, occurrencePeriod
  case effectiveDosePeriod, whenGiven, effectiveTiming, occurenceTiming, occurrenceTiming
  case whenPrepared, whenHandedOver
  // Why, and what it belongs to.
  case reason, reasonCode, reasonCodeableConcept, reasonGiven, reasonReference
  case reasonForUseCodeableConcept, reasonForUseReference, category
  case basedOn, partOf, derivedFrom, supportingInformation, authorizingPrescription
  case prescription, request, priorPrescription, groupIdentifier, eventHistory
  // How and how much.
  case dosageInstruction, dosage, renderedDosageInstruction
  case dispenseRequest, dispense, quantity, daysSupply, substitution
  case note, `extension`

  static let table = nameTable
}

/// Elements of several versions that fill one field of a record, in the order they are read in.
struct ElementGroup {
  let fields: [ResourceField]
  /// A bit for each by its number.
  fileprivate let bits: UInt128

  init(_ fields: [ResourceField]) {
    self.fields = fields
    bits = fields.reduce(0) { $0 | 1 << UInt128($1.rawValue) }
  }

  /// When it was ordered.
  static let authored = ElementGroup([.authoredOn, .dateWritten])
  /// The one moment of use; R5 writes `occurence`.
  static let moments = ElementGroup([
    .effectiveDateTime, .effectiveTimeDateTime, .occurenceDateTime, .occurrenceDateTime,
  ])
  /// The period of use.
  static let periods = ElementGroup([
    .effectivePeriod, .effectiveTimePeriod, .occurencePeriod, .occurrencePeriod,
    .effectiveDosePeriod, .whenGiven,
  ])
  /// Repeated use.
  static let timings = ElementGroup([.effectiveTiming, .occurenceTiming, .occurrenceTiming])
  static let dosages = ElementGroup([.dosageInstruction, .dosage])
  /// What is given out.
  static let supplies = ElementGroup([.dispenseRequest, .dispense])
  static let statusReasons = ElementGroup([
    .statusReason, .statusReasonCodeableConcept, .reasonNotTaken, .reasonNotGiven, .reasonEnded,
    .notDoneReasonCodeableConcept, .notPerformedReason, .statusReasonReference,
    .notDoneReasonReference,
  ])
  /// Reasons why it was not taken or given.
  static let refusals = ElementGroup([
    .reasonNotTaken, .reasonNotGiven, .notDoneReasonCodeableConcept, .notDoneReasonReference,
    .notPerformedReason,
  ])
  /// Why it is taken, as concepts.
  static let reasons = ElementGroup([
    .reasonCode, .reasonCodeableConcept, .reasonGiven, .reasonForUseCodeableConcept,
  ])
  static let reasonReferences = ElementGroup([.reasonReference, .reasonForUseReference])
  /// Truth values that say that nothing is taken.
  static let negations = ElementGroup([.wasNotTaken, .wasNotGiven, .notTaken, .notGiven, .notDone])
  /// What a Medication says besides its code: ingredients, form, names, amounts.
  static let product = ElementGroup([
    .product, .definitional, .package, .ingredient, .form, .doseForm, .amount, .totalVolume, .name,
    .synonym, .isBrand, .isOverTheCounter, .manufacturer, .marketingAuthorizationHolder, .batch,
  ])
  /// The links to other resources, in the order of their kinds.
  static let links: [(kind: RecordLink.Kind, field: ResourceField)] = [
    (.basedOn, .basedOn), (.partOf, .partOf), (.derivedFrom, .derivedFrom),
    (.derivedFrom, .supportingInformation), (.authorizingPrescription, .authorizingPrescription),
    (.prescription, .prescription), (.prescription, .request),
    (.priorPrescription, .priorPrescription), (.groupIdentifier, .groupIdentifier),
    (.eventHistory, .eventHistory),
  ]
}

/// The names of an object's members, one number each.
protocol MemberName: RawRepresentable<Int>, CaseIterable, Sendable {
  static var table: JSONNameTable { get }
}

extension MemberName {
  static var nameTable: JSONNameTable { JSONNameTable(allCases.map { "\($0)" }) }
}

/// The members of an object by their names.
struct NamedMembers<Name: MemberName> {
  private let members: JSONNumberedMembers

  init(of object: JSONNode) { members = JSONNumberedMembers(of: object, by: Name.table) }

  @inline(__always)
  subscript(name: Name) -> JSONNode? { members[name.rawValue] }

  @inline(__always)
  func holds(_ name: Name) -> Bool { members.holds(name.rawValue) }
}

typealias ResourceFields = NamedMembers<ResourceField>

extension ResourceFields {
  /// Whether at least one of several members is there.
  @inline(__always)
  func holdsAny(of group: ElementGroup) -> Bool { members.present & group.bits != 0 }

  /// The members of a group that are there.
  func all(_ group: ElementGroup) -> [JSONNode] {
    holdsAny(of: group) ? group.fields.compactMap { self[$0] } : []
  }
}

/// An element that only one version has, or that shows one where nothing else does.
struct ElementEvidence {
  let version: FHIRVersion
  let field: ResourceField
  /// Names from there down; every array on the way is searched.
  private let path: ArraySlice<String>
  /// The bit of the first of these names, where the field is one of dosages.
  private let dosageMember: UInt128?

  private init(_ version: FHIRVersion, _ field: ResourceField, _ path: String) {
    self.version = version
    self.field = field
    self.path = path.split(separator: ".").map(String.init)[...]
    let first = ElementGroup.dosages.fields.contains(field) ? self.path.first : nil
    dosageMember = first.flatMap { name in DosageField.allCases.first { "\($0)" == name } }
      .map { 1 << UInt128($0.rawValue) }
  }

  /// Whether the element is there; `dosages` are the members that the dosages have.
  func applies(to fields: ResourceFields, _ dosages: UInt128) -> Bool {
    if let dosageMember, dosages & dosageMember == 0 { return false }
    return fields[field].map { Self.has($0, path) } ?? false
  }

  private static func has(_ node: JSONNode, _ path: ArraySlice<String>) -> Bool {
    guard let name = path.first else { return true }
    if node.isArray { return node.elements.contains { $0.isObject && has($0, path) } }
    return node[name].map { has($0, path.dropFirst()) } ?? false
  }

  /// What shows the version of one kind of resource.
  struct Table: Sendable {
    /// Elements that only one version has.
    var own: [ElementEvidence] = []
    /// Elements that R6 brought: it has all of R5, too.
    var sinceR6: [ElementEvidence] = []
    /// Elements that R4 brought and R5 kept.
    var sinceR4: [ElementEvidence] = []
    /// Every field that is read.
    var fields = ElementGroup([])
  }

  static let tables: [ResourceKind: Table] = {
    var tables: [ResourceKind: Table] = [:]
    func add(_ rows: [Row], to place: WritableKeyPath<Table, [ElementEvidence]>) {
      for (version, kinds, fields, path) in rows {
        let evidence = fields.map { ElementEvidence(version, $0, path) }
        for kind in kinds { tables[kind, default: Table()][keyPath: place] += evidence }
      }
    }
    add(own, to: \.own)
    add(sinceR6, to: \.sinceR6)
    add(sinceR4, to: \.sinceR4)
    return tables.mapValues { table in
      var table = table
      table.fields = ElementGroup((table.own + table.sinceR6 + table.sinceR4).map(\.field))
      return table
    }
  }()

  private static let uses: [ResourceKind] = [.request, .statement, .dispense, .administration]

  /// A version, the kinds of resource that show it, fields, and the path from each of them down.
  private typealias Row = (FHIRVersion, [ResourceKind], [ResourceField], String)

  private static let own: [Row] = [
    (.r5, uses, [.medication], "concept"),
    (.r5, uses, [.medication], "reference.reference"),
    (.r5, uses, [.dosageInstruction, .dosage], "asNeededFor"),
    (.r5, [.medication], [.doseForm, .totalVolume], ""),
    (.r5, [.medication], [.ingredient], "strengthRatio"),
    (.r5, [.knowledge], [.definitional], ""),
    (.r5, [.administration], [.occurenceDateTime, .occurencePeriod, .occurenceTiming], ""),
    (.r5, [.statement], [.adherence], ""),
    (.r4, [.knowledge], [.doseForm, .synonym], ""),
    (.r4, [.medication], [.ingredient], "strength"),
    (.r4, [.medication], [.amount], ""),
    (.stu3, [.request], [.requester], "agent"),
    (.stu3, [.request], [.context], ""),
    (.stu3, [.request], [.dosageInstruction], "doseQuantity"),
    (.stu3, [.statement], [.dosage], "doseQuantity"),
    (.stu3, [.statement], [.taken], ""),
    (.stu3, [.administration], [.notGiven], ""),
    (.stu3, [.dispense], [.notDone], ""),
    (.stu3, [.medication], [.ingredient], "amount"),
    (.stu3, [.medication], [.isOverTheCounter], ""),
    (.dstu2, [.statement, .dispense, .administration], [.patient], ""),
    (.dstu2, [.statement], [.wasNotTaken], ""),
    (.dstu2, [.administration], [.wasNotGiven], ""),
    (.dstu2, [.medication], [.product], ""),
    (.dstu2, uses, [.dosageInstruction], "additionalInstructions"),
    (.dstu2, uses, [.dosageInstruction, .dosage], "timing.repeat.periodUnits"),
  ]

  private static let sinceR6: [Row] = [
    (.r6, [.administration], [.occurrenceDateTime, .occurrencePeriod, .occurrenceTiming], "")
  ]

  private static let sinceR4: [Row] = [
    (.r4, [.request, .dispense], [.dosageInstruction], "doseAndRate"),
    (.r4, [.statement], [.dosage], "doseAndRate"),
    (.r4, [.request], [.doNotPerform, .encounter], ""),
  ]
}
