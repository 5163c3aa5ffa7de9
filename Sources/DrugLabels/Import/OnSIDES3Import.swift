// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import SymptomMapping

// OnSIDES 3: seven tables that refer to each other by numbers.
//
//   product_label              label_id → source, product of the source, address
//   product_to_rxnorm          label_id → RxNorm products (many to many)
//   vocab_rxnorm_…_to_product  product → ingredients, for products that the release lacks
//   vocab_meddra_…             term number → name
//   product_adverse_effect     label_id, section, term number, score: millions of rows
//
// The first four become small tables of integers: label → number, term → slots of meanings.

extension ImportRun {
  /// Sections of labels, as classes of evidence.
  private enum Section: Int, CaseIterable {
    case boxed, warning, listed

    var evidenceClass: EvidenceClass { [.boxed, .warning, .listed][rawValue] }

    var loinc: String { ["34066-1", "43685-7", "34084-4"][rawValue] }

    /// BW, WP, AE or AR; NA is the section on undesirable effects of labels that are not US.
    init?(_ bytes: ArraySlice<UInt8>) {
      switch String(decoding: bytes, as: UTF8.self).uppercased() {
      case "BW": self = .boxed
      case "WP": self = .warning
      case "AE", "AR", "NA": self = .listed
      default: return nil
      }
    }
  }

  mutating func onSIDES3() throws(ImportError) -> [EvidenceDraft] {
    var tally = try labelsOfOnSIDES3()
    let slots = try termsOfOnSIDES3()
    try effectsOfOnSIDES3(slots, &tally)
    summary.notes.append(
      "labels of which nothing was extracted are not in the release and not counted as seen")
    return drafts(of: tally)
  }

  // MARK: Small tables

  private mutating func termsOfOnSIDES3() throws(ImportError) -> [Int: [Int]] {
    var slots: [Int: [Int]] = [:]
    try forEachRow(
      of: "vocab_meddra_adverse_effect.csv", ["meddra_id", "meddra_name"]
    ) { (row, run) throws(ImportError) in
      let found = run.terms.slots(of: try row.text(1))
      guard slots.updateValue(found, forKey: try row.number(0)) == nil else {
        throw row.error(.duplicate, 0, expected: "each number of a term once")
      }
    }
    return slots
  }

  /// The labels, each with the subject and routes of its products.
  private mutating func labelsOfOnSIDES3() throws(ImportError) -> LabelTally {
    var tally = LabelTally()
    let columns = ["label_id", "source", "source_product_id", "source_label_url"]
    try forEachRow(of: "product_label.csv", columns) { (row, _) throws(ImportError) in
      let isNew = tally.add(
        try row.number(0), source: try row.text(1), product: try row.text(2),
        address: try row.text(3))
      if !isNew { throw row.error(.duplicate, 0, expected: "each label once") }
    }
    // Product → ingredients, as in the source.
    let list = "vocab_rxnorm_ingredient_to_product.csv"
    let ingredients = folder.has(list) ? try pairs(of: list, ["product_id", "ingredient_id"]) : [:]
    var products: [Int: Set<String>] = [:]
    try forEachRow(
      of: "product_to_rxnorm.csv", ["label_id", "rxnorm_product_id"]
    ) { (row, _) throws(ImportError) in
      products[try row.number(0), default: []].insert(try row.text(1))
    }
    for label in tally.labels.indices {
      let codes = (products[tally.labels[label].number] ?? []).sorted {
        $0.utf8.lexicographicallyPrecedes($1.utf8)
      }
      tally.labels[label].group = group(ofProducts: codes, ingredients, &tally)
    }
    tally.dropOlderVersions()
    return tally
  }

  /// The group of a label: the subject and routes that its products have in common.
  private mutating func group(
    ofProducts codes: [String], _ ingredients: [String: Set<String>], _ tally: inout LabelTally
  ) -> LabelTally.Group {
    var found: Set<ImportSubject> = []
    var routes: Set<String> = []
    var isRouteKnown = true
    var isWhole = !codes.isEmpty
    for code in codes {
      var subject: ImportSubject?
      var notes = ImportSummary(format)
      let product = subjects.product(code, &notes)
      let isBySource = product?.ingredients.isEmpty ?? true && ingredients[code] != nil
      if isBySource { summary.note(.bySource, code) } else { summary.take(codesOf: notes) }
      if let product, !product.ingredients.isEmpty {
        subject = subjects.subject(of: product.ingredients, &summary)
        if product.routes.isEmpty { isRouteKnown = false }
        routes.formUnion(product.routes)
      } else if let list = ingredients[code] {
        subject = subjects.subject(ofIngredients: list.sorted(), &summary)
        isRouteKnown = false
      }
      guard let subject else {
        isWhole = false
        continue
      }
      found.insert(subject)
    }
    guard found.count <= 1 else { return .none(.severalSubjects) }
    // A product about which nothing is known may contain another drug.
    guard let subject = found.first, isWhole else { return .none(.noSubject) }
    let names = isRouteKnown ? ImportSubjects.usualWords(routes) : subjects.usualRoute(of: subject)
    return .group(tally.group(of: subject, names))
  }

  // MARK: The large table

  private mutating func effectsOfOnSIDES3(
    _ slots: [Int: [Int]], _ tally: inout LabelTally
  ) throws(ImportError) {
    let columns = ["product_label_id", "label_section", "effect_meddra_id", "pred1"]
    let cut = importer.minimumScore
    var (lastNumber, lastLabel) = (-1, -1)
    try forEachRow(of: "product_adverse_effect.csv", columns) { (row, run) throws(ImportError) in
      let number = try row.number(0)
      if number != lastNumber {
        lastNumber = number
        lastLabel = tally.places[number] ?? -1
      }
      guard lastLabel >= 0 else { return run.summary.drop(.unknownLabel) }
      guard let found = slots[try row.number(2)] else { return run.summary.drop(.unknownTerm) }
      guard !found.isEmpty else { return run.summary.drop(.unmappedTerm) }
      if case .none(let reason) = tally.labels[lastLabel].group { return run.summary.drop(reason) }
      guard let section = Section(row.bytes[row.range(1)]) else {
        return run.summary.drop(.unknownSection)
      }
      if row.isEmpty(3) {
        // Words compared without a model (the labels of Japan): warnings name much besides.
        guard section == .listed else { return run.summary.drop(.unscored) }
      } else {
        guard try row.decimal(3) > cut else { return run.summary.drop(.belowScore) }
      }
      run.summary.mappedCount += 1
      for slot in found { tally.note(slot, section: section.rawValue, label: lastLabel) }
    }
  }

  // MARK: Rows

  private func drafts(of tally: LabelTally) -> [EvidenceDraft] {
    tally.findings().map { key, finding in
      let group = tally.groups[key.group]
      let section = Section.allCases[key.section]
      let label = tally.labels[finding.quoted]
      var draft = EvidenceDraft(section.evidenceClass, from: .onSIDES, licence: licence)
      draft.set(group.subject)
      draft.set(terms.meanings[key.meaning], fit: ImportTerms.fits[finding.fit])
      draft.set(routes: group.routes)
      draft[.labelsSeen] = String(tally.labelCounts[key.group] ?? 0)
      draft[.labelsAgreeing] = String(finding.labels.count)
      if label.isUS {
        draft[.setID] = label.setID
        draft[.labelVersion] = label.version
        draft[.sectionLOINC] = section.loinc
      }
      draft[.sourceAddress] = label.address
      return draft
    }
  }
}
