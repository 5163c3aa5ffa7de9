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
    let meaning: ImportMeaning
  }

  /// The figures that the rows of one term give, as printed.
  private struct Figures {
    var fit: EvidenceFit
    var drug: Set<String> = []
    var placebo: Set<String> = []

    var isPlain: Bool { drug.count == 1 && placebo.count <= 1 }
  }

  /// What the rows about one symptom of a compound say.
  private struct Finding {
    var fit = EvidenceFit.related
    var terms: [String: Figures] = [:]
    /// Whether its frequency is given in words other than `postmarketing`.
    var isListed = false
    var isPostmarketing = false
    var rows = 0
    var placeboRows = 0

    mutating func add(_ fit: EvidenceFit) {
      self.fit = .best(self.fit, fit)
      rows += 1
    }

    mutating func join(_ other: Finding) {
      fit = .best(fit, other.fit)
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

    var hasFigure: Bool { terms.values.contains { !$0.drug.isEmpty } }

    /// The figure to give: the highest of the terms that fit best; none if one of them has
    /// several, for a term that fits less says less.
    var chosen: Figures? {
      let figured = terms.values.filter { !$0.drug.isEmpty }
      guard
        let best = figured.map(\.fit).reduce(nil, { one, fit in one.map { .best($0, fit) } ?? fit })
      else { return nil }
      let fitting = figured.filter { $0.fit == best }
      guard fitting.allSatisfy(\.isPlain) else { return nil }
      func ranks(_ one: Figures) -> (PrintedPercent?, [String]) {
        (
          one.drug.first.flatMap { PrintedPercent($0) },
          [one.placebo.isEmpty ? "1" : "0", one.drug.first ?? "", one.placebo.first ?? ""]
        )
      }
      return fitting.min { left, right in
        let (mine, its) = (ranks(left), ranks(right))
        if let a = mine.0, let b = its.0, a != b {
          return a.number == b.number ? b.isUpperBound : b.number < a.number
        }
        return ByteOrder.precedes(mine.1, its.1)
      }
    }

    func classes(_ chosen: Figures?) -> [EvidenceClass] {
      // A term without a figure that fits better than the one with it is reported too.
      let isTold =
        chosen.map { fit.wordPlace < $0.fit.wordPlace }
        ?? (isListed || hasFigure || !isPostmarketing)
      return (chosen == nil ? [] : [.trialText]) + (isTold ? [.listed] : [])
        + (isPostmarketing ? [.postmarketing] : [])
    }
  }

  mutating func sider() throws(LabelError) -> [EvidenceDraft] {
    let names = try pairs(of: "drug_names.tsv")
    let codes = folder.has("drug_atc.tsv") ? try pairs(of: "drug_atc.tsv") : [:]
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

  private mutating func effectsOfSIDER(
    _ findings: inout [Effect: Finding], _ isomers: inout [String: Set<String>]
  ) throws(LabelError) {
    try forEachRow(of: "meddra_all_se.tsv", .tabs(6)) { (row, run) throws(LabelError) in
      let compound = try row.compound()
      isomers[compound, default: []].insert(try row.text(1))
      let meanings = run.meanings(of: try row.text(5))
      if meanings.isEmpty { run.summary.drop(.unmappedTerm) }
      for (meaning, fit) in meanings {
        findings[Effect(compound: compound, meaning: meaning), default: Finding()].add(fit)
      }
    }
    guard folder.has("meddra_freq.tsv") else { return }
    try forEachRow(of: "meddra_freq.tsv", .tabs(10)) { (row, run) throws(LabelError) in
      let compound = try row.compound()
      isomers[compound, default: []].insert(try row.text(1))
      let isPlacebo = !row.isEmpty(3)
      if isPlacebo, try row.text(3) != "placebo" {
        throw row.error(
          "import.unknown-word", 3, expected: "placebo or nothing",
          try: "take the file as SIDER has it")
      }
      let (lower, upper) = (try row.decimal(5), try row.decimal(6))
      guard lower >= 0, lower <= upper, upper <= 1 else {
        throw row.error(
          "import.bad-number", 5, found: "the bounds \(try row.text(5)) and \(try row.text(6))",
          expected: "0 ≤ lower ≤ upper ≤ 1", try: "take the file as SIDER has it")
      }
      let term = try row.text(9).lowercased()
      let meanings = run.meanings(of: term)
      if meanings.isEmpty { run.summary.drop(.unmappedTerm) }
      let words = try row.text(4)
      let figure = lower == upper || words.hasPrefix("<") ? Self.percent(words) : nil
      for (meaning, fit) in meanings {
        let effect = Effect(compound: compound, meaning: meaning)
        var finding = findings[effect] ?? Finding()
        if let figure {
          let figures: WritableKeyPath<Figures, Set<String>> = isPlacebo ? \.placebo : \.drug
          finding.terms[term, default: Figures(fit: fit)][keyPath: figures].insert(figure)
        }
        if isPlacebo {
          finding.placeboRows += 1
        } else {
          finding.add(fit)
          finding.isPostmarketing = finding.isPostmarketing || words == "postmarketing"
          finding.isListed = finding.isListed || figure == nil && words != "postmarketing"
        }
        findings[effect] = finding
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

  private mutating func indicationsOfSIDER() throws(LabelError) -> Set<Effect> {
    let name = "meddra_all_indications.tsv"
    guard folder.has(name) else {
      summary.notes.append("\(name) is not there: what a drug is for could not be left out")
      return []
    }
    var indications: Set<Effect> = []
    try forEachRow(of: name, .tabs(7)) { (row, run) throws(LabelError) in
      // A precondition is not an indication: the drug is used although the patient has it.
      guard try row.text(2) != "NLP_precondition" else { return }
      let compound = try row.compound()
      for meaning in run.meanings(of: try row.text(6)).keys {
        indications.insert(Effect(compound: compound, meaning: meaning))
      }
    }
    return indications
  }

  private mutating func draftsOfSIDER(
    _ findings: [Effect: Finding], _ names: [String: Set<String>], _ codes: [String: Set<String>],
    _ indications: Set<Effect>
  ) -> [EvidenceDraft] {
    let ingredients = ingredients(of: Set(findings.keys.map(\.compound)), names, codes)
    // Several compounds may be salts or isomers of one ingredient: their rows become one.
    var joined: [ImportSubject: [ImportMeaning: Finding]] = [:]
    for (effect, finding) in findings {
      let rows = finding.rows + finding.placeboRows
      if let subject = ingredients[effect.compound], finding.rows > 0,
        finding.hasFigure || !indications.contains(effect)
      {
        summary.mappedCount += rows
        joined[subject, default: [:]][effect.meaning, default: Finding()].join(finding)
      } else {
        summary.drop(
          ingredients[effect.compound] == nil
            ? .noSubject : finding.rows == 0 ? .placeboOnly : .indication, rows)
      }
    }
    var drafts: [EvidenceDraft] = []
    for (subject, meanings) in joined {
      let routes = subjects.usualRoute(of: subject)
      for (meaning, finding) in meanings {
        let chosen = finding.chosen
        summary.droppedFigureCount += finding.terms.values.count { !$0.drug.isEmpty && !$0.isPlain }
        for evidenceClass in finding.classes(chosen) {
          let figures = evidenceClass == .trialText ? chosen : nil
          var draft = draft(
            evidenceClass, from: .sider, subject, meaning, figures?.fit ?? finding.fit,
            routes: routes)
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
  fileprivate func compound() throws(LabelError) -> String {
    let text = try text(0)
    guard text.hasPrefix("CID"), text.utf8.count > 3,
      text.utf8.dropFirst(3).allSatisfy({ $0 &- 0x30 < 10 })
    else {
      throw error(
        "import.bad-code", 0, expected: "a compound of STITCH such as CID100000085",
        try: "take the file as SIDER has it")
    }
    return text
  }
}
