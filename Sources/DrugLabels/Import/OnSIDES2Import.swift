// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import SymptomMapping

// OnSIDES 2: a table of effects per set of ingredients for each section, made by the source from
// the labels that were current. It says how many labels there are and which share of them has the
// effect; it says no route, which comes from the labels' products where those agree.
//
//   adverse_reactions.csv, boxed_warnings.csv, warnings_and_precautions.csv (2.1)
//   ingredients.csv          set id → ingredients
//   rxcui_setid_map.csv      set id → products

extension ImportRun {
  /// A row's key: what a set of labels says in one section.
  private struct Effect: Hashable {
    let subject: ImportSubject
    let evidenceClass: EvidenceClass
    let meaning: Int
  }

  private struct Finding {
    var fit: Int
    var seen: Int
    var agreeing: Int
  }

  private static let effectFiles: [(name: String, evidenceClass: EvidenceClass)] = [
    ("adverse_reactions.csv", .listed), ("boxed_warnings.csv", .boxed),
    ("warnings_and_precautions.csv", .warning),
  ]

  mutating func onSIDES2() throws(ImportError) -> [EvidenceDraft] {
    var findings: [Effect: Finding] = [:]
    var isShareAboveOne = false
    for (name, evidenceClass) in Self.effectFiles
    where folder.has(name) || evidenceClass == .listed {
      try effectsOfOnSIDES2(name, evidenceClass, &findings, &isShareAboveOne)
    }
    let routes = try routesOfOnSIDES2(Set(findings.keys.map(\.subject)))
    summary.notes.append(
      "where several terms mean one symptom, labels_agreeing is that of the most frequent: "
        + "a lower bound")
    if isShareAboveOne {
      summary.notes.append("percent_labels above 1 (versions counted as labels) was taken as 1")
    }
    for name in ["adverse_reactions", "boxed_warnings", "warnings_and_precautions"] {
      for kind in ["active_labels", "all_labels"] where folder.has("\(name)_\(kind).csv") {
        summary.notes.append("\(name)_\(kind).csv was not read: the tables above are made of it")
      }
    }
    return findings.map { effect, finding in
      var draft = EvidenceDraft(effect.evidenceClass, from: .onSIDES, licence: licence)
      draft.set(effect.subject)
      draft.set(terms.meanings[effect.meaning], fit: ImportTerms.fits[finding.fit])
      draft.set(routes: routes[effect.subject] ?? [])
      draft[.labelsSeen] = String(finding.seen)
      draft[.labelsAgreeing] = String(finding.agreeing)
      return draft
    }
  }

  private mutating func effectsOfOnSIDES2(
    _ name: String, _ evidenceClass: EvidenceClass, _ findings: inout [Effect: Finding],
    _ isShareAboveOne: inout Bool
  ) throws(ImportError) {
    let columns = ["ingredients_rxcuis", "pt_meddra_term", "percent_labels", "num_labels"]
    var known: [String: ImportSubject?] = [:]
    try forEachRow(of: name, columns) { (row, run) throws(ImportError) in
      let codes = try row.text(0)
      let share = try row.decimal(2)
      let labels = try row.number(3)
      guard share >= 0 else { throw row.error(.badNumber, 2, expected: "a share, 0 or more") }
      if share > 1 { isShareAboveOne = true }
      let slots = run.terms.slots(of: try row.text(1))
      guard !slots.isEmpty else { return run.summary.drop(.unmappedTerm) }
      let subject =
        known[codes] ?? run.subjects.subject(ofIngredients: Self.list(codes), &run.summary)
      known[codes] = subject
      guard let subject else { return run.summary.drop(.noSubject) }
      guard share >= run.importer.minimumShare else { return run.summary.drop(.belowShare) }
      run.summary.mappedCount += 1
      let agreeing = min(labels, Int((min(share, 1) * Double(labels)).rounded()))
      for slot in slots {
        let effect = Effect(subject: subject, evidenceClass: evidenceClass, meaning: slot / 3)
        let other = findings[effect] ?? Finding(fit: 2, seen: 0, agreeing: 0)
        findings[effect] = Finding(
          fit: min(other.fit, slot % 3), seen: max(other.seen, labels),
          agreeing: max(other.agreeing, agreeing))
      }
    }
  }

  /// The codes of `5487, 52175`.
  private static func list(_ codes: String) -> [String] {
    codes.split(separator: ",", omittingEmptySubsequences: false).map {
      String($0.filter { $0 != " " })
    }
  }

  // MARK: Routes

  /// The routes of subjects: those of the products of their labels if all labels agree, else the
  /// one that all products of the subject have.
  private mutating func routesOfOnSIDES2(
    _ wanted: Set<ImportSubject>
  ) throws(ImportError) -> [ImportSubject: [String]] {
    var found: [ImportSubject: Set<[String]>] = [:]
    if folder.has("ingredients.csv"), folder.has("rxcui_setid_map.csv") {
      let ingredients = try pairs(of: "ingredients.csv", ["set_id", "ingredient_rx_cui"])
      let products = try pairs(of: "rxcui_setid_map.csv", ["SETID", "RXCUI"])
      for (label, codes) in ingredients {
        guard let products = products[label] else { continue }
        // The codes were looked at where they carry effects: they are not noted once more.
        var quiet = ImportSummary(format)
        guard let subject = subjects.subject(ofIngredients: codes.sorted(), &quiet),
          wanted.contains(subject)
        else { continue }
        var names: Set<String> = []
        var isKnown = true
        for code in products {
          let routes = subjects.product(code, &quiet)?.routes ?? []
          if routes.isEmpty { isKnown = false }
          names.formUnion(routes)
        }
        if isKnown { found[subject, default: []].insert(ImportSubjects.usualWords(names)) }
      }
    }
    var routes: [ImportSubject: [String]] = [:]
    var withoutRoute = 0
    for subject in wanted {
      let labelRoutes = found[subject] ?? []
      let route =
        labelRoutes.count == 1 ? labelRoutes.first ?? [] : subjects.usualRoute(of: subject)
      routes[subject] = route
      if route.isEmpty { withoutRoute += 1 }
    }
    if withoutRoute > 0 {
      summary.notes.append(
        "\(withoutRoute) of \(wanted.count) subjects have several routes or none: their rows "
          + "have no route")
    }
    return routes
  }
}
