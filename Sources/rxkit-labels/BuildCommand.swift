// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugLabels
import DrugMatching
import SymptomMapping

/// `rxkit-labels build`: the side-effect table out of label files.
struct BuildCommand: Command {
  private static let labelsTable = OptionDefinition.file(
    "--labels-table", "file", "Write the table of the labels that were read there.")
  private static let missing = OptionDefinition.file(
    "--missing", "file",
    "Write there what has no row: prescribed drugs without a label, labels without a subject.")
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
      labelsTable, missing, prescribed, labelCodes, CommonOptions.catalog, CommonOptions.mappings,
      CommonOptions.output, CommonOptions.force,
    ],
    discussion: [
      "One row for each subject, symptom, kind of evidence, population, condition and route, with "
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
    for option in [CommonOptions.output, labelsTable, missing] {
      guard let path = invocation.value(of: option), path != "-" else { continue }
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
      finder: finder, extractor: LabelExtractor(phrases: try LabelPhrases.table(mappings)))
    let outcome = try run.run(invocation.arguments, streams.messages)
    let tables = outcome.builder.tables(prescribed: drugs)
    try check(tables.sideEffects, tables.labels)
    try write(invocation, tables, replacing: replacing, &streams)
    outcome.say(&streams)
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

  /// Writes the tables, one after the other: all of them are made and checked, and their names
  /// are free, before the first is written.
  private static func write(
    _ invocation: Invocation,
    _ tables: (sideEffects: [UInt8], labels: [UInt8], missing: [UInt8]), replacing: Bool,
    _ streams: inout Streams
  ) throws(CommandFailure) {
    for (option, bytes) in [(labelsTable, tables.labels), (missing, tables.missing)] {
      guard let path = invocation.value(of: option) else { continue }
      let file = try AtomicFile(path, replacing: replacing)
      var writer = OutputWriter(descriptor: file.descriptor, name: path, from: streams.sources)
      try writer.write(bytes)
      try writer.flush()
      try file.commit(from: streams.sources)
      streams.messages.note("wrote \(path)")
    }
    _ = try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      try streams.output.write(tables.sideEffects)
      return .done
    }
  }
}

/// The phrases of a command that reads labels.
enum LabelPhrases {
  /// The phrases of the mapping tables.
  static func table(_ mappings: MappingTables) throws(CommandFailure) -> PhraseTable {
    do throws(MappingError) {
      return try mappings.phrases()
    } catch {
      throw CommandFailure(.input, error)
    }
  }
}
