// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import MedicationModel

extension RecordReader {
  /// Reports words that deny the use which the status states (S10).
  ///
  /// The status stays what it is: words are no modifier element, and nobody said which of the two
  /// is true.
  mutating func noteStatedUse() {
    guard !entry.kind.isMedication else { return }
    var isConditional = false
    for (use, place) in record.usesInWords { note(use, place, &isConditional) }
    if isConditional {
      elements.report(
        .conditionInWords, .note,
        "words say under which condition it is to be held or stopped, or what else is not taken")
    }
  }

  private mutating func note(_ use: StatedUse, _ place: String, _ isConditional: inout Bool) {
    guard use.deniesUse else {
      isConditional = true
      return
    }
    let isDenied =
      switch record.statusMeaning {
      case .active, .unknown: true
      // Another person's drug was never this one's, and what was refused was not given.
      case .planned, .completed, .stopped: use == .otherPerson || use == .notTaken
      case .notTaken, .enteredInError: false
      }
    guard isDenied else { return }
    elements.report(.useDeniedInWords, .warning, "\(place) says \(use.words); the status does not")
  }
}

extension MedicationRecord {
  /// What the words about the medication and those of its dosages say of the use, with the place
  /// that says it.
  ///
  /// Whether there is any depends on these words alone, not on what else the drug is called.
  package var usesInWords: [(use: StatedUse, place: String)] {
    var found: [(use: StatedUse, place: String)] = []
    func look(_ text: String, in kind: StatedUse.Place, of names: [String], _ place: String) {
      guard let use = StatedUse.read(text, in: kind, of: names) else { return }
      found.append((use, place))
    }
    let displays = codings.compactMap(\.display)
    if let text = text ?? referenceDisplay {
      look(text, in: .medication, of: displays, "the text of the medication")
    } else {
      for display in displays {
        look(display, in: .medication, of: displays.filter { $0 != display }, "a display")
      }
    }
    let texts = dosages.flatMap(\.instructionsInWords)
    if texts.isEmpty { return found }
    let names =
      [text, referenceDisplay].compactMap(\.self) + displays
      + ingredients.flatMap { [$0.text].compactMap(\.self) + $0.codings.compactMap(\.display) }
    for text in texts { look(text, in: .dosage, of: names, "a dosage") }
    return found
  }
}

extension FHIRDosage {
  /// Everything that a person wrote of the use: the text, the words for the patient, and further
  /// instructions by their text, else by their displays.
  package var instructionsInWords: [String] {
    [text, patientInstruction].compactMap(\.self)
      + additionalInstructions.flatMap { concept in
        concept.text.map { [$0] } ?? concept.codings.compactMap(\.display)
      }
  }
}
