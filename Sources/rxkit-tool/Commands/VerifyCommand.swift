// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import CatalogBuilding
import ConceptCatalog
import DrugMatching
import JSONText

/// `rxkit verify`: reads every byte of a catalog.
struct VerifyCommand: Command {
  static let definition = CommandDefinition(
    name: "verify",
    abstract: "Check every byte and every reference of a catalog.",
    examples: [
      .init("rxkit verify", "the catalog that the other commands use"),
      .init("rxkit verify catalog.rxkit", "a certain file"),
    ],
    arguments: [
      ArgumentDefinition("catalog", "The catalog to check.", count: .optional, value: .file)
    ],
    options: [CommonOptions.catalog, CommonOptions.format],
    discussion: [
      "Every block of 4 KiB is compared with its checksum, then every reference, order and index "
        + "is followed. Any single changed byte is found. Exit code 4 if anything is wrong."
    ],
    seeAlso: ["rxkit build", "rxkit info"])

  static let finding = Shape<VerificationReport.Finding>("finding") {
    Field("check", "The stable code of the check.", .name) { $0.code }
    Field("offset", "The byte in the file.") { $0.offset }
    Field("message", "", .name) { $0.message }
  }

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let location = try CatalogLocation(
      option: invocation.arguments.first ?? invocation.value(of: CommonOptions.catalog),
      environment: streams.environment)
    let catalog = try CatalogOpening.unwatched(location)
    if !catalog.release.isOfficial {
      CatalogOpening.sayNotOfficial(catalog.release.name, &streams)
    }
    let report = catalog.verify()
    let table = Table(of: Self.finding.fields, report.findings)
    if !report.isSound || invocation.format != nil && invocation.format != .table {
      try streams.write(table, as: invocation.format)
    }
    guard report.isSound else {
      throw CommandFailure(
        .catalog, "catalog.damaged",
        "\(location.path): \(DisplayText.grouped(report.findingCount)) faults found",
        try: "rxkit build <release> -o \(location.path) --force")
    }
    streams.messages.note(
      "\(location.path) is sound: \(DisplayText.grouped(report.blockCount)) blocks, "
        + "\(DisplayText.grouped(report.referenceCount)) references checked, "
        + "\(DisplayText.grouped(report.oneWayRelationCount)) relations stated one way only")
    return .done
  }
}
