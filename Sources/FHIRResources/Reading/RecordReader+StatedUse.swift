// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationModel

extension RecordReader {
  /// Reports words that deny the use which the status states (S10).
  ///
  /// The status stays what it is: words are no modifier element, and nobody said which of the two
  /// is true.
  mutating func noteStatedUse() {
    guard !entry.kind.isMedication else { return }
    let displays = record.codings.compactMap(\.display)
    var isConditional = false
    if let text = record.text ?? record.referenceDisplay {
      let use = StatedUse.read(text, in: .medication, of: displays)
      note(use, "the text of the medication", &isConditional)
    } else {
      for display in displays {
        note(
          StatedUse.read(display, in: .medication, of: displays.filter { $0 != display }),
          "a display", &isConditional)
      }
    }
    let names =
      [record.text, record.referenceDisplay].compactMap(\.self) + displays
      + record.ingredients.flatMap {
        [$0.text].compactMap(\.self) + $0.codings.compactMap(\.display)
      }
    for dosage in record.dosages {
      for text in dosage.instructionsInWords {
        note(StatedUse.read(text, in: .dosage, of: names), "a dosage", &isConditional)
      }
    }
    if isConditional {
      elements.report(
        .conditionInWords, .note,
        "words say under which condition it is to be held or stopped, or what else is not taken")
    }
  }

  private mutating func note(_ use: StatedUse?, _ place: String, _ isConditional: inout Bool) {
    guard let use else { return }
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
