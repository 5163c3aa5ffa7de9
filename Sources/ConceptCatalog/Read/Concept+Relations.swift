// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

extension Concept {
  /// One relation of a concept: "this concept `relationship` `target`".
  public struct Relation: Sendable {
    /// The relationship, as RXNREL writes it.
    public let relationship: Relationship
    /// The other concept; `nil` where the release relates to a code that it does not hold.
    public let target: Concept?
    /// The other concept's code in the release.
    public let targetCode: RxCUI
    /// The source (SAB) that states it.
    public let source: String
    /// Whether the release states it between atoms.
    public let isBetweenAtoms: Bool
    /// Whether no row states this direction.
    public let isDerived: Bool
    /// Whether it must be read the other way round, because there is no inverse name.
    public let isReversed: Bool
  }

  private var relationRange: Range<Int> {
    run(.relations, ConceptField.relations)
  }

  /// Every relation, those of all sources, sorted by relationship and target.
  public var relations: [Relation] {
    relationRange.map { index in
      let target = file.word(.relations, index, RelationField.target)
      let kind = file.word(.relations, index, RelationField.kind)
      let flags = kind >> 24
      let isDangling = flags & RelationField.danglingFlag != 0
      let concept = isDangling ? nil : Concept(catalog: catalog, ordinal: target)
      return Relation(
        relationship: Relationship(rawValue: file.symbol(UInt16(truncatingIfNeeded: kind))),
        target: concept, targetCode: concept?.rxcui ?? RxCUI(rawValue: target),
        source: catalog.sourceAbbreviation(Int(kind >> 16 & 0xFF)),
        isBetweenAtoms: flags & RelationField.atomFlag != 0,
        isDerived: flags & RelationField.derivedFlag != 0,
        isReversed: flags & RelationField.reverseFlag != 0)
    }
  }

  /// The concepts Y with "this concept `relationship` Y", as SAB RXNORM states it.
  ///
  /// - Returns: Each once, sorted by code.
  /// - Complexity: O(log *r* + *n*) in the relations of the concept and those that are found.
  public func related(_ relationship: Relationship) -> [Concept] {
    var found: [Concept] = []
    forEachRelated(relationship) { found.append($0) }
    return found
  }

  /// Calls `body` with each concept that `related` would return; allocates nothing.
  func forEachRelated(_ relationship: Relationship, _ body: (Concept) -> Void) {
    guard let symbol = relationship.wellKnown ?? file.symbolNumber(of: relationship.rawValue)
    else { return }
    let relations = file.section(.relations)
    var last: UInt32?
    for index in file.records(.relations, relationRange, from: symbol) {
      let kind = file.word(relations, index, RelationField.kind)
      guard UInt16(truncatingIfNeeded: kind) == symbol else { break }
      guard RelationField.isPlain(kind) else { continue }
      let target = file.word(relations, index, RelationField.target)
      if target != last { body(Concept(catalog: catalog, ordinal: target)) }
      last = target
    }
  }

  static func related(_ concepts: [Concept], _ relationship: Relationship) -> [Concept] {
    concepts.flatMap { $0.related(relationship) }.sortedWithoutRepeats
  }
}

extension [Concept] {
  var sortedWithoutRepeats: [Concept] {
    var result: [Concept] = []
    for concept in sorted() where concept != result.last { result.append(concept) }
    return result
  }
}

/// A relationship (RELA) of RxNorm, read as "X relationship Y".
///
/// RXNREL states it right to left: the second concept of a row has the
/// relationship to the first (RxNorm Technical Documentation, RXNREL).
/// Any string is allowed; those of other sources are kept as they are.
public struct Relationship: Hashable, Sendable {
  /// The relationship as RXNREL writes it.
  public let rawValue: String
  /// Its fixed number in every catalog, if it has one.
  let wellKnown: UInt16?

  /// Makes a relationship of RXNREL's word for it.
  public init(rawValue: String) {
    self.rawValue = rawValue
    wellKnown = WellKnownSymbol.number(of: rawValue)
  }

  /// `has_ingredient`: an ingredient of a component or form; the brand of a branded drug.
  public static let hasIngredient = Relationship(rawValue: "has_ingredient")
  /// `ingredient_of`.
  public static let ingredientOf = Relationship(rawValue: "ingredient_of")
  /// `has_precise_ingredient`: the salt or isomer.
  public static let hasPreciseIngredient = Relationship(rawValue: "has_precise_ingredient")
  /// `precise_ingredient_of`.
  public static let preciseIngredientOf = Relationship(rawValue: "precise_ingredient_of")
  /// `has_ingredients`: the MIN of a drug of several ingredients.
  public static let hasIngredients = Relationship(rawValue: "has_ingredients")
  /// `ingredients_of`.
  public static let ingredientsOf = Relationship(rawValue: "ingredients_of")
  /// `has_part`: the single ingredients of a MIN.
  public static let hasPart = Relationship(rawValue: "has_part")
  /// `form_of`: the base of a salt.
  public static let formOf = Relationship(rawValue: "form_of")
  /// `has_form`: the salts of a base.
  public static let hasForm = Relationship(rawValue: "has_form")
  /// `consists_of`: the components of a drug.
  public static let consistsOf = Relationship(rawValue: "consists_of")
  /// `constitutes`: the drugs of a component.
  public static let constitutes = Relationship(rawValue: "constitutes")
  /// `isa`: the more general concepts.
  public static let isA = Relationship(rawValue: "isa")
  /// `inverse_isa`: the more special concepts.
  public static let inverseIsA = Relationship(rawValue: "inverse_isa")
  /// `has_dose_form`.
  public static let hasDoseForm = Relationship(rawValue: "has_dose_form")
  /// `has_doseformgroup`.
  public static let hasDoseFormGroup = Relationship(rawValue: "has_doseformgroup")
  /// `tradename_of`: the generic of a brand.
  public static let tradenameOf = Relationship(rawValue: "tradename_of")
  /// `has_tradename`: the brands of a generic.
  public static let hasTradename = Relationship(rawValue: "has_tradename")
  /// `contains`: the products of a pack.
  public static let contains = Relationship(rawValue: "contains")
  /// `contained_in`: the packs of a product.
  public static let containedIn = Relationship(rawValue: "contained_in")
  /// `quantified_form_of`: the same drug without the quantity.
  public static let quantifiedFormOf = Relationship(rawValue: "quantified_form_of")
  /// `has_quantified_form`: the same drug in certain quantities.
  public static let hasQuantifiedForm = Relationship(rawValue: "has_quantified_form")

  /// Equal by the word.
  public static func == (left: Relationship, right: Relationship) -> Bool {
    left.rawValue.utf8.elementsEqual(right.rawValue.utf8)
  }

  /// Hashes the word.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rawValue)
  }
}

extension Catalog {
  /// The relationships that can be queried, in alphabetical order.
  ///
  /// Those of SAB RXNORM that the format knows, in both directions, and those
  /// that the release documents (RXNDOC, DOCKEY RELA).
  public var relationships: [Relationship] {
    let known = WellKnownSymbol.inversePairs.flatMap { [$0.0, $0.1] }
    let documented = documentation.filter { $0.key == "RELA" }.map(\.value)
    return Set(known + documented).filter { !$0.isEmpty }.sorted().map {
      Relationship(rawValue: $0)
    }
  }
}
