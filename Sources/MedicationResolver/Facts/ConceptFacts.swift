// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel
internal import SymptomMapping

// What follows from the concepts of an answer: ingredients, brand, forms, pack.

/// The facts of one concept, or what several competing ones share.
struct ConceptFacts {
  private(set) var ingredients: [ResolvedIngredient] = []
  private(set) var brand: Concept?
  private(set) var doseForms: [Concept] = []
  private(set) var packContents: [Concept.PackItem] = []
  /// The general forms of the concepts, each once.
  private(set) var forms: [DerivedForm] = []

  /// A general form and the row that gives it.
  struct DerivedForm: Hashable {
    let form: MedicationGeneralForm
    let alternative: MedicationGeneralForm?
    let origin: ResolvedGeneralForm.Origin
  }

  /// Puts them together.
  ///
  /// - Parameters:
  ///   - concepts: The concepts.
  ///   - lists: The ingredients of each.
  ///   - isConflict: Whether they are different drugs.
  ///   - mappings: The tables of forms.
  ///   - problems: Takes what is missing or odd.
  init(
    _ concepts: [Concept], _ lists: [IngredientList], isConflict: Bool, mappings: MappingTables,
    problems: inout [Problem]
  ) {
    guard !concepts.isEmpty else { return }
    let named = concepts.map(NamedForms.init)
    doseForms = Self.distinct(named.flatMap(\.doseForms))
    forms = Self.forms(of: named, mappings, &problems)
    guard !isConflict else { return }
    let brands = Self.distinct(
      concepts.filter { Self.isBranded($0.termType) }.flatMap { $0.brandNames })
    brand = brands.count == 1 ? brands.first : nil
    if concepts.count == 1, let concept = concepts.first, let list = lists.first {
      ingredients = Self.ingredients(of: concept, list, &problems)
      packContents = concept.packItems
      if let forms = named.first { Self.noteDoseForm(of: forms, &problems) }
      if packContents.contains(where: { $0.concept == nil }) {
        problems.add(
          .packIncomplete, .warning, "the release does not relate every product of the pack")
      }
    } else if ConceptSelection.commonIngredients(of: concepts) {
      ingredients = (concepts.first?.ingredients ?? []).map(ResolvedIngredient.init)
    }
  }

  private static func isBranded(_ type: TermType) -> Bool {
    switch type {
    case .brandedDrug, .brandName, .brandedDrugComponent, .brandedDrugForm, .brandedDrugGroup,
      .brandedDrugFormPrecise, .brandedPack:
      true
    default: false
    }
  }

  private static func distinct(_ concepts: [Concept]) -> [Concept] {
    if concepts.count < 2 { return concepts }
    var found: [Concept] = []
    for concept in concepts.sorted() where concept != found.last { found.append(concept) }
    return found
  }

  // MARK: Ingredients

  /// Every ingredient with its strengths, or a problem that names what is missing.
  private static func ingredients(
    of concept: Concept, _ list: IngredientList, _ problems: inout [Problem]
  ) -> [ResolvedIngredient] {
    if !list.isComplete {
      problems.add(
        .ingredientsIncomplete, .warning,
        list.missing.isEmpty
          ? "the release relates no ingredient to code \(concept.code?.description ?? concept.name)"
          : "no ingredient is related for: " + list.missing.joined(separator: "; "))
    }
    let strengths = KnownStrengths(concept)
    let hasStrengths = Self.statesStrength(concept.termType)
    if strengths.isFromText {
      problems.add(
        .strengthsFromName, .note,
        "the release relates no component; strengths come from the product's own text")
    }
    var missing: [String] = []
    var resolved: [ResolvedIngredient] = []
    resolved.reserveCapacity(list.ingredients.count)
    for ingredient in list.ingredients {
      if let only = strengths.onlyPart(of: ingredient) {
        resolved.append(Self.ingredient(ingredient, only))
        continue
      }
      let own = strengths.parts(of: ingredient, count: list.ingredients.count)
      if own.isEmpty {
        if hasStrengths { missing.append(ingredient.name) }
        resolved.append(Self.ingredient(ingredient, nil))
      }
      for part in own { resolved.append(Self.ingredient(ingredient, part)) }
    }
    if hasStrengths, !missing.isEmpty || (!strengths.isComplete && list.isComplete) {
      problems.add(
        .strengthsIncomplete, .warning,
        missing.isEmpty
          ? "not every part of the name has a strength"
          : "no strength is related for: " + missing.joined(separator: "; "))
    }
    return resolved
  }

  private static func statesStrength(_ type: TermType) -> Bool {
    switch type {
    case .clinicalDrug, .brandedDrug, .clinicalDrugComponent, .brandedDrugComponent: true
    default: false
    }
  }

  private static func ingredient(
    _ concept: Concept, _ strength: ComponentStrength?
  ) -> ResolvedIngredient {
    ResolvedIngredient(
      concept: concept, preciseIngredient: strength?.preciseIngredient, name: concept.name,
      strengthText: strength?.text, strength: strength?.strength, basis: strength?.basis,
      origin: .catalog, codings: [])
  }

  // MARK: Forms

  private static func forms(
    of concepts: [NamedForms], _ mappings: MappingTables, _ problems: inout [Problem]
  ) -> [DerivedForm] {
    var found: [DerivedForm] = []
    for concept in concepts {
      let form = form(of: concept, mappings, &problems)
      if !found.contains(form) { found.append(form) }
    }
    return found
  }

  /// The general form of one concept by its dose form's row.
  private static func form(
    of forms: NamedForms, _ mappings: MappingTables, _ problems: inout [Problem]
  ) -> DerivedForm {
    let none = DerivedForm(form: .unknown, alternative: nil, origin: .none)
    switch forms.type {
    case .ingredient, .preciseIngredient, .multipleIngredients, .brandName, .doseFormGroup,
      .clinicalDrugGroup, .brandedDrugGroup, .clinicalDrugComponent, .brandedDrugComponent:
      return none
    case .genericPack, .brandedPack:
      var ignored: [Problem] = []
      let items = forms.concept.packItems
      let parts = Set(
        items.map {
          $0.concept.map { Self.form(of: NamedForms($0), mappings, &ignored).form } ?? .unknown
        })
      guard parts.count == 1, let form = parts.first, form != .unknown else { return none }
      return DerivedForm(form: form, alternative: nil, origin: .packContents)
    default:
      let rows = forms.names.map { mappings.generalForms.row(forDoseForm: $0) }
      guard let row = rows.first, let row, row.certainty != .none,
        rows.allSatisfy({ $0?.form == row.form })
      else { return none }
      if row.certainty == .likely {
        problems.add(
          .generalFormLikely, .note,
          "general form \(row.form.rawValue) is likely for \(row.doseForm), not sure")
      }
      return DerivedForm(form: row.form, alternative: row.alternative, origin: .doseForm)
    }
  }

  /// A name that ends with another dose form than the relation's .
  private static func noteDoseForm(of forms: NamedForms, _ problems: inout [Problem]) {
    guard forms.type == .clinicalDrug || forms.type == .brandedDrug, !forms.names.isEmpty else {
      return
    }
    let whole = forms.concept.name
    // Nearly all end so as they are.
    if forms.names.contains(where: { Self.ends(whole, with: $0) }) { return }
    var name = Substring(whole)
    if let bracket = name.lastIndex(of: "["), name.hasSuffix("]") { name = name[..<bracket] }
    while name.last == " " { name = name.dropLast() }
    let folded = name.lowercased()
    if forms.names.contains(where: { folded.hasSuffix($0.lowercased()) }) { return }
    problems.add(
      .doseFormDisagrees, .note,
      "the release relates \(forms.names.joined(separator: ", ")), the name ends otherwise")
  }
}

extension ConceptFacts {
  /// Whether a name ends so byte for byte, before a brand in brackets and blanks.
  private static func ends(_ name: String, with ending: String) -> Bool {
    let (nameUTF8, endingUTF8) = (name.utf8, ending.utf8)
    let (name, ending) = (nameUTF8.span, endingUTF8.span)
    var end = name.count
    if end > 0, name[end - 1] == UInt8(ascii: "]") {
      var bracket = end - 1
      while bracket > 0, name[bracket] != UInt8(ascii: "[") { bracket -= 1 }
      if name[bracket] == UInt8(ascii: "[") { end = bracket }
    }
    while end > 0, name[end - 1] == 0x20 { end -= 1 }
    guard ending.count <= end else { return false }
    for index in ending.indices where name[end - ending.count + index] != ending[index] {
      return false
    }
    return true
  }
}

/// A concept with its dose forms, which several rules ask for.
private struct NamedForms {
  let concept: Concept
  let type: TermType
  /// Its dose forms; those of its drug form where none is related to itself.
  let doseForms: [Concept]
  /// The names of those that are related to itself.
  let names: [String]

  init(_ concept: Concept) {
    self.concept = concept
    type = concept.termType
    let own = type == .doseForm ? [concept] : concept.related(.hasDoseForm)
    doseForms = own.isEmpty ? concept.doseForms : own
    names = own.map { $0.name }
  }
}

/// The strengths of a concept; those of a branded component are its generics'.
private struct KnownStrengths {
  private let parts: [ComponentStrength]
  let isComplete: Bool
  /// Whether no component has them: they are in an attribute or a name.
  let isFromText: Bool

  init(_ concept: Concept) {
    guard concept.termType == .brandedDrugComponent else {
      let list = concept.strengthList
      (parts, isComplete) = (list.strengths, list.isComplete)
      isFromText = list.origin == .attribute || list.origin == .name
      return
    }
    let lists = concept.genericForms.map(\.strengthList)
    parts = lists.flatMap(\.strengths)
    isComplete = !lists.isEmpty && lists.allSatisfy(\.isComplete)
    isFromText = false
  }

  /// The strength of an ingredient, where it is the only one that is known.
  func onlyPart(of ingredient: Concept) -> ComponentStrength? {
    guard parts.count == 1, let part = parts.first, part.ingredient == ingredient else {
      return nil
    }
    return part
  }

  /// The strengths of one of several ingredients.
  func parts(of ingredient: Concept, count: Int) -> [ComponentStrength] {
    let related = parts.filter { $0.ingredient == ingredient }
    if !related.isEmpty { return related }
    // One ingredient and one bare strength belong together.
    let bare = parts.filter { $0.ingredient == nil }
    return count == 1 && bare.count == 1 && parts.count == 1 ? bare : []
  }
}
