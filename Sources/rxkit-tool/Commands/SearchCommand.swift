// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel

/// `rxkit search`: concepts by their names.
struct SearchCommand: Command {
  private static let exact = OptionDefinition.flag(
    "--exact", "The whole name, without regard to case, as RxNav's exact search.")
  private static let bytes = OptionDefinition.flag(
    "--bytes", "The whole name, byte by byte, of any source, suppressed names too.")
  private static let normalized = OptionDefinition.flag(
    "--normalized",
    "The whole name but for order, punctuation, plural, abbreviations and salts; with --exact "
      + "only where that finds nothing.")
  private static let spelling = OptionDefinition.flag(
    "--spelling", "Drug words and names that a misspelled one may have meant.")
  private static let termType = OptionDefinition.text(
    "--tty", "type", "Only concepts of a term type, such as SCD."
  ).repeatable()
  private static let status = OptionDefinition.choice(
    "--status", "status", "Only concepts of a status.",
    [
      Choice("active", "In use."), Choice("obsolete", "No longer in use."),
      Choice("quantified", "Only dispensed with a quantity."),
    ]
  ).repeatable()
  private static let prescribable = OptionDefinition.flag(
    "--prescribable", "Only what is in the prescribable subset.")
  private static let ingredient = OptionDefinition.text(
    "--ingredient", "drug", "Only concepts with an ingredient, by code or name."
  ).repeatable()
  private static let doseForm = OptionDefinition.text(
    "--dose-form", "form", "Only concepts with a dose form or group of them, by code or name."
  ).repeatable()
  private static let source = OptionDefinition.text(
    "--source", "source", "Only concepts that a source names, such as MTHSPL."
  ).repeatable()
  private static let limit = OptionDefinition.count(
    "--limit", "count", "Maximum results.", default: "20")
  private static let offset = OptionDefinition.count(
    "--offset", "count", "Skip this many results at the beginning.", default: "0")

  static let definition = CommandDefinition(
    name: "search",
    abstract: "Find concepts by words of their names, by whole names, or by sound spelling.",
    examples: [
      .init("rxkit search amox 500 ca", "beginnings of words, in any order"),
      .init("rxkit search metformin --tty SCD --prescribable", "with filters"),
      .init("rxkit search --exact --normalized 'HCTZ 25mg oral tablets'", "a whole name"),
      .init("rxkit search --spelling nortriptelene", "a misspelled name"),
      .init("cut -f3 meds.tsv | rxkit search - --exact --format ndjson", "a query a line"),
    ],
    arguments: [
      ArgumentDefinition(
        "word", "Words of a name; - reads queries from standard input, one a line.",
        count: .oneOrMore)
    ],
    options: [
      exact, bytes, normalized, spelling, termType, status, prescribable, ingredient, doseForm,
      source, limit, offset, CommonOptions.format, CommonOptions.catalog, CommonOptions.output,
      CommonOptions.force,
    ],
    discussion: [
      "Every word must be the beginning of a word of a name; a number must be the whole number, "
        + "but for the last one, which may still be typed. Active prescribable concepts come "
        + "first, then common before rare, by the count of their products in the release.",
      "Each answer says how its name matched. Nothing is corrected: where no name has the words, "
        + "near spellings are shown as suggestions on standard error, and the exit code is 1.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit lookup", "rxkit resolve"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let way = try way(of: invocation)
    let limit = try invocation.count(of: limit, in: 1...Int.max) ?? 20
    let catalog = try CatalogOpening.open(invocation, &streams)
    if case .whole = way {} else { try catalog.need(.searchIndex) }
    let filter = try filter(of: invocation, catalog)
    let offset = try invocation.count(of: offset) ?? 0
    let isStream = invocation.arguments.contains("-")
    let words = isStream ? invocation.arguments : [invocation.arguments.joined(separator: " ")]
    return try streams.withOutput(of: invocation) { (streams) throws(CommandFailure) in
      var printer = SequencePrinter(
        invocation.format ?? .table, columns: SearchAnswer.table(of: [], way))
      var queries = try ArgumentStream(words, of: definition)
      var isComplete = true
      while let batch = try queries.next() {
        let answers = batch.map {
          SearchAnswer($0.text, way, in: catalog, filter: filter, limit: limit, offset: offset)
        }
        for (query, answer) in zip(batch, answers) {
          sayWhatIsMissing(answer, to: query, catalog, &streams)
          if !answer.isFound, !filter.isOpen { sayWhatFiltersTook(answer, catalog, &streams) }
        }
        isComplete = answers.allSatisfy(\.isFound) && isComplete
        try printer.print(
          answers.map { SearchPage(answer: $0, hasHeading: isStream) }, &streams)
      }
      try printer.finish(&streams)
      return isComplete ? .done : .incomplete
    }
  }

  private static func sayWhatIsMissing(
    _ answer: SearchAnswer, to query: GivenWord, _ catalog: Catalog, _ streams: inout Streams
  ) {
    if !answer.isFound {
      streams.messages.warn("\(query.label): not found in \(catalog.release.name)")
      for suggestion in answer.unasked where query.isArgument {
        streams.messages.note(
          "   \(suggestion.kind.rawValue): \(suggestion.text) for \(suggestion.replaces)?")
      }
    } else if answer.hasMore {
      let total = answer.totalCount.map { " of \(DisplayText.grouped($0))" } ?? ""
      streams.messages.note("\(query.label): \(answer.rowCount)\(total) shown; --limit for more")
    }
  }

  /// Tells a query that finds nothing from one whose hits the filters took.
  private static func sayWhatFiltersTook(
    _ answer: SearchAnswer, _ catalog: Catalog, _ streams: inout Streams
  ) {
    let all = SearchAnswer(
      answer.query, answer.way, in: catalog, filter: SearchFilter(), limit: 1, offset: 0)
    guard all.isFound else { return }
    let found = all.totalCount.map { DisplayText.counted($0, "concept", "concepts") } ?? "concepts"
    streams.messages.note("   without the filters: \(found)")
  }

  // MARK: Options

  private static func way(of invocation: Invocation) throws(CommandFailure) -> SearchAnswer.Way {
    let given = [exact, bytes, normalized, spelling].filter(invocation.isSet).map(\.name)
    switch given {
    case []: return .words
    case [exact.name]: return .whole(.exact)
    case [bytes.name]: return .whole(.bytes)
    case [normalized.name]: return .whole(.normalized)
    case [exact.name, normalized.name]: return .whole(.exactThenNormalized)
    case [spelling.name]: return .spelling
    default:
      throw .usage(
        "usage.conflicting-options",
        "rxkit search: \(given.joined(separator: " and ")) exclude each other", of: definition)
    }
  }

  private static func filter(
    of invocation: Invocation, _ catalog: Catalog
  ) throws(CommandFailure) -> SearchFilter {
    var filter = SearchFilter()
    filter.termTypes = try termTypes(invocation.values(of: termType), catalog)
    for word in invocation.values(of: status) {
      switch word {
      case "active": filter.statuses.append(.active)
      case "quantified": filter.statuses.append(.quantified)
      default: filter.statuses.append(.obsolete)
      }
    }
    filter.isPrescribable = invocation.isSet(prescribable)
    for value in invocation.values(of: ingredient) {
      filter.ingredients += try concepts(
        value, of: ingredient, catalog, types: [.ingredient, .preciseIngredient])
    }
    for value in invocation.values(of: doseForm) {
      filter.doseForms += try concepts(
        value, of: doseForm, catalog, types: [.doseForm, .doseFormGroup])
    }
    filter.sources = try sources(invocation.values(of: source), catalog)
    return filter
  }

  /// Term types of RxNorm or of the catalog: one that is neither would silently find nothing.
  private static func termTypes(
    _ values: [String], _ catalog: Catalog
  ) throws(CommandFailure) -> [TermType] {
    var types: [TermType] = []
    for value in values.flatMap({ $0.split(separator: ",") }) {
      let type = TermType(rawValue: value.uppercased())
      if !RelationPath.termTypes.contains(type) {
        let known = Set(catalog.concepts.map(\.termType)).union(RelationPath.termTypes)
        guard known.contains(type) else {
          throw .unknownValue(
            String(value), of: termType.name, among: known.map(\.rawValue).sorted(),
            of: definition)
        }
      }
      types.append(type)
    }
    return types
  }

  private static func sources(
    _ values: [String], _ catalog: Catalog
  ) throws(CommandFailure) -> [String] {
    let known = catalog.sources.map(\.abbreviation)
    var sources: [String] = []
    for value in values.flatMap({ $0.split(separator: ",") }) {
      guard let name = known.first(where: { $0 == value.uppercased() }) else {
        throw .unknownValue(String(value), of: source.name, among: known, of: definition)
      }
      sources.append(name)
    }
    return sources
  }

  /// The concepts that a filter names, by code or by whole name.
  private static func concepts(
    _ value: String, of option: OptionDefinition, _ catalog: Catalog, types: [TermType]
  ) throws(CommandFailure) -> [Concept] {
    let byCode = RxCUI(value).flatMap { catalog.concept(for: $0) }.map { [$0] }
    let found = byCode ?? catalog.matches(named: value, by: .exactThenNormalized).map(\.concept)
    let fitting = found.filter { types.contains($0.termType) }
    guard !fitting.isEmpty else {
      let kinds = types.map(\.rawValue).joined(separator: " or ")
      throw CommandFailure(
        .usage, "usage.unknown-filter",
        "rxkit search: \(option.name) \(CommandFailure.quoted(value)): no \(kinds) of this name "
          + "or code in \(catalog.release.name)",
        try: "rxkit search \(value) --tty \(types.first?.rawValue ?? "IN")")
    }
    return fitting
  }
}

/// An answer, and whether its query stands above it.
private struct SearchPage: StreamedAnswer {
  let answer: SearchAnswer
  let hasHeading: Bool

  var isShown: Bool { answer.isFound }

  func write(to json: inout JSONWriter) { answer.write(to: &json) }

  var rowTable: Table { SearchAnswer.table(of: [answer], answer.way) }

  func writePage(_ streams: inout Streams) throws(CommandFailure) {
    if hasHeading {
      let heading = DisplayText.printable(answer.query)
      try streams.output.write(streams.terminal.style.bold(heading) + "\n")
    }
    try streams.write(
      SearchAnswer.table(of: [answer], answer.way, showsQuery: false), as: .table)
  }
}
