// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import MedicationResolver

/// `rxkit search`: concepts by their names.
struct SearchCommand: Command {
  private static let exact = OptionDefinition.flag(
    "--exact", "The whole name, ignoring case, like RxNav's exact search.")
  private static let bytes = OptionDefinition.flag(
    "--bytes", "The whole name, byte for byte, of any source, including suppressed names.")
  private static let normalized = OptionDefinition.flag(
    "--normalized",
    "The whole name, ignoring word order, punctuation, plurals, abbreviations and salts; with "
      + "--exact only where that finds nothing.")
  private static let spelling = OptionDefinition.flag(
    "--spelling", "Suggest drug words and names that a misspelled word may mean.")
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
    "--dose-form", "form", "Only concepts with a dose form or dose form group, by code or name."
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
    abstract: "Find concepts by words of their names, by whole names, or by approximate spelling.",
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
      source, limit, offset,
    ] + CommonOptions.answers,
    discussion: [
      "Every word must be the beginning of a word of a name; a number must be the whole number, "
        + "except the last one, which may be incomplete. Active prescribable concepts come "
        + "first, then those with more products in the release.",
      "Each answer says how its name matched. Nothing is corrected: where no name has the words, "
        + "near spellings are shown as suggestions on standard error, and the exit code is 1.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit lookup", "rxkit resolve"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let way = try way(of: invocation)
    let limit = try invocation.count(of: limit, in: 1...Int.max) ?? 20
    let catalog = try CatalogOpening.open(invocation, &streams)
    if case .whole = way {} else { try catalog.require(.searchIndex) }
    let filter = try filter(of: invocation, catalog)
    let offset = try invocation.count(of: offset) ?? 0
    let isStream = invocation.arguments.contains("-")
    let words = isStream ? invocation.arguments : [invocation.arguments.joined(separator: " ")]
    return try streams.answer(words, of: invocation, columns: SearchAnswer.table(of: nil, way)) {
      queries, streams in
      queries.map { query in
        var answer = SearchAnswer(
          query.text, way, in: catalog, filter: filter, limit: limit, offset: offset)
        answer.hasHeading = isStream
        sayWhatIsMissing(answer, to: query, catalog, &streams)
        if !answer.isShown, !filter.isOpen { sayWhatFiltersTook(answer, catalog, &streams) }
        return answer
      }
    }
  }

  private static func sayWhatIsMissing(
    _ answer: SearchAnswer, to query: GivenWord, _ catalog: Catalog, _ streams: inout Streams
  ) {
    if !answer.isShown {
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
    guard all.isShown else { return }
    let found = all.totalCount.map { DisplayText.counted($0, "concept", "concepts") } ?? "concepts"
    streams.messages.note("   without the filters: \(found)")
  }

  // MARK: Options

  private static func way(of invocation: Invocation) throws -> SearchAnswer.Way {
    let given = [exact, bytes, normalized, spelling].filter(invocation.isSet).map(\.name)
    switch given {
    case []: return .words
    case [exact.name]: return .whole(.exact)
    case [bytes.name]: return .whole(.bytes)
    case [normalized.name]: return .whole(.normalized)
    case [exact.name, normalized.name]: return .whole(.exactThenNormalized)
    case [spelling.name]: return .spelling
    default:
      throw definition.error(
        "conflicting-options", "\(given.joined(separator: " and ")) exclude each other")
    }
  }

  private static func filter(of invocation: Invocation, _ catalog: Catalog) throws -> SearchFilter {
    var filter = SearchFilter()
    filter.termTypes = try termTypes(invocation.list(of: termType), catalog)
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
    filter.sources = try invocation.words(
      of: source, among: catalog.sources.map(\.abbreviation)
    ) { $0.uppercased() }
    return filter
  }

  /// Term types of RxNorm or of the catalog: one that is neither would silently find nothing.
  private static func termTypes(_ values: [String], _ catalog: Catalog) throws -> [TermType] {
    var types: [TermType] = []
    for value in values {
      let type = TermType(rawValue: value.uppercased())
      if !RelationPath.termTypes.contains(type) {
        let known = Set(catalog.concepts.map(\.termType)).union(RelationPath.termTypes)
        guard known.contains(type) else {
          throw CommandFailure.unknownValue(
            value, of: termType.name, among: known.map(\.rawValue).sorted(),
            of: definition)
        }
      }
      types.append(type)
    }
    return types
  }

  /// The concepts that a filter names, by code or by whole name.
  private static func concepts(
    _ value: String, of option: OptionDefinition, _ catalog: Catalog, types: [TermType]
  ) throws -> [Concept] {
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

/// The answer to one query of `rxkit search`.
struct SearchAnswer {
  /// What is compared with the query.
  enum Way {
    /// Words of names, and their beginnings.
    case words
    case whole(NameMatching)
    /// Drug words and names that are spelled alike.
    case spelling

    /// Its name in JSON.
    var name: String {
      switch self {
      case .words: "words"
      case .whole(let matching): matching.rawValue
      case .spelling: "spelling"
      }
    }
  }

  /// A concept, how it matched, and the matching name.
  struct Row {
    let concept: Concept
    let match: String
    let name: String
  }

  let query: String
  let way: Way
  let release: ReleaseIdentity
  private(set) var rows: [Row] = []
  private(set) var suggestions: [SpellingSuggestion] = []
  /// Suggestions shown although not requested, because nothing was found.
  private(set) var unasked: [SpellingSuggestion] = []
  private(set) var totalCount: Int?
  private(set) var hasMore = false
  /// Whether the query is printed above the answer for a person.
  var hasHeading = false

  /// The most suggestions that are looked for.
  private static let mostSuggestions = 10_000
  /// The maximum number of unrequested suggestions.
  private static let unaskedLimit = 3

  init(
    _ query: String, _ way: Way, in catalog: Catalog, filter: SearchFilter, limit: Int,
    offset: Int
  ) {
    self.query = query
    self.way = way
    release = catalog.release
    switch way {
    case .words:
      let results = catalog.search(query, filter: filter, limit: limit, offset: offset)
      rows = results.hits.map {
        Row(concept: $0.concept, match: $0.step.rawValue, name: $0.matchedName)
      }
      totalCount = results.totalCount
      hasMore = results.hasMore
    case .whole(let matching):
      let all = catalog.matches(named: query, by: matching).filter { filter.admits($0.concept) }
      rows = all.dropFirst(offset).prefix(limit).map {
        Row(concept: $0.concept, match: $0.kind.rawValue, name: $0.name)
      }
      totalCount = all.count
      hasMore = all.dropFirst(offset).count > limit
    case .spelling:
      // One more than is shown, to see whether there are more.
      let all = catalog.spellingSuggestions(
        for: query, limit: min(offset, Self.mostSuggestions) + min(limit, Self.mostSuggestions) + 1)
      suggestions = Array(all.dropFirst(offset).prefix(limit))
      hasMore = all.dropFirst(offset).count > limit
    }
    if case .words = way, rows.isEmpty, offset == 0 {
      unasked = Array(
        catalog.spellingSuggestions(for: query, limit: Self.unaskedLimit)
          .prefix(Self.unaskedLimit))
    }
  }

  var rowCount: Int { rows.count + suggestions.count }

  /// The rows of an answer to one kind of search.
  static func table(of answer: SearchAnswer?, _ way: Way, showsQuery: Bool = true) -> Table {
    let first = showsQuery ? "query" : nil
    let query = showsQuery ? answer?.query : nil
    var table: Table
    if case .spelling = way {
      table = Table(of: suggestionColumns, after: first)
      for row in answer?.suggestions ?? [] { table.append(row, suggestionColumns, after: query) }
    } else {
      table = Table(of: hitColumns, after: first)
      for row in answer?.rows ?? [] { table.append(row, hitColumns, after: query) }
    }
    return table
  }

  /// A number from 0 to 1 with three digits.
  private static func decimal(_ number: Double) -> String {
    let thousandths = Int((number * 1000).rounded())
    return "\(thousandths / 1000)." + DecimalDigits.padded(thousandths % 1000, 3)
  }
}

extension SearchAnswer: StreamedAnswer {
  var isShown: Bool { rowCount > 0 }

  var rowTable: Table { Self.table(of: self, way) }

  func writePage(_ streams: inout Streams) throws {
    if hasHeading {
      try streams.output.write(streams.terminal.style.bold(DisplayText.printable(query)) + "\n")
    }
    try streams.write(Self.table(of: self, way, showsQuery: false), as: .table)
  }
}

extension SpellingSuggestion.Kind: FieldValue {}

extension SearchAnswer: Shaped {
  private static let matches =
    SearchHit.Step.allCases.map(\.rawValue) + NameMatchKind.allCases.map(\.rawValue)

  private static let hit = Shape<Row>("hit") {
    Concept.reference.fields { $0.concept }
    Field("status") { $0.concept.status }
    Field("prescribable") { $0.concept.isPrescribable }
    Field(
      "match",
      "How the name matched: by words (the first five) or as a whole (the last four); "
        + "normalized-other-salt: the names do not say the same salt.", .word(matches)
    ) { $0.match }
    Field(
      "matchedName", "The name that matched.", .name,
      cell: { $0.name == $0.concept.name ? nil : $0.name }
    ) { $0.name }
  }

  private static let suggestion = Shape<SpellingSuggestion>("suggestion") {
    Field("text", "", .name, column: "suggestion") { $0.text }
    Field("replaces", "The part of the query in whose place it would stand.", column: "for") {
      $0.replaces
    }
    Field(
      "kind",
      "The same letters with other blanks; one of at most three drug words that begin so; or "
        + "other letters."
    ) { $0.kind }
    Field("distance", "Letters left out, put in, changed or swapped.") { $0.distance }
    Field("likeness") { ShareText(decimal($0.likeness)) }
    Field(
      "concepts",
      "Substances and brands of this name; empty for a word that is only part of names.",
      each: Concept.reference
    ) { $0.concepts }
  }

  private static let hitColumns =
    hit["rxcui", "tty", "status", "prescribable", "match", "name", "matchedName"]
  private static let suggestionColumns =
    suggestion["text", "replaces", "kind", "distance", "likeness"] + [
      Field("rxcui") { $0.concepts.map(\.code) }, Field("tty") { $0.concepts.map(\.termType) },
    ]

  static let shape = Shape<Self>("search") {
    Field.version(1)
    Field("query", "As it was given.") { $0.query }
    Field(
      "by", "What was compared: words of names, whole names in one of four ways, or spellings.",
      .word(["words"] + NameMatching.allCases.map(\.rawValue) + ["spelling"])
    ) { $0.way.name }
    Field("total", "How many concepts there are in all; null where they were not counted.") {
      $0.totalCount
    }
    Field("more", "Whether there are more behind the last one.") { $0.hasMore }
    Field("concepts", "The likeliest first; whole names by code.", each: hit) { $0.rows }
    Field(
      "suggestions",
      "Spellings, requested or because nothing was found. Never a correction.", each: suggestion
    ) { $0.suggestions + $0.unasked }
    Field("release") { $0.release }
  }
}
