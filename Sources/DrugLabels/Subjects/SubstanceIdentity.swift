// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import MedicationModel

/// Finds which base ingredients a substance of a label is.
///
/// The UNII of the substance comes first, then those of its moieties, then its name as a
/// name of the catalog, then as free text. Every substance is looked up once.
struct SubstanceIdentity {
  /// The outcome for a substance.
  enum Answer: Hashable {
    case ingredients([RxCUI], SubjectGround)
    /// Name and UNII are not in the catalog.
    case unknown
    case ambiguous, conflict
  }

  private let catalog: Catalog
  private var session: MatchingSession
  private var answers: [LabelIngredient: Answer] = [:]

  init(_ catalog: Catalog, _ matcher: DrugMatcher) {
    self.catalog = catalog
    session = MatchingSession(matcher)
  }

  mutating func answer(_ ingredient: LabelIngredient) -> Answer {
    if let answer = answers[ingredient] { return answer }
    let answer = find(ingredient)
    answers[ingredient] = answer
    return answer
  }

  /// The ingredients of a product.
  struct Product {
    var codes: Set<RxCUI> = []
    var unknown: Set<LabelSubstance> = []
    var ground = SubjectGround.substance
    var lack: SubjectLack.Reason?
  }

  /// The ingredients of the active ingredients of a product.
  mutating func ingredients(of ingredients: [LabelIngredient], arePairsCertain: Bool) -> Product {
    let paired = product(ingredients)
    if arePairsCertain || ingredients.count < 2 { return paired }
    // All UNIIs and all names, each list separately: a list that is completely
    // known, and which the other does not exceed, gives the ingredients.
    let substances = ingredients.map(\.substance)
    let codes = product(
      substances.filter { !$0.unii.isEmpty }.map { .init(LabelSubstance(unii: $0.unii, name: "")) })
    let names = product(
      substances.filter { !$0.name.isEmpty }.map { .init(LabelSubstance(unii: "", name: $0.name)) })
    for (one, other) in [(codes, names), (names, codes)]
    where one.lack == nil && one.unknown.isEmpty && one.codes.isSuperset(of: other.codes) {
      if !one.codes.isEmpty { return one }
    }
    // Neither list is completely known. Both together are if they have as many bases as there
    // are substances: with fewer, a chance pair may hide one that neither list knows.
    if paired.lack != nil || !paired.unknown.isEmpty
      || paired.codes.count == ingredients.count || codes.lack != nil || names.lack != nil
    {
      return paired
    }
    var uncertain = paired
    uncertain.unknown = codes.unknown.union(names.unknown)
    if uncertain.unknown.isEmpty { uncertain.lack = .conflict }
    return uncertain
  }

  private mutating func product(_ ingredients: [LabelIngredient]) -> Product {
    var product = Product()
    for ingredient in ingredients {
      switch answer(ingredient) {
      case .ingredients(let found, let way):
        product.codes.formUnion(found)
        product.ground = max(product.ground, way)
      case .unknown: product.unknown.insert(ingredient.substance)
      case .ambiguous: product.lack = product.lack ?? .ambiguous
      case .conflict: product.lack = .conflict
      }
    }
    return product
  }

  private mutating func find(_ ingredient: LabelIngredient) -> Answer {
    let named = bases(named: ingredient.substance.name)
    let byUNII = bases(unii: ingredient.substance.unii)
    if !byUNII.isEmpty {
      if let base = base(of: byUNII, ingredient.moieties) { return .ingredients([base], .moiety) }
      return Self.joined(byUNII, named, .substance)
    }
    let moieties = ingredient.moieties.map { bases(unii: $0.unii) }
    if !moieties.isEmpty, moieties.allSatisfy({ $0.count == 1 }) {
      let found = Set(moieties.joined()).sorted()
      // A complex of two moieties has its own name; its parts count.
      return found.count > 1 ? .ingredients(found, .moiety) : Self.joined(found, named, .moiety)
    }
    if !named.isEmpty {
      let base = base(of: named, ingredient.moieties)
      return named.count == 1 ? .ingredients([base ?? named[0]], .name) : .ambiguous
    }
    let answer = text(ingredient.substance.name)
    guard answer == .unknown, ingredient.moieties.count == 1 else { return answer }
    let moiety = bases(named: ingredient.moieties[0].name)
    return moiety.count == 1 ? .ingredients(moiety, .moiety) : .unknown
  }

  private static func joined(_ byUNII: [RxCUI], _ named: [RxCUI], _ ground: SubjectGround) -> Answer
  {
    let both = named.isEmpty ? byUNII : byUNII.filter(named.contains)
    if both.isEmpty { return .conflict }
    return both.count == 1 ? .ingredients(both, ground) : .ambiguous
  }

  /// The ingredients that a free text means beyond doubt: no misspelling, no word left over.
  mutating func text(_ text: String) -> Answer {
    guard !text.isEmpty else { return .unknown }
    let match = session.match(text)
    guard match.verdict == .accepted, match.unknownWords.isEmpty, !match.isTruncated,
      match.substitutions.allSatisfy({ $0.kind == .synonym || $0.kind == .joined }),
      let best = match.candidates.first, best.unmatched.allSatisfy({ $0 == .salt })
    else { return .unknown }
    let list = best.concept.effectiveIngredients
    let codes = list.ingredients.compactMap(\.code)
    guard list.isComplete, !codes.isEmpty, codes.count == list.ingredients.count else {
      return .unknown
    }
    return .ingredients(codes.sorted(), .text)
  }

  /// For example, no drug of the catalog has the ingredient `alphador medoxomil`, but drugs have
  /// its moiety `alphador`.
  private func base(of codes: [RxCUI], _ moieties: [LabelSubstance]) -> RxCUI? {
    guard codes.count == 1, moieties.count == 1,
      let own = catalog.concept(for: codes[0]), own.products.isEmpty,
      let code = bases(named: moieties[0].name).first, let base = catalog.concept(for: code),
      own.name.lowercased().hasPrefix(base.name.lowercased() + " "), !base.products.isEmpty
    else { return nil }
    return code
  }

  private func bases(unii: String) -> [RxCUI] {
    unii.isEmpty ? [] : bases(of: catalog.concepts(system: CodeSystem.unii, code: unii))
  }

  private func bases(named name: String) -> [RxCUI] {
    if name.isEmpty { return [] }
    let found = catalog.concepts(named: name, comparing: .normalized, source: "RXNORM")
    return bases(
      of: found.isEmpty
        ? catalog.concepts(named: name + " (USP)", comparing: .normalized, source: "RXNORM") : found
    )
  }

  /// The base ingredients of ingredients and salts, each once; other concepts give none.
  private func bases(of concepts: [Concept]) -> [RxCUI] {
    var found: Set<RxCUI> = []
    for concept in concepts {
      switch concept.termType {
      case .ingredient: found.formUnion(concept.code.map { [$0] } ?? [])
      case .preciseIngredient:
        let bases = concept.effectiveIngredients.ingredients.compactMap(\.code)
        found.formUnion(bases.isEmpty ? concept.code.map { [$0] } ?? [] : bases)
      default: continue
      }
    }
    return found.sorted()
  }
}

extension LabelIngredient {
  /// An ingredient known only by its substance.
  init(_ substance: LabelSubstance) { self.init(basis: "", substance: substance) }
}
