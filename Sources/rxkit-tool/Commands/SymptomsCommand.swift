// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver
import SymptomMapping

/// `rxkit symptoms`: the 39 symptom categories, and which labels name one of them.
struct SymptomsCommand: Command {
  private static let evidenceClass = OptionDefinition.choice(
    "--class", "class", "Only subjects with a statement of this kind.",
    EvidenceClass.allCases.map { Choice($0.rawValue, EvidenceWords.place($0)) }
  ).repeatable()
  private static let route = OptionDefinition.text(
    "--route", "route", "Only labels of this route, such as oral or topical."
  ).repeatable()
  private static let with = OptionDefinition.text(
    "--with", "medication",
    "Answer for these medications only, as rxkit explain --medications does."
  ).repeatable()
  private static let top = OptionDefinition.count(
    "--top", "count", "Maximum subjects; those with boxed warnings always.",
    default: "20 in a table, else all")

  static let definition = CommandDefinition(
    name: "symptoms",
    abstract: "List the 39 symptom categories, or the drugs whose labels name a symptom.",
    examples: [
      .init("rxkit symptoms", "the categories, their values and synonyms"),
      .init("rxkit symptoms headache --top 10", "whose labels name it, ranked"),
      .init("rxkit symptoms 'upset stomach'", "in your own words"),
      .init("rxkit symptoms dizziness --with 860975,312941", "among these medications"),
      .init("rxkit symptoms nausea --class boxed --route oral --format csv", "filtered"),
    ],
    arguments: [
      ArgumentDefinition(
        "symptom", "An identifier, a name, or words in English; - for lines of standard input.",
        count: .any)
    ],
    options: [
      with, evidenceClass, route, top, LabelAge.asOf, CommonOptions.format, CommonOptions.catalog,
      CommonOptions.mappings, CommonOptions.output, CommonOptions.force,
    ],
    discussion: [
      "A symptom is given as HealthKit's identifier, the name of its Swift case, its display name, "
        + "or in words of people and labels. Words that stand for several categories are answered "
        + "for each, and none is chosen.",
      "Listed are the subjects of labels: ingredients, combinations, and products with a label of "
        + "their own, by step, difference to the comparator and kind of statement. It ranks "
        + "statements, not drugs. Boxed warnings come first, whatever the filter. A drug that is "
        + "not listed is not ruled out: perhaps none of its labels was read.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit explain", "rxkit side-effects"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let own = invocation.values(of: with)
    if !own.isEmpty, !invocation.arguments.isEmpty {
      for option in [evidenceClass, route, top] where invocation.isSet(option) {
        throw definition.error(
          "conflicting-options", "\(option.name) and \(with.name) exclude each other")
      }
      return try ExplainCommand.explain(
        invocation.arguments, GivenMedications.words(own), invocation, of: definition, &streams)
    }
    let day = try LabelAge.day(of: invocation)
    var limit = try invocation.count(of: top)
    let format = invocation.format ?? .table
    let catalog = try CatalogOpening.open(invocation, &streams)
    let tables = try MappingFiles.tables(invocation, catalog)
    if invocation.arguments.isEmpty {
      return try list(invocation, tables, catalog.release, format, &streams)
    }
    if limit == nil, format == .table { limit = 20 }
    var filter = SymptomFilter()
    filter.classes = Set(
      invocation.values(of: evidenceClass).compactMap { EvidenceClass(rawValue: $0) })
    filter.routes = try routes(invocation, tables)
    let reader = try SymptomWords.reading(tables)
    return try streams.answer(of: invocation, columns: SymptomPages.rows) { questions, streams in
      questions.map { words in
        let matches = reader.read(words.text)
        if matches.isEmpty { reader.warn(words, &streams) }
        return SymptomPage(
          query: words.text, matches: matches,
          answers: matches.map { match in
            var own = filter
            own.direction = match.direction
            return tables.subjects(naming: match.symptom, own, today: day)
          }, limit: limit, day: day, release: catalog.release)
      }
    }
  }

  /// The categories.
  private static func list(
    _ invocation: Invocation, _ tables: MappingTables, _ release: ReleaseIdentity,
    _ format: OutputFormat, _ streams: inout Streams
  ) throws -> ExitCode {
    for option in [with, evidenceClass, route, top] where invocation.isSet(option) {
      throw definition.error(
        "missing-argument", "option \(option.name) requires a <symptom>")
    }
    return try streams.withOutput(of: invocation) { streams in
      switch format {
      case .json, .ndjson:
        let categories = SymptomCategory.allCases.map {
          PrintedCategory(symptom: $0, tables: tables, release: release)
        }
        try JSONSequence.write(categories, as: format, &streams)
      case .table, .csv, .tsv, .markdown:
        try streams.write(SymptomPages.categories(tables), as: format)
      }
      return .done
    }
  }

  /// Routes as labels write them; an unknown one would silently find nothing.
  private static func routes(
    _ invocation: Invocation, _ tables: MappingTables
  ) throws -> Set<String> {
    let known = tables.sideEffects.routeWords
    var routes: Set<String> = []
    for value in try invocation.list(of: route) {
      let word = value.uppercased()
      guard known.contains(word) else {
        throw CommandFailure.unknownValue(
          value, of: route.name, among: known.map { $0.lowercased() }, of: definition)
      }
      routes.insert(word)
    }
    return routes
  }
}

extension SymptomWords {
  /// The reader of the words of an invocation's tables.
  static func reading(_ tables: MappingTables) throws -> SymptomWords {
    do { return try SymptomWords(tables) } catch { throw error.failure(.catalog) }
  }

  /// Says that words name none of the categories.
  func warn(_ words: GivenWord, _ streams: inout Streams) {
    let nearest = words.isArgument ? nearest(to: words.text) : nil
    streams.messages.warn(
      Self.noneOf39(words.label, nearest.map { CommandFailure.question($0) }))
  }

  /// The category name that was probably meant, allowing a typing error in a word: `dry mouth` is
  /// not a misspelling of `dry cough`.
  private func nearest(to text: String) -> String? {
    let given = text.lowercased().split(separator: " ")
    let near = suggestions.filter { name in
      let words = name.split(separator: " ")
      return words.count == given.count
        && zip(words, given).allSatisfy { word, given in
          given.count >= 3 && word.hasPrefix(given)
            || Suggestion.editDistance(Array(word.unicodeScalars), Array(given.unicodeScalars))
              <= max(1, word.count / 5)
        }
    }
    return Suggestion.nearest(to: text, among: near)
  }

  /// The message that words name none of the categories.
  static func noneOf39(_ words: String, _ remedy: String? = nil) -> String {
    "\(DisplayText.printable(words)): none of the 39 symptom categories"
      + (remedy ?? "; rxkit symptoms lists them")
  }
}
