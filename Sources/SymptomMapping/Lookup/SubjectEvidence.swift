// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// From a concept to the subjects of the tables: its own rows, those of its
// combination, those of each ingredient and its salts; each row where its
// route fits, the others apart (S19, S28).

/// The rows and labels that belong to one concept.
struct SubjectEvidence {
  private let tables: MappingTables
  private(set) var fitting: [(row: EvidenceRow, origin: Evidence.Origin)] = []
  private(set) var otherRoutes: [(row: EvidenceRow, origin: Evidence.Origin)] = []
  private(set) var labels: [LabelRow] = []
  private(set) var coverage = SideEffectAnswer.Coverage.none
  private(set) var reasons: [String] = []
  private(set) var unmapped: [String] = []

  init(_ concept: Concept, _ tables: MappingTables) {
    self.tables = tables
    switch concept.termType {
    case .doseForm, .doseFormGroup:
      reasons = ["not_a_drug"]
    case .genericPack, .brandedPack:
      collect(parts: concept.packItems.map(\.concept))
    case .brandName:
      let products = concept.related(.ingredientOf).filter { $0.termType == .brandedDrug }
      if products.isEmpty { collect(concept) } else { collect(parts: products) }
    default:
      collect(concept)
    }
  }

  // MARK: One concept

  private mutating func collect(_ concept: Concept) {
    let fit = tables.routeFit(of: concept)
    let bases = concept.ingredients
    let isSubstance = concept.termType == .ingredient || concept.termType == .preciseIngredient
    if let code = concept.code {
      add(tables.sideEffects.rows(of: code, kind: .product), .own, fit)
      addLabels(of: code, .product, fit)
    }
    if bases.count > 1 { collectCombination(bases, concept, fit) }
    var covered: [Bool] = []
    for base in bases {
      covered.append(
        collectIngredient(base, of: concept, fit, origin: isSubstance ? .own : .inherited))
    }
    let list = concept.ingredientList
    if !list.isComplete { unmapped += list.missing }
    settleCoverage(bases, covered, isComplete: list.isComplete, fit)
  }

  /// Rows of the combination's own labels come first (S28).
  private mutating func collectCombination(
    _ bases: [Concept], _ concept: Concept, _ fit: RouteFit
  ) {
    for combination in combinations(of: bases, concept) {
      guard let code = combination.code else { continue }
      add(tables.sideEffects.rows(of: code, kind: .combination), .own, fit)
      addLabels(of: code, .combination, fit)
    }
  }

  /// The MIN that the release relates, or those with the same parts.
  private func combinations(of bases: [Concept], _ concept: Concept) -> [Concept] {
    if let related = concept.multipleIngredients { return [related] }
    guard let first = bases.first else { return [] }
    return first.related(Relationship(rawValue: "part_of")).filter {
      $0.termType == .multipleIngredients && $0.ingredients == bases
    }
  }

  /// Rows and labels of an ingredient and its salts; returns whether a label fits.
  private mutating func collectIngredient(
    _ base: Concept, of concept: Concept, _ fit: RouteFit, origin: Evidence.Origin
  ) -> Bool {
    let before = labels.count
    let isSalt = concept.termType == .preciseIngredient
    if let code = base.code {
      add(tables.sideEffects.rows(of: code, kind: .ingredient), isSalt ? .salt : origin, fit)
      addLabels(of: code, .ingredient, fit)
    }
    let salts = isSalt ? [concept] : saltsWithRows(of: base, concept)
    for salt in salts {
      guard let code = salt.code else { continue }
      let saltOrigin: Evidence.Origin = isSalt ? .own : (origin == .own ? .salt : .inherited)
      add(tables.sideEffects.rows(of: code, kind: .ingredient), saltOrigin, fit)
      addLabels(of: code, .ingredient, fit)
    }
    return labels[before...].contains(where: \.hasEffectSection)
  }

  /// For an ingredient all its salts; for a product the salts it names.
  private func saltsWithRows(of base: Concept, _ concept: Concept) -> [Concept] {
    if concept.termType == .ingredient { return base.related(.hasForm) }
    let bases = Set([base])
    return concept.preciseIngredients.filter { bases.isSuperset(of: $0.ingredients) }
  }

  private mutating func add(
    _ rows: [EvidenceRow], _ origin: Evidence.Origin, _ fit: RouteFit
  ) {
    for row in rows {
      if fit.accepts(row.routes) {
        fitting.append((row, origin))
      } else {
        otherRoutes.append((row, origin))
      }
    }
  }

  private mutating func addLabels(of code: RxCUI, _ kind: SubjectKind, _ fit: RouteFit) {
    labels += tables.labels.labels(of: code).filter {
      $0.subjectKind == kind && fit.accepts($0.routes)
    }
  }

  // MARK: Coverage

  private mutating func settleCoverage(
    _ bases: [Concept], _ covered: [Bool], isComplete: Bool, _ fit: RouteFit
  ) {
    let ownLabel = labels.contains { $0.subjectKind != .ingredient && $0.hasEffectSection }
    if ownLabel || (isComplete && !covered.isEmpty && covered.allSatisfy { $0 }) {
      coverage = .full
      return
    }
    coverage = covered.contains(true) ? .partial : .none
    for (base, isCovered) in zip(bases, covered) where !isCovered {
      let name = base.code?.description ?? base.name
      if bases.count > 1 { note("ingredient_missing:\(name)") }
      note(reason(for: base, fit))
      if !unmapped.contains(base.name) { unmapped.append(base.name) }
    }
    if bases.isEmpty { note("no_label") }
  }

  private func reason(for base: Concept, _ fit: RouteFit) -> String {
    guard let code = base.code else { return "no_label" }
    let all = tables.labels.labels(of: code)
    if all.isEmpty { return "no_label" }
    return all.contains { fit.accepts($0.routes) } ? "no_effect_section" : "no_route_match"
  }

  private mutating func note(_ reason: String) {
    if !reasons.contains(reason) { reasons.append(reason) }
  }

  // MARK: Several products

  private mutating func collect(parts: [Concept?]) {
    var coverages: [SideEffectAnswer.Coverage] = []
    for part in parts {
      guard let part else {
        coverages.append(.none)
        note("product_missing")
        continue
      }
      let evidence = SubjectEvidence(part, tables)
      fitting += evidence.fitting
      otherRoutes += evidence.otherRoutes
      labels += evidence.labels
      coverages.append(evidence.coverage)
      for reason in evidence.reasons { note(reason) }
      for name in evidence.unmapped where !unmapped.contains(name) { unmapped.append(name) }
    }
    coverage = .union(coverages)
  }
}

extension SideEffectAnswer.Coverage {
  /// What several answers together cover.
  static func union(_ parts: [SideEffectAnswer.Coverage]) -> SideEffectAnswer.Coverage {
    if parts.isEmpty { return .none }
    if parts.allSatisfy({ $0 == .full }) { return .full }
    return parts.contains { $0 == .full || $0 == .partial } ? .partial : .none
  }
}
