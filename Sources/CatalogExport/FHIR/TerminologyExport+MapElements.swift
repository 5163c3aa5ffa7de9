// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

extension TerminologyExport {
  /// Calls `body` with each element of a map, in the order of its codes.
  func forEachElement(
    of map: ExportMap, _ teller: ProgressTeller,
    _ body: (MapElement) throws(ExportError) -> Void
  ) throws(ExportError) {
    switch map {
    case .ndc: try forEachNDC(teller, body)
    case .retired: try forEachRetired(teller, body)
    case .symptoms: try forEachSubject(teller, body)
    }
  }

  /// Whether a map has any element; FHIR wants at least one.
  public func hasElements(_ map: ExportMap) -> Bool {
    do throws(ExportError) {
      try forEachElement(of: map, ProgressTeller(report: nil)) { (_) throws(ExportError) in
        throw .stopped
      }
    } catch {
      return true
    }
    return false
  }

  // MARK: NDC

  private func forEachNDC(
    _ teller: ProgressTeller, _ body: (MapElement) throws(ExportError) -> Void
  ) throws(ExportError) {
    var run: (ndc: NationalDrugCode, matches: [NDCMatches.Match])?
    var count = 0
    try content.catalog.forEachNDC { (match) throws(ExportError) in
      count += 1
      teller.tell("NDCs", count, of: 0)
      guard !match.isSuppressed, content.permits(match.source), content.permits(match.concept),
        match.concept.code != nil
      else { return }
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
      targets.append(
        MapElement.Target(
          code: code.description, display: name(of: match.concept), relation: .targetIsBroader,
          comment: match.source == "RXNORM" ? nil : "stated by \(match.source), not by RXNORM"))
    }
    return MapElement(code: ndc.digits, targets: targets)
  }

  private func name(of concept: Concept) -> String {
    content.exported(concept)?.name ?? concept.name
  }

  // MARK: Codes that are gone

  private func forEachRetired(
    _ teller: ProgressTeller, _ body: (MapElement) throws(ExportError) -> Void
  ) throws(ExportError) {
    // Two ascending lists become one: codes without a row, and live but quantified ones.
    var former = content.formerCodes.makeIterator()
    var next = former.next()
    try content.forEachCode("retired codes", teller) { (concept, code) throws(ExportError) in
      while let gone = next, gone.code < code {
        try body(element(of: gone))
        next = former.next()
      }
      guard concept.status == .quantified else { return }
      let history = content.catalog.history(of: code)
      try body(
        element(code, concept.name, history.successors, relation: .targetIsNarrower, kind: nil))
    }
    while let gone = next {
      try body(element(of: gone))
      next = former.next()
    }
  }

  private func element(of former: FormerCode) -> MapElement {
    element(
      former.code, former.name?.text, former.history.successors, relation: .equivalent,
      kind: former.name?.termType)
  }

  private func element(
    _ code: RxCUI, _ name: String?, _ successors: [Concept], relation: MapRelation,
    kind: TermType?
  ) -> MapElement {
    let live = successors.filter { content.permits($0) && $0.code != nil }
    let targets = live.map { successor in
      let isOfKind = kind == nil || kind == successor.termType
      let isOnly = live.count == 1
      let isSure = relation == .targetIsNarrower || (isOnly && isOfKind)
      var remarks: [String] = []
      if !isOnly { remarks.append("one of \(live.count), none is chosen") }
      if !isOfKind, let kind { remarks.append("was \(kind.rawValue)") }
      if successor.status != .active {
        remarks.append("itself \(successor.status.rawValue.lowercased())")
      }
      return MapElement.Target(
        code: successor.rxcui.description, display: self.name(of: successor),
        relation: isSure ? relation : .related,
        comment: remarks.isEmpty ? nil : remarks.joined(separator: "; "))
    }
    return MapElement(
      code: code.description, display: name, targets: targets,
      comment: targets.isEmpty ? "the release names no successor" : nil)
  }

  // MARK: Symptoms

  private func forEachSubject(
    _ teller: ProgressTeller, _ body: (MapElement) throws(ExportError) -> Void
  ) throws(ExportError) {
    let subjects = content.tables.sideEffects.subjects
    for (index, subject) in subjects.enumerated() {
      teller.tell("subjects", index, of: subjects.count)
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

extension EvidenceRow {
  /// What the row says, in one line: direction, class, figures with their company, label (S24, S27).
  fileprivate var summary: String {
    var parts = ["\(direction.rawValue), \(evidenceClass.rawValue)"]
    if let drugPercent {
      let other = comparatorPercent.map { " against \($0) % \(comparator.rawValue)" }
      parts[0] += " \(drugPercent) %\(other ?? ", no comparator")"
    } else if let threshold {
      parts[0] += " (at least \(threshold) %)"
    }
    if let population { parts.append(population) }
    if let condition { parts.append(condition) }
    if !routes.isEmpty { parts.append(routes.joined(separator: "|")) }
    let label = [
      setID.map { "label \($0)" }, labelDate.map { "of \($0)" },
      sectionLOINC.map { "section \($0)" },
    ]
    parts.append(label.compactMap { $0 }.joined(separator: " "))
    parts.append(licence)
    return parts.joined(separator: ", ") + " [\(identifier)]"
  }
}
