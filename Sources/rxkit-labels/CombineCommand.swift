// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import SymptomMapping

/// `rxkit-labels combine`: tables of evidence from several sources become one.
struct CombineCommand: Command {
  static let definition = CommandDefinition(
    program: "rxkit-labels", name: "combine",
    abstract: "Combine tables of evidence; of equal statements the best source's is kept.",
    examples: [
      .init(
        "rxkit-labels combine Data/Mappings/side-effects.tsv onsides.tsv -o side-effects.tsv",
        "rows of labels first, those of OnSIDES where labels say nothing"),
      .init("rxkit-labels combine a.tsv b.tsv | wc -l", "how many rows come out"),
    ],
    arguments: [
      ArgumentDefinition(
        "table", "Tables with the columns of side-effects.tsv.", count: .oneOrMore, value: .file)
    ],
    options: [CommonOptions.output, CommonOptions.force],
    discussion: [
      "Of rows with the same subject, symptom, direction, class, sense, population, context, arm "
        + "and route, one is kept: trust A before B; spl and openfda before annotated before "
        + "onsides before sider before other; then the newer label, more figures, more labels "
        + "that agree. Counts of labels are not added up over sources. The order of the tables "
        + "does not matter. Put the result as side-effects.tsv into a copy of Data/Mappings and give that to --mappings.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit-labels import", "rxkit side-effects", "rxkit export"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    var tables: [SideEffectTable] = []
    for path in invocation.arguments {
      let (input, labels) = (try InputFile.read(path), try labels(beside: path))
      tables.append(try SideEffectTable(bytes: input.bytes, file: input.name, labels: labels))
      if tables.last?.rows.contains(where: { $0.utf8(.licence).isEmpty }) ?? false {
        throw CommandFailure(
          .input, "mapping.missing-file",
          "\(input.name): rows refer to labels for source and licence; expected labels.tsv "
            + "in the same folder",
          try: "copy the labels.tsv that was made with it there")
      }
    }
    let combined = TableCombination(tables)
    return try streams.withOutput(of: invocation) { streams in
      try streams.output.write(combined.table)
      for line in ImportReport.lines(combined) { streams.messages.note(line) }
      return .done
    }
  }

  /// The labels quoted by the rows of a table, if labels.tsv is in the same folder.
  private static func labels(beside path: String) throws -> LabelTable? {
    let place = MappingFiles.path(of: "labels.tsv", beside: path)
    guard path != "-", SystemCalls.exists(place) else { return nil }
    let input = try InputFile.read(place)
    return try LabelTable(bytes: input.bytes, file: input.name)
  }
}
