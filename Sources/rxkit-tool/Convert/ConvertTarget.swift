// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import MedicationLists
import MedicationModel

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
    "--to", "target", "Output type.",
    allCases.map { Choice($0.rawValue, $0.explanation) }, default: "records")

  /// `--fhir-release`.
  static let fhirRelease = OptionDefinition.choice(
    "--fhir-release", "version", "Version of FHIR that --to fhir writes.",
    FHIRRelease.allCases.map { Choice($0.rawValue, "FHIR \($0.version)") }, default: "R4")

  /// Reads `--to` of an invocation.
  init(_ invocation: Invocation) {
    self = invocation.value(of: Self.option).flatMap { Self(rawValue: $0) } ?? .records
  }

  /// The day that lists count to: `--as-of`, else today.
  static func day(of invocation: Invocation) throws(CommandFailure) -> StatedDate? {
    StatedDate(try invocation.asOfDay() ?? CurrentDay.text)
  }

  /// Whether one JSON value is written, or one a line; other forms have no room for the shape.
  static func jsonFormat(of invocation: Invocation) throws(CommandFailure) -> OutputFormat {
    guard let format = invocation.format else { return .json }
    guard format == .json || format == .ndjson else {
      throw .usage(
        "usage.format",
        "rxkit \(invocation.command.name): value \(CommandFailure.quoted(format.rawValue)) of "
          + "--format, expected json or ndjson with --to "
          + "\(invocation.value(of: option) ?? "records")",
        of: invocation.command)
    }
    return format
  }
}
