// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

extension RecordReader {
  /// Reads status, intent and the negating elements.
  mutating func readStatus() {
    readOwnFlags()
    record.status = elements.text(fields[.status])
    if let node = fields[.status], node.isArray, node.count > 1 {
      // One of them may say that nothing is taken.
      refuse(node, "a status that occurs twice")
    }
    record.intent = elements.text(fields[.intent])
    var meaning = statusMeaning()
    if meaning == .active, let intent = record.intent {
      let word = StatusWord(intent).normalised
      if word == "proposal" || word == "option" { meaning = .planned }
    }
    if meaning == .active, entry.kind == .statement, let use = adherence() {
      // What the person does counts more than that the record is current.
      if use == .unknown { raise(.takenUnknown) } else { meaning = use }
    }
    if readNegation(), meaning != .enteredInError { meaning = .notTaken }
    record.statusMeaning = meaning
    record.negated = meaning == .notTaken
    if let medicationFields { readStatus(ofReferred: medicationFields) }
  }

  /// Reads the flags that rxkit wrote into a resource that it converted.
  ///
  /// Those that a day decides are left, because another day may be requested.
  private mutating func readOwnFlags() {
    for word in own(OwnExtension.flag) {
      if word == Problem.Code.codingsConflict.rawValue {
        elements.report(
          .codingsConflict, .warning, "converted from a document that names several drugs")
      } else if let flag = RecordFlag(rawValue: word), flag != .periodEnded, flag != .notYetStarted
      {
        raise(flag)
      }
    }
  }

  /// The codes that extensions of a URL hold.
  private func own(_ url: String) -> [String] {
    guard let extensions = fields[.extension] else { return [] }
    return extensions.elements.filter { $0["url"]?.isString(url) ?? false }
      .compactMap { $0["valueCode"]?.string }
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
    if let use = adherence() {
      // R5 cannot state both a status of being in use and that it is unknown
      // whether it is taken.
      let isInUse =
        record.flags.contains(.takenUnknown)
        && own(OwnExtension.statusMeaning) == [StatusMeaning.active.rawValue]
      return use == .unknown && isInUse ? .active : use
    }
    guard let period = elements.object(fields[.effectivePeriod]) else { return .unknown }
    return StatusMeaning.ofPeriod(
      start: elements.text(period["start"]), end: elements.text(period["end"]),
      asserted: elements.text(fields[.dateAsserted]))
  }

  /// What `adherence` of R5 says about use; `nil` if nothing that is known.
  private mutating func adherence() -> StatusMeaning? {
    if fields[.adherence]?.isString ?? false { return nil }
    var found: [StatusMeaning] = []
    for adherence in elements.oneOrMore(fields[.adherence]) {
      for coding in adherenceConcepts(adherence).flatMap(\.codings) {
        guard let use = coding.code.flatMap({ Self.use($0) }) else { continue }
        if !found.contains(use.meaning) { found.append(use.meaning) }
        if use.isOnHold { raise(.onHold) }
      }
    }
    if found.count > 1, let node = fields[.adherence] {
      refuse(node, "an adherence that says several things")
    }
    return found.first
  }

  /// The concepts of an adherence: some write the concept itself, or a bare code.
  private mutating func adherenceConcepts(_ adherence: JSONNode) -> [FHIRConcept] {
    if let node = adherence["code"], node.isString, let code = elements.text(node) {
      return [FHIRConcept(codings: [FHIRCoding(code: code)])]
    }
    return elements.concepts(adherence["code"]) + elements.concepts(adherence)
  }

  /// Whether a coding is one of R5's codes of adherence.
  static func isAdherence(_ coding: FHIRCoding) -> Bool {
    coding.code.flatMap { use($0) } != nil
  }

  /// What a code of adherence says.
  private static func use(_ code: String) -> (meaning: StatusMeaning, isOnHold: Bool)? {
    let word = StatusWord(code).normalised
    if word.hasPrefix("taking") { return (.active, false) }
    if word.hasPrefix("not-taking") || word == "nottaking" { return (.notTaken, false) }
    if word.hasPrefix("stopped") { return (.stopped, false) }
    if word.hasPrefix("on-hold") { return (.stopped, true) }
    return word == "unknown" ? (.unknown, false) : nil
  }

  /// Reads what turns the meaning round; returns whether it says that nothing is taken.
  private mutating func readNegation() -> Bool {
    readIntentWord()
    var isNegated = negates(.doNotPerform)
    if isNegated { raise(.prohibited) }
    for field in ElementGroup.negations.fields { isNegated = negates(field) || isNegated }
    return saysNotTaken() || isNegated
  }

  /// Whether a truth value that turns the meaning round is set; what cannot be
  /// read as one is not understood, never skipped.
  private mutating func negates(_ field: ResourceField) -> Bool {
    guard let node = modifier(field) else { return false }
    let single = node.isArray && node.count == 1 ? node.elements.first { _ in true } : nil
    if let value = single?.boolean ?? elements.flag(node) { return value }
    refuse(node, "a modifier that is neither true nor false")
    return false
  }

  /// `taken` of STU3: y, n, unk or na.
  private mutating func saysNotTaken() -> Bool {
    guard let node = modifier(.taken) else { return false }
    let words = Set(elements.texts(node).map { StatusWord($0).normalised })
    if words.count == 1, let word = words.first {
      switch word {
      case "n": return true
      case "unk":
        raise(.takenUnknown)
        return false
      case "y", "na": return false
      default: break
      }
    }
    refuse(node, "a modifier that is none of y, n, unk and na")
    return false
  }

  /// An unknown intent may mean that nothing is taken.
  private mutating func readIntentWord() {
    guard let node = modifier(.intent) else { return }
    guard let word = node.string.map({ StatusWord($0).normalised }), Self.intents.contains(word)
    else { return refuse(node, "an intent that is not known") }
  }

  private static let intents: Set<String> = [
    "order", "plan", "proposal", "instance-order", "original-order", "reflex-order",
    "filler-order", "option", "directive",
  ]

  /// A modifier that says something: null and empty values are absent (FHIR JSON).
  func modifier(_ field: ResourceField) -> JSONNode? {
    guard let node = fields[field], !node.isNull,
      !node.isEmptyContainer, node.string?.isEmpty != true
    else { return nil }
    return node
  }

  mutating func refuse(_ node: JSONNode, _ what: String) {
    elements.report(.modifierNotUnderstood, .warning, what, at: node)
    raise(.notUnderstood)
  }

  /// Reasons under any of their names; they never change the meaning.
  mutating func readStatusReasons() {
    readAdherence()
    for node in fields.all(.statusReasons) {
      for node in node.items {
        if node.isString, let text = elements.text(node) {
          elements.report(
            .shape, .warning, "a string where a concept is due; it counts as the text", at: node)
          record.statusReasons.append(FHIRConcept(text: text))
          continue
        }
        guard let object = elements.object(node) else { continue }
        var reason = elements.concept(object)
        if reason.isEmpty { reason = elements.concept(elements.object(object["concept"])) }
        if reason.isEmpty {
          // A Reference, or the one inside a CodeableReference: its words are all that is known.
          reason.text =
            elements.text(object["display"])
            ?? object["reference"].flatMap { $0.isObject ? elements.text($0["display"]) : nil }
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
    if let node = fields[.adherence], node.isString, let text = elements.text(node) {
      elements.report(
        .shape, .warning, "a string where a concept is due; it counts as the text", at: node)
      record.adherence = FHIRConcept(text: text)
      return
    }
    let all = elements.oneOrMore(fields[.adherence])
    let codes = all.flatMap { adherenceConcepts($0) }
    if let first = codes.first {
      record.adherence = FHIRConcept(codings: codes.flatMap(\.codings), text: first.text)
    }
    record.statusReasons += all.flatMap { elements.concepts($0["reason"]) }
  }

  /// Reports the status of the Medication, or of an ingredient's Substance, that was referred to.
  mutating func readStatus(ofReferred fields: ResourceFields) {
    guard let node = fields[.status], let status = elements.text(node) else { return }
    if node.isArray, node.count > 1 { refuse(node, "a status that occurs twice") }
    switch StatusWord(status).normalised {
    case "entered-in-error":
      raise(.medicationEnteredInError)
      elements.report(
        .medicationEnteredInError, .warning,
        "the Medication or Substance referred to was entered in error", at: node)
    case "inactive", "retired", "draft":
      raise(.medicationInactive)
      elements.report(
        .medicationInactive, .warning, "the Medication or Substance referred to is inactive",
        at: node)
    default: break
    }
  }
}
