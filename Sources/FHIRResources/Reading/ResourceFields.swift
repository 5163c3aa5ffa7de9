// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// The names of the members that are read of a medication resource, an allergy or a patient.
///
/// Every version's names together: the reader is one (F2). What is read from
/// several of them is read in an order that the reader names, never in that of
/// the text.
enum ResourceField: Int, CaseIterable {
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

  /// The numbers of the names.
  static let table = JSONNameTable(allCases.map { "\($0)" })

  /// Several fields.
  struct Set {
    /// A bit for each by its number.
    fileprivate let bits: UInt128

    /// What a Medication says besides its code: ingredients, form, names, amounts.
    static let ofProducts = Set([
      .product, .definitional, .package, .ingredient, .form, .doseForm, .amount, .totalVolume,
      .name, .synonym, .isBrand, .isOverTheCounter, .manufacturer, .marketingAuthorizationHolder,
      .batch,
    ])
    static let ofMoments = Set([
      .effectiveDateTime, .effectiveTimeDateTime, .occurenceDateTime, .occurrenceDateTime,
    ])
    static let ofPeriods = Set([
      .effectivePeriod, .effectiveTimePeriod, .occurencePeriod, .occurrencePeriod,
      .effectiveDosePeriod, .whenGiven,
    ])
    static let ofTimings = Set([.effectiveTiming, .occurenceTiming, .occurrenceTiming])
    static let ofStatusReasons = Set([
      .adherence, .statusReason, .statusReasonCodeableConcept, .reasonNotTaken, .reasonNotGiven,
      .reasonEnded, .notDoneReasonCodeableConcept, .notPerformedReason, .statusReasonReference,
      .notDoneReasonReference,
    ])
    /// What turns the meaning of a resource round.
    static let ofNegations = Set([
      .doNotPerform, .wasNotTaken, .wasNotGiven, .notTaken, .notGiven, .notDone, .taken,
    ])
    static let ofReasons = Set([
      .reason, .reasonCode, .reasonCodeableConcept, .reasonGiven, .reasonForUseCodeableConcept,
      .reasonReference, .reasonForUseReference,
    ])
    static let ofLinks = Set([
      .basedOn, .partOf, .derivedFrom, .supportingInformation, .authorizingPrescription,
      .prescription, .request, .priorPrescription, .groupIdentifier, .eventHistory,
    ])

    init(_ fields: [ResourceField]) {
      bits = fields.reduce(0) { $0 | 1 << UInt128($1.rawValue) }
    }
  }
}

/// The members of a resource by their names.
struct ResourceFields {
  private let members: JSONNumberedMembers

  init(of resource: JSONNode) {
    members = JSONNumberedMembers(of: resource, by: ResourceField.table)
  }

  /// Returns a member as it is.
  @inline(__always)
  subscript(field: ResourceField) -> JSONNode? { members[field.rawValue] }

  @inline(__always)
  func holds(_ field: ResourceField) -> Bool { members.holds(field.rawValue) }

  /// Whether at least one of several members is there.
  @inline(__always)
  func holdsAny(of fields: ResourceField.Set) -> Bool { members.present & fields.bits != 0 }
}
