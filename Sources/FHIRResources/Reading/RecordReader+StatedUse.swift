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
    var isConditional = false
    if let text = record.text ?? record.referenceDisplay {
      note(StatedUse.read(text, in: .medication), "the text of the medication", &isConditional)
    } else {
      for coding in record.codings {
        guard let display = coding.display else { continue }
        note(StatedUse.read(display, in: .medication), "a display", &isConditional)
      }
    }
    for dosage in record.dosages {
      guard let text = dosage.text else { continue }
      note(StatedUse.read(text, in: .dosage), "a dosage", &isConditional)
    }
    if isConditional {
      elements.report(
        .conditionInWords, .note, "words say under which condition it is to be held or stopped")
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
