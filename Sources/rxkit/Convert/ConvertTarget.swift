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

  /// Reads `--to` of an invocation.
  init(_ invocation: Invocation) {
    self = invocation.value(of: Self.option).flatMap { Self(rawValue: $0) } ?? .records
  }

  /// The day that lists count to: `--as-of`, else today.
  static func day(of invocation: Invocation) throws(CommandFailure) -> StatedDate? {
    StatedDate(try invocation.asOfDay() ?? CurrentDay.text)
  }
}
