// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import CommandLineTool
import ConceptCatalog
import DrugMatching
import FHIRResources
import FHIRStreams
internal import FHIRXML
import JSONText
import MedicationModel

/// Loads what `build --with` names: FHIR documents, folders of them, and FHIR packages.
struct TerminologyLoading {
  /// What was loaded so far.
  private(set) var report = TerminologyReport()
  private let messages: MessageWriter
  /// Endings of documents; others in a folder or package are skipped and counted.
  private static let endings =
    [".json", ".ndjson", ".xml"].flatMap { [$0, $0 + ".gz"] } + [".tgz"]

  init(_ messages: MessageWriter) { self.messages = messages }

  /// Loads one file, folder or package.
  mutating func load(_ path: String, into builder: inout CatalogBuilder) throws {
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
  ) throws {
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
  ) throws {
    let document = FHIRDocument(
      input.bytes, reading: .withXML, handingConceptsTo: { builder.hold($1, of: $0) })
    let broken = document.problems.first { problem in
      problem.problem.severity == .error && (isNamed || problem.problem.code != .notAResource)
    }
    if let broken { throw CommandFailure(broken, in: input.name) }
    let before = report.rows.count
    func add(
      _ type: String, _ entry: String, _ url: String?, _ version: String?, _ count: Int,
      _ problems: [Problem]
    ) {
      let row = TerminologyReport.Row(
        file: file, entry: entry, type: type, url: url ?? "", version: version ?? "", count: count,
        problems: problems)
      report.add(row, messages, input.name)
    }
    for (place, system) in document.codeSystems.enumerated() {
      try refuse(system.problems, system.entryPath, input.name)
      // The value set of DSTU2 around it makes the row.
      let problems = builder.add(system, file: file, held: place)
      add(
        "CodeSystem", system.entryPath, system.url, system.version, system.conceptCount, problems)
    }
    for set in document.valueSets {
      let count = set.clauses.reduce(set.expansion?.entries.count ?? 0) { $0 + $1.concepts.count }
      add(
        "ValueSet", set.entryPath, set.heading.url, set.heading.version, count,
        builder.add(set, file: file))
    }
    for map in document.conceptMaps {
      let count = map.groups.reduce(0) { $0 + $1.elements.reduce(0) { $0 + $1.targets.count } }
      add(
        "ConceptMap", map.entryPath, map.heading.url, map.heading.version, count,
        builder.add(map, file: file))
    }
    for system in document.namingSystems {
      add(
        "NamingSystem", system.entryPath, system.url ?? system.preferredURI, system.version,
        system.uniqueIDs.count, builder.add(system, file: file))
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
  private func refuse(_ problems: [Problem], _ entry: String, _ name: String) throws {
    guard let problem = problems.first(where: { $0.severity == .error }) else { return }
    throw CommandFailure(FHIRDocumentProblem(problem, entryPath: entry), in: name)
  }
}

/// What `build --with` loaded: a row for each resource, with its problems.
struct TerminologyReport {
  /// One resource.
  struct Row {
    let file: String
    let entry: String
    let type: String
    let url: String
    let version: String
    /// Concepts, listed codes and expansion entries, mappings, or names.
    let count: Int
    fileprivate(set) var problems: [Problem]
  }

  private(set) var rows: [Row] = []
  /// Files of folders and packages that are not terminology.
  var passedOver = 0
  /// How many problems are printed; the rest are in the report.
  private static let shownProblems = 40
  private var shown = 0

  /// Adds a resource and reports its problems.
  mutating func add(_ row: Row, _ messages: MessageWriter, _ name: String) {
    rows.append(row)
    for problem in row.problems { say(problem, row.entry, name, messages) }
  }

  /// Adds problems that can be found only when everything is loaded.
  mutating func add(_ problems: [TerminologyProblem], _ messages: MessageWriter) {
    for problem in problems {
      let place =
        rows.firstIndex { $0.file == problem.file && $0.url == problem.url }
        ?? rows.firstIndex { $0.file == problem.file }
      if let place { rows[place].problems.append(problem.problem) }
      say(problem.problem, "", problem.file, messages)
    }
  }

  private mutating func say(
    _ problem: Problem, _ entry: String, _ name: String, _ messages: MessageWriter
  ) {
    shown += 1
    if shown == Self.shownProblems + 1 {
      messages.note("further problems are in the report of --report")
    }
    guard shown <= Self.shownProblems else { return }
    let place = CommandFailure(FHIRDocumentProblem(problem, entryPath: entry), in: name)
    let line = "\(place.message)  [\(place.code)]"
    if problem.severity == .note { messages.note(line) } else { messages.warn(line) }
  }

  /// How many resources of each type were loaded; `nil` if none was.
  var summary: String? {
    guard !rows.isEmpty else { return nil }
    var parts: [String] = []
    for (type, one, more) in [
      ("CodeSystem", "code system", "code systems"), ("ValueSet", "value set", "value sets"),
      ("ConceptMap", "concept map", "concept maps"),
      ("NamingSystem", "registration", "registrations"),
    ] {
      let count = rows.count { $0.type == type }
      if count > 0 { parts.append(DisplayText.counted(count, one, more)) }
    }
    let problems = rows.reduce(0) { $0 + $1.problems.count }
    return "loaded " + parts.joined(separator: ", ")
      + (problems > 0 ? "; " + DisplayText.counted(problems, "problem", "problems") : "")
      + (passedOver > 0
        ? "; " + DisplayText.counted(passedOver, "other file", "other files") + " skipped" : "")
  }

  /// One row per resource.
  var table: Table { Table(of: Row.shape.fields, rows) }

  /// The same as JSON, with every problem.
  var json: String {
    var writer = JSONWriter(layout: .indented)
    write(to: &writer)
    return writer.text + "\n"
  }
}

extension TerminologyReport: Shaped {
  static let shape = Shape<Self>("loaded") {
    Field.version(1)
    Field("passedOver", "Files of folders and packages that are not terminology.") {
      $0.passedOver
    }
    Field("resources") { $0.rows }
  }
}

extension TerminologyReport.Row: Shaped {
  static let shape = Shape<Self>("resource") {
    Field("file", "", .name) { $0.file }
    Field("entry", "Where in the document; empty for all of it.") { $0.entry }
    Field(
      "resourceType", "", .word(["CodeSystem", "ValueSet", "ConceptMap", "NamingSystem"]),
      column: "resourceType"
    ) { $0.type }
    Field("url") { $0.url }
    Field("version") { $0.version }
    Field("count", "Concepts, codes listed and expanded, mappings, or names.") { $0.count }
    Field(
      "problems", "", cell: { $0.problems.map(\.code.rawValue).joined(separator: " ") }
    ) { $0.problems }
  }
}
