// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import CatalogBuilding
import ConceptCatalog
import FHIRResources
import DrugMatching
import JSONText
import MedicationModel

/// What `build --with` loaded: a row for each resource, with what was odd about it.
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
  /// Files of folders and packages that are no terminology.
  var passedOver = 0
  /// How many lines about problems a person reads; the rest are in the report.
  private static let shownProblems = 40
  private var shown = 0

  /// Adds a resource, and says what is odd about it.
  mutating func add(_ row: Row, _ messages: MessageWriter, _ name: String) {
    rows.append(row)
    for problem in row.problems { say(problem, row.entry, name, messages) }
  }

  /// Adds what only shows when everything is loaded.
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

  /// How many resources of each type were loaded; `nil` where none was.
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

  /// A row per resource.
  var table: Table { Table(of: Row.shape.fields, rows) }

  /// The same with every problem, as JSON.
  var json: String {
    var writer = JSONWriter(layout: .indented)
    write(to: &writer)
    return writer.text + "\n"
  }
}

extension TerminologyReport: Shaped {
  static let shape = Shape<Self>("loaded") {
    Field.version(1)
    Field("passedOver", "Files of folders and packages that are no terminology.") {
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

  init(_ system: CodeSystemResource, _ problems: [Problem], _ file: String) {
    self.init(
      file: file, entry: system.entryPath, type: "CodeSystem", url: system.url ?? "",
      version: system.version ?? "", count: system.conceptCount, problems: problems)
  }

  init(_ set: ValueSetResource, _ problems: [Problem], _ file: String) {
    self.init(
      file: file, entry: set.entryPath, type: "ValueSet", url: set.heading.url ?? "",
      version: set.heading.version ?? "",
      count: set.clauses.reduce(set.expansion?.entries.count ?? 0) { $0 + $1.concepts.count },
      problems: problems)
  }

  init(_ map: ConceptMapResource, _ problems: [Problem], _ file: String) {
    self.init(
      file: file, entry: map.entryPath, type: "ConceptMap", url: map.heading.url ?? "",
      version: map.heading.version ?? "",
      count: map.groups.reduce(0) { $0 + $1.elements.reduce(0) { $0 + $1.targets.count } },
      problems: problems)
  }

  init(_ system: NamingSystemResource, _ problems: [Problem], _ file: String) {
    self.init(
      file: file, entry: system.entryPath, type: "NamingSystem",
      url: system.url ?? system.preferredURI ?? "", version: system.version ?? "",
      count: system.uniqueIDs.count, problems: problems)
  }
}
