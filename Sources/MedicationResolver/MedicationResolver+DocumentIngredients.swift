// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import FHIRResources
internal import MedicationModel

// The ingredients that a document lists, compared with those of the concept.

extension MedicationResolver {
  /// A document's own ingredients, each resolved separately; those declared
  /// inactive are not drugs.
  func ingredients(
    of input: ResolutionInput, _ concepts: [Concept], _ problems: inout [Problem]
  ) -> [ResolvedIngredient] {
    let activeCount = input.documentIngredients.count { $0.isActive != false }
    var named: [Set<Concept>] = []
    let resolved = input.documentIngredients.enumerated().map { index, ingredient in
      let path = "ingredients[\(index)]"
      let codings = ingredient.codings.enumerated().map { place, coding in
        resolve(coding, path: "\(path).codings[\(place)]", problems: &problems)
      }
      let selection = ConceptSelection(codings.map(\.concepts))
      if selection.isConflict {
        problems.add(
          .codingsConflict, .warning, "the codings name different ingredients", path: path)
      }
      let isOne = selection.concepts.count == 1 && !input.isConflict
      let found = isOne ? selection.concepts.first?.concept : nil
      let text = ingredient.strength?.text
      if text == nil, let numerator = ingredient.strength?.numerator, numerator.value != nil,
        numerator.comparator == nil, !numerator.hasTwoUnits
      {
        problems.add(
          .strengthsIncomplete, .warning, "the document's strength is a number without a unit",
          path: path + ".strength")
      }
      let strength = text.flatMap { Strength($0) }
      let name =
        ingredient.text ?? ingredient.codings.compactMap(\.display).first
        ?? ingredient.referenceDisplay
      if ingredient.isActive == false {
        return ResolvedIngredient(
          concept: nil, preciseIngredient: nil, name: name, strengthText: text, strength: nil,
          basis: nil, origin: .document, codings: codings, isActive: false)
      }
      let given = DocumentIngredient(found: found, name: name, strength: strength, path: path)
      if concepts.count == 1, let concept = concepts.first {
        note(given, isOnly: activeCount == 1, of: concept, &problems)
        let known = substances(of: given)
        // What an ingredient itself consists of is not known here.
        let count = known.isEmpty ? max(ingredient.ingredients.count, 1) : 1
        named += Array(repeating: known, count: count)
      }
      let isNamedByText = selection.concepts.isEmpty && !input.isConflict
      let meant = isNamedByText ? substance(name, path: path, &problems) : found
      let bases = meant?.ingredients ?? []
      return ResolvedIngredient(
        concept: bases.count == 1 ? bases.first : meant,
        preciseIngredient: meant?.termType == .preciseIngredient ? meant : nil,
        name: name ?? meant?.name, strengthText: text, strength: strength, basis: nil,
        origin: .document, codings: codings)
    }
    if concepts.count == 1, let concept = concepts.first, !input.documentIngredients.isEmpty {
      noteMissing(from: named, of: concept, &problems)
    }
    return resolved
  }

  /// An ingredient whose code is that of a drug which the concept does not hold: none is chosen.
  func compareIngredients(
    _ input: ResolutionInput, _ selection: inout ConceptSelection, _ problems: inout [Problem]
  ) {
    let documented = input.documentIngredients + input.referencedIngredients
    guard !documented.isEmpty, !selection.isConflict, selection.concepts.count == 1,
      let concept = selection.concepts[0].concept
    else { return }
    let list = concept.ingredientList
    guard list.isComplete else { return }
    var ignored: [Problem] = []
    for (index, ingredient) in documented.enumerated()
    where ingredient.isActive != false {
      let other = ConceptSelection(
        ingredient.codings.map { resolve($0, path: "", problems: &ignored).concepts })
      guard other.concepts.count == 1, let bases = other.concepts[0].concept?.ingredients,
        !bases.isEmpty, Set(bases).isDisjoint(with: list.ingredients)
      else { continue }
      selection = .conflict([selection.concepts, other.concepts])
      problems.add(
        .codingsConflict, .warning,
        "drug: the document lists an ingredient that \(concept.label) does not hold",
        path: index < input.documentIngredients.count ? "ingredients[\(index)]" : "reference")
      return
    }
  }

  /// A list of ingredients that lacks one of the product's; an ingredient that is not known may be
  /// it.
  private func noteMissing(
    from named: [Set<Concept>], of concept: Concept, _ problems: inout [Problem]
  ) {
    let list = concept.ingredientList
    guard list.isComplete else { return }
    let missing = list.ingredients.filter { part in !named.contains { $0.contains(part) } }
    guard missing.count > named.count(where: \.isEmpty) else { return }
    problems.add(
      .ingredientsDisagree, .warning,
      "the document's ingredients lack \(missing.map(\.name).joined(separator: ", ")) of "
        + concept.label, path: "ingredients")
  }

  /// What an ingredient of a document may be: by its code, else every substance of its name.
  private func substances(of given: DocumentIngredient) -> Set<Concept> {
    given.found.map { Set($0.ingredients) }
      ?? given.name.map { name in
        SubstanceHit.all(in: DisplayWords(name), catalog)
          .reduce(into: Set<Concept>()) { $0.formUnion($1.ingredients) }
      } ?? []
  }

  /// The substance that an ingredient without a code that resolves is called.
  private func substance(
    _ name: String?, path: String, _ problems: inout [Problem]
  ) -> Concept? {
    guard let name, !name.isEmpty else { return nil }
    let answer = match(text: name, path: path)
    let substances: Set<TermType> = [.ingredient, .preciseIngredient, .multipleIngredients]
    let found = answer.accepted.compactMap(\.concept).filter { substances.contains($0.termType) }
    guard found.count == 1, answer.accepted.count == 1 else { return nil }
    problems += answer.problems
    return found[0]
  }

  private struct DocumentIngredient {
    let found: Concept?
    let name: String?
    let strength: Strength?
    let path: String
  }

  /// An ingredient that the concept does not hold, or another strength of one.
  private func note(
    _ given: DocumentIngredient, isOnly: Bool, of concept: Concept, _ problems: inout [Problem]
  ) {
    let list = concept.ingredientList
    let substances = self.substances(of: given)
    if list.isComplete, !substances.isEmpty, substances.isDisjoint(with: list.ingredients) {
      problems.add(
        .displayDisagrees, .warning,
        "drug: the document lists an ingredient that \(concept.label) does not hold",
        path: given.path)
      return
    }
    guard let strength = given.strength else { return }
    let strengths = concept.strengthList.strengths
    let fitting = strengths.filter { part in
      part.ingredient.map(substances.contains) ?? false
        || strengths.count == 1 && isOnly && (list.isComplete || substances.isEmpty)
    }
    guard fitting.count == 1, let part = fitting.first, let known = part.strength,
      !known.agrees(with: strength),
      !(StrengthFit.content(of: known, in: concept.quantity.flatMap { Strength($0) })?
        .agrees(with: strength) ?? false)
    else { return }
    let isOtherBasis =
      given.found?.termType == .preciseIngredient && part.preciseIngredient != given.found
    problems.add(
      isOtherBasis ? .basisDiffers : .strengthDisagrees, isOtherBasis ? .note : .warning,
      "the document says \(strength.text), \(concept.label) has \(part.text)",
      path: given.path + ".strength")
  }
}

extension FHIRStrength {
  /// The strength as one text: `500 mg`, `5 mg/5 mL`; `nil` where a number is missing.
  fileprivate var text: String? {
    // A number without a unit is not a strength.
    guard let numerator = numerator?.text, self.numerator?.isUnitless == false else { return nil }
    guard let denominator, let per = denominator.text else { return numerator }
    return per == "1" ? numerator : "\(numerator)/\(per)"
  }
}

extension FHIRQuantity {
  fileprivate var isUnitless: Bool { unit == nil && code == nil }

  fileprivate var text: String? {
    guard let value, comparator == nil, !hasTwoUnits else { return nil }
    guard let unit = unit ?? code else { return value }
    return "\(value) \(unit)"
  }
}
