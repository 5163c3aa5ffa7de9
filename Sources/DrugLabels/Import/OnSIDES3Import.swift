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
// The first four become small tables of integers: label → number, term → slots of meanings. A
// row of the last then costs two look-ups and a bit in its label's row of bits.

extension ImportRun {
  /// Sections of labels, as classes of evidence.
  private enum Section: Int, CaseIterable {
    case boxed, warning, listed

    var evidenceClass: EvidenceClass {
      switch self {
      case .boxed: .boxed
      case .warning: .warning
      case .listed: .listed
      }
    }

    var loinc: String {
      switch self {
      case .boxed: "34066-1"
      case .warning: "43685-7"
      case .listed: "34084-4"
      }
    }

    /// BW, WP, AE or AR; NA is the section on undesirable effects of labels that are not US.
    init?(_ bytes: ArraySlice<UInt8>) {
      guard bytes.count == 2, let first = bytes.first, let second = bytes.last else { return nil }
      switch (first & 0xDF, second & 0xDF) {
      case (0x42, 0x57): self = .boxed
      case (0x57, 0x50): self = .warning
      case (0x41, 0x45), (0x41, 0x52), (0x4E, 0x41): self = .listed
      default: return nil
      }
    }
  }

  mutating func onSIDES3() throws(ImportError) -> [EvidenceDraft] {
    var tally = try labelsOfOnSIDES3()
    let slots = try termsOfOnSIDES3()
    tally.prepare(slotCount: terms.meanings.count * 3, sectionCount: Section.allCases.count)
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
    ) { (row, columns, run) throws(ImportError) in
      let number = try row.requiredNumber(columns[0])
      guard slots.updateValue(run.terms.slots(of: try row.text(columns[1])), forKey: number) == nil
      else {
        throw row.error(
          .duplicate, columns[0], expected: "each number of a term once",
          try: "take the file as the release has it")
      }
    }
    return slots
  }

  /// The labels, each with the subject and routes of its products.
  private mutating func labelsOfOnSIDES3() throws(ImportError) -> LabelTally {
    var tally = LabelTally()
    let names = ["label_id", "source", "source_product_id", "source_label_url"]
    try forEachRow(
      of: "product_label.csv", names
    ) { (row, columns, _) throws(ImportError) in
      let isNew = tally.add(
        try row.requiredNumber(columns[0]), source: try row.text(columns[1]),
        product: try row.text(columns[2]), address: try row.text(columns[3]))
      guard isNew else {
        throw row.error(
          .duplicate, columns[0], expected: "each label once",
          try: "take the file as the release has it")
      }
    }
    let ingredients = try ingredientsOfOnSIDES3()
    var products: [Int: Set<String>] = [:]
    try forEachRow(
      of: "product_to_rxnorm.csv", ["label_id", "rxnorm_product_id"]
    ) { (row, columns, _) throws(ImportError) in
      products[try row.requiredNumber(columns[0]), default: []].insert(try row.text(columns[1]))
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

  /// Product → ingredients, as the source has it.
  private mutating func ingredientsOfOnSIDES3() throws(ImportError) -> [String: Set<String>] {
    let name = "vocab_rxnorm_ingredient_to_product.csv"
    var ingredients: [String: Set<String>] = [:]
    guard folder.has(name) else { return [:] }
    try forEachRow(
      of: name, ["product_id", "ingredient_id"]
    ) { (row, columns, _) throws(ImportError) in
      ingredients[try row.text(columns[0]), default: []].insert(try row.text(columns[1]))
    }
    return ingredients
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
    // A product of which nothing is known may hold another drug (S28).
    guard let subject = found.first, isWhole else { return .none(.noSubject) }
    let names = isRouteKnown ? ImportSubjects.usualWords(routes) : subjects.usualRoute(of: subject)
    return .group(tally.group(of: subject, names))
  }

  // MARK: The large table

  private mutating func effectsOfOnSIDES3(
    _ slots: [Int: [Int]], _ tally: inout LabelTally
  ) throws(ImportError) {
    let names = ["product_label_id", "label_section", "effect_meddra_id", "pred1"]
    let cut = importer.minimumScore
    var (lastNumber, lastLabel) = (-1, -1)
    try forEachRow(
      of: "product_adverse_effect.csv", names
    ) { (row, columns, run) throws(ImportError) in
      let number = try row.requiredNumber(columns[0])
      if number != lastNumber {
        lastNumber = number
        lastLabel = tally.places[number] ?? -1
      }
      guard lastLabel >= 0 else { return run.summary.drop(.unknownLabel) }
      guard let found = slots[try row.requiredNumber(columns[2])] else {
        return run.summary.drop(.unknownTerm)
      }
      guard !found.isEmpty else { return run.summary.drop(.unmappedTerm) }
      guard case .group = tally.labels[lastLabel].group else {
        return run.summary.drop(tally.labels[lastLabel].reason)
      }
      guard let section = Section(row.bytes[row.range(columns[1])]) else {
        return run.summary.drop(.unknownSection)
      }
      if row.isEmpty(columns[3]) {
        // Words compared without a model (the labels of Japan): warnings name much besides.
        guard section == .listed else { return run.summary.drop(.unscored) }
      } else {
        guard try row.requiredDecimal(columns[3]) > cut else {
          return run.summary.drop(.belowScore)
        }
      }
      run.summary.mappedCount += 1
      for slot in found { tally.note(slot, section: section.rawValue, label: lastLabel) }
    }
  }

  // MARK: Rows

  private func drafts(of tally: LabelTally) -> [EvidenceDraft] {
    tally.findings().map { finding in
      let group = tally.groups[finding.group]
      let section = Section.allCases[finding.section]
      var draft = EvidenceDraft(
        group.subject, terms.meanings[finding.meaning], fit: ImportTerms.fits[finding.fit],
        section.evidenceClass, from: .onSIDES, licence: licence)
      draft.routes = group.routes
      draft.labelsSeen = group.labelCount
      draft.labelsAgreeing = finding.labels
      let label = tally.labels[finding.quoted]
      if label.isUS {
        draft.setID = label.setID
        draft.labelVersion = label.version
        draft.section = section.loinc
      }
      draft.address = label.address
      return draft
    }
  }
}

extension ImportRows {
  /// A whole number, which must be there.
  @inline(__always)
  func requiredNumber(_ field: Int) throws(ImportError) -> Int {
    if let number = number(field) { return number }
    throw error(
      isEmpty(field) ? .emptyField : .badNumber, field, expected: "a whole number",
      try: "take the file as the release has it")
  }

  /// A decimal number such as `3.41`, `-2` or `1e-05`.
  func requiredDecimal(_ field: Int) throws(ImportError) -> Double {
    let range = range(field)
    var index = range.lowerBound
    let isNegative = index < range.upperBound && bytes[index] == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var (digits, mantissa, divisor, isPlain, isFraction) = (0, 0, 1.0, true, false)
    while index < range.upperBound {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "."), !isFraction {
        isFraction = true
      } else if byte &- 0x30 <= 9, digits < 18 {
        digits += 1
        mantissa = mantissa &* 10 &+ Int(byte &- 0x30)
        if isFraction { divisor *= 10 }
      } else {
        isPlain = false
      }
    }
    if isPlain, digits > 0 {
      let value = Double(mantissa) / divisor
      return isNegative ? -value : value
    }
    if let value = Double(try text(field)), value.isFinite { return value }
    throw error(
      isEmpty(field) ? .emptyField : .badNumber, field, expected: "a number such as 3.41",
      try: "take the file as the release has it")
  }
}
