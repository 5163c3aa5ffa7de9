// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import JSONText
import MedicationModel

/// `rxkit related`: what a concept is related to, and by which way.
struct RelatedCommand: Command {
  private static let types = OptionDefinition.text(
    "--tty", "types", "Only these term types, such as SCD,SBD.", default: "all nineteen")
  private static let relationships = OptionDefinition.text(
    "--rela", "names", "One hop by these relationships, such as has_ingredient,has_dose_form.")
  private static let generic = OptionDefinition.flag(
    "--generic", "The generic product of a branded drug or pack.")
  private static let products = OptionDefinition.flag(
    "--products", "The drugs and packs of an ingredient, brand, component, form or group.")
  private static let brands = OptionDefinition.flag(
    "--brands", "Brands that contain all given ingredients, and possibly others.")
  private static let packs = OptionDefinition.flag(
    "--packs", "The packs of a product, or the products of a pack, with their counts.")
  private static let reformulations = OptionDefinition.flag(
    "--reformulations", "What a brand was reformulated to, or is a reformulation of.")
  private static let ancestors = OptionDefinition.flag(
    "--ancestors", "All broader concepts, nearest first.")
  private static let descendants = OptionDefinition.flag(
    "--descendants", "Every narrower active concept, nearest first.")
  private static let subsumes = OptionDefinition.text(
    "--subsumes", "concept", "Whether the concept is broader or narrower than this one.")
  private static let basis = OptionDefinition.choice(
    "--basis", "basis", "What broader means.",
    [
      Choice("kind", "the narrower concept is a kind of the wider one"),
      Choice("content", "or holds what the wider one names: an ingredient, a component"),
    ], default: "content")
  private static let explain = OptionDefinition.flag(
    "--explain", "Show the path of term types and of concepts to each answer.")

  private static let questions = [
    types, relationships, generic, products, brands, packs, reformulations, ancestors, descendants,
    subsumes,
  ]

  static let definition = CommandDefinition(
    name: "related",
    abstract:
      "Show related concepts along RxNav's paths: products, brands, packs, broader concepts.",
    examples: [
      .init("rxkit related 17767", "everything related to amlodipine"),
      .init("rxkit related amlodipine --tty SCD,SBD", "its clinical and branded drugs"),
      .init("rxkit related 1656346 --tty IN --explain", "ingredients of a drug, and the way"),
      .init("rxkit related 861007 --rela isa,has_dose_form", "one hop by relationships"),
      .init("rxkit related 1656346 --generic", "the generic of a brand"),
      .init("rxkit related Entresto --products", "the products of a brand"),
      .init("rxkit related 749783 --packs", "what a pack holds, and how many"),
      .init("rxkit related --brands amlodipine atorvastatin", "brands with both"),
      .init("rxkit related 6809 --subsumes 861007", "is one wider than the other"),
      .init("rxkit related 861007 --ancestors --basis kind", "what it is a kind of"),
      .init("cut -f2 meds.tsv | rxkit related - --tty IN --format ndjson", "a column of codes"),
    ],
    arguments: [
      ArgumentDefinition(
        "concept", "A code, an NDC or a name; - reads them from standard input, one a line.",
        count: .oneOrMore)
    ],
    options: questions + [
      basis, explain, ResolveCommand.system, ResolveCommand.name,
    ] + CommonOptions.answers,
    discussion: [
      "A word is a code, an NDC or a name, as for rxkit resolve; files are not read. Paths go through active concepts only, and "
        + "never through reformulated or quantified forms. A concept that is not active has no "
        + "related concepts: its status is shown, and a retired code's successors are listed, not "
        + "followed. If a name fits several concepts, each is answered.",
      "--ancestors, --descendants and --subsumes follow isa, trade names and ingredients; HL7 "
        + "defines no subsumption for RxNorm. Exit code 1 if anything was not found or not active.",
      HelpText.safetyNote,
    ],
    seeAlso: ["rxkit lookup", "rxkit resolve"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let asked = questions.filter { invocation.isSet($0) }
    if asked.count > 1 {
      throw definition.error(
        "conflicting-options",
        "\(asked[0].name) and \(asked[1].name) exclude each other")
    }
    let catalog = try CatalogOpening.open(invocation, &streams)
    let question = try question(of: invocation, catalog)
    let explaining = invocation.isSet(explain)
    var other: StartConcepts?
    if case .subsumption(let word, _) = question {
      other = start(GivenWord(argument: word), invocation, catalog)
    }
    // Brands are of all the words together.
    let areBrands = question.name == RelatedQuestion.brands.name
    return try streams.answer(
      of: invocation, together: areBrands, columns: Table(of: RelatedAnswer.columns)
    ) { words, streams in
      let starts = words.map { start($0, invocation, catalog) }
      for start in starts { say(start, &streams) }
      var answers =
        areBrands
        ? [RelatedQuestion.brands(of: starts, explaining: explaining, in: catalog)]
        : starts.flatMap { self.answers(to: question, about: $0, other, explaining, catalog) }
      for place in answers.indices {
        answers[place].showsWays = explaining
        say(answers[place], &streams)
      }
      return answers
    }
  }

  private static func start(
    _ word: GivenWord, _ invocation: Invocation, _ catalog: Catalog
  ) -> StartConcepts {
    StartConcepts(
      word, system: invocation.value(of: ResolveCommand.system),
      isName: invocation.isSet(ResolveCommand.name), in: catalog)
  }

  // MARK: The question

  private static func question(
    of invocation: Invocation, _ catalog: Catalog
  ) throws -> RelatedQuestion {
    let walked = [ancestors, descendants, subsumes].contains { invocation.isSet($0) }
    guard walked || !invocation.isSet(basis) else {
      throw definition.error(
        "missing-option",
        "--basis requires --ancestors, --descendants or --subsumes")
    }
    let basis: SubsumptionBasis = invocation.value(of: basis) == "kind" ? .kind : .content
    if invocation.isSet(types) {
      let types = try invocation.words(
        of: types, among: RelationPath.termTypes.map(\.rawValue), separators: [",", " "]
      ) { $0.uppercased() }
      return .types(types.map(TermType.init))
    }
    if let words = invocation.value(of: relationships) {
      return .relationships(try relationships(in: words, catalog))
    }
    if let word = invocation.value(of: subsumes) { return .subsumption(of: word, basis) }
    if invocation.isSet(generic) { return .generic }
    if invocation.isSet(products) { return .products }
    if invocation.isSet(brands) { return .brands }
    if invocation.isSet(packs) { return .packs }
    if invocation.isSet(reformulations) { return .reformulations }
    if invocation.isSet(ancestors) { return .ancestors(basis) }
    if invocation.isSet(descendants) { return .descendants(basis) }
    return .all
  }

  private static func relationships(in words: String, _ catalog: Catalog) throws -> [Relationship] {
    let known = catalog.relationships
    var relationships: [Relationship] = []
    for word in words.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) {
      let relationship = Relationship(rawValue: word.lowercased())
      guard known.contains(relationship) else {
        let nearest = Suggestion.nearest(to: word, among: known.map(\.rawValue))
        throw definition.error(
          "unknown-value",
          "unknown value \(CommandFailure.quoted(word)) of --rela, expected a "
            + "relationship such as has_ingredient" + CommandFailure.question(nearest))
      }
      relationships.append(relationship)
    }
    return relationships
  }

  // MARK: The answers

  /// One answer per concept that a word means; one without a concept where it means none.
  private static func answers(
    to question: RelatedQuestion, about start: StartConcepts, _ other: StartConcepts?,
    _ explaining: Bool, _ catalog: Catalog
  ) -> [RelatedAnswer] {
    if start.concepts.isEmpty {
      return [
        RelatedAnswer(
          asked: [start.asked], question: question.name, history: start.history,
          problem: start.reason, release: catalog.release)
      ]
    }
    return start.concepts.map {
      question.answer(about: $0, asked: start.asked, other: other, explaining: explaining)
    }
  }

  private static func say(_ start: StartConcepts, _ streams: inout Streams) {
    let word = start.asked.label
    if start.concepts.count > 1 {
      streams.messages.note("\(word): means \(start.concepts.count) concepts, each is answered")
    }
    if !start.inactive.isEmpty {
      let codes = start.inactive.compactMap(\.code).map(\.description).joined(separator: ", ")
      streams.messages.note(
        "\(word): is also the name of a concept that is not active"
          + (start.asked.isArgument ? ": \(codes)" : ""))
    }
  }

  private static func say(_ answer: RelatedAnswer, _ streams: inout Streams) {
    guard let problem = answer.problem else { return }
    let words = answer.asked.map(\.label).joined(separator: " ")
    streams.messages.warn("\(words): \(DisplayText.printable(problem))")
  }
}
