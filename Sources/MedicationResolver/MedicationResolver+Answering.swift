// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel
internal import SymptomMapping

extension MedicationResolver {
  /// Puts an answer together; the order of the steps is the order of the rules.
  func answer(_ query: MedicationQuery, _ input: ResolutionInput) -> ResolvedMedication {
    var problems = input.problems
    let codings = input.codings.enumerated().map { index, coding in
      resolve(coding, path: "\(input.codingPath)[\(index)]", problems: &problems)
    }
    var selection = ConceptSelection(codings.flatMap(\.concepts))
    if selection.concepts.isEmpty, input.absence == nil {
      let matches = matchText(of: input, problems: &problems)
      selection = ConceptSelection(matches)
      selection.isAmbiguous = matches.count > 1
      if matches.count > 1 { selection.concepts = matches }
    }
    noteSelection(selection, input, &problems)
    noteDisplays(codings, input, selection, &problems)
    noteAbsence(input, &problems)

    let concepts = selection.concepts.compactMap(\.concept)
    let human = concepts.filter { !$0.isVeterinaryOnly }
    let facts = ConceptFacts(
      concepts, isConflict: selection.isConflict, mappings: mappings, problems: &problems)
    let documentIngredients = ingredients(of: input, concepts, &problems)
    let effects = sideEffects(human, selection, documentIngredients)
    return ResolvedMedication(
      query: query, codings: codings, concepts: selection.concepts,
      certainty: ResolvedCertainty(selection), ingredients: facts.ingredients + documentIngredients,
      brand: facts.brand, doseForms: facts.doseForms,
      generalForm: generalForm(given: input.givenForm, facts, &problems),
      packContents: facts.packContents,
      sideEffects: effects, sideEffectReasons: reasons(effects, selection, input),
      problems: problems, release: catalog.release)
  }

  // MARK: Text

  /// The text first, then the displays of codings that led nowhere.
  private func matchText(
    of input: ResolutionInput, problems: inout [Problem]
  ) -> [MatchedConcept] {
    if let text = input.text, !text.isEmpty {
      return match(text: text, path: input.textPath, problems: &problems)
    }
    for (index, coding) in input.codings.enumerated() {
      guard let display = coding.display, !display.isEmpty else { continue }
      return match(
        text: display, path: "\(input.codingPath)[\(index)].display", problems: &problems)
    }
    return []
  }

  private func noteSelection(
    _ selection: ConceptSelection, _ input: ResolutionInput, _ problems: inout [Problem]
  ) {
    let codes = selection.concepts.compactMap { $0.code?.description }.joined(separator: ", ")
    if selection.isConflict {
      problems.append(
        Problem(
          .codingsConflict, .warning,
          "the codings name different ingredients (\(codes)); none is chosen",
          path: input.codingPath))
    } else if selection.isAmbiguous, !problems.contains(where: { $0.code == .ambiguous }) {
      problems.append(
        Problem(
          .ambiguous, .warning, "several concepts fit (\(codes)); none is chosen",
          path: input.codings.isEmpty ? input.textPath : input.codingPath))
    }
    if input.codings.isEmpty, input.documentIngredients.isEmpty, input.isTextWitness {
      problems.append(
        Problem(.noCodings, .note, "the medication has no coding", path: input.codingPath))
    }
  }

  private func noteAbsence(_ input: ResolutionInput, _ problems: inout [Problem]) {
    guard let absence = input.absence, absence != .dataAbsent,
      !problems.contains(where: { $0.code == .absenceStatement })
    else { return }
    problems.append(
      Problem(
        .absenceStatement, .note,
        absence == .noneKnown
          ? "a statement that no medication is known, not a drug"
          : "a statement that nothing is known about medications, not a drug"))
  }

  // MARK: Displays

  /// Each display, and the text of a user-annotated medication, beside its concept (S6).
  private func noteDisplays(
    _ codings: [ResolvedCoding], _ input: ResolutionInput, _ selection: ConceptSelection,
    _ problems: inout [Problem]
  ) {
    for (index, coding) in codings.enumerated() where coding.outcome != .replaced {
      guard let display = coding.coding.display, !display.isEmpty, coding.concepts.count == 1,
        coding.concepts.first?.match != .crosswalk, let concept = coding.concepts.first?.concept
      else { continue }
      note(display, concept, path: "\(input.codingPath)[\(index)].display", &problems)
    }
    guard input.isTextWitness, let text = input.text, !text.isEmpty,
      selection.concepts.count == 1, selection.concepts.first?.match != .text,
      let concept = selection.concepts.first?.concept
    else { return }
    note(text, concept, path: input.textPath, &problems)
  }

  private func note(
    _ display: String, _ concept: Concept, path: String, _ problems: inout [Problem]
  ) {
    switch DisplayWitness(concept).verdict(on: display) {
    case .agrees, .compatible: break
    case .oldName:
      problems.append(
        Problem(
          .displayOldName, .note, "an older name of code \(concept.rxcui), now \(concept.name)",
          path: path))
    case .disagrees(let kinds):
      for kind in kinds {
        let code: Problem.Code = kind == .salt ? .basisDiffers : .displayDisagrees
        let isNote = kind == .brand || kind == .salt
        problems.append(
          Problem(
            code, isNote ? .note : .warning,
            "\(kind.rawValue): the display says “\(display)”, the code \(concept.rxcui) is "
              + "“\(concept.name)”", path: path))
      }
    }
  }

  // MARK: Ingredients of the document

  /// A document's own ingredients, each resolved for itself (F8).
  private func ingredients(
    of input: ResolutionInput, _ concepts: [Concept], _ problems: inout [Problem]
  ) -> [ResolvedIngredient] {
    input.documentIngredients.enumerated().map { index, ingredient in
      let path = "ingredients[\(index)]"
      let codings = ingredient.codings.enumerated().map { place, coding in
        resolve(coding, path: "\(path).codings[\(place)]", problems: &problems)
      }
      let selection = ConceptSelection(codings.flatMap(\.concepts))
      let found = selection.concepts.count == 1 ? selection.concepts.first?.concept : nil
      if selection.isConflict {
        problems.append(
          Problem(
            .codingsConflict, .warning, "the codings name different ingredients",
            path: path))
      }
      let text = ingredient.strength?.text
      let strength = text.flatMap { Strength($0) }
      noteStrength(strength, of: found, concepts, path: path, &problems)
      let bases = found?.ingredients ?? []
      return ResolvedIngredient(
        concept: bases.count == 1 ? bases.first : found,
        preciseIngredient: found?.termType == .preciseIngredient ? found : nil,
        name: ingredient.text ?? ingredient.codings.compactMap(\.display).first
          ?? ingredient.referenceDisplay ?? found?.name,
        strengthText: text, strength: strength, basis: nil, origin: .document, codings: codings)
    }
  }

  /// A document's strength beside the catalog's (S14).
  private func noteStrength(
    _ strength: Strength?, of ingredient: Concept?, _ concepts: [Concept], path: String,
    _ problems: inout [Problem]
  ) {
    guard let strength, concepts.count == 1, let concept = concepts.first else { return }
    let list = concept.strengthList.strengths
    let own = ingredient.map { Set($0.ingredients) } ?? []
    let fitting = list.filter { part in
      list.count == 1 || part.ingredient.map(own.contains) ?? false
    }
    guard fitting.count == 1, let part = fitting.first, let known = part.strength,
      !known.agrees(with: strength)
    else { return }
    let isOtherBasis =
      ingredient?.termType == .preciseIngredient && part.preciseIngredient != ingredient
    problems.append(
      Problem(
        isOtherBasis ? .basisDiffers : .strengthDisagrees, isOtherBasis ? .note : .warning,
        "the document says \(strength.text), the code \(concept.rxcui) has \(part.text)",
        path: path + ".strength"))
  }

  // MARK: Side effects

  /// What labels say, if it is clear of which drug; labels' ages count to the release's date.
  private func sideEffects(
    _ concepts: [Concept], _ selection: ConceptSelection,
    _ documentIngredients: [ResolvedIngredient]
  ) -> SideEffectAnswer {
    let today = catalog.release.date.flatMap { LabelDate($0.filter { $0 != "-" }) }
    let asked =
      if selection.isConflict || isOfSeveralDrugs(selection) {
        [Concept]()
      } else if concepts.isEmpty, selection.concepts.isEmpty {
        documentIngredients.compactMap(\.concept)
      } else {
        concepts
      }
    return mappings.sideEffects(of: asked, today: today)
  }

  private func isOfSeveralDrugs(_ selection: ConceptSelection) -> Bool {
    selection.isAmbiguous && ConceptSelection.ingredientSets(selection.concepts).count > 1
  }

  /// Why side effects are empty or incomplete; `unknown_code` only where a code is unknown.
  private func reasons(
    _ effects: SideEffectAnswer, _ selection: ConceptSelection, _ input: ResolutionInput
  ) -> [String] {
    guard effects.coverage == .unknown else { return effects.reasons }
    if selection.isConflict { return ["codings_conflict"] }
    if selection.isAmbiguous { return ["ambiguous"] }
    if input.absence != nil { return ["absence_statement"] }
    if !selection.concepts.isEmpty { return ["not_in_catalog"] }
    if !input.codings.isEmpty { return ["unknown_code"] }
    return [input.text == nil ? "no_medication" : "unmatched_text"]
  }
}

extension FHIRStrength {
  /// The strength as one text: `500 mg`, `5 mg/5 mL`; `nil` where a number is missing.
  fileprivate var text: String? {
    guard let numerator = numerator?.text else { return nil }
    guard let denominator, let per = denominator.text else { return numerator }
    return per == "1" ? numerator : "\(numerator)/\(per)"
  }
}

extension FHIRQuantity {
  fileprivate var text: String? {
    guard let value, comparator == nil else { return nil }
    guard let unit = unit ?? code else { return value }
    return "\(value) \(unit)"
  }
}
