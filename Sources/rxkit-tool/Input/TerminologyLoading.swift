// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import CatalogBuilding
import ConceptCatalog
import FHIRResources
internal import FHIRXML
import FHIRStreams
import MedicationModel

/// Loads what `build --with` names: FHIR documents, folders of them, and FHIR packages.
struct TerminologyLoading {
  /// What was loaded so far.
  private(set) var report = TerminologyReport()
  private let messages: MessageWriter
  /// Endings of documents; others in a folder or package are passed over and counted.
  private static let endings =
    [".json", ".ndjson", ".xml"].flatMap { [$0, $0 + ".gz"] } + [".tgz"]

  init(_ messages: MessageWriter) { self.messages = messages }

  /// Loads one file, folder or package.
  mutating func load(_ path: String, into builder: inout CatalogBuilder) throws(CommandFailure) {
    if path != "-", SystemCalls.isFolder(path) {
      let walk = FolderWalk(path, endings: Self.endings)
      if let failure = walk.failures.first { throw failure }
      report.passedOver += walk.skippedCount
      for file in walk.files { try load(file: file, isNamed: false, into: &builder) }
    } else {
      try load(file: path, isNamed: true, into: &builder)
    }
  }

  private mutating func load(
    file path: String, isNamed: Bool, into builder: inout CatalogBuilder
  ) throws(CommandFailure) {
    let input = try InputFile.read(path)
    guard TarPackage.isTar(input.bytes) else {
      return try load(input, named: path, isNamed: isNamed, into: &builder)
    }
    let package = TarPackage(input.bytes)
    if let damage = package.damage {
      throw CommandFailure(
        .input, "build.package", "\(input.name): byte \(damage) is no header of tar, expected one")
    }
    guard package.members.allSatisfy({ TarNames.isSafe($0.name) }) else {
      throw CommandFailure.tarPath(input.name)
    }
    if package.lacksEnd {
      messages.note(TarBlock.noEnd(input.name))
    }
    report.passedOver += package.passedOver
    for member in package.members {
      guard NameEnding.has(member.name, oneOf: Self.endings), !member.name.hasPrefix("."),
        !member.name.contains("/.")
      else {
        report.passedOver += 1
        continue
      }
      let name = "\(path)/\(member.name)"
      try load(
        InputFile(name: name, bytes: Array(input.bytes[member.range])), named: name,
        isNamed: false, into: &builder)
    }
  }

  private mutating func load(
    _ input: InputFile, named file: String, isNamed: Bool, into builder: inout CatalogBuilder
  ) throws(CommandFailure) {
    let document = FHIRDocument(
      input.bytes, reading: .withXML, handingConceptsTo: { builder.hold($1, of: $0) })
    let broken = document.problems.first { problem in
      problem.problem.severity == .error && (isNamed || problem.problem.code != .notAResource)
    }
    if let broken { throw CommandFailure(broken, in: input.name) }
    let before = report.rows.count
    for (place, system) in document.codeSystems.enumerated() {
      try refuse(system.problems, system.entryPath, input.name)
      // The value set of DSTU2 around it makes the row.
      let problems = builder.add(system, file: file, held: place)
      report.add(TerminologyReport.Row(system, problems, file), messages, input.name)
    }
    for set in document.valueSets {
      report.add(
        TerminologyReport.Row(set, builder.add(set, file: file), file), messages, input.name)
    }
    for map in document.conceptMaps {
      report.add(
        TerminologyReport.Row(map, builder.add(map, file: file), file), messages, input.name)
    }
    for system in document.namingSystems {
      report.add(
        TerminologyReport.Row(system, builder.add(system, file: file), file), messages, input.name)
    }
    guard report.rows.count == before else { return }
    guard !isNamed else {
      throw CommandFailure(
        .input, "build.no-code-system",
        "\(input.name): holds no CodeSystem, ValueSet, ConceptMap or NamingSystem",
        try: "a FHIR terminology resource as JSON or XML")
    }
    report.passedOver += 1
  }

  /// A resource that cannot be read as it is meant is not loaded in part.
  private func refuse(
    _ problems: [Problem], _ entry: String, _ name: String
  ) throws(CommandFailure) {
    guard let problem = problems.first(where: { $0.severity == .error }) else { return }
    throw CommandFailure(FHIRDocumentProblem(problem, entryPath: entry), in: name)
  }
}
