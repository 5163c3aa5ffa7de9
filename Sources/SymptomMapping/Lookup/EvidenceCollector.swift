// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Walks from concepts to the subjects of labels, and takes in their rows.
///
/// A concept is taken apart into portions: a pack into its products, a brand
/// into the products that carry it. A portion has one set of fitting routes
/// and is covered by a label of its own, or by one of each ingredient.
struct EvidenceCollector {
  struct TakenRow {
    var via: Evidence.Origin
    var fits: Bool
  }

  private let evidence: SideEffectTable
  private let labels: LabelTable
  private let routes: RouteTable
  private var visited: Set<Concept> = []

  private(set) var rows: [EvidenceRow: TakenRow] = [:]
  private(set) var labelsRead: [EvidenceSubject: (via: Evidence.Origin, labels: [LabelRecord])] = [:]
  private(set) var lacks: [Lack] = []
  /// Portions that have labels, at least of some ingredients.
  private(set) var coveredCount = 0
  /// Whether for every ingredient some label of a fitting route was read.
  private(set) var isReadThroughout = true

  init(_ tables: MappingTables) {
    evidence = tables.sideEffects
    labels = tables.labels
    routes = tables.routes
  }

  // MARK: Concepts

  mutating func collect(_ concept: Concept) {
    guard visited.insert(concept).inserted else { return }
    switch concept.termType {
    case .doseForm, .doseFormGroup: lack(.notADrug, concept)
    case .ingredient, .preciseIngredient: collectSubstance(concept)
    case .brandName: collectBrand(concept)
    case .genericPack, .brandedPack: collectPack(concept)
    default: collectProduct(concept)
    }
  }

  /// An ingredient has the rows of its salts too, a salt those of its base.
  private mutating func collectSubstance(_ concept: Concept) {
    let isSalt = concept.termType == .preciseIngredient
    let others = concept.related(isSalt ? .formOf : .hasForm)
    var portion = Portion(name: concept.name, fit: .all)
    portion.ingredients = [
      Portion.Ingredient(
        concept: concept,
        subjects: [(subject(.ingredient, concept), .own)]
          + others.map { (subject(.ingredient, $0), isSalt ? .ingredient : .salt) })
    ]
    take(portion)
  }

  /// The products that carry a brand; without products its ingredients.
  private mutating func collectBrand(_ concept: Concept) {
    let products = concept.related(.ingredientOf).filter {
      $0.termType == .brandedDrug || $0.termType == .brandedPack
    }
    if products.isEmpty { return collectProduct(concept) }
    for product in products { collect(product) }
  }

  private mutating func collectPack(_ concept: Concept) {
    var own = Portion(name: concept.name, fit: .all)
    own.subjects = [(subject(.product, concept), .own)]
    takeRows(own.subjects, own.fit)
    if isRead(own.subjects, own.fit) {
      coveredCount += 1
      return collectItems(concept, isCovered: true)
    }
    collectItems(concept, isCovered: false)
  }

  private mutating func collectItems(_ pack: Concept, isCovered: Bool) {
    let (lacksBefore, wasRead) = (lacks, isReadThroughout)
    let items = pack.packItems
    for item in items {
      if let product = item.concept {
        collect(product)
      } else {
        lacks.append(Lack(reason: .noLabel, code: nil, name: item.name))
        isReadThroughout = false
      }
    }
    if items.isEmpty {
      lack(.noLabel, pack)
      isReadThroughout = false
    }
    if isCovered { (lacks, isReadThroughout) = (lacksBefore, wasRead) }
  }

  private mutating func collectProduct(_ concept: Concept) {
    if concept.isDevice { return lack(.notADrug, concept) }
    let list = concept.ingredientList
    let active = list.ingredients.filter { !$0.isInert }
    if active.isEmpty, !list.ingredients.isEmpty { return lack(.notADrug, concept) }
    var portion = Portion(name: concept.name, fit: RouteFit(concept, routes))
    portion.subjects = combinationSubjects(of: concept, active)
    portion.missing = list.missing
    portion.isHomeopathic = concept.isHomeopathic
    portion.isVaccine = concept.isVaccine
    let salts = Set(concept.preciseIngredients)
    portion.ingredients = active.map { ingredient in
      Portion.Ingredient(
        concept: ingredient,
        subjects: [(subject(.ingredient, ingredient), .inherited)]
          + ingredient.related(.hasForm).map {
            (subject(.ingredient, $0), salts.contains($0) ? .inherited : .salt)
          })
    }
    take(portion)
  }

  // MARK: Subjects

  /// A concept as a subject; placeholders are never one.
  private func subject(_ kind: SubjectKind, _ concept: Concept) -> EvidenceSubject? {
    concept.code.map { EvidenceSubject(kind, $0) }
  }

  /// The product itself, and the combinations (MIN) of just its ingredients.
  private func combinationSubjects(
    of concept: Concept, _ ingredients: [Concept]
  ) -> [(EvidenceSubject?, Evidence.Origin)] {
    let isCombination = concept.termType == .multipleIngredients
    var subjects: [(EvidenceSubject?, Evidence.Origin)] = [
      (subject(isCombination ? .combination : .product, concept), .own)
    ]
    guard ingredients.count > 1 || isCombination, let first = ingredients.first else {
      return subjects
    }
    let partOf = Relationship(rawValue: "part_of")
    let substances = [first] + first.related(.hasForm)
    for other in substances.flatMap({ $0.related(partOf) }) where other != concept {
      guard other.termType == .multipleIngredients,
        let candidate = subject(.combination, other), isKnown(candidate),
        !subjects.contains(where: { $0.0 == candidate }), other.ingredients == ingredients
      else { continue }
      subjects.append((candidate, .combination))
    }
    return subjects
  }

  private func isKnown(_ subject: EvidenceSubject) -> Bool {
    evidence.hasRows(about: subject) || !labels.labels(about: subject).isEmpty
  }
}

/// What one set of labels can be about: a product, or a substance.
struct Portion {
  struct Ingredient {
    let concept: Concept
    let subjects: [(subject: EvidenceSubject?, via: Evidence.Origin)]
  }

  let name: String
  let fit: RouteFit
  /// Itself and its combinations, whose labels cover all of it.
  var subjects: [(subject: EvidenceSubject?, via: Evidence.Origin)] = []
  var ingredients: [Ingredient] = []
  /// Parts that the release relates to no ingredient.
  var missing: [String] = []
  var isHomeopathic = false
  var isVaccine = false

  init(name: String, fit: RouteFit) {
    self.name = name
    self.fit = fit
  }
}

// MARK: - Taking in

extension EvidenceCollector {
  private mutating func take(_ portion: Portion) {
    takeRows(portion.subjects, portion.fit)
    for ingredient in portion.ingredients { takeRows(ingredient.subjects, portion.fit) }
    let isOwnRead = state(portion.subjects, portion.fit) == nil
    if isOwnRead { coveredCount += 1 }
    if !isRead(portion.subjects, portion.fit) {
      for ingredient in portion.ingredients where !isRead(ingredient.subjects, portion.fit) {
        isReadThroughout = false
      }
      if !portion.missing.isEmpty || portion.ingredients.isEmpty { isReadThroughout = false }
    }
    guard !isOwnRead else { return }
    for ingredient in portion.ingredients {
      guard var reason = state(ingredient.subjects, portion.fit) else {
        coveredCount += 1
        continue
      }
      if reason == .noLabel {
        if portion.isHomeopathic { reason = .homeopathic }
        if portion.isVaccine || ingredient.concept.isVaccine { reason = .vaccine }
      }
      lack(reason, ingredient.concept)
    }
    for name in portion.missing { lacks.append(Lack(reason: .noLabel, code: nil, name: name)) }
    if portion.ingredients.isEmpty, portion.missing.isEmpty {
      lacks.append(Lack(reason: .noLabel, code: nil, name: portion.name))
    }
  }

  private mutating func lack(_ reason: LackReason, _ concept: Concept) {
    lacks.append(Lack(reason: reason, code: concept.code, name: concept.name))
  }

  private mutating func takeRows(
    _ subjects: [(subject: EvidenceSubject?, via: Evidence.Origin)], _ fit: RouteFit
  ) {
    for case (let subject?, let via) in subjects {
      for row in evidence.rows(about: subject) {
        take(row, TakenRow(via: via, fits: fit.fits(row.routeBytes)))
      }
      let fitting = labels.labels(about: subject).filter { fit.fits($0.routeBytes) }
      guard !fitting.isEmpty else { continue }
      var known = labelsRead[subject] ?? (via, [])
      if Self.rank(via) < Self.rank(known.via) { known.via = via }
      known.labels += fitting.filter { !known.labels.contains($0) }
      labelsRead[subject] = known
    }
  }

  /// A row that is met twice keeps the nearer origin, and fits if it fits once.
  private mutating func take(_ row: EvidenceRow, _ taken: TakenRow) {
    guard var known = rows[row] else {
      rows[row] = taken
      return
    }
    // Only where it fits does its origin count.
    if taken.fits != known.fits {
      known = taken.fits ? taken : known
    } else if Self.rank(taken.via) < Self.rank(known.via) {
      known.via = taken.via
    }
    rows[row] = known
  }

  private static func rank(_ via: Evidence.Origin) -> Int {
    switch via {
    case .own: 0
    case .combination: 1
    case .ingredient: 2
    case .salt: 3
    case .inherited: 4
    }
  }

  // MARK: Coverage

  /// Whether a label of a fitting route was read.
  private func isRead(
    _ subjects: [(subject: EvidenceSubject?, via: Evidence.Origin)], _ fit: RouteFit
  ) -> Bool {
    subjects.contains { subject, _ in
      guard let subject else { return false }
      return labels.labels(about: subject).contains { fit.fits($0.routeBytes) }
        || evidence.rows(about: subject).contains { fit.fits($0.routeBytes) }
    }
  }

  /// Why no label of these subjects covers; `nil` if one does.
  ///
  /// A row of evidence proves that a label was read, also where the table of
  /// labels does not name it.
  private func state(
    _ subjects: [(subject: EvidenceSubject?, via: Evidence.Origin)], _ fit: RouteFit
  ) -> LackReason? {
    var reason = LackReason.noLabel
    for case (let subject?, _) in subjects {
      let rows = evidence.rows(about: subject)
      if rows.contains(where: { fit.fits($0.routeBytes) }) { return nil }
      if !rows.isEmpty, reason == .noLabel { reason = .noRouteMatch }
      for label in labels.labels(about: subject) {
        if fit.fits(label.routeBytes) {
          if label.hasEffectSection { return nil }
          reason = .noEffectSection
        } else if reason == .noLabel {
          reason = .noRouteMatch
        }
      }
    }
    return reason
  }
}
