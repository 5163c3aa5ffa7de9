// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import MedicationResolver
internal import SymptomMapping

extension TerminologyExport {
  /// Calls `body` with each element of a map, in the order of its codes.
  func forEachElement(
    of map: ExportMap, _ report: ProgressReport,
    _ body: (MapElement) throws(ExportError) -> Void
  ) throws(ExportError) {
    switch map {
    case .ndc: try forEachNDC(report, body)
    case .retired: try forEachRetired(report, body)
    case .symptoms: try forEachSubject(report, body)
    }
  }

  /// Whether a map has any element; FHIR wants at least one.
  public func hasElements(_ map: ExportMap) -> Bool {
    do throws(ExportError) {
      try forEachElement(of: map, ProgressReport(report: nil)) { (_) throws(ExportError) in
        throw .stopped
      }
      return false
    } catch { return true }
  }

  // MARK: NDC

  private func forEachNDC(
    _ report: ProgressReport, _ body: (MapElement) throws(ExportError) -> Void
  ) throws(ExportError) {
    var run: (ndc: NationalDrugCode, matches: [NDCMatches.Match])?
    var count = 0
    for match in content.catalog.ndcRows {
      count += 1
      report.update("NDCs", count, of: 0)
      guard !match.isSuppressed, content.permits(match.source), content.permits(match.concept),
        match.concept.code != nil
      else { continue }
      if let current = run, current.ndc == match.ndc {
        run = (match.ndc, current.matches + [match])
      } else {
        if let run { try body(element(run.ndc, run.matches)) }
        run = (match.ndc, [match])
      }
    }
    if let run { try body(element(run.ndc, run.matches)) }
  }

  private func element(_ ndc: NationalDrugCode, _ matches: [NDCMatches.Match]) -> MapElement {
    let own = matches.filter { $0.source == "RXNORM" }
    var seen: Set<RxCUI> = []
    var targets: [MapElement.Target] = []
    for match in own.isEmpty ? matches : own {
      guard let code = match.concept.code, seen.insert(code).inserted else { continue }
      var remarks: [String] = []
      if match.source != "RXNORM" { remarks.append("stated by \(match.source), not by RXNORM") }
      if let state = Self.remark(on: match.concept) { remarks.append(state) }
      targets.append(target(match.concept, .targetIsBroader, remarks))
    }
    return MapElement(code: ndc.digits, targets: targets)
  }

  private func name(of concept: Concept) -> String {
    content.exported(concept)?.name ?? concept.name
  }

  // MARK: Codes that are gone

  private func forEachRetired(
    _ report: ProgressReport, _ body: (MapElement) throws(ExportError) -> Void
  ) throws(ExportError) {
    // Two ascending lists become one: codes without a row, and live but quantified ones.
    var former = content.formerCodes.makeIterator()
    var next = former.next()
    for (concept, code) in content.codes("retired codes", report) {
      while let gone = next, gone.code < code {
        try body(element(of: gone))
        next = former.next()
      }
      if concept.status == .quantified { try body(element(of: code, concept)) }
    }
    while let gone = next {
      try body(element(of: gone))
      next = former.next()
    }
  }

  /// What took the place of a code that is gone.
  ///
  /// Equivalent is only the one active successor that the old name says to be the
  /// same; what is withheld here still counts as a successor.
  private func element(of former: FormerCode) -> MapElement {
    let history = former.history
    let all = history.successors
    let lost = history.lostSuccessors.map { "\($0) in the release" }
    let shown = all.filter { content.permits($0) && $0.code != nil }
    let targets = shown.map { successor in
      let changes = former.name == nil ? nil : history.changes(by: successor)
      var remarks: [String] = []
      if all.count > 1 { remarks.append("one of \(all.count), none is chosen") }
      if let lost { remarks.append(lost) }
      if let kind = former.name?.termType, kind != successor.termType {
        remarks.append("was \(kind.rawValue)")
      }
      switch changes {
      case nil: remarks.append("no old name is known, so neither is what changes")
      case []: break
      case let changes?: remarks.append("differs in " + changes.joined(separator: ", "))
      }
      if let state = Self.remark(on: successor) { remarks.append(state) }
      return target(successor, remarks.isEmpty ? .equivalent : .related, remarks)
    }
    let reason =
      lost ?? (all.isEmpty ? "the release names no successor" : "its successor is left out here")
    return MapElement(
      code: former.code.description, display: former.name?.text, targets: targets,
      comment: targets.isEmpty ? reason : nil)
  }

  /// The quantified forms of a live code that lacks a quantity.
  private func element(of code: RxCUI, _ concept: Concept) -> MapElement {
    let all = content.catalog.history(of: code).successors
    let targets = all.filter { content.permits($0) && $0.code != nil }.map { form in
      var remarks = all.count > 1 ? ["one of \(all.count), none is chosen"] : []
      if let state = Self.remark(on: form) { remarks.append(state) }
      return target(form, .targetIsNarrower, remarks)
    }
    return MapElement(
      code: code.description, display: concept.name, targets: targets,
      comment: targets.isEmpty ? "its quantified forms are left out here" : nil)
  }

  private func target(
    _ concept: Concept, _ relation: MapRelation, _ remarks: [String]
  ) -> MapElement.Target {
    MapElement.Target(
      code: concept.rxcui.description, display: name(of: concept), relation: relation,
      comment: remarks.isEmpty ? nil : remarks.joined(separator: "; "))
  }

  /// That a target should not be used; `nil` for an active one.
  private static func remark(on concept: Concept) -> String? {
    switch concept.status {
    case .active: nil
    case .quantified: "itself lacks a quantity"
    default: "itself \(concept.status.rawValue.lowercased())"
    }
  }

  // MARK: Symptoms

  private func forEachSubject(
    _ report: ProgressReport, _ body: (MapElement) throws(ExportError) -> Void
  ) throws(ExportError) {
    let subjects = content.tables.sideEffects.subjects
    for (index, subject) in subjects.enumerated() {
      report.update("subjects", index, of: subjects.count)
      let rows = content.tables.sideEffects.rows(about: subject)
      guard let first = rows.first, content.shown(subject.rxcui.rawValue) != nil else { continue }
      let concept = content.catalog.concept(for: subject.rxcui)
      var targets: [MapElement.Target] = []
      for symptom in SymptomCategory.allCases {
        let named = rows.filter { $0.symptom == symptom }
        if named.isEmpty { continue }
        targets.append(
          MapElement.Target(
            code: symptom.rawValue, display: symptom.displayName, relation: .related,
            comment: named.map(\.summary).joined(separator: "; "),
            evidence: named.map(\.identifier)))
      }
      try body(
        MapElement(
          code: subject.rxcui.description,
          display: concept.map { name(of: $0) } ?? first.subjectName,
          targets: targets))
    }
  }
}

/// How a target of a map relates to its source, in the words of both versions of FHIR.
///
/// R4 says what the target is ("the target is wider"), R5 what the source is
/// ("source is narrower than target").
struct MapRelation {
  /// The code of `ConceptMap.group.element.target.equivalence` in R4.
  let equivalence: String
  /// The code of `ConceptMap.group.element.target.relationship` in R5.
  let relationship: String

  /// Both mean the same.
  static let equivalent = MapRelation(equivalence: "equivalent", relationship: "equivalent")
  /// The target means more: a clinical drug for one package of it.
  static let targetIsBroader = MapRelation(
    equivalence: "wider", relationship: "source-is-narrower-than-target")
  /// The target means less: one quantified form of a drug.
  static let targetIsNarrower = MapRelation(
    equivalence: "narrower", relationship: "source-is-broader-than-target")
  /// They are related, and more is not known or not said.
  static let related = MapRelation(equivalence: "relatedto", relationship: "related-to")
}

/// One source code of a map and what it leads to.
struct MapElement {
  struct Target {
    let code: String
    let display: String
    let relation: MapRelation
    var comment: String?
    var evidence: [String] = []
  }

  let code: String
  var display: String?
  /// Without any the map says that there is none.
  var targets: [Target]
  var comment: String?
}
