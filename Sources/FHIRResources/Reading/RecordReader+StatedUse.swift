// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel
internal import UseWords

extension RecordReader {
  /// Reports words that deny the use which the status states.
  ///
  /// The status is not changed: words are not a modifier element, and which of
  /// the two is true is not known.
  mutating func noteStatedUse() {
    guard !entry.kind.isMedication else { return }
    let said = record.usesInWords
    for (use, place) in said where isDenied(by: use) {
      elements.report(
        .useDeniedInWords, .warning, "\(place) says \(use.words); the status does not")
    }
    // Who reads a list sees warnings only; what may be denied must not be there without a word.
    if isListedAsTaken, let (use, place) = said.first(where: { $0.use == .uncertain }) {
      elements.report(
        .conditionInWords, .warning, "\(place) says \(use.words): it is listed as its status says")
    } else if said.contains(where: { !$0.use.deniesUse }) {
      elements.report(
        .conditionInWords, .note,
        "words say under which condition it is to be held or stopped, or what else is not taken")
    }
  }

  /// Reports a reason, an adherence or a note that denies the use which the status states.
  mutating func noteContradictions() {
    guard !entry.kind.isMedication else { return }
    let isInUse = record.statusMeaning == .active || record.statusMeaning == .unknown
    guard isInUse || record.statusMeaning == .completed else { return }
    func contradicts(_ node: JSONNode?, _ words: String) {
      elements.report(
        .statusContradicted, .warning, "\(words); the status does not say so", at: node)
    }
    for field in ElementGroup.refusals.fields {
      if let node = modifier(field) { contradicts(node, "a reason why it was not taken or given") }
    }
    let extensions = useExtensions()
    if let said = extensions.first(where: \.isNegation) {
      contradicts(said.node, "an element of another version says that it was not taken or given")
    }
    guard isInUse else { return }
    if let node = modifier(.reasonEnded) { contradicts(node, "a reason why it was ended") }
    let names = record.allNames
    let denies: (String) -> Bool = { StatusReasonWords.deny($0, of: names) }
    if record.statusMeaning == .unknown, let status = record.status, denies(status) {
      contradicts(fields[.status], "the status is a word of its own and says that it is not in use")
    }
    if record.statusReasons.contains(where: { $0.isListedReason || $0.says(denies) }) {
      contradicts(nil, "the reason of the status says that it is not in use")
    } else if record.statusReasons.contains(where: \.isCodeAlone) {
      contradicts(nil, "a reason of the status is a code that is not known")
    }
    if let adherence = record.adherence {
      if adherence.says(denies) {
        contradicts(fields[.adherence], "the adherence says that it is not taken")
      } else if adherence.isCodeAlone, !adherence.codings.contains(where: Self.isAdherence) {
        contradicts(fields[.adherence], "the adherence is a code that is not known")
      }
    }
    if record.category.contains(where: { $0.says(StatusReasonWords.withdraw) }) {
      contradicts(fields[.category], "the category says that it is not in use")
    }
    if let said = extensions.first(where: { $0.isOfStatus && $0.texts.contains(where: denies) }) {
      contradicts(said.node, "an extension says that it is not in use")
    }
    let others =
      record.reasons.flatMap { [$0.text] + $0.codings.map(\.display) }.compactMap(\.self)
      + record.links.compactMap { $0.kind == .reason ? $0.display : nil } + record.notes
      + extensions.flatMap { $0.isOfStatus ? [] : $0.texts }
    let ofOther = record.notes.contains {
      StatedUse.read($0, in: .dosage, of: names) == .otherPerson
    }
    let isDenied = others.contains { text in
      switch StatedUse.read(text, in: .dosage, of: names) {
      case .notTaken, .stopped, .onHold: true
      case .otherPerson, .planned, .uncertain, .conditional, nil: false
      }
    }
    if isDenied || ofOther {
      contradicts(nil, "a reason, a note or an extension says that it is not taken")
    }
  }

  private func isDenied(by use: StatedUse) -> Bool {
    guard use.deniesUse else { return false }
    return switch record.statusMeaning {
    case .active, .unknown: true
    // Another person's drug was never this one's, and what was refused was not given.
    case .planned, .completed, .stopped: use == .otherPerson || use == .notTaken
    case .notTaken, .enteredInError: false
    }
  }

  private var isListedAsTaken: Bool {
    switch record.statusMeaning {
    case .active, .unknown: entry.kind == .request || entry.kind == .statement
    case .planned, .completed, .stopped, .notTaken, .enteredInError: false
    }
  }
}

extension MedicationRecord {
  /// What the words about the medication and those of its dosages say of the use, with the place
  /// that says it.
  ///
  /// All names are checked: a harmless text does not cancel what a display says. Whether
  /// there are any depends only on these words, not on other names of the drug.
  var usesInWords: [(use: StatedUse, place: String)] {
    var found: [(use: StatedUse, place: String)] = []
    func look(_ text: String, in kind: StatedUse.Place, of names: [String], _ place: String) {
      guard let use = StatedUse.read(text, in: kind, of: names) else { return }
      found.append((use, place))
    }
    let displays = codings.compactMap(\.display)
    let names = [text, referenceDisplay].compactMap(\.self) + displays
    for (index, name) in names.enumerated() where !names[..<index].contains(name) {
      let place =
        switch name {
        case text: "the text of the medication"
        case referenceDisplay: "the display of the reference"
        default: "a display"
        }
      look(name, in: .medication, of: names.filter { $0 != name }, place)
    }
    let texts =
      dosages.flatMap(\.instructionsInWords) + [renderedDosage].compactMap(\.self)
    if texts.isEmpty { return found }
    let allNames = self.allNames
    for text in texts { look(text, in: .dosage, of: allNames, "a dosage") }
    return found
  }
}

extension MedicationRecord {
  /// All names of the drug, its own and those of its ingredients.
  fileprivate var allNames: [String] {
    [text, referenceDisplay].compactMap(\.self) + codings.compactMap(\.display)
      + ingredients.flatMap { [$0.text].compactMap(\.self) + $0.codings.compactMap(\.display) }
  }
}

extension FHIRConcept {
  /// Whether it is a code of HL7's lists, which hold nothing but reasons for not doing something.
  fileprivate var isListedReason: Bool {
    codings.contains { coding in
      guard coding.code != nil, let system = coding.system?.lowercased() else { return false }
      return system.contains("status-reason") || system.contains("not-given")
    }
  }

  /// Whether its text, a display or a code says something.
  func says(_ test: (String) -> Bool) -> Bool {
    ([text] + codings.flatMap { [$0.display, $0.code] }).contains { $0.map(test) ?? false }
  }

  /// Whether it is a code without a word.
  fileprivate var isCodeAlone: Bool {
    text == nil && codings.contains { $0.code != nil } && codings.allSatisfy { $0.display == nil }
  }
}

extension FHIRDosage {
  /// Everything that a person wrote of the use: the text, the words for the patient, and further
  /// instructions by their text and their displays.
  package var instructionsInWords: [String] {
    [text, patientInstruction].compactMap(\.self)
      + additionalInstructions.flatMap { concept in
        let displays = concept.codings.compactMap(\.display)
        return [concept.text].compactMap(\.self) + displays.filter { $0 != concept.text }
      }
  }
}
