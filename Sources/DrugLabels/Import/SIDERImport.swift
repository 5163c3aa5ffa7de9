// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

// SIDER 4.1: tables without header lines, keyed by STITCH's number of a compound.
//
//   drug_names.tsv               compound, name
//   drug_atc.tsv                 compound, ATC code
//   meddra_all_se.tsv            6 columns: compound, its stereoisomer, …, name of the term
//   meddra_freq.tsv              10 columns: …, "placebo" or nothing, how often in words,
//                                lower bound, upper bound, …, name of the term
//   meddra_all_indications.tsv   7 columns: compound, …, method, …, name of the term
//
// A compound and a symptom may have many figures, of several labels, trials and doses, and no row
// says which belong together. A figure is given only if there is one; its control is the one
// figure of placebo. Everything else stays a bare mention.

extension ImportRun {
  private struct Effect: Hashable {
    let compound: String
    let meaning: Int
  }

  /// The figures that the rows of one term give, as printed.
  private struct Figures {
    var fit: Int
    var drug: Set<String> = []
    var placebo: Set<String> = []

    /// Whether there is exactly one figure, with an unambiguous control.
    var isPlain: Bool { drug.count == 1 && placebo.count <= 1 }

    var percent: PrintedPercent? { drug.first.flatMap { PrintedPercent($0) } }
  }

  /// What the rows about one symptom of a compound say.
  private struct Finding {
    var fit = 2
    /// The figures of each term that means the symptom.
    var terms: [String: Figures] = [:]
    /// Whether it is said in words how often, otherwise than after approval.
    ///
    /// The table of all effects does not count: it repeats those of the other one.
    var isListed = false
    var isPostmarketing = false
    var rows = 0
    var placeboRows = 0

    mutating func list(_ fit: Int) {
      self.fit = min(self.fit, fit)
      rows += 1
    }

    mutating func add(_ fit: Int, _ term: String, words: String, figure: String?, isPlacebo: Bool) {
      if let figure {
        var figures = terms[term] ?? Figures(fit: fit)
        if isPlacebo { figures.placebo.insert(figure) } else { figures.drug.insert(figure) }
        terms[term] = figures
      }
      if isPlacebo {
        placeboRows += 1
        return
      }
      self.fit = min(self.fit, fit)
      rows += 1
      if words == "postmarketing" { isPostmarketing = true }
      if figure == nil, words != "postmarketing" { isListed = true }
    }

    mutating func join(_ other: Finding) {
      fit = min(fit, other.fit)
      terms.merge(other.terms) { mine, theirs in
        Figures(
          fit: mine.fit, drug: mine.drug.union(theirs.drug),
          placebo: mine.placebo.union(theirs.placebo))
      }
      isListed = isListed || other.isListed
      isPostmarketing = isPostmarketing || other.isPostmarketing
      rows += other.rows
      placeboRows += other.placeboRows
    }

    /// Whether any row has a figure of the drug.
    var hasFigure: Bool { terms.values.contains { !$0.drug.isEmpty } }

    /// The figure to give: the highest of the terms that fit best; none if one of them has
    /// several, for a term that fits less says less.
    var chosen: Figures? {
      let withFigure = terms.filter { !$0.value.drug.isEmpty }
      guard let best = withFigure.map(\.value.fit).min() else { return nil }
      let fitting = withFigure.filter { $0.value.fit == best }
      guard fitting.allSatisfy({ $0.value.isPlain }) else { return nil }
      return fitting.min { left, right in
        if let a = left.value.percent, let b = right.value.percent, a != b {
          return a.number == b.number ? b.isUpperBound : b.number < a.number
        }
        if left.value.placebo.isEmpty != right.value.placebo.isEmpty {
          return right.value.placebo.isEmpty
        }
        return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
      }?.value
    }
  }

  mutating func sider() throws(ImportError) -> [EvidenceDraft] {
    let names = try pairs(of: "drug_names.tsv", [])
    let codes = folder.has("drug_atc.tsv") ? try pairs(of: "drug_atc.tsv", []) : [:]
    var findings: [Effect: Finding] = [:]
    var isomers: [String: Set<String>] = [:]
    try effectsOfSIDER(&findings, &isomers)
    let indications = try indicationsOfSIDER()
    let several = isomers.values.count { $0.count > 1 }
    if several > 0 {
      summary.notes.append(
        "compounds that stand for several stereoisomers, with the rows of all of them: \(several)")
    }
    summary.notes.append("SIDER counts no labels: labels_seen and labels_agreeing are 0")
    return draftsOfSIDER(findings, names, codes, indications)
  }

  // MARK: Tables

  private mutating func effectsOfSIDER(
    _ findings: inout [Effect: Finding], _ isomers: inout [String: Set<String>]
  ) throws(ImportError) {
    try forEachRow(of: "meddra_all_se.tsv", fieldCount: 6) { (row, run) throws(ImportError) in
      let compound = try row.compound()
      isomers[compound, default: []].insert(try row.text(1))
      let slots = run.terms.slots(of: try row.text(5))
      guard !slots.isEmpty else { return run.summary.drop(.unmappedTerm) }
      for slot in slots {
        findings[Effect(compound: compound, meaning: slot / 3), default: Finding()]
          .list(slot % 3)
      }
    }
    guard folder.has("meddra_freq.tsv") else { return }
    try forEachRow(of: "meddra_freq.tsv", fieldCount: 10) { (row, run) throws(ImportError) in
      let compound = try row.compound()
      isomers[compound, default: []].insert(try row.text(1))
      let isPlacebo = !row.isEmpty(3)
      if isPlacebo, try row.text(3) != "placebo" {
        throw row.error(
          .unknownWord, 3, expected: "placebo or nothing", try: "take the file as SIDER has it")
      }
      let (lower, upper) = (try row.decimal(5), try row.decimal(6))
      guard lower >= 0, lower <= upper, upper <= 1 else {
        throw row.error(
          .badNumber, 5, found: "the bounds \(try row.text(5)) and \(try row.text(6))",
          expected: "0 ≤ lower ≤ upper ≤ 1", try: "take the file as SIDER has it")
      }
      let term = try row.text(9)
      let slots = run.terms.slots(of: term)
      guard !slots.isEmpty else { return run.summary.drop(.unmappedTerm) }
      let words = try row.text(4)
      let figure = lower == upper || words.hasPrefix("<") ? Self.percent(words) : nil
      for slot in slots {
        findings[Effect(compound: compound, meaning: slot / 3), default: Finding()]
          .add(
            slot % 3, term.lowercased(), words: words, figure: figure, isPlacebo: isPlacebo)
      }
    }
  }

  /// The number of `5.3%` or `<1%` as printed; `nil` for words, ranges and anything above 100.
  static func percent(_ words: String) -> String? {
    let text = words.filter { $0 != " " }
    guard text.hasSuffix("%"), let percent = PrintedPercent(text.dropLast()),
      let hundred = ExactDecimal("100"), !(hundred < percent.number)
    else { return nil }
    return String(text.dropLast())
  }

  /// The symptoms that a compound is for.
  private mutating func indicationsOfSIDER() throws(ImportError) -> Set<Effect> {
    let name = "meddra_all_indications.tsv"
    guard folder.has(name) else {
      summary.notes.append("\(name) is not there: what a drug is for could not be left out")
      return []
    }
    var indications: Set<Effect> = []
    try forEachRow(of: name, fieldCount: 7) { (row, run) throws(ImportError) in
      // A precondition is no indication: the drug is used although the patient has it.
      guard try row.text(2) != "NLP_precondition" else { return }
      let compound = try row.compound()
      for slot in run.terms.slots(of: try row.text(6)) {
        indications.insert(Effect(compound: compound, meaning: slot / 3))
      }
    }
    return indications
  }

  // MARK: Rows

  private mutating func draftsOfSIDER(
    _ findings: [Effect: Finding], _ names: [String: Set<String>], _ codes: [String: Set<String>],
    _ indications: Set<Effect>
  ) -> [EvidenceDraft] {
    let ingredients = ingredients(of: Set(findings.keys.map(\.compound)), names, codes)
    // Several compounds may be salts or isomers of one ingredient: their rows become one.
    var joined: [ImportSubject: [Int: Finding]] = [:]
    for (effect, finding) in findings {
      guard let subject = ingredients[effect.compound] else {
        summary.drop(.noSubject, finding.rows + finding.placeboRows)
        continue
      }
      guard finding.rows > 0 else {
        summary.drop(.placeboOnly, finding.placeboRows)
        continue
      }
      if indications.contains(effect), !finding.hasFigure {
        summary.drop(.indication, finding.rows + finding.placeboRows)
        continue
      }
      summary.mappedCount += finding.rows + finding.placeboRows
      joined[subject, default: [:]][effect.meaning, default: Finding()].join(finding)
    }
    var drafts: [EvidenceDraft] = []
    for (subject, meanings) in joined {
      let routes = subjects.usualRoute(of: subject)
      for (meaning, finding) in meanings {
        let chosen = finding.chosen
        summary.droppedFigureCount += finding.terms.values.count {
          $0.drug.count > 0 && !$0.isPlain
        }
        for evidenceClass in Self.classes(of: finding, chosen) {
          let figures = evidenceClass == .trialText ? chosen : nil
          var draft = EvidenceDraft(evidenceClass, from: .sider, licence: licence)
          draft.set(subject)
          draft.set(terms.meanings[meaning], fit: ImportTerms.fits[figures?.fit ?? finding.fit])
          draft.set(routes: routes)
          draft[.sourceAddress] = "http://sideeffects.embl.de/"
          draft[.drugPercent] = figures?.drug.first ?? ""
          if let control = figures?.placebo.first {
            draft[.comparator] = EvidenceComparator.placebo.rawValue
            draft[.comparatorPercent] = control
          }
          drafts.append(draft)
        }
      }
    }
    return drafts
  }

  /// The classes of evidence that the rows of a symptom are.
  private static func classes(of finding: Finding, _ chosen: Figures?) -> [EvidenceClass] {
    var classes: [EvidenceClass] = []
    if chosen != nil { classes.append(.trialText) }
    // A term without a figure that fits better than the one with it is told too.
    let isTold = chosen.map { finding.fit < $0.fit }
    if isTold ?? (finding.isListed || finding.hasFigure || !finding.isPostmarketing) {
      classes.append(.listed)
    }
    if finding.isPostmarketing { classes.append(.postmarketing) }
    return classes
  }

  private mutating func ingredients(
    of compounds: Set<String>, _ names: [String: Set<String>], _ codes: [String: Set<String>]
  ) -> [String: ImportSubject] {
    var found: [String: ImportSubject] = [:]
    for compound in compounds.sorted() {
      let spellings = (names[compound] ?? []).sorted()
      let concepts = Set(
        (spellings.isEmpty ? [compound] : spellings).compactMap { name in
          subjects.ingredient(named: name, atc: (codes[compound] ?? []).sorted(), &summary)
        })
      if concepts.count > 1 { summary.note(.ambiguousName, spellings.joined(separator: "; ")) }
      guard concepts.count == 1, let concept = concepts.first else { continue }
      found[compound] = subjects.subject(of: concept)
    }
    return found
  }
}

extension ImportRows {
  /// STITCH's number of a flat compound, `CID1` and eight digits or as SIDER has it.
  fileprivate func compound() throws(ImportError) -> String {
    let text = try text(0)
    guard text.hasPrefix("CID"), text.utf8.count > 3,
      text.utf8.dropFirst(3).allSatisfy({ (0x30...0x39).contains($0) })
    else {
      throw error(
        .badCode, 0, expected: "a compound of STITCH such as CID100000085",
        try: "take the file as SIDER has it")
    }
    return text
  }
}
