// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel
internal import SymptomMapping

extension MedicationResolver {
  /// Puts an answer together; the order of the steps is the order of the rules.
  ///
  /// Without facts, which follow from the concepts, it has only the concepts.
  func answer(
    _ query: MedicationQuery, _ input: ResolutionInput, needsFacts: Bool = true,
    remembering memory: inout EffectMemory
  ) -> ResolvedMedication {
    var problems = input.problems
    let codings = input.codings.enumerated().map { index, coding in
      resolve(
        coding, path: "\(input.codingPath)[\(index)]", exactly: input.needsExactSystems,
        problems: &problems)
    }
    var selection =
      input.isConflict
      ? ConceptSelection.conflict(codings.map(\.concepts))
      : ConceptSelection(codings.map(\.concepts))
    var texts = TextSelection()
    // A code for absent data says nothing against a text; a statement that nothing is taken does.
    if selection.concepts.isEmpty, !input.isConflict,
      input.absence == nil || input.absence == .dataAbsent
    {
      texts = matchTexts(of: input)
      problems += texts.problems
      selection = ConceptSelection(texts.groups)
    }
    noteSelection(selection, input, &problems)
    compareReferenced(input, &selection, &problems)
    compareIngredients(input, &selection, &problems)
    noteDisplays(codings, input, selection, &problems)
    noteDocumentForm(input.documentForm, selection, &problems)
    noteAbsence(input, &problems)

    let concepts = selection.concepts.compactMap(\.concept)
    let human = memory.isAsked ? concepts.filter { !$0.isVeterinaryOnly } : []
    let isNeeded = needsFacts || memory.isAsked
    let (lists, facts) = facts(
      of: isNeeded ? concepts : [], isConflict: selection.isConflict, &problems)
    if concepts.isEmpty, !selection.concepts.isEmpty { noteArchiveOnly(&problems) }
    let documentIngredients = ingredients(of: input, concepts, &problems)
    var ingredients = facts.ingredients
    ingredients += texts.sureIngredients.map(ResolvedIngredient.init)
    ingredients += documentIngredients
    let (effects, sharedEffects) = sideEffects(
      human, human.count == concepts.count ? lists : human.map(\.ingredientList), selection,
      documentIngredients, &memory)
    return ResolvedMedication(
      query: query, codings: codings, concepts: selection.concepts,
      candidates: texts.candidates,
      certainty: ResolvedCertainty(
        isNeeded ? selection : ConceptSelection([]), lists, texts),
      ingredients: ingredients, brand: facts.brand, doseForms: facts.doseForms,
      generalForm: generalForm(given: input.givenForm, facts, &problems),
      packContents: facts.packContents,
      sideEffects: effects,
      sideEffectReasons: memory.isAsked
        ? reasons(effects, selection, texts, input) : ["not_asked"],
      problems: problems, release: catalog.release, sharedEffects: sharedEffects)
  }

  /// The ingredients of each concept, and what follows from all of them.
  private func facts(
    of concepts: [Concept], isConflict: Bool, _ problems: inout [Problem]
  ) -> ([IngredientList], ConceptFacts) {
    if concepts.count == 1, !isConflict {
      let known = factMemory.facts(of: concepts[0], mappings)
      problems += known.problems
      return ([known.list], known.facts)
    }
    let lists = concepts.map(\.ingredientList)
    return (
      lists,
      ConceptFacts(
        concepts, lists, isConflict: isConflict, mappings: mappings, problems: &problems)
    )
  }

  // MARK: What the selection says

  private func noteSelection(
    _ selection: ConceptSelection, _ input: ResolutionInput, _ problems: inout [Problem]
  ) {
    var codes: String {
      selection.concepts.compactMap { $0.code?.description ?? $0.name }.joined(separator: ", ")
    }
    if selection.isConflict {
      if input.isConflict { return }
      problems.add(
        .codingsConflict, .warning,
        "the codings name different ingredients (\(codes)); none is chosen", path: input.codingPath)
    } else if selection.isAmbiguous, !problems.contains(where: { $0.code == .ambiguous }) {
      problems.add(
        .ambiguous, .warning, "several concepts fit (\(codes)); none is chosen",
        path: input.codings.isEmpty ? input.textPath : input.codingPath)
    }
    if input.codings.isEmpty, input.documentIngredients.isEmpty, input.isTextChecked {
      problems.add(.noCodings, .note, "the medication has no coding", path: input.codingPath)
    }
  }

  /// A Medication referred to with the concept that is another drug: none is chosen.
  private func compareReferenced(
    _ input: ResolutionInput, _ selection: inout ConceptSelection, _ problems: inout [Problem]
  ) {
    guard !input.referencedCodings.isEmpty, !selection.concepts.isEmpty, !selection.isConflict
    else { return }
    var ignored: [Problem] = []
    let referenced = ConceptSelection(
      input.referencedCodings.map { resolve($0, path: "", problems: &ignored).concepts })
    var names = referenced.concepts.compactMap { $0.code?.description ?? $0.name }
    if referenced.concepts.isEmpty {
      // Words without a code may name another drug.
      guard selection.concepts.count == 1, let concept = selection.concepts[0].concept else {
        return
      }
      names = input.referencedCodings.compactMap(\.display).filter {
        DisplayCheck(concept).namesOnlyAnotherDrug($0)
      }
      if names.isEmpty { return }
    } else if !ConceptSelection([selection.concepts, referenced.concepts]).isConflict {
      return
    }
    selection = .conflict([selection.concepts, referenced.concepts])
    problems.add(
      .codingsConflict, .warning,
      "the Medication referred to names another drug (\(names.joined(separator: ", "))); "
        + "none is chosen", path: "reference")
  }

  /// The archive keeps only names: what the products contained is not known.
  private func noteArchiveOnly(_ problems: inout [Problem]) {
    problems.add(
      .ingredientsIncomplete, .warning,
      "the code is only in the archive, which relates no ingredient to it")
    problems.add(
      .generalFormUnmapped, .warning,
      "the code is only in the archive, which relates no dose form to it")
  }

  private func noteAbsence(_ input: ResolutionInput, _ problems: inout [Problem]) {
    guard let absence = input.absence, absence != .dataAbsent else { return }
    if namesDrug(input) {
      problems.add(
        .absenceContradicted, .warning,
        "a text, a display or the reference names a drug beside a statement of absence")
    }
    if problems.contains(where: { $0.code == .absenceStatement }) { return }
    problems.add(
      .absenceStatement, .note,
      absence == .noneKnown
        ? "a statement that no medication is known, not a drug"
        : "a statement that nothing is known about medications, not a drug")
  }

  /// Whether a query names a drug anywhere.
  private func namesDrug(_ input: ResolutionInput) -> Bool {
    let texts = [input.text, input.otherText] + input.codings.map(\.display)
    let codings = input.referencedCodings + input.referencedIngredients.flatMap(\.codings)
    var ignored: [Problem] = []
    return texts.contains { text in
      guard let text, !text.isEmpty else { return false }
      let answer = match(text: text, path: "")
      return !answer.accepted.isEmpty || !answer.candidates.isEmpty
    } || codings.contains { !resolve($0, path: "", problems: &ignored).concepts.isEmpty }
  }

  // MARK: Side effects

  /// What labels say, if it is clear of which drug; labels' ages count to the release's date.
  private func sideEffects(
    _ concepts: [Concept], _ lists: [IngredientList], _ selection: ConceptSelection,
    _ documentIngredients: [ResolvedIngredient], _ memory: inout EffectMemory
  ) -> (SideEffectAnswer, EvidenceMemory.Known?) {
    if !memory.isAsked || selection.isConflict || isOfSeveralDrugs(selection, concepts) {
      return memory.effects(of: [], [], mappings, today: releaseDay)
    }
    if concepts.isEmpty, selection.concepts.isEmpty {
      let asked = documentIngredients.compactMap(\.concept)
      return memory.effects(of: asked, [], mappings, today: releaseDay)
    }
    return memory.effects(of: concepts, lists, mappings, today: releaseDay)
  }

  /// Several drugs, or perhaps several: the labels of one say nothing of the others.
  private func isOfSeveralDrugs(_ selection: ConceptSelection, _ concepts: [Concept]) -> Bool {
    selection.isAmbiguous
      && (concepts.count < selection.concepts.count
        || !ConceptSelection.commonIngredients(of: concepts))
  }

  /// Why side effects are empty or incomplete; `unknown_code` only where a code is unknown.
  private func reasons(
    _ effects: SideEffectAnswer, _ selection: ConceptSelection, _ texts: TextSelection,
    _ input: ResolutionInput
  ) -> [String] {
    guard effects.coverage == .unknown else { return effects.reasons }
    if selection.isConflict { return ["codings_conflict"] }
    if selection.isAmbiguous { return ["ambiguous"] }
    if input.absence != nil { return ["absence_statement"] }
    if !selection.concepts.isEmpty { return ["not_in_catalog"] }
    if !input.codings.isEmpty { return ["unknown_code"] }
    if !texts.candidates.isEmpty { return ["ambiguous"] }
    return [input.text == nil ? "no_medication" : "unmatched_text"]
  }
}
