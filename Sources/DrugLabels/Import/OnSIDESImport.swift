// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping

// OnSIDES 2: a table of effects per set of ingredients for each section, made by the source from
// the labels that were current. It says how many labels there are and which share of them has the
// effect; it says no route, which comes from the labels' products where those agree.
//
//   adverse_reactions.csv, boxed_warnings.csv, warnings_and_precautions.csv (2.1)
//   ingredients.csv          set id → ingredients
//   rxcui_setid_map.csv      set id → products
//
// OnSIDES 3: seven tables that refer to each other by numbers.
//
//   product_label              label_id → source, product of the source, address
//   product_to_rxnorm          label_id → RxNorm products (many to many)
//   vocab_rxnorm_…_to_product  product → ingredients, for products that the release lacks
//   vocab_meddra_…             term number → name
//   product_adverse_effect     label_id, section, term number, score: millions of rows

extension ImportRun {
  /// Labels of one subject with the same routes.
  private struct Group: Hashable {
    let subject: ImportSubject
    var routes: [String] = []
  }

  /// A row's key: what a group of labels says in one section.
  private struct Effect: Hashable {
    let group: Group
    let evidenceClass: EvidenceClass
    let meaning: ImportMeaning
  }

  mutating func onSIDES2() throws(LabelError) -> [EvidenceDraft] {
    typealias Finding = (fit: EvidenceFit, seen: Int, agreeing: Int)
    var findings: [Effect: Finding] = [:]
    var isShareAboveOne = false
    let sections: [(name: String, EvidenceClass)] = [
      ("adverse_reactions", .listed), ("boxed_warnings", .boxed),
      ("warnings_and_precautions", .warning),
    ]
    for (name, evidenceClass) in sections
    where folder.has(name + ".csv") || evidenceClass == .listed {
      try forEachRow(
        of: name + ".csv",
        .commas(["ingredients_rxcuis", "pt_meddra_term", "percent_labels", "num_labels"])
      ) { (row, run) throws(LabelError) in
        let share = try row.decimal(2)
        let labels = try row.number(3)
        guard share >= 0 else {
          throw row.error("import.bad-number", 2, expected: "a share, 0 or more")
        }
        if share > 1 { isShareAboveOne = true }
        let meanings = run.meanings(of: try row.text(1))
        guard !meanings.isEmpty else { return run.summary.drop(.unmappedTerm) }
        // `5487, 52175`.
        let codes = try row.text(0).split(separator: ",", omittingEmptySubsequences: false)
          .map { String($0.filter { $0 != " " }) }
        guard let subject = run.subjects.subject(ofIngredients: codes, &run.summary) else {
          return run.summary.drop(.noSubject)
        }
        guard share >= run.importer.minimumShare else { return run.summary.drop(.belowShare) }
        run.summary.mappedCount += 1
        let agreeing = min(labels, Int((min(share, 1) * Double(labels)).rounded()))
        for (meaning, fit) in meanings {
          let effect = Effect(
            group: Group(subject: subject), evidenceClass: evidenceClass, meaning: meaning)
          let other = findings[effect] ?? (fit, 0, 0)
          findings[effect] = (
            .best(other.fit, fit), max(other.seen, labels), max(other.agreeing, agreeing)
          )
        }
      }
    }
    let routes = try routesOfOnSIDES2(Set(findings.keys.map(\.group.subject)))
    summary.notes.append(
      "where several terms mean one symptom, labels_agreeing is that of the most frequent: "
        + "a lower bound")
    if isShareAboveOne {
      summary.notes.append("percent_labels above 1 (versions counted as labels) was taken as 1")
    }
    for (name, _) in sections {
      for kind in ["active_labels", "all_labels"] where folder.has("\(name)_\(kind).csv") {
        summary.notes.append("\(name)_\(kind).csv was not read: the tables above are made of it")
      }
    }
    return findings.map { effect, finding in
      var draft = draft(
        effect.evidenceClass, from: .onSIDES, effect.group.subject, effect.meaning, finding.fit,
        routes: routes[effect.group.subject] ?? [])
      draft[.labelsSeen] = String(finding.seen)
      draft[.labelsAgreeing] = String(finding.agreeing)
      return draft
    }
  }

  /// The routes of subjects: those of the products of their labels if all labels agree, else the
  /// one that all products of the subject have.
  private mutating func routesOfOnSIDES2(
    _ wanted: Set<ImportSubject>
  ) throws(LabelError) -> [ImportSubject: [String]] {
    var found: [ImportSubject: Set<[String]>] = [:]
    if folder.has("ingredients.csv"), folder.has("rxcui_setid_map.csv") {
      let ingredients = try pairs(
        of: "ingredients.csv", .commas(["set_id", "ingredient_rx_cui"]))
      let products = try pairs(of: "rxcui_setid_map.csv", .commas(["SETID", "RXCUI"]))
      for (label, codes) in ingredients {
        guard let products = products[label] else { continue }
        // The codes were checked where they have effects: they are not counted again.
        var quiet = ImportSummary(format)
        guard let subject = subjects.subject(ofIngredients: codes.sorted(), &quiet),
          wanted.contains(subject)
        else { continue }
        let routes = products.map { subjects.product($0, &quiet)?.routes ?? [] }
        if routes.allSatisfy({ !$0.isEmpty }) {
          found[subject, default: []].insert(ImportSubjects.usualWords(Set(routes.joined())))
        }
      }
    }
    let routes = wanted.map { subject in
      let routes = found[subject] ?? []
      return (subject, routes.count == 1 ? routes.first ?? [] : subjects.usualRoute(of: subject))
    }
    let withoutRoute = routes.count { $0.1.isEmpty }
    if withoutRoute > 0 {
      summary.notes.append(
        "\(withoutRoute) of \(wanted.count) subjects have several routes or none: their rows "
          + "have no route")
    }
    return Dictionary(uniqueKeysWithValues: routes)
  }

  private struct Label {
    let number: Int
    let isUS: Bool
    /// What the source calls the label; of US labels the set id with its version behind a dot.
    let product: String
    let address: String
    var group: Result<Group, DropReason> = .failure(.noSubject)

    var setID: String { String(product.prefix { $0 != "." }).lowercased() }

    var version: String {
      let rest = product.drop { $0 != "." }.dropFirst()
      return rest.utf8.allSatisfy { $0 &- 0x30 < 10 } ? String(rest) : ""
    }

    var age: (Int, Int) { (Int(version) ?? 0, number) }

    /// Which label is quoted: US labels first, then by the source's name of the label.
    var rank: [String] {
      let digits = String(number)
      return [
        isUS ? "0" : "1", product, address,
        String(repeating: "0", count: 20 - digits.count) + digits,
      ]
    }
  }

  /// The best fit of what labels say, and which labels say it.
  private typealias Statement = (fit: EvidenceFit, labels: Set<Int>)

  mutating func onSIDES3() throws(LabelError) -> [EvidenceDraft] {
    let labels = try labelsOfOnSIDES3()
    var terms: [Int: [ImportMeaning: EvidenceFit]] = [:]
    try forEachRow(of: "vocab_meddra_adverse_effect.csv", .commas(["meddra_id", "meddra_name"])) {
      (row, run) throws(LabelError) in
      let found = run.meanings(of: try row.text(1))
      guard terms.updateValue(found, forKey: try row.number(0)) == nil else {
        throw row.error("import.duplicate", 0, expected: "each number of a term once")
      }
    }
    let statements = try statementsOfOnSIDES3(labels, terms)
    summary.notes.append(
      "labels of which nothing was extracted are not in the release and not counted as seen")
    let seen = labels.reduce(into: [Group: Int]()) { seen, label in
      if case .success(let group) = label.group { seen[group, default: 0] += 1 }
    }
    return statements.map { effect, statement in
      var draft = draft(
        effect.evidenceClass, from: .onSIDES, effect.group.subject, effect.meaning, statement.fit,
        routes: effect.group.routes)
      draft[.labelsSeen] = String(seen[effect.group] ?? 0)
      draft[.labelsAgreeing] = String(statement.labels.count)
      let quoted = statement.labels.map { labels[$0] }
        .min { ByteOrder.precedes($0.rank, $1.rank) }
      guard let quoted else { return draft }
      if quoted.isUS {
        draft[.setID] = quoted.setID
        draft[.labelVersion] = quoted.version
        draft[.sectionLOINC] = Self.loincs[effect.evidenceClass] ?? ""
      }
      draft[.sourceAddress] = quoted.address
      return draft
    }
  }

  /// The labels, each with the subject and routes of its products; of each US label one version
  /// counts, the highest.
  private mutating func labelsOfOnSIDES3() throws(LabelError) -> [Label] {
    var labels: [Label] = []
    var numbers: Set<Int> = []
    try forEachRow(
      of: "product_label.csv",
      .commas(["label_id", "source", "source_product_id", "source_label_url"])
    ) { (row, _) throws(LabelError) in
      let number = try row.number(0)
      guard numbers.insert(number).inserted else {
        throw row.error("import.duplicate", 0, expected: "each label once")
      }
      labels.append(
        Label(
          number: number, isUS: try row.text(1) == "US", product: try row.text(2),
          address: try row.text(3)))
    }
    // Product → ingredients, as in the source.
    let list = "vocab_rxnorm_ingredient_to_product.csv"
    let ingredients =
      folder.has(list) ? try pairs(of: list, .commas(["product_id", "ingredient_id"])) : [:]
    var products: [Int: Set<String>] = [:]
    try forEachRow(of: "product_to_rxnorm.csv", .commas(["label_id", "rxnorm_product_id"])) {
      (row, _) throws(LabelError) in
      products[try row.number(0), default: []].insert(try row.text(1))
    }
    var newest: [String: Int] = [:]
    for place in labels.indices {
      labels[place].group = group(
        ofProducts: (products[labels[place].number] ?? []).sorted(), ingredients)
      guard labels[place].isUS else { continue }
      let other = newest[labels[place].setID]
      let isNewer = other.map { labels[place].age > labels[$0].age } ?? true
      if let older = isNewer ? other : place { labels[older].group = .failure(.olderVersion) }
      if isNewer { newest[labels[place].setID] = place }
    }
    return labels
  }

  /// The group of a label: the subject and routes that its products have in common.
  private mutating func group(
    ofProducts codes: [String], _ ingredients: [String: Set<String>]
  ) -> Result<Group, DropReason> {
    var found: Set<ImportSubject> = []
    var routes: Set<String> = []
    var isRouteKnown = true
    var isWhole = !codes.isEmpty
    for code in codes {
      var subject: ImportSubject?
      var notes = ImportSummary(format)
      let product = subjects.product(code, &notes)
      let own = product?.ingredients ?? []
      if own.isEmpty, let list = ingredients[code] {
        summary.note(.bySource, code)
        subject = subjects.subject(ofIngredients: list.sorted(), &summary)
        isRouteKnown = false
      } else {
        summary.codes.merge(notes.codes) { $0.union($1) }
      }
      if let product, !own.isEmpty {
        subject = subjects.subject(of: own, &summary)
        isRouteKnown = isRouteKnown && !product.routes.isEmpty
        routes.formUnion(product.routes)
      }
      if let subject { found.insert(subject) } else { isWhole = false }
    }
    guard found.count <= 1 else { return .failure(.severalSubjects) }
    // A product about which nothing is known may contain another drug.
    guard let subject = found.first, isWhole else { return .failure(.noSubject) }
    return .success(
      Group(
        subject: subject,
        routes: isRouteKnown
          ? ImportSubjects.usualWords(routes) : subjects.usualRoute(of: subject)))
  }

  /// BW, WP, AE or AR; NA is the section on undesirable effects of labels that are not US.
  private static let sections: [String: EvidenceClass] = [
    "BW": .boxed, "WP": .warning, "AE": .listed, "AR": .listed, "NA": .listed,
  ]
  private static let loincs: [EvidenceClass: String] = [
    .boxed: "34066-1", .warning: "43685-7", .listed: "34084-4",
  ]

  private mutating func statementsOfOnSIDES3(
    _ labels: [Label], _ terms: [Int: [ImportMeaning: EvidenceFit]]
  ) throws(LabelError) -> [Effect: Statement] {
    let places = Dictionary(
      labels.enumerated().map { ($1.number, $0) }, uniquingKeysWith: { first, _ in first })
    var statements: [Effect: Statement] = [:]
    try forEachRow(
      of: "product_adverse_effect.csv",
      .commas(["product_label_id", "label_section", "effect_meddra_id", "pred1"])
    ) { (row, run) throws(LabelError) in
      guard let label = places[try row.number(0)] else { return run.summary.drop(.unknownLabel) }
      guard let found = terms[try row.number(2)] else { return run.summary.drop(.unknownTerm) }
      guard !found.isEmpty else { return run.summary.drop(.unmappedTerm) }
      let group: Group
      switch labels[label].group {
      case .failure(let reason): return run.summary.drop(reason)
      case .success(let own): group = own
      }
      guard let evidenceClass = Self.sections[try row.text(1).uppercased()] else {
        return run.summary.drop(.unknownSection)
      }
      // Words compared without a model (the labels of Japan): their warnings
      // name much that is not an effect.
      if row.isEmpty(3), evidenceClass != .listed { return run.summary.drop(.unscoredWarning) }
      if !row.isEmpty(3), try row.decimal(3) <= run.importer.minimumScore {
        return run.summary.drop(.belowScore)
      }
      run.summary.mappedCount += 1
      for (meaning, fit) in found {
        let effect = Effect(group: group, evidenceClass: evidenceClass, meaning: meaning)
        var statement = statements.removeValue(forKey: effect) ?? (fit, [])
        statement.fit = .best(statement.fit, fit)
        statement.labels.insert(label)
        statements[effect] = statement
      }
    }
    return statements
  }
}
