// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// The general form of one dose form of RxNorm.
public struct GeneralFormRow: Sendable, Hashable {
  /// How sure a row is.
  public enum Certainty: String, Sendable, Hashable, CaseIterable {
    /// The form, silently.
    case sure
    /// The form, with a note.
    case likely
    /// No form fits: unknown, with a problem.
    case none
  }

  /// The dose form's name.
  public let doseForm: String
  /// The form; `unknown` where none fits.
  public let form: MedicationGeneralForm
  /// How sure the row is.
  public let certainty: Certainty
  /// The other form that was weighed.
  public let alternative: MedicationGeneralForm?
  /// Why, where it is doubtful.
  public let reason: String
}

/// Which general form each dose form of RxNorm has (`general-forms.tsv`, S18).
public struct GeneralFormTable: Sendable {
  static let fileName = "general-forms.tsv"
  private static let columns = [
    "dose_form", "general_form", "certainty", "alternative", "status", "rxcui", "seen", "reason",
  ]
  private var rows: [String: GeneralFormRow] = [:]

  init(bytes: [UInt8]) throws(MappingError) {
    let table = try MappingTable(file: Self.fileName, bytes: bytes, columns: Self.columns)
    for row in 0..<table.count {
      let form = MedicationGeneralForm(rawValue: table.text(row, 1))
      guard form.isKnown else {
        throw table.error(
          "word", row, 1, found: form.rawValue, expected: "one of the eighteen general forms")
      }
      rows[table.text(row, 0)] = GeneralFormRow(
        doseForm: table.text(row, 0), form: form,
        certainty: try table.word(row, 2, as: GeneralFormRow.Certainty.self),
        alternative: table.textIfPresent(row, 3).map { MedicationGeneralForm(rawValue: $0) },
        reason: table.text(row, 7))
    }
  }

  init() {}

  /// The row of a dose form, by its exact name after trimming.
  public func row(forDoseForm name: String) -> GeneralFormRow? {
    rows[name] ?? rows[name.trimmingBlanks]
  }

  /// The names of all dose forms that have a row, in byte order.
  public var doseForms: [String] { rows.keys.sorted { $0.precedesInBytes($1) } }
}

extension String {
  /// The text without blanks at its ends.
  var trimmingBlanks: String {
    var text = Substring(self)
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
