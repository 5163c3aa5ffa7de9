// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import DrugLabels
import MedicationModel
import SymptomMapping

/// `rxkit-labels read`: every place of a label that names a symptom, and what came of it.
struct ReadCommand: Command {
  private static let passed = OptionDefinition.flag(
    "--passed", "Show only places that make no statement.")

  static let definition = CommandDefinition(
    program: "rxkit-labels", name: "read",
    abstract: "Show every place of a label that names a symptom, and what was made of it.",
    examples: [
      .init("rxkit-labels read label.xml", "statements and passed mentions in order"),
      .init("rxkit-labels read label.json --format ndjson", "with byte offsets, for checks"),
      .init("rxkit-labels read labels.zip --passed", "what was passed, and why"),
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
      "A statement has a class (boxed, warning, most_common …); a passed mention has the reason "
        + "(negated, indication, sign-of-another …). start and end are bytes of the section's "
        + "text, or of its highlights; a place in a table is its number and row, both from zero.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit-labels build"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let mappings = try MappingFiles(invocation).tables()
    let extractor = LabelExtractor(phrases: try LabelPhrases.table(mappings))
    var files = LabelFiles(paths: invocation.arguments)
    var places = LabelPlaces(showsStatements: !invocation.isSet(passed))
    var hasFailed = false
    do throws(LabelError) {
      while let item = try files.next() {
        switch item {
        case .label(let label): places.add(label, extractor.read(label))
        case .skipped(let file, let reason):
          streams.messages.note("\(DisplayText.printable(file)): no label: \(reason)")
        case .failed(let error):
          hasFailed = true
          streams.messages.write(CommandFailure(error))
        }
      }
    } catch {
      throw CommandFailure(error)
    }
    let hasFailures = hasFailed
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      try streams.write(places.table, as: invocation.format)
      return hasFailures ? .input : .done
    }
  }
}

/// The places of labels as rows.
struct LabelPlaces {
  private(set) var table = Table([
    Table.Column("setID"), Table.Column("section"), Table.Column("field"),
    Table.Column("subsection"), Table.Column("part"), Table.Column("start", .number),
    Table.Column("end", .number), Table.Column("words"), Table.Column("symptom"),
    Table.Column("direction"), Table.Column("fit"), Table.Column("class"),
    Table.Column("passed"), Table.Column("threshold"), Table.Column("drugPercent"),
    Table.Column("comparatorPercent"), Table.Column("comparator"), Table.Column("population"),
    Table.Column("condition"),
  ])
  private let showsStatements: Bool

  init(showsStatements: Bool) {
    self.showsStatements = showsStatements
  }

  /// Adds the places of a label, in its order.
  mutating func add(_ label: DrugLabel, _ reading: LabelReading) {
    var rows: [(place: [Int], row: [String?])] = []
    if showsStatements {
      for one in reading.statements {
        let place = Self.place(one.place, one.section, label)
        rows.append(
          (
            place.order,
            Self.start(label, one.section, one.subsection, place) + [
              one.term, one.symptom.name, one.direction.rawValue, one.fit.rawValue,
              one.evidenceClass.rawValue, nil, one.threshold, one.drugPercent,
              one.comparatorPercent, one.comparator == .none ? nil : one.comparator.rawValue,
              one.population, one.condition,
            ]
          ))
      }
    }
    for one in reading.passed {
      let place = Self.place(one.place, one.section, label)
      rows.append(
        (
          place.order,
          Self.start(label, one.section, "", place) + [
            place.words, one.symptom.name, nil, nil, nil, one.reason.rawValue, nil, nil, nil, nil,
            nil, nil,
          ]
        ))
    }
    // A stable order: that of the label, statements before passed mentions of one place.
    let sorted = rows.enumerated().sorted {
      $0.element.place == $1.element.place
        ? $0.offset < $1.offset
        : $0.element.place.lexicographicallyPrecedes($1.element.place)
    }
    for (_, row) in sorted { table.append(row.row) }
  }

  private struct Place {
    var part: String
    var start: Int
    var end: Int
    var words: String
    var order: [Int]
  }

  private static func place(
    _ place: LabelStatement.Place, _ section: Int, _ label: DrugLabel
  ) -> Place {
    let isThere = label.sections.indices.contains(section)
    func words(_ text: LabelText?, _ range: Range<Int>) -> String {
      guard let text, range.upperBound <= text.utf8.count else { return "" }
      return String(decoding: text.utf8[range], as: UTF8.self)
    }
    switch place {
    case .text(let range):
      return Place(
        part: "text", start: range.lowerBound, end: range.upperBound,
        words: words(isThere ? label.sections[section].text : nil, range),
        order: [section, 0, range.lowerBound])
    case .highlight(let range):
      return Place(
        part: "highlight", start: range.lowerBound, end: range.upperBound,
        words: words(isThere ? label.sections[section].highlight : nil, range),
        order: [section, 1, range.lowerBound])
    case .table(let table, let row):
      return Place(
        part: "table \(table)", start: row, end: row, words: "", order: [section, 2, table, row])
    }
  }

  private static func start(
    _ label: DrugLabel, _ section: Int, _ subsection: String, _ place: Place
  ) -> [String?] {
    let own = label.sections.indices.contains(section) ? label.sections[section] : nil
    return [
      label.setID, own?.loinc, own.flatMap { $0.field.isEmpty ? nil : $0.field },
      subsection.isEmpty ? nil : subsection, place.part, String(place.start), String(place.end),
    ]
  }
}
