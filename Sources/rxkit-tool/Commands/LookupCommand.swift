// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import MedicationResolver

/// `rxkit lookup`: what the catalog holds of a code.
struct LookupCommand: Command {
  private static let system = OptionDefinition.text(
    "--system", "url", "Code system of the codes; also rxnorm, ndc, unii, atc, cvx, snomed.",
    default: "rxnorm, or ndc for digits with dashes or more than 8")

  static let definition = CommandDefinition(
    name: "lookup",
    abstract: "Show what a medication code means: names, ingredients, strengths, form, codes.",
    examples: [
      .init("rxkit lookup 861007", "one RxNorm code"),
      .init("rxkit lookup 0078-0659-20", "an NDC, any of its spellings"),
      .init("rxkit lookup 861007 --format json", "everything the catalog holds of it"),
      .init(
        "rxkit lookup active --system http://example.org/status", "a code of a system of your own"),
      .init("cut -f2 meds.tsv | rxkit lookup - --format ndjson", "a column of codes"),
    ],
    arguments: [
      ArgumentDefinition(
        "code", "A code; - reads codes from standard input, one a line.", count: .oneOrMore)
    ],
    options: [system] + CommonOptions.answers,
    discussion: [
      "A retired code is followed to its successors, with the path; if there are several, all are "
        + "shown. Codes that are not found are reported one by one, with codes that differ in one "
        + "digit; nothing is guessed, and the exit code is 1. For a name, rxkit lookup prints the "
        + "rxkit resolve command to type.",
      "Of code systems, value sets and concept maps that were loaded with rxkit build --with, "
        + "designations, properties, parents, mappings and the value sets that hold the code are "
        + "shown. All loaded versions are searched.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit resolve", "rxkit side-effects"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let catalog = try CatalogOpening.open(invocation, &streams)
    let url = invocation.value(of: system).map { catalog.system(named: $0) }
    return try streams.answer(of: invocation, columns: Table(of: LookupAnswer.columns)) {
      codes, streams in
      let systems = codes.map { url ?? CodeList.system(of: $0.text) }
      if systems.contains(CodeSystem.ndc) { try catalog.require(.ndcs) }
      return zip(systems, codes).map { system, code in
        let answer = LookupAnswer(system: system, code: code.text, catalog)
        let isName = url == nil && !CodeList.isMadeOfDigits(code.text)
        if !answer.isShown { say(answer, to: code, isName: isName, catalog, &streams) }
        return answer
      }
    }
  }

  private static func say(
    _ answer: LookupAnswer, to code: GivenWord, isName: Bool, _ catalog: Catalog,
    _ streams: inout Streams
  ) {
    if isName {
      streams.messages.warn("\(code.label): not an RxNorm code or NDC")
      guard code.isArgument else { return }
      streams.messages.note("   for a name, try: rxkit resolve \(DisplayText.shellWord(code.text))")
      streams.messages.note("   for a code of another system, try: --system")
      return
    }
    streams.messages.warn(
      "\(code.label): not found in \(catalog.release.name)"
        + (answer.problem.map { " (\($0))" } ?? ""))
    guard code.isArgument else { return }
    for line in answer.nearest(in: catalog) { streams.messages.note("   " + line) }
  }
}

/// What one code resolves to.
struct LookupAnswer {
  let system: String
  let code: String
  let concepts: [Concept]
  let history: ConceptHistory?
  /// What terminology loaded from FHIR says about the code.
  let terminology: TerminologyFacts
  let release: ReleaseIdentity
  /// Why nothing was found, if there is a specific reason.
  private(set) var problem: String?

  init(system: String, code: String, _ catalog: Catalog) {
    self.system = system
    self.code = code
    release = catalog.release
    if system == CodeSystem.rxNorm {
      let rxcui = RxCUI(code)
      let concept = rxcui.flatMap { catalog.concept(for: $0) }.flatMap { $0.code == nil ? nil : $0 }
      let isLive = concept.map { $0.status != .notCurrent && $0.status != .remapped } ?? false
      let found = isLive ? nil : rxcui.map { catalog.history(of: $0) }
      // A code may exist in a part that was left out.
      let mayExist = found?.status == .unknown && catalog.reasonNotFound() != nil
      history = mayExist ? nil : found
      concepts = concept.map { [$0] } ?? history?.successors ?? []
      if rxcui == nil { problem = "an RxNorm code is 1 to 8 digits without a leading zero" }
    } else {
      history = nil
      concepts = catalog.concepts(system: system, code: code)
    }
    if concepts.isEmpty, problem == nil, history == nil { problem = catalog.reasonNotFound() }
    terminology = TerminologyFacts(
      system: system, code: code, isInRelease: !concepts.isEmpty, catalog)
    if !isShown, catalog.isUnknown(system: system) {
      problem = "no code system is called '\(DisplayText.printable(system))'"
    }
  }

  /// The facts as rows, for a person.
  var card: Table {
    var table = Table("fact", "value")
    if let history {
      table.append("code", "\(history.asked) \(history.status.rawValue)")
      for step in history.steps { table.append("replaced", "\(step.from) by \(step.to)") }
      for name in history.archivedNames { table.append("archived name", name.text) }
    }
    for concept in concepts {
      add("RxCUI", concept.code?.description, to: &table)
      add("name", concept.name, to: &table)
      if concept.displayName != concept.name { add("display", concept.displayName, to: &table) }
      add("term type", concept.termType.rawValue, to: &table)
      add(
        "status", concept.status.rawValue + (concept.isPrescribable ? ", prescribable" : ""),
        to: &table)
      add("ingredients", coded(concept.ingredients), to: &table)
      add("salts", coded(concept.preciseIngredients), to: &table)
      add("strengths", readable(concept.strengthList), to: &table)
      add("dose form", coded(concept.doseForms), to: &table)
      add("brand names", coded(concept.brandNames), to: &table)
      add("generic", coded(concept.genericForms), to: &table)
      for item in concept.packItems {
        add("contains", "\(item.count) × \(item.concept?.name ?? item.name)", to: &table)
      }
      if release.leftOut.contains(.ndcs) { add("NDC", "not in this catalog", to: &table) }
      let ndcs = concept.ndcs
      let shown = ndcs.prefix(3).map(\.digits).joined(separator: ", ")
      add("NDC", ndcs.count > 3 ? "\(shown) and \(ndcs.count - 3) more" : shown, to: &table)
    }
    terminology.append(to: &table)
    return table
  }

  private func add(_ fact: String, _ value: String?, to table: inout Table) {
    guard let value, !value.isEmpty else { return }
    table.append(fact, value)
  }

  private func coded(_ concepts: [Concept]) -> String? { concepts.map(\.coded).cell }

  /// The strengths as people read them, each with its substance.
  private func readable(_ list: StrengthList) -> String? {
    let texts = list.strengths.map { part in
      let substance = part.basis ?? (part.preciseIngredient ?? part.ingredient)?.name
      return (part.strength?.description ?? part.text) + (substance.map { " of \($0)" } ?? "")
    }
    if texts.isEmpty { return nil }
    return texts.joined(separator: "; ") + (list.isComplete ? "" : " (incomplete)")
  }
}

extension LookupAnswer: StreamedAnswer {
  /// Whether anything is known about the code.
  var isShown: Bool {
    !concepts.isEmpty || terminology.isNamed || history?.status == .notCurrent
  }

  func writePage(_ streams: inout Streams) throws {
    try streams.write(card, as: .table)
  }

  /// A row per concept or term.
  var rowTable: Table {
    let found: [Row] =
      concepts.map { (self, $0, $0.name) }
      + terminology.terms.terms.map { (self, nil, $0.concept.display) }
    return Table(of: Self.columns, found.isEmpty ? [(self, nil, nil)] : found)
  }

  typealias Row = (answer: LookupAnswer, concept: Concept?, name: String?)

  static let columns: [Field<Row>] = [
    Field("system") { $0.answer.system },
    Field("code") { $0.answer.code },
    Field("rxcui") { $0.concept?.code },
    Field("name") { $0.name },
    Field("tty") { $0.concept?.termType },
    Field("status") { row -> ConceptStatus? in
      if row.concept != nil || row.name != nil { return row.concept?.status }
      return row.answer.history?.status ?? (row.answer.release.leftOut.isEmpty ? .unknown : nil)
    },
    Field("ingredients") { $0.concept?.ingredients.map(\.name) },
    Field("strengths") { row in
      let texts = row.concept?.strengthList.strengths.map(\.text) ?? []
      return texts.isEmpty ? nil : texts.joined(separator: " / ")
    },
    Field("dose_form") { $0.concept?.doseForms.map(\.name) },
    Field("brand") { $0.concept?.brandNames.map(\.name) },
  ]
}

extension LookupAnswer: Shaped {
  static let shape = Shape<Self>("lookup") {
    Field.version(1)
    Field("system", "", .name) { $0.system }
    Field("code", "As it was given.") { $0.code }
    Field("found", "Whether anything is known about the code.") { $0.isShown }
    Field("history") { $0.history }
    Field("concepts", "The concept, or those that took its place.") { $0.concepts }
    TerminologyFacts.shape.fields { $0.terminology }
    Field("release") { $0.release }
  }
}

extension LookupAnswer {
  /// Codes similar to an unknown one, as lines for a person; none of them is an answer.
  ///
  /// A typing error changes, omits or doubles one digit, or swaps two. More
  /// than three such codes say nothing about what was meant.
  func nearest(in catalog: Catalog) -> [String] {
    guard system == CodeSystem.rxNorm, problem == nil else { return [] }
    let found = Self.slips(of: Array(code.utf8)).compactMap { digits -> Concept? in
      let concept = RxCUI(String(decoding: digits, as: UTF8.self))
        .flatMap { catalog.concept(for: $0) }
      return concept?.code == nil ? nil : concept
    }
    let distinct = Set(found).sorted()
    guard !distinct.isEmpty else { return [] }
    guard distinct.count <= 3 else {
      return ["\(distinct.count) codes differ from it in one digit; nothing was guessed"]
    }
    return distinct.map { "differs in one digit: \($0.rxcui) \($0.name) (\($0.termType.rawValue))" }
  }

  /// All digit strings that one typing error makes of a code.
  private static func slips(of digits: [UInt8]) -> [[UInt8]] {
    var slips: [[UInt8]] = []
    for place in digits.indices {
      for digit in UInt8(ascii: "0")...UInt8(ascii: "9") where digit != digits[place] {
        var changed = digits
        changed[place] = digit
        slips.append(changed)
      }
      var shorter = digits
      shorter.remove(at: place)
      slips.append(shorter)
      var doubled = digits
      doubled.insert(digits[place], at: place)
      slips.append(doubled)
      if place > 0 {
        var swapped = digits
        swapped.swapAt(place - 1, place)
        slips.append(swapped)
      }
    }
    return slips
  }
}

extension Catalog {
  /// Whether a word is neither a URL nor the name of a code system that rxkit or the release knows.
  fileprivate func isUnknown(system: String) -> Bool {
    !system.contains(":") && KnownCodeSystem.recognise(system) == nil
      && sourceIndex(of: system) == nil
  }

  /// The code system that an option names: by a short name, a spelling or a registered name.
  func system(named name: String) -> String {
    KnownCodeSystem.recognise(name)?.canonical ?? registeredSystem(name) ?? name
  }
}
