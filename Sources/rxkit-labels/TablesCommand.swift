// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import SymptomMapping

/// `rxkit-labels tables`: the figures of adverse-reaction tables, arm by arm.
struct TablesCommand: Command {
  private static let everywhere = OptionDefinition.flag(
    "--all-sections", "Also the tables of other sections, which give no rows.")

  static let definition = CommandDefinition(
    program: "rxkit-labels", name: "tables",
    abstract: "Show the tables of drug labels and the figures that are read from them.",
    examples: [
      .init("rxkit-labels tables label.xml", "the tables of adverse reactions of one label"),
      .init(
        "rxkit-labels tables drug-label.json.zip --format ndjson",
        "a table a line: cells, arms, rows, or why it gives none"),
      .init("rxkit-labels tables labels.jsonl.gz --format tsv", "an arm's figure a line"),
    ],
    arguments: [
      ArgumentDefinition(
        "path", "SPL, openFDA's JSON, a gzip or zip of them, or a folder; - is standard input.",
        count: .oneOrMore, value: .file)
    ],
    options: [
      everywhere, CommonOptions.mappings, CommonOptions.format, CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "Percentages are as printed. Each arm has its role (drug, placebo or active comparator), "
        + "its size, and the phase or study it belongs to; rows that no category covers are shown "
        + "too. Tables that say nothing of reactions (laboratory, discontinuation …) give no rows "
        + "and say why. Files that cannot be read are named on standard error; then the exit code "
        + "is 1.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit-labels show", "rxkit-labels build"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let reader = TableReader(PhraseMatcher(try MappingFiles(invocation).phrases()))
    let isEverywhere = invocation.isSet(everywhere)
    return try LabelWalk.print(invocation, columns: TableAnswer.table(of: []), &streams) {
      answers($0, reader, isEverywhere: isEverywhere)
    }
  }

  private static func answers(
    _ label: DrugLabel, _ reader: TableReader, isEverywhere: Bool
  ) -> [TableAnswer] {
    var answers: [TableAnswer] = []
    var number = 0
    for (section, content) in label.sections.enumerated() {
      for (index, table) in content.tables.enumerated() {
        let report = reader.report(table, number: index, section: section, label: label)
        if report.exclusion != .section { number += 1 }
        guard isEverywhere || report.exclusion != .section else { continue }
        answers.append(
          TableAnswer(
            label: label, section: content, table: table, report: report,
            number: report.exclusion == .section ? nil : number))
      }
    }
    return answers
  }
}
