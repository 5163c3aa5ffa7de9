// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

/// Walks from concepts to the subjects of labels and collects their rows.
///
/// A concept is taken apart into portions: a pack into its products, a brand
/// into the products that carry it. A portion has one set of fitting routes
/// and is covered by a label of its own, or by one of each ingredient.
struct EvidenceCollector {
  let evidence: SideEffectTable
  let labels: LabelTable
  private let routes: RouteTable
  private var visited: Set<Concept> = []

  /// The rows found, some of them several times.
  var rows: [TakenRow] = []
  /// The labels of fitting routes that were found.
  var labelsRead: [TakenLabel] = []
  /// Labels without a route, for a concept whose route is known.
  var labelsWithoutRoute: [TakenLabel] = []
  var lacks: [Lack] = []
  /// How many portions, or ingredients of portions, have labels.
  var coveredCount = 0
  /// Whether for every ingredient some label of a fitting route was read.
  var isReadThroughout = true

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

  /// An ingredient has the rows of its salts too, a salt those of its base; an antibody and what it
  /// becomes with a drug joined to it have none of each other's.
  private mutating func collectSubstance(_ concept: Concept) {
    var portion = Portion(concept: concept, fit: .all)
    var subjects = [PortionSubject(subject(.ingredient, concept), .own)]
    if concept.isConjugate {
      subjects += sameConjugates(concept, .own).filter { $0.subject != subjects[0].subject }
    } else if concept.termType == .preciseIngredient {
      subjects += concept.related(.formOf).map {
        PortionSubject(subject(.ingredient, $0), .ingredient)
      }
    } else {
      subjects += salts(of: concept).map { PortionSubject(subject(.ingredient, $0), .salt) }
    }
    portion.ingredients = [Portion.Ingredient(concept: concept, subjects: subjects)]
    if concept.termType == .preciseIngredient {
      portion.forms = AskedForms(concept, concept.ingredients)
    }
    take(portion)
  }

  /// The salts and isomers of an ingredient; conjugates are none.
  private func salts(of ingredient: Concept) -> [Concept] {
    ingredient.related(.hasForm).filter { !$0.isConjugate }
  }

  private func sameConjugates(_ concept: Concept, _ via: Evidence.Origin) -> [PortionSubject] {
    concept.sameConjugates.map { PortionSubject(subject(.ingredient, $0), via) }
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
    var own = Portion(concept: concept, fit: .all)
    own.subjects = [PortionSubject(subject(.product, concept), .own)]
    let read = read(own.subjects, own.forms)
    takeRows(read, own.fit)
    if isRead(read, own.fit) {
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
    let list = concept.effectiveIngredients
    let active = list.ingredients.filter { !$0.isInert }
    if active.isEmpty, !list.ingredients.isEmpty { return lack(.notADrug, concept) }
    var portion = Portion(concept: concept, fit: RouteFit(concept, routes))
    portion.subjects = combinationSubjects(of: concept, active)
    portion.missing = list.missing
    portion.forms = AskedForms(concept, active)
    let salts = concept.preciseIngredients
    portion.ingredients = active.map { ingredient in
      guard ingredient.termType != .preciseIngredient else {
        return Portion.Ingredient(
          concept: ingredient, subjects: sameConjugates(ingredient, .inherited))
      }
      return Portion.Ingredient(
        concept: ingredient,
        subjects: [PortionSubject(subject(.ingredient, ingredient), .inherited)]
          + self.salts(of: ingredient).map {
            PortionSubject(subject(.ingredient, $0), salts.contains($0) ? .inherited : .salt)
          })
    }
    take(portion)
  }

  /// A product that no label is about, nor about any part of it, so that none is looked for again.
  mutating func collectUnread(_ product: Concept, _ list: IngredientList) {
    var portion = Portion(concept: product, fit: .all)
    portion.ingredients = list.ingredients.map { Portion.Ingredient(concept: $0, subjects: []) }
    portion.missing = list.missing
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
  ) -> [PortionSubject] {
    let isCombination = concept.termType == .multipleIngredients
    let own = subject(isCombination ? .combination : .product, concept)
    let combinations =
      ingredients.count > 1 || isCombination ? knownCombinations(of: ingredients) : []
    return [PortionSubject(own, .own)]
      + combinations.filter { $0 != own }.map { PortionSubject($0, .combination) }
  }

  /// The combinations (MIN) of just these ingredients that labels are about.
  func knownCombinations(of ingredients: [Concept]) -> [EvidenceSubject] {
    guard let first = ingredients.first else { return [] }
    let substances = [first] + first.related(.hasForm)
    var found: [EvidenceSubject] = []
    for other in substances.flatMap({ $0.related(Self.partOf) }) {
      guard other.termType == .multipleIngredients,
        let candidate = subject(.combination, other), isKnown(candidate),
        !found.contains(candidate), other.ingredients == ingredients
      else { continue }
      found.append(candidate)
    }
    return found
  }

  private static let partOf = Relationship(rawValue: "part_of")

  /// Whether a row or a label is about a subject.
  func isKnown(_ subject: EvidenceSubject) -> Bool {
    evidence.hasRows(about: subject) || !labels.labels(about: subject).isEmpty
  }
}
