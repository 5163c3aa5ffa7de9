// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import MedicationResolver

/// What one code leads to.
struct LookupAnswer {
  let system: String
  let code: String
  let concepts: [Concept]
  let history: ConceptHistory?
  /// What terminology loaded from FHIR says of the code.
  let terminology: TerminologyFacts
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
      let found = isLive ? nil : rxcui.map { catalog.history(of: $0) }
      // A code that was left out is not known to be unknown.
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
  }

  /// Whether anything is known of the code.
  var isFound: Bool {
    !concepts.isEmpty || terminology.isNamed || (history.map { $0.status == .notCurrent } ?? false)
  }

  /// One row per concept or term, for tables of many codes.
  var rows: [[String?]] {
    let terms = terminology.terms.terms.map(\.concept)
    if concepts.isEmpty, terms.isEmpty {
      let status = history?.status ?? (release.leftOut.isEmpty ? ConceptStatus.unknown : nil)
      return [[system, code, nil, nil, nil, status?.rawValue, nil, nil, nil, nil]]
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

  /// The strengths as people read them, with the substance each is of.
  private func readable(_ list: StrengthList) -> String? {
    let texts = list.strengths.map { part in
      let substance = part.basis ?? (part.preciseIngredient ?? part.ingredient)?.name
      return (part.strength?.description ?? part.text) + (substance.map { " of \($0)" } ?? "")
    }
    if texts.isEmpty { return nil }
    return texts.joined(separator: "; ") + (list.isComplete ? "" : " (incomplete)")
  }

  private func strengths(of concept: Concept) -> String? {
    let texts = concept.strengthList.strengths.map(\.text)
    return texts.isEmpty ? nil : texts.joined(separator: " / ")
  }
}

extension LookupAnswer: Shaped {
  static let shape = Shape<Self>("lookup") {
    Field.version(1)
    Field("system", "", .name) { $0.system }
    Field("code", "As it was given.") { $0.code }
    Field("found", "Whether anything is known of the code.") { $0.isFound }
    Field("history") { $0.history }
    Field("concepts", "The concept, or those that took its place.") { $0.concepts }
    TerminologyFacts.shape.fields { $0.terminology }
    Field("release") { $0.release }
  }
}

extension LookupAnswer {
  /// What codes near an unknown one mean: lines for a person, none of them an answer.
  ///
  /// A slip of the fingers changes one digit, leaves one out, doubles one or
  /// swaps two. More than three such codes say nothing about what was meant.
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

  /// Every text of digits that one slip makes of a code.
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
