// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import MedicationResolver

/// `rxkit history`: what became of a code, and what it was in the known releases.
struct HistoryCommand: Command {
  private static let system = OptionDefinition.choice(
    "--system", "system", "Code system of all arguments, instead of the detected one.",
    [Choice("rxnorm", "RxNorm codes"), Choice("ndc", "National Drug Codes")])
  private static let indirect = OptionDefinition.flag(
    "--indirect", "Also list the NDCs of the codes that an RxNorm code replaced.")

  static let definition = CommandDefinition(
    name: "history",
    abstract: "Show the history of a code: status, successors, names and NDCs across releases.",
    examples: [
      .init("rxkit history 541862", "a retired code"),
      .init("rxkit history 0093-7314-98", "an NDC, any of its spellings"),
      .init("rxkit history 860975 --format json", "with every span"),
      .init("cut -f2 meds.tsv | rxkit history - --format tsv", "a column of codes"),
    ],
    arguments: [
      ArgumentDefinition(
        "code", "An RxNorm code or NDC; - reads codes from standard input, one a line.",
        count: .oneOrMore)
    ],
    options: [system, indirect] + CommonOptions.answers,
    discussion: [
      "The first and last release are among those that the catalog was built from: give "
        + "rxkit build several. What happened before the oldest or between them is unknown and "
        + "not guessed.",
      "Successors are all codes that RxNorm says replaced this one. The generic of an obsolete "
        + "brand is listed as related: it is another product. Exit code 1 if a code was never "
        + "seen.", HelpText.safetyNote,
    ],
    seeAlso: ["rxkit build", "rxkit diff", "rxkit audit"])

  static func run(_ invocation: Invocation, _ streams: inout Streams) throws -> ExitCode {
    let catalog = try CatalogOpening.open(invocation, with: [.history, .ndcs], &streams)
    let given = invocation.value(of: system)
    let isIndirect = invocation.isSet(indirect)
    return try streams.answer(of: invocation, columns: Table(of: HistoryAnswer.columns)) {
      codes, streams in
      codes.map { code in
        let answer = HistoryAnswer(code.text, system: given, isIndirect: isIndirect, catalog)
        if !answer.isShown { say(answer, to: code, &streams) }
        return answer
      }
    }
  }

  private static func say(_ answer: HistoryAnswer, to code: GivenWord, _ streams: inout Streams) {
    streams.messages.warn(
      "\(code.label): " + (answer.problem ?? "not found") + " in " + answer.knownReleases)
    // A name is the usual slip: the command that finds its code is one word away.
    guard code.isArgument,
      answer.asked.utf8.contains(where: { $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A })
    else {
      return
    }
    streams.messages.note(
      "   try: rxkit search \(DisplayText.shellWord(answer.asked)), for the code of a name")
  }
}

/// What became of one code.
struct HistoryAnswer {
  let asked: String
  let system: String
  /// What became of an RxNorm code; `nil` for an NDC, for a word that is not a code, and for a code
  /// that may have been left out.
  let history: ConceptHistory?
  /// What the known releases contain about an RxNorm code.
  let timeline: ConceptTimeline?
  /// What became of each reading of an NDC, without those that may have been left out.
  let ndcs: [NDCHistory]
  /// NDCs of the codes that an RxNorm code replaced; `nil` if not requested.
  let indirectNDCs: [ReplacedNDC]?
  let catalog: Catalog
  /// Why nothing was found, if there is a specific reason.
  private(set) var problem: String?

  init(_ code: String, system: String?, isIndirect: Bool = false, _ catalog: Catalog) {
    asked = code
    self.catalog = catalog
    let leftOut = catalog.reasonNotFound(.subset)
    let isNDC = system.map { $0 == "ndc" } ?? (CodeList.system(of: code) == CodeSystem.ndc)
    self.system = isNDC ? CodeSystem.ndc : CodeSystem.rxNorm
    if isNDC {
      history = nil
      timeline = nil
      indirectNDCs = nil
      ndcs = catalog.ndcHistory(of: code).filter { leftOut == nil || $0.status != .unknown }
      if case .invalid(let reason) = NationalDrugCode.read(code) { problem = "no NDC: \(reason)," }
    } else {
      let rxcui = RxCUI(code)
      let found = rxcui.map { catalog.history(of: $0) }
      // A code may exist in a part that was left out.
      history = leftOut != nil && found?.status == .unknown ? nil : found
      timeline = rxcui.flatMap { catalog.timeline(of: $0) }
      ndcs = []
      indirectNDCs = isIndirect ? rxcui.map { catalog.replacedNDCSpans(of: $0) } ?? [] : nil
      if rxcui == nil {
        problem = "an RxNorm code is 1 to 8 digits without a leading zero; not found"
      }
    }
    if problem == nil, !isShown {
      problem = leftOut.map { "not found: \($0)," }
    }
  }

  /// The releases that were searched, for a message.
  var knownReleases: String {
    let releases = catalog.releases
    let current = catalog.release.name
    return releases.count > 1 ? "\(current) and \(releases.count - 1) earlier" : current
  }
}

extension HistoryAnswer: Shaped {
  static let shape = Shape<Self>("answer") {
    Field.version(1)
    Field("asked", "The code as it was given.") { $0.asked }
    Field("system", "", .name) { $0.system }
    Field("found", "Whether any known release names the code.") { $0.isShown }
    Field(
      "concept",
      "Of an RxNorm code; null for an NDC, for what is no code, and where release.leftOut may hold "
        + "the code."
    ) { answer in answer.history.map { ConceptChronicle($0, answer.catalog) } }
    Field("ndcs", "Of an NDC: each reading that exists.") { $0.ndcs }
    Field(
      "indirectNdcs",
      "The NDCs of the codes that an RxNorm code took the place of; null if not requested."
    ) { $0.indirectNDCs }
    Field("releases", "The known releases, oldest first; the last one is current.") {
      $0.catalog.releases
    }
    Field("release") { $0.catalog.release }
  }
}

extension ReplacedNDC: Shaped {
  static let shape = Shape<Self> {
    Field("ndc") { $0.ndc }
    Field("through", "The retired code to which the NDC belonged.") { $0.through }
    Field("releases") { $0.releases }
  }
}

extension ReleaseSpan {
  /// The first release in short: its date, or that it is the oldest known one.
  var firstWord: String { (first.date ?? first.name) + (isFromOldest ? " or earlier" : "") }
  /// The last release in short.
  var lastWord: String { isCurrent ? "now" : last.date ?? last.name }
  /// Both.
  var words: String { "\(firstWord) – \(lastWord)" }
}

extension HistoryAnswer {
  /// The facts as rows, for a person.
  var card: Table {
    var table = Table("fact", "value")
    if let history { addConcept(history, to: &table) }
    for ndc in ndcs { addNDC(ndc, to: &table) }
    let releases = catalog.releases
    let oldest = releases.first.map { $0.date ?? $0.name } ?? ""
    let newest = releases.last.map { $0.date ?? $0.name } ?? ""
    table.append(
      "known releases", releases.count == 1 ? newest : "\(releases.count), \(oldest) – \(newest)")
    return table
  }

  private func addConcept(_ history: ConceptHistory, to table: inout Table) {
    table.append("code", "\(history.asked) \(history.status.rawValue)")
    if let concept = catalog.concept(for: history.asked), concept.code != nil {
      table.append("name", "\(concept.name) (\(concept.termType.rawValue))")
    }
    if let timeline {
      table.append("seen", timeline.runs.map(\.words).joined(separator: "; "))
      for name in timeline.names where name.isMain || !name.releases.isCurrent {
        table.append(
          name.isMain ? "named" : "also named",
          "\(name.text) (\(name.termType.rawValue)\(suppressed(name.suppress))) "
            + name.releases.words)
      }
    }
    for name in history.archivedNames where !isInTimeline(name) {
      table.append(
        "archived name", "\(name.text) (\(name.termType.rawValue)), last \(name.lastReleased)")
    }
    for successor in history.successors {
      let way = history.path(to: successor).map(\.description).joined(separator: " → ")
      table.append(
        history.status == .quantified ? "quantified form" : "replaced by",
        "\(way) \(successor.name) (\(successor.termType.rawValue)), \(successor.status.rawValue)")
    }
    let circular = Set(history.circularEnds)
    for code in history.deadEnds where !code.isPlaceholder {
      table.append(
        "path ends at",
        circular.contains(code)
          ? "\(code), from which it leads in a circle"
          : "\(code), which is in none of the releases")
    }
    for relative in history.related {
      table.append(
        "related, no replacement",
        "\(relative.concept.code?.description ?? "") \(relative.concept.name) "
          + "(\(relative.concept.termType.rawValue)): \(relative.of.code?.description ?? "") "
          + "\(relative.relationship.rawValue) it")
    }
    for (ndc, releases) in catalog.ndcSpans(of: history.asked) {
      table.append("NDC", "\(ndc.digits) \(releases.words)")
    }
    for item in indirectNDCs ?? [] {
      table.append(
        "NDC of a replaced code", "\(item.ndc.digits) of \(item.through) \(item.releases.words)")
    }
  }

  private func addNDC(_ history: NDCHistory, to table: inout Table) {
    table.append("NDC", "\(history.ndc.hyphenated) \(history.status.rawValue)")
    for owner in history.owners {
      table.append("of", "\(label(owner)) \(owner.releases.words)")
    }
    for concept in history.alienConcepts {
      table.append("of, by other sources", "\(concept.code?.description ?? "") \(concept.name)")
    }
  }

  private func label(_ owner: NDCHistory.Owner) -> String {
    let code = owner.code.map { "\($0) " } ?? ""
    if let concept = owner.concept {
      return "\(code)\(concept.name) (\(concept.termType.rawValue)), \(concept.status.rawValue);"
    }
    guard let rxcui = owner.code else { return code }
    let history = catalog.history(of: rxcui)
    let name = history.archivedNames.first { !$0.termType.isExtraName }?.text ?? ""
    return "\(code)\(name), \(history.status.rawValue);"
  }

  private func suppressed(_ letter: Character) -> String {
    letter == "N" ? "" : ", SUPPRESS \(letter)"
  }

  /// Whether a name of earlier releases already has a row with its span.
  private func isInTimeline(_ name: ArchivedName) -> Bool {
    timeline?.names.contains { $0.text == name.text && $0.termType == name.termType } ?? false
  }
}

extension HistoryAnswer: StreamedAnswer {
  /// Whether any known release or any of its files contains the code.
  var isShown: Bool {
    history.map { $0.status != .unknown } ?? ndcs.contains { $0.status != .unknown }
  }

  func writePage(_ streams: inout Streams) throws {
    try streams.write(card, as: .table)
  }

  /// One fact of a code.
  struct Row {
    let answer: HistoryAnswer
    let status: String?
    let fact: String
    var code: String?
    var name: String?
    var termType: TermType?
    var suppress: Character?
    var first: String?
    var last: String?
  }

  static let columns: [Field<Row>] = [
    Field("asked") { $0.answer.asked }, Field("system") { $0.answer.system },
    Field("status") { $0.status }, Field("fact") { $0.fact }, Field("code") { $0.code },
    Field("name") { $0.name }, Field("tty") { $0.termType },
    Field("suppress") { $0.suppress.map { String($0) } }, Field("first") { $0.first },
    Field("last") { $0.last },
  ]

  /// A row for each fact.
  var rowTable: Table {
    var table = Table(of: Self.columns)
    let unknown = catalog.reasonNotFound(.subset) == nil ? "Unknown" : nil
    var status = history?.status.rawValue
    func add(
      _ fact: String, _ code: String? = nil, _ name: String? = nil, _ termType: TermType? = nil,
      _ releases: ReleaseSpan? = nil, suppress: Character? = nil, last: String? = nil
    ) {
      let row = Row(
        answer: self, status: status, fact: fact, code: code, name: name, termType: termType,
        suppress: suppress, first: releases.map { $0.first.date ?? $0.first.name },
        last: last ?? releases.map { $0.last.date ?? $0.last.name })
      table.append(row, Self.columns)
    }
    if let history {
      let asked = history.asked.description
      for name in timeline?.names ?? [] {
        add("name", asked, name.text, name.termType, name.releases, suppress: name.suppress)
      }
      for name in history.archivedNames where !isInTimeline(name) {
        add("archived-name", asked, name.text, name.termType, last: name.lastReleased)
      }
      for (fact, concepts) in [
        (history.status == .quantified ? "quantified-form" : "replaced-by", history.successors),
        ("active-successor", history.activeSuccessors),
        ("related", history.related.map(\.concept)),
      ] {
        for concept in concepts {
          add(fact, concept.code?.description, concept.name, concept.termType)
        }
      }
      for (ndc, releases) in catalog.ndcSpans(of: history.asked) {
        add("ndc", ndc.digits, nil, nil, releases)
      }
      for item in indirectNDCs ?? [] {
        add("ndc-of-replaced", item.ndc.digits, item.through.description, nil, item.releases)
      }
    }
    for ndc in ndcs {
      status = ndc.status.rawValue
      for owner in ndc.owners {
        add(
          "ndc-owner", owner.code?.description, owner.concept?.name, owner.concept?.termType,
          owner.releases)
      }
      for concept in ndc.alienConcepts {
        add("ndc-alien", concept.code?.description, concept.name, concept.termType)
      }
    }
    if table.rows.isEmpty {
      status = history?.status.rawValue ?? ndcs.first?.status.rawValue ?? unknown
      add("status")
    }
    return table
  }
}
