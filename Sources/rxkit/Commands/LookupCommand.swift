// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import JSONText
import MedicationModel
import MedicationResolver

/// `rxkit lookup`: what the catalog holds of a code.
struct LookupCommand: Command {
  private static let system = OptionDefinition.text(
    "--system", "url", "Code system of the codes; also rxnorm, ndc, unii, atc, cvx, snomed.",
    default: "rxnorm")

  static let definition = CommandDefinition(
    name: "lookup",
    abstract: "Show what a medication code means: names, ingredients, strengths, form, codes.",
    examples: [
      .init("rxkit lookup 861007", "one RxNorm code"),
      .init("rxkit lookup 0093-1048-01 --system ndc", "an NDC, any of its spellings"),
      .init("rxkit lookup 861007 --format json", "everything the catalog holds of it"),
      .init("cut -f2 meds.tsv | rxkit lookup - --format ndjson", "a column of codes"),
    ],
    arguments: [
      ArgumentDefinition(
        "code", "A code; - reads codes from standard input, one a line.", count: .oneOrMore)
    ],
    options: [system, CommonOptions.format, CommonOptions.catalog],
    discussion: [
      "A retired code is followed to what took its place, and the way is shown; all of several "
        + "successors are given. Codes that are not found are reported one by one; exit code 1."
    ],
    seeAlso: ["rxkit resolve", "rxkit side-effects", "rxkit help exit-codes"])

  static func run(
    _ invocation: Invocation, _ streams: inout Streams
  ) throws(CommandFailure) -> ExitCode {
    let catalog = try CatalogOpening.open(invocation, &streams)
    let name = invocation.value(of: system) ?? "rxnorm"
    let url = KnownCodeSystem.recognise(name)?.canonical ?? name
    var answers: [LookupAnswer] = []
    for code in try ArgumentLines.expand(invocation.arguments, of: definition) {
      let answer = LookupAnswer(system: url, code: code, catalog)
      if !answer.isFound {
        streams.messages.warn(
          "\(DisplayText.printable(code)): not found in \(catalog.release.name)"
            + (answer.problem.map { " (\($0))" } ?? ""))
      }
      answers.append(answer)
    }
    try write(answers, as: invocation.format ?? .table, &streams)
    try CommandFailure.undamaged(catalog)
    return answers.allSatisfy(\.isFound) ? .done : .incomplete
  }

  private static func write(
    _ answers: [LookupAnswer], as format: OutputFormat, _ streams: inout Streams
  ) throws(CommandFailure) {
    switch format {
    case .json, .ndjson:
      try JSONSequence.write(answers, as: format, &streams) { $0.write(to: &$1) }
    case .table:
      for (index, answer) in answers.enumerated() where answer.isFound {
        if index > 0 { try streams.output.write("\n") }
        try streams.write(answer.card, as: .table)
      }
    case .csv, .tsv, .markdown:
      var table = Table(
        "system", "code", "rxcui", "name", "tty", "status", "ingredients", "strengths", "doseForm",
        "brand")
      for answer in answers { for row in answer.rows { table.append(row) } }
      try streams.write(table, as: format)
    }
  }
}

/// What one code leads to.
struct LookupAnswer {
  let system: String
  let code: String
  let concepts: [Concept]
  let history: ConceptHistory?
  let terms: [CodeSystemConcept]
  let release: ReleaseIdentity
  /// Why nothing was found, where there is more to say.
  private(set) var problem: String?

  init(system: String, code: String, _ catalog: Catalog) {
    self.system = system
    self.code = code
    release = catalog.release
    if system == CodeSystem.rxNorm {
      let rxcui = RxCUI(code)
      let concept = rxcui.flatMap { catalog.concept(for: $0) }.flatMap { $0.code == nil ? nil : $0 }
      let isLive = concept.map { $0.status != .notCurrent && $0.status != .remapped } ?? false
      history = isLive ? nil : rxcui.map { catalog.history(of: $0) }
      concepts = concept.map { [$0] } ?? history?.successors ?? []
      terms = []
      if rxcui == nil { problem = "an RxNorm code is 1 to 8 digits without a leading zero" }
    } else {
      history = nil
      concepts = catalog.concepts(system: system, code: code)
      terms = catalog.codeSystemConcepts(system: system, code: code)
    }
  }

  /// Whether anything is known of the code.
  var isFound: Bool {
    !concepts.isEmpty || !terms.isEmpty || (history.map { $0.status == .notCurrent } ?? false)
  }

  func write(to json: inout JSONWriter) {
    json.object { json in
      json.member("schema", 1)
      json.member("system", system)
      json.member("code", code)
      json.member("found", isFound)
      json.key("history")
      if let history { history.write(to: &json) } else { json.null() }
      json.key("concepts")
      json.array { json in
        for concept in concepts { concept.write(to: &json) }
      }
      json.key("terms")
      json.array { json in
        for term in terms {
          json.object { json in
            json.member("system", term.system.url)
            json.member("code", term.code)
            json.member("display", term.display)
          }
        }
      }
      json.key("release")
      release.write(to: &json)
    }
  }

  /// One row per concept or term, for tables of many codes.
  var rows: [[String?]] {
    if concepts.isEmpty, terms.isEmpty {
      let status = history?.status.rawValue ?? ConceptStatus.unknown.rawValue
      return [[system, code, nil, nil, nil, status, nil, nil, nil, nil]]
    }
    return concepts.map { concept in
      [
        system, code, concept.code?.description, concept.name, concept.termType.rawValue,
        concept.status.rawValue, names(concept.ingredients), strengths(of: concept),
        names(concept.doseForms), names(concept.brandNames),
      ]
    }
      + terms.map { [system, code, nil, $0.display, nil, nil, nil, nil, nil, nil] }
  }

  /// The facts one below the other, for a person.
  var card: Table {
    var table = Table("fact", "value")
    if let history {
      table.append(["code", "\(history.asked) \(history.status.rawValue)"])
      for step in history.steps { table.append(["replaced", "\(step.from) by \(step.to)"]) }
      for name in history.archivedNames { table.append(["archived name", name.text]) }
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
      add("strengths", strengths(of: concept), to: &table)
      add("dose form", coded(concept.doseForms), to: &table)
      add("brand names", coded(concept.brandNames), to: &table)
      add("generic", coded(concept.genericForms), to: &table)
      for item in concept.packItems {
        add("contains", "\(item.count) × \(item.concept?.name ?? item.name)", to: &table)
      }
      let ndcs = concept.ndcs
      let shown = ndcs.prefix(3).map(\.digits).joined(separator: ", ")
      add("NDC", ndcs.count > 3 ? "\(shown) and \(ndcs.count - 3) more" : shown, to: &table)
    }
    for term in terms { add(term.system.name, "\(term.code) \(term.display)", to: &table) }
    return table
  }

  private func add(_ fact: String, _ value: String?, to table: inout Table) {
    guard let value, !value.isEmpty else { return }
    table.append([fact, value])
  }

  private func names(_ concepts: [Concept]) -> String? {
    concepts.isEmpty ? nil : concepts.map(\.name).joined(separator: "; ")
  }

  private func coded(_ concepts: [Concept]) -> String? {
    concepts.isEmpty
      ? nil
      : concepts.map { concept in
        concept.code.map { "\(concept.name) (\($0))" } ?? concept.name
      }.joined(separator: "; ")
  }

  private func strengths(of concept: Concept) -> String? {
    let texts = concept.strengthList.strengths.map(\.text)
    return texts.isEmpty ? nil : texts.joined(separator: " / ")
  }
}
