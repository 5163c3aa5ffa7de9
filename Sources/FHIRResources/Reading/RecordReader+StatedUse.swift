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
        .conditionInWords, .note, "words say under which condition it is to be held or stopped")
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
  package var usesInWords: [(use: StatedUse, place: String)] {
    var found: [(use: StatedUse, place: String)] = []
    func look(_ text: String?, in kind: StatedUse.Place, _ place: String) {
      guard let text, let use = StatedUse.read(text, in: kind) else { return }
      found.append((use, place))
    }
    if let text = text ?? referenceDisplay {
      look(text, in: .medication, "the text of the medication")
    } else {
      for coding in codings { look(coding.display, in: .medication, "a display") }
    }
    for dosage in dosages { look(dosage.text, in: .dosage, "a dosage") }
    return found
  }
}
