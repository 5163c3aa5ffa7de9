// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources
internal import JSONText
internal import MedicationModel

extension FHIRRecordWriter {
  /// Writes who makes a product and its batch, and leaves what the version has no element for.
  ///
  /// MedicationKnowledge has a manufacturer in R4 only, and batches never; brand and
  /// over-the-counter are elements of older versions.
  func writeLabelling(
    of record: MedicationRecord, isKnowledge: Bool, _ output: inout ResourceOutput
  ) {
    guard var labelling = record.labelling else { return }
    switch (release, isKnowledge) {
    case (.r4, _): output.reference("manufacturer", labelling.manufacturer)
    case (.r5, false): output.reference("marketingAuthorizationHolder", labelling.manufacturer)
    case (.r5, true): output.leave("manufacturer", labelling.manufacturer)
    }
    labelling.manufacturer = nil
    if !isKnowledge, let batch = labelling.batches.first {
      output.object("batch") { output in
        output.string("lotNumber", batch.lotNumber)
        output.dateTime("expirationDate", batch.expirationDate)
      }
      labelling.batches.removeFirst()
    }
    leave(labelling, &output)
  }

  /// Keeps all of it in words, where no Medication is written.
  func leaveLabelling(of record: MedicationRecord, _ output: inout ResourceOutput) {
    if let labelling = record.labelling { leave(labelling, &output) }
  }

  private func leave(_ labelling: ProductLabelling, _ output: inout ResourceOutput) {
    output.leave("manufacturer", labelling.manufacturer)
    output.leave("isBrand", labelling.isBrand.map { $0 ? "true" : "false" })
    output.leave("isOverTheCounter", labelling.isOverTheCounter.map { $0 ? "true" : "false" })
    for batch in labelling.batches {
      output.leave(
        "batch",
        NamedWords.joined([
          ("lotNumber", batch.lotNumber), ("expirationDate", batch.expirationDate),
        ]))
    }
  }
}
