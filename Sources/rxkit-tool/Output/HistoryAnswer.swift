// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import DrugMatching
import JSONText
import MedicationModel
import MedicationResolver

/// What became of one code.
struct HistoryAnswer {
  let asked: String
  let system: String
  /// What became of an RxNorm code; `nil` for an NDC, for what is no code, and for a code that
  /// may have been left out.
  let history: ConceptHistory?
  /// What the known releases hold of an RxNorm code.
  let timeline: ConceptTimeline?
  /// What became of each reading of an NDC, without those that may have been left out.
  let ndcs: [NDCHistory]
  /// NDCs of the codes that an RxNorm code took the place of; `nil` if they were not asked for.
  let indirectNDCs: [ReplacedNDC]?
  let catalog: Catalog
  /// Why nothing was found, where there is more to say.
  private(set) var problem: String?

  /// Asks a catalog.
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
      // A code that was left out is not known to be unknown.
      history = leftOut != nil && found?.status == .unknown ? nil : found
      timeline = rxcui.flatMap { catalog.timeline(of: $0) }
      ndcs = []
      indirectNDCs = isIndirect ? rxcui.map { catalog.replacedNDCSpans(of: $0) } ?? [] : nil
      if rxcui == nil {
        problem = "an RxNorm code is 1 to 8 digits without a leading zero; not found"
      }
    }
    if problem == nil, !isFound {
      problem = leftOut.map { "not found: \($0)," }
    }
  }

  /// Whether any known release or file of one names the code.
  var isFound: Bool {
    if let history { return history.status != .unknown }
    return ndcs.contains { $0.status != .unknown }
  }

  /// The releases that were asked, for a message.
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
    Field("found", "Whether any known release names the code.") { $0.isFound }
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
    Field("through", "The retired code that had it.") { $0.through }
    Field("releases") { $0.releases }
  }
}

extension ReleaseSpan {
  /// The first release in a word: its date, or that it is the oldest known one.
  var firstWord: String { (first.date ?? first.name) + (isFromOldest ? " or earlier" : "") }
  /// The last release in a word.
  var lastWord: String { isCurrent ? "now" : last.date ?? last.name }
  /// Both.
  var words: String { "\(firstWord) – \(lastWord)" }
}

extension HistoryAnswer {
  /// The facts one below the other, for a person.
  var card: Table {
    var table = Table("fact", "value")
    if let history { addConcept(history, to: &table) }
    for ndc in ndcs { addNDC(ndc, to: &table) }
    let releases = catalog.releases
    let oldest = releases.first.map { $0.date ?? $0.name } ?? ""
    let newest = releases.last.map { $0.date ?? $0.name } ?? ""
    table.append([
      "known releases", releases.count == 1 ? newest : "\(releases.count), \(oldest) – \(newest)",
    ])
    return table
  }

  private func addConcept(_ history: ConceptHistory, to table: inout Table) {
    table.append(["code", "\(history.asked) \(history.status.rawValue)"])
    if let concept = catalog.concept(for: history.asked), concept.code != nil {
      table.append(["name", "\(concept.name) (\(concept.termType.rawValue))"])
    }
    if let timeline {
      table.append(["seen", timeline.runs.map(\.words).joined(separator: "; ")])
      for name in timeline.names where name.isMain || !name.releases.isCurrent {
        table.append([
          name.isMain ? "named" : "also named",
          "\(name.text) (\(name.termType.rawValue)\(suppressed(name.suppress))) "
            + name.releases.words,
        ])
      }
    }
    for name in history.archivedNames where !isInTimeline(name) {
      table.append([
        "archived name", "\(name.text) (\(name.termType.rawValue)), last \(name.lastReleased)",
      ])
    }
    for successor in history.successors {
      let way = history.path(to: successor).map(\.description).joined(separator: " → ")
      table.append([
        history.status == .quantified ? "quantified form" : "replaced by",
        "\(way) \(successor.name) (\(successor.termType.rawValue)), \(successor.status.rawValue)",
      ])
    }
    for code in history.deadEnds where code.rawValue < 90_000_000 {
      table.append(["path ends at", "\(code), which is in none of the releases"])
    }
    for relative in history.related {
      table.append([
        "related, no replacement",
        "\(relative.concept.code?.description ?? "") \(relative.concept.name) "
          + "(\(relative.concept.termType.rawValue)): \(relative.of.code?.description ?? "") "
          + "\(relative.relationship.rawValue) it",
      ])
    }
    for (ndc, releases) in catalog.ndcSpans(of: history.asked) {
      table.append(["NDC", "\(ndc.digits) \(releases.words)"])
    }
    for item in indirectNDCs ?? [] {
      table.append([
        "NDC of a replaced code", "\(item.ndc.digits) of \(item.through) \(item.releases.words)",
      ])
    }
  }

  private func addNDC(_ history: NDCHistory, to table: inout Table) {
    table.append(["NDC", "\(history.ndc.hyphenated) \(history.status.rawValue)"])
    for owner in history.owners {
      table.append(["of", "\(label(owner)) \(owner.releases.words)"])
    }
    for concept in history.alienConcepts {
      table.append([
        "of, by other sources", "\(concept.code?.description ?? "") \(concept.name)",
      ])
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

  /// Whether a name of earlier releases has a row with its span already.
  private func isInTimeline(_ name: ArchivedName) -> Bool {
    timeline?.names.contains { $0.text == name.text && $0.termType == name.termType } ?? false
  }

  /// One row for each fact, for tables of many codes.
  var rows: [[String?]] {
    var rows: [[String?]] = []
    if let history {
      rows = conceptRows(history)
    }
    for ndc in ndcs {
      for owner in ndc.owners {
        rows.append(
          row(
            ndc.status.rawValue, "ndc-owner", owner.code?.description, owner.concept?.name,
            owner.concept?.termType, owner.releases))
      }
      for concept in ndc.alienConcepts {
        rows.append(
          row(
            ndc.status.rawValue, "ndc-alien", concept.code?.description, concept.name,
            concept.termType, nil))
      }
    }
    if rows.isEmpty {
      let unknown = catalog.reasonNotFound(.subset) == nil ? "Unknown" : nil
      let status = history?.status.rawValue ?? ndcs.first?.status.rawValue ?? unknown
      rows.append(row(status, "status", nil, nil, nil, nil))
    }
    return rows
  }

  private func conceptRows(_ history: ConceptHistory) -> [[String?]] {
    let status = history.status.rawValue
    let asked = history.asked.description
    var rows: [[String?]] = []
    for name in timeline?.names ?? [] {
      var row = row(status, "name", asked, name.text, name.termType, name.releases)
      row[7] = String(name.suppress)
      rows.append(row)
    }
    for name in history.archivedNames where !isInTimeline(name) {
      var row = row(status, "archived-name", asked, name.text, name.termType, nil)
      row[9] = name.lastReleased
      rows.append(row)
    }
    for (fact, concepts) in [
      (history.status == .quantified ? "quantified-form" : "replaced-by", history.successors),
      ("active-successor", history.activeSuccessors),
      ("related", history.related.map(\.concept)),
    ] {
      for concept in concepts {
        rows.append(
          row(status, fact, concept.code?.description, concept.name, concept.termType, nil))
      }
    }
    for (ndc, releases) in catalog.ndcSpans(of: history.asked) {
      rows.append(row(status, "ndc", ndc.digits, nil, nil, releases))
    }
    for item in indirectNDCs ?? [] {
      rows.append(
        row(
          status, "ndc-of-replaced", item.ndc.digits, item.through.description, nil,
          item.releases))
    }
    return rows
  }

  private func row(
    _ status: String?, _ fact: String, _ code: String?, _ name: String?, _ termType: TermType?,
    _ releases: ReleaseSpan?
  ) -> [String?] {
    [
      asked, system, status, fact, code, name, termType?.rawValue, nil,
      releases.map { $0.first.date ?? $0.first.name },
      releases.map { $0.last.date ?? $0.last.name },
    ]
  }
}
