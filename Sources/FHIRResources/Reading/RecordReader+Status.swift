// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension RecordReader {
  /// Reads status, intent and the negating elements (sections 4.2 and 4.3).
  mutating func readStatus() {
    record.status = elements.text(fields[.status])
    if let node = fields[.status], isRepeated(.status) || node.isArray && node.count > 1 {
      // One of them may say that nothing is taken.
      refuse(node, "a status that stands twice")
    }
    record.intent = elements.text(fields[.intent])
    var meaning = statusMeaning()
    if meaning == .active, let intent = record.intent {
      let word = StatusWord(intent).normalised
      if word == "proposal" || word == "option" { meaning = .planned }
    }
    if meaning == .active, entry.kind == .statement, let use = adherence() {
      // What the person does counts more than that the record is current (S10).
      meaning = use == .unknown ? meaning : use
    }
    readNegation()
    if record.negated, meaning != .enteredInError { meaning = .notTaken }
    record.statusMeaning = meaning
    readMedicationStatus()
  }

  private mutating func statusMeaning() -> StatusMeaning {
    guard let literal = record.status else {
      if !entry.kind.isMedication {
        elements.report(.statusMissing, .note, "there is no status")
      }
      return .unknown
    }
    let word = StatusWord(literal)
    if word.wasUntidy {
      elements.report(
        .statusNormalised, .note, "the status was trimmed or lower-cased to be understood",
        at: fields[.status])
    }
    switch word.normalised {
    case "on-hold": raise(.onHold)
    case "recorded" where entry.kind == .statement: return adherenceMeaning()
    default: break
    }
    guard
      let meaning = StatusMeaning.ofStatus(word.normalised, isDispense: entry.kind == .dispense)
    else {
      elements.report(
        .statusUnknown, .note, "the status is none of the known words",
        at: fields[.status])
      return .unknown
    }
    return meaning
  }

  /// `recorded` of R5 says nothing about use: adherence or the stated period decides.
  private mutating func adherenceMeaning() -> StatusMeaning {
    if let use = adherence() { return use }
    guard let period = elements.object(fields[.effectivePeriod]) else { return .unknown }
    return StatusMeaning.ofPeriod(
      start: elements.text(period, "start"), end: elements.text(period, "end"),
      asserted: elements.text(fields[.dateAsserted]))
  }

  /// What `adherence` of R5 says about use; `nil` if nothing that is known.
  private mutating func adherence() -> StatusMeaning? {
    guard let adherence = elements.object(fields[.adherence]) else { return nil }
    let code = elements.concept(elements.object(adherence, "code"))
    for coding in code.codings {
      guard let word = coding.code.map({ StatusWord($0).normalised }) else { continue }
      if word.hasPrefix("taking") { return .active }
      if word.hasPrefix("not-taking") { return .notTaken }
      if word.hasPrefix("stopped") { return .stopped }
      if word.hasPrefix("on-hold") {
        raise(.onHold)
        return .stopped
      }
      if word == "unknown" { return .unknown }
    }
    return nil
  }

  private mutating func readNegation() {
    guard fields.holdsAny(of: ResourceField.Set.ofNegations) else { return readIntentWord() }
    if negates(.doNotPerform) {
      record.negated = true
      raise(.prohibited)
    }
    for field: ResourceField in [.wasNotTaken, .wasNotGiven, .notTaken, .notGiven, .notDone]
    where negates(field) {
      record.negated = true
    }
    readTaken()
    readIntentWord()
  }

  /// Whether a truth value that turns the meaning round is set; what cannot be
  /// read as one, or stands twice, is not understood, never passed over (S10).
  private mutating func negates(_ field: ResourceField) -> Bool {
    guard let node = modifier(field) else { return false }
    if isRepeated(field) {
      refuse(node, "a modifier that stands twice")
      return false
    }
    let single = node.isArray && node.count == 1 ? node.elements.first { _ in true } : nil
    if let value = single?.boolean ?? elements.flag(node) { return value }
    refuse(node, "a modifier that is neither true nor false")
    return false
  }

  /// `taken` of STU3: y, n, unk or na.
  private mutating func readTaken() {
    guard let node = modifier(.taken) else { return }
    let word = elements.text(fields[.taken]).map { StatusWord($0).normalised }
    if word == "n", !isRepeated(.taken) {
      record.negated = true
    } else if isRepeated(.taken) || !["y", "unk", "na"].contains(word) {
      refuse(node, "a modifier that is none of y, n, unk and na")
    }
  }

  /// An intent that is no known word may mean that nothing is taken.
  private mutating func readIntentWord() {
    guard let node = modifier(.intent) else { return }
    guard let word = node.string.map({ StatusWord($0).normalised }), Self.isIntent(word),
      !isRepeated(.intent)
    else { return refuse(node, "an intent that is not known") }
  }

  private static func isIntent(_ word: String) -> Bool {
    switch word {
    case "order", "plan", "proposal", "instance-order", "original-order", "reflex-order",
      "filler-order", "option", "directive":
      true
    default: false
    }
  }

  /// A modifier that says something: null and empty values are absent (FHIR JSON).
  private mutating func modifier(_ field: ResourceField) -> JSONNode? {
    guard let node = fields[field], !node.isNull,
      !node.isEmptyContainer, node.string?.isEmpty != true
    else { return nil }
    return node
  }

  private func isRepeated(_ field: ResourceField) -> Bool {
    mayRepeatNames && entry.resource.duplicateNames.contains("\(field)")
  }

  private mutating func refuse(_ node: JSONNode, _ what: String) {
    elements.report(.modifierNotUnderstood, .warning, what, at: node)
    raise(.notUnderstood)
  }

  /// Reasons under any of their names (section 4.1); they never change the meaning.
  mutating func readStatusReasons() {
    guard fields.holdsAny(of: ResourceField.Set.ofStatusReasons) else { return }
    readAdherence()
    for field: ResourceField in [
      .statusReason, .statusReasonCodeableConcept, .reasonNotTaken, .reasonNotGiven, .reasonEnded,
      .notDoneReasonCodeableConcept, .notPerformedReason, .statusReasonReference,
      .notDoneReasonReference,
    ] {
      guard let node = fields[field] else { continue }
      let nodes = node.isArray ? node.elements.filter(\.isObject) : [node]
      for node in nodes {
        guard let object = elements.object(node) else { continue }
        var reason = elements.concept(object)
        if reason.isEmpty { reason = elements.concept(elements.object(object, "concept")) }
        if reason.isEmpty {
          // A Reference, or the one inside a CodeableReference: its words are all that is known.
          reason.text =
            elements.text(object, "display")
            ?? object["reference"].flatMap { $0.isObject ? elements.text($0, "display") : nil }
        }
        if !reason.isEmpty { record.statusReasons.append(reason) }
        guard readsDetails else { continue }
        let inner = object["reference"]
        if let reference = elements.reference(inner?.isString == true ? object : inner) {
          add(.statusReason, reference)
        }
      }
    }
  }

  /// Reads what R5 says of the use, and the reason that it gives with that.
  private mutating func readAdherence() {
    guard let adherence = elements.object(fields[.adherence]) else { return }
    record.adherence = elements.presentConcept(adherence["code"])
    if let reason = elements.presentConcept(adherence["reason"]) {
      record.statusReasons.append(reason)
    }
  }

  /// Reports the status of the Medication that was referred to (S11).
  private mutating func readMedicationStatus() {
    guard let fields = medicationFields, let status = elements.text(fields[.status]) else { return }
    switch StatusWord(status).normalised {
    case "entered-in-error":
      raise(.medicationEnteredInError)
      elements.report(
        .medicationEnteredInError, .warning, "the Medication referred to was entered in error",
        at: fields[.status])
    case "inactive":
      raise(.medicationInactive)
      elements.report(
        .medicationInactive, .warning, "the Medication referred to is inactive",
        at: fields[.status])
    default: break
    }
  }
}
