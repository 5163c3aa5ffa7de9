// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import MedicationLists

/// What `rxkit convert` makes of documents.
enum ConvertTarget: String, CaseIterable {
  case records
  case medicationList = "medication-list"
  case fhir
  case userMedications = "user-medications"

  private var explanation: String {
    switch self {
    case .records: "one record per medication resource"
    case .medicationList: "one deduplicated list per patient"
    case .fhir: "FHIR resources with RxNorm codings added"
    case .userMedications: "medications of HealthKit's Medications API"
    }
  }

  /// `--to`.
  static let option = OptionDefinition.choice(
    "--to", "target", "What to make of the documents.",
    allCases.map { Choice($0.rawValue, $0.explanation) }, default: "records")

  /// `--as-of`.
  static let day = OptionDefinition.text(
    "--as-of", "date", "Day of the lists, YYYY-MM-DD: periods that ended before are marked.",
    default: "today, UTC")

  /// Reads `--to` of an invocation.
  init(_ invocation: Invocation) {
    self = invocation.value(of: Self.option).flatMap { Self(rawValue: $0) } ?? .records
  }

  /// The day that lists count to: `--as-of`, else today.
  static func day(of invocation: Invocation) throws(CommandFailure) -> StatedDate? {
    guard let text = invocation.value(of: day) else { return StatedDate(CurrentDay.text) }
    guard text.utf8.count == 10, let day = StatedDate(text) else {
      throw .usage(
        "usage.not-a-date",
        "rxkit \(invocation.command.name): value \(CommandFailure.quoted(text)) of --as-of, "
          + "expected a date as 2026-11-21",
        of: invocation.command)
    }
    return day
  }
}
