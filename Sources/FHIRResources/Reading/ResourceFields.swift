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
  case name, synonym, isOverTheCounter
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
  case dispenseRequest, dispense, quantity, daysSupply

  /// The numbers of the names.
  static let table = JSONNameTable(allCases.map { "\($0)" })
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
}
