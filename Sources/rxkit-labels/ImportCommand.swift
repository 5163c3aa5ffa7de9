// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugLabels
import SymptomMapping

/// `rxkit-labels import`: side effects that others extracted become a table of evidence.
struct ImportCommand: Command {
  private static let from = OptionDefinition.choice(
    "--from", "format",
    "Format of the source; if not given, detected from the files of a folder; csv for a file.",
    ImportFormat.allCases.map { Choice($0.rawValue, $0.title) })
  private static let accept = OptionDefinition.flag(
    "--accept-noncommercial",
    "The terms of a source that forbid commercial use were read and are kept.")
  private static let licence = OptionDefinition.text(
    "--licence", "terms", "Licence of the rows, such as CC0-1.0.", default: "that of the format")
  private static let score = OptionDefinition.text(
    "--min-score", "score", "OnSIDES 3: score (pred1) that a row must exceed.",
    default: "\(LabelImporter.releaseScore)")
  private static let share = OptionDefinition.text(
    "--min-share", "share", "OnSIDES 2: least share of labels (percent_labels), 0 to 1.",
    default: "\(LabelImporter.usualShare)")
  private static let codes = OptionDefinition.file(
    "--codes", "file", "Write every code and name that is not taken as it stands to a TSV file.")

  static let definition = CommandDefinition(
    program: "rxkit-labels", name: "import",
    abstract: "Turn OnSIDES, SIDER or a CSV table of side effects into a table of evidence.",
    examples: [
      .init("rxkit-labels import onsides-v3.1.0/csv -o onsides.tsv", "a folder of OnSIDES"),
      .init(
        "rxkit-labels import sider --accept-noncommercial -o sider.tsv",
        "SIDER 4.1, whose terms forbid commercial use"),
      .init("rxkit-labels import ours.csv --licence CC0-1.0 -o ours.tsv", "a table of your own"),
    ],
    arguments: [
      ArgumentDefinition(
        "path", "A folder with the files of a release, or a CSV file.", value: .file)
    ],
    options: [
      from, accept, licence, score, share, codes, CommonOptions.catalog, CommonOptions.mappings,
      CommonOptions.output, CommonOptions.force,
    ],
    discussion: [
      "Terms are mapped to the 39 categories by their whole names; the terms and their MedDRA "
        + "codes are not written. Drugs are looked up in the catalog: a list of ingredients is a "
        + "combination or nothing, never its single ingredients. Every row has trust B, its source "
        + "and its licence. What was read, mapped and left out is reported on standard error.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit-labels combine", "rxkit side-effects"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let path = invocation.arguments[0]
    let given = invocation.value(of: from).flatMap { ImportFormat(rawValue: $0) }
    let format = if let given { given } else { try ImportFormat(path: path) }
    let terms = invocation.value(of: licence) ?? format.licence
    if let notice = format.notice { streams.messages.note(notice) }
    if format.isNonCommercial, !invocation.isSet(accept) {
      throw CommandFailure(
        .usage, "import.non-commercial",
        "\(path): \(format.title) is under \(format.licence ?? "terms of its own"), which forbids "
          + "commercial use, expected \(accept.name)",
        try: "read the terms, then give \(accept.name)")
    }
    let catalog = try CatalogOpening.open(invocation, &streams)
    let tables = try MappingFiles.tables(invocation, catalog)
    var importer = LabelImporter(
      catalog: catalog, phrases: try tables.neededPhrases(), routes: tables.routes)
    importer.licence = terms
    importer.minimumScore = try number(of: score, invocation) ?? LabelImporter.releaseScore
    importer.minimumShare = try number(of: share, invocation) ?? LabelImporter.usualShare
    if let path = invocation.value(of: codes) {
      let table = invocation.value(of: CommonOptions.output)
      guard table.map({ !SystemCalls.areSameFile($0, path) }) ?? true else {
        throw CommandFailure.usage(
          "usage.same-file",
          "rxkit-labels import: \(codes.name) names the file of \(CommonOptions.output.name), "
            + "expected another one", of: definition)
      }
      try AtomicFile.check(path, replacing: invocation.isSet(CommonOptions.force))
    }
    var summary: ImportSummary?
    let code = try streams.withOutput(of: invocation) { streams in
      let result = try self.result(of: path, format, importer, &streams)
      try streams.output.write(result.table)
      for line in ImportReport.lines(result.summary) { streams.messages.note(line) }
      summary = result.summary
      return result.summary.rowCount == 0 ? .incomplete : .done
    }
    // A file of its own, once that of the table is there.
    if let summary { try writeCodes(summary, invocation, &streams) }
    return code
  }

  private static func result(
    of path: String, _ format: ImportFormat, _ importer: LabelImporter, _ streams: inout Streams
  ) throws -> LabelImporter.Result {
    let display = ProgressDisplay(streams.messages)
    defer { display.finish() }
    return try importer.result(of: path, format) { file, rows, bytes, total in
      display.update(file, count: rows, unit: "rows", done: bytes, total: total, isInBytes: true)
    }
  }

  private static func writeCodes(
    _ summary: ImportSummary, _ invocation: Invocation, _ streams: inout Streams
  ) throws {
    guard let path = invocation.value(of: codes) else { return }
    var table = Table("problem", "code")
    for problem in CodeProblem.allCases {
      for code in summary.codes(problem) { table.append([problem.code, code]) }
    }
    try streams.writeFile(
      path, table.rendered(as: .tsv), replacing: invocation.isSet(CommonOptions.force))
    streams.messages.note("wrote \(path)")
  }

  private static func number(
    of option: OptionDefinition, _ invocation: Invocation
  ) throws -> Double? {
    guard let text = invocation.value(of: option) else { return nil }
    guard let number = Double(text), number.isFinite else {
      throw CommandFailure.usage(
        "usage.not-a-number",
        "rxkit-labels import: value \(CommandFailure.quoted(text)) of \(option.name), "
          + "expected a number such as 0.5", of: definition)
    }
    return number
  }
}

extension MappingTables {
  /// The phrases in labels that name symptoms, without which nothing can be read.
  func neededPhrases() throws -> PhraseTable {
    let phrases = try phrases()
    if !phrases.phrases.isEmpty { return phrases }
    throw CommandFailure(
      .input, "mapping.missing-file",
      "phrases.tsv: missing from the mapping tables, expected the words that name the categories",
      try: "--mappings with the folder Data/Mappings")
  }
}
