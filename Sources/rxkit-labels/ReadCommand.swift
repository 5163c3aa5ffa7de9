// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import MedicationModel
import SymptomMapping

/// `rxkit-labels read`: every place of a label that names a symptom, and its outcome.
struct ReadCommand: Command {
  private static let passed = OptionDefinition.flag(
    "--passed", "Show only mentions that were skipped.")

  static let definition = CommandDefinition(
    program: "rxkit-labels", name: "read",
    abstract: "Show every mention of a symptom in a label, and how it was interpreted.",
    examples: [
      .init("rxkit-labels read label.xml", "statements and skipped mentions in order"),
      .init("rxkit-labels read label.json --format ndjson", "with byte offsets, for checks"),
      .init("rxkit-labels read labels.zip --passed", "what was skipped, and why"),
    ],
    arguments: [
      ArgumentDefinition(
        "file", "An SPL file, an openFDA document, or an archive of them.", count: .oneOrMore,
        value: .file)
    ],
    options: [
      passed, CommonOptions.format, CommonOptions.mappings, CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "A statement has a class (boxed, warning, most_common …); a skipped mention has the reason "
        + "(negated, indication, sign-of-another …). start and end are bytes of the section's "
        + "text, or of its highlights; a place in a table is its number and row, both from zero.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit-labels build"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let extractor = LabelExtractor(phrases: try MappingFiles(invocation).phrases())
    var places = LabelPlaces(showsStatements: !invocation.isSet(passed))
    let isComplete = try LabelWalk.forEachLabel(of: invocation.arguments, &streams) { label, _ in
      places.add(label, extractor.read(label))
    }
    return try streams.withOutput(of: invocation) { streams in
      try streams.write(places.table, as: invocation.format)
      return isComplete ? .done : .input
    }
  }
}

/// The places of labels as rows.
struct LabelPlaces {
  private(set) var table = Table(
    """
    setID section field subsection part start end words symptom direction fit class passed threshold \
    drugPercent comparatorPercent comparator population sense context arm comparatorArm
    """
    .split(separator: " ").map {
      $0 == "start" || $0 == "end" ? Table.Column(String($0), .number) : Table.Column(String($0))
    })
  let showsStatements: Bool

  /// Adds the places of a label, in order.
  mutating func add(_ label: DrugLabel, _ reading: LabelReading) {
    var rows: [(order: [Int], row: [String?])] = []
    func filled(_ text: String?) -> String? { text.flatMap { $0.isEmpty ? nil : $0 } }
    func add(
      _ place: LabelStatement.Place, _ section: Int, _ subsection: String,
      _ rest: (_ words: String) -> [String?]
    ) {
      let own = label.sections.indices.contains(section) ? label.sections[section] : nil
      let found: (part: String, range: Range<Int>, text: LabelText?, order: [Int]) =
        switch place {
        case .text(let range): ("text", range, own?.text, [0, range.lowerBound])
        case .highlight(let range): ("highlight", range, own?.highlight, [1, range.lowerBound])
        case .table(let table, let row): ("table \(table)", row..<row, nil, [2, table, row])
        }
      let text = found.text?.utf8 ?? []
      let words = found.range.upperBound <= text.count ? text[found.range] : []
      let start = [
        label.setID, own?.loinc, filled(own?.field), filled(subsection), found.part,
        String(found.range.lowerBound), String(found.range.upperBound),
      ]
      rows.append(([section] + found.order, start + rest(String(decoding: words, as: UTF8.self))))
    }
    for one in showsStatements ? reading.statements : [] {
      add(one.place, one.section, one.subsection) { _ in
        [
          one.term, one.symptom.name, one.direction.rawValue, one.fit.rawValue,
          one.evidenceClass.rawValue, nil, one.threshold, one.drugPercent, one.comparatorPercent,
          one.comparator == .none ? nil : one.comparator.rawValue, one.population,
          one.sense.rawValue, filled(one.context), filled(one.arm), filled(one.comparatorArm),
        ]
      }
    }
    for one in reading.passed {
      add(one.place, one.section, "") { words in
        [words, one.symptom.name, nil, nil, nil, one.reason.rawValue]
          + [String?](repeating: nil, count: 9)
      }
    }
    // A stable order: that of the label, statements before passed mentions of one place.
    let sorted = rows.enumerated().sorted {
      $0.element.order == $1.element.order
        ? $0.offset < $1.offset
        : $0.element.order.lexicographicallyPrecedes($1.element.order)
    }
    for (_, row) in sorted { table.append(row.row) }
  }
}
