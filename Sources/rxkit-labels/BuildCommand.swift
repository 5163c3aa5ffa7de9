// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugLabels
import DrugMatching
import EmbeddedTables
import SymptomMapping

/// `rxkit-labels build`: builds the side-effect table from label files.
struct BuildCommand: Command {
  private static let labelsTable = OptionDefinition.file(
    "--labels-table", "file", "Write the table of the labels that were read to this file.")
  private static let missing = OptionDefinition.file(
    "--missing", "file",
    "Write prescribed drugs without rows, and labels without a subject, to this file.")
  private static let coded = OptionDefinition.file(
    "--coded", "folder",
    "Also write both tables here, encoded for embedding: side-effects.coded and labels.coded."
  )
  private static let report = OptionDefinition.file(
    "--report", "file", "Write counts of labels and statements, by outcome, to this file as JSON.")
  private static let prescribed = OptionDefinition.file(
    "--prescribed", "file",
    "The drugs that should have rows: a tab-separated file with rank, ingredients and rxcui.")
  private static let labelCodes = OptionDefinition.file(
    "--label-codes", "file", "DailyMed's rxnorm_mappings.txt, to check subjects against.")

  static let definition = CommandDefinition(
    program: "rxkit-labels", name: "build",
    abstract: "Build the side-effect table from drug labels.",
    examples: [
      .init(
        "rxkit-labels build labels/ -o side-effects.tsv --labels-table labels.tsv",
        "a folder of SPL files, archives and openFDA's documents"),
      .init(
        "rxkit-labels build dm_spl_release_human_rx_part*.zip -o side-effects.tsv",
        "DailyMed's release as downloaded"),
      .init(
        "rxkit-labels build drug-label-*.json.zip -o side-effects.tsv --missing missing.tsv",
        "openFDA's bulk files, and a list of what has no row"),
    ],
    arguments: [
      ArgumentDefinition(
        "labels", "SPL files, openFDA's label documents, folders or archives of them.",
        count: .oneOrMore, value: .file)
    ],
    options: [
      labelsTable, missing, coded, report, prescribed, labelCodes, CommonOptions.catalog,
      CommonOptions.mappings,
      CommonOptions.output, CommonOptions.force,
    ],
    discussion: [
      "One row for each subject, symptom, kind of evidence, population, context, arm and route, with "
        + "the label that it quotes. Only the newest version of each set id counts. Rows of a "
        + "label with several ingredients belong to the combination only. The same labels give "
        + "the same bytes, in any order.",
      "Labels without a subject (not in the catalog, several products, homeopathic, veterinary …) "
        + "are counted, and listed by --missing. Each file is written atomically, "
        + "after all are made. Exit code 3 "
        + "if a document could not be read; the others are still used.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit-labels read", "rxkit side-effects"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let replacing = invocation.isSet(CommonOptions.force)
    let paths = [CommonOptions.output, labelsTable, missing, report].compactMap {
      invocation.value(of: $0)
    }
    for path in paths + codedPaths(invocation) where path != "-" {
      try AtomicFile.check(path, replacing: replacing)
    }
    let (matcher, catalog) = try MatcherOpening.open(invocation, &streams)
    let mappings = try MappingFiles.tables(invocation, catalog)
    let finder = SubjectFinder(
      catalog, matcher: matcher, routes: mappings.routes,
      codes: try invocation.value(of: labelCodes).map { path throws in
        LabelCodeTable(bytes: try InputFile.read(path).bytes)
      })
    let drugs = try prescribedDrugs(invocation)
    var run = LabelBuildRun(finder, LabelExtractor(phrases: try mappings.neededPhrases()))
    try run.read(invocation.arguments, streams.messages)
    let tables = run.builder.tables(prescribed: drugs)
    try check(tables.sideEffects, tables.labels)
    try write(invocation, tables, run.json(tables.report), replacing: replacing, &streams)
    run.say(tables.report, &streams)
    return run.failures.isEmpty ? .done : .input
  }

  private static func prescribedDrugs(_ invocation: Invocation) throws -> PrescribedDrugs? {
    guard let path = invocation.value(of: prescribed) else { return nil }
    guard let drugs = PrescribedDrugs(bytes: try InputFile.read(path).bytes) else {
      throw CommandFailure(
        .input, "input.no-column", "\(path): expected the columns rank, ingredients and rxcui")
    }
    return drugs
  }

  /// The tables are read back, as by every other command, before they are written.
  private static func check(_ sideEffects: [UInt8], _ labels: [UInt8]) throws {
    do {
      _ = try SideEffectTable(bytes: sideEffects)
      _ = try LabelTable(bytes: labels)
    } catch { throw error.failure(.internalError) }
  }

  private static func codedPaths(_ invocation: Invocation) -> [String] {
    guard let folder = invocation.value(of: coded) else { return [] }
    return ["side-effects", "labels"].map { "\(folder)/\($0).coded" }
  }

  /// Writes the tables one after the other.
  ///
  /// Before the first is written, all of them are made and checked, and it is known that no file
  /// would be overwritten.
  private static func write(
    _ invocation: Invocation, _ tables: SideEffectTableBuilder.Tables, _ counts: [UInt8],
    replacing: Bool, _ streams: inout Streams
  ) throws {
    var files = [
      (labelsTable, tables.labels), (missing, tables.missing), (report, counts),
    ].compactMap { (option, bytes) in
      invocation.value(of: option).map { ($0, bytes) }
    }
    for (path, table) in zip(codedPaths(invocation), [tables.sideEffects, tables.labels]) {
      guard let bytes = try? CodedTable.coded(table, reference: "set_id") else {
        throw CommandFailure(
          .internalError, "table.not-coded", "\(path): the table has ragged lines")
      }
      files.append((path, bytes))
    }
    for (path, bytes) in files {
      try streams.writeFile(path, bytes: bytes, replacing: replacing)
      streams.messages.note("wrote \(path)")
    }
    _ = try streams.withOutput(of: invocation) { streams in
      try streams.output.write(tables.sideEffects)
      return .done
    }
  }
}
