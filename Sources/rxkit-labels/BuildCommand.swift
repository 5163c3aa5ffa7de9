// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugLabels
import DrugMatching
import EmbeddedTables
import SymptomMapping

/// `rxkit-labels build`: the side-effect table out of label files.
struct BuildCommand: Command {
  private static let labelsTable = OptionDefinition.file(
    "--labels-table", "file", "Write the table of the labels that were read there.")
  private static let missing = OptionDefinition.file(
    "--missing", "file",
    "Write there what has no row: prescribed drugs without a label, labels without a subject.")
  private static let coded = OptionDefinition.file(
    "--coded", "folder",
    "Write both tables there, too, in the form that programs carry: side-effects.coded and labels.coded."
  )
  private static let report = OptionDefinition.file(
    "--report", "file", "Write as JSON what became of labels and statements: their counts.")
  private static let prescribed = OptionDefinition.file(
    "--prescribed", "file",
    "The drugs that should have rows: a tab-separated file with rank, ingredients and rxcui.")
  private static let labelCodes = OptionDefinition.file(
    "--label-codes", "file", "DailyMed's rxnorm_mappings.txt, to check subjects against.")

  static let definition = CommandDefinition(
    program: "rxkit-labels", name: "build",
    abstract: "Make the table of side effects out of drug labels.",
    examples: [
      .init(
        "rxkit-labels build labels/ -o side-effects.tsv --labels-table labels.tsv",
        "a folder of SPL files, archives and openFDA's documents"),
      .init(
        "rxkit-labels build dm_spl_release_human_rx_part*.zip -o side-effects.tsv",
        "DailyMed's release as it comes"),
      .init(
        "rxkit-labels build drug-label-*.json.zip -o side-effects.tsv --missing missing.tsv",
        "openFDA's bulk files, and what got no row"),
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
        + "the label that it quotes. Of each set id the newest version counts, once. Rows of a "
        + "label with several ingredients belong to the combination only. The same labels give "
        + "the same bytes, in whatever order they come.",
      "Labels without a subject (not in the catalog, several products, homeopathic, veterinary …) "
        + "are counted, and listed by --missing. Each file is written whole or not at all, and "
        + "none before all are made. Exit code 3 "
        + "if a document could not be read; the others go on.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit-labels read", "rxkit side-effects"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
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
      codes: try invocation.value(of: labelCodes).map { path throws(CommandFailure) in
        LabelCodeTable(bytes: try InputFile.read(path).bytes)
      })
    let drugs = try prescribedDrugs(invocation)
    let run = LabelBuildRun(
      finder: finder, extractor: LabelExtractor(phrases: try mappings.neededPhrases()))
    let outcome = try run.run(invocation.arguments, streams.messages)
    let tables = outcome.builder.tables(prescribed: drugs)
    try check(tables.sideEffects, tables.labels)
    try write(invocation, tables, outcome.json(tables.report), replacing: replacing, &streams)
    outcome.say(tables.report, &streams)
    return outcome.failures.isEmpty ? .done : .input
  }

  private static func prescribedDrugs(
    _ invocation: Invocation
  ) throws(CommandFailure) -> PrescribedDrugs? {
    guard let path = invocation.value(of: prescribed) else { return nil }
    guard let drugs = PrescribedDrugs(bytes: try InputFile.read(path).bytes) else {
      throw CommandFailure(
        .input, "input.no-column", "\(path): expected the columns rank, ingredients and rxcui")
    }
    return drugs
  }

  /// What is written is read first as every other command reads it.
  private static func check(
    _ sideEffects: [UInt8], _ labels: [UInt8]
  ) throws(CommandFailure) {
    do throws(MappingError) {
      _ = try SideEffectTable(bytes: sideEffects)
      _ = try LabelTable(bytes: labels)
    } catch {
      throw CommandFailure(.internalError, error)
    }
  }

  private static func codedPaths(_ invocation: Invocation) -> [String] {
    guard let folder = invocation.value(of: coded) else { return [] }
    return ["side-effects", "labels"].map { "\(folder)/\($0).coded" }
  }

  /// Writes the tables, one after the other: all of them are made and checked, and their names
  /// are free, before the first is written.
  private static func write(
    _ invocation: Invocation, _ tables: SideEffectTableBuilder.Tables, _ counts: [UInt8],
    replacing: Bool, _ streams: inout Streams
  ) throws(CommandFailure) {
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
    _ = try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      try streams.output.write(tables.sideEffects)
      return .done
    }
  }
}
