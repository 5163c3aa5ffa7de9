// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog
internal import MedicationModel
internal import Threads

// Of the products of a release most have no label of their own: they answer
// with the rows of their ingredients, and all tablets of one substance answer
// the same. The 18,132 products of the starter release have 2,568 answers.
//
//   product ─► ingredients ─► their subjects that labels are about
//           └► dose forms ──► the routes that fit                  ─► the answer
//           └► salts that it names, its own labels, parts that lack
//
// If no label is about any of them, routes do not matter, and all single
// ingredients without a label have the same answer: only the reason.

/// Answers for products that were given before, by what they depend on.
package struct EvidenceMemory: Sendable {
  /// An answer that many products share.
  package final class Known: Sendable {
    /// What the labels name.
    package let answer: SideEffectAnswer
    /// Its number among the answers of this memory.
    package let number: Int

    init(_ answer: SideEffectAnswer, number: Int) {
      self.answer = answer
      self.number = number
    }
  }

  /// What the answer for a product depends on besides the tables.
  private struct Key: Hashable {
    /// The number of the routes that fit; -1 for all, and if there is no label.
    let routes: Int
    /// The number of the ingredients; -1 for any single one without a label.
    let substances: Int
    /// Salts that the product names, as far as labels are about them or they are drugs of their own.
    let salts: [Concept]
    /// The salts and esters in the product; empty if there is no label.
    let forms: AskedForms
    /// The product, if a label is about it.
    let own: EvidenceSubject?
    let missing: [String]
    let reason: LackReason?
    let today: LabelDate?
  }

  /// What is known of the ingredients of products.
  private struct Substances {
    let number: Int
    /// The salts and isomers that labels are about, and every conjugate: another drug than its base.
    let salts: [Concept]
    /// Whether no label at all is about one of the ingredients.
    let isOneUnknown: Bool
    /// Whether none is about any of them, nor about a salt or a combination of them.
    let isUnread: Bool
    /// Why the only ingredient has no label, where its kind says so; `nil` if there are several.
    let reason: LackReason?
  }

  /// The most answers that are kept: a memory that has as many begins anew.
  package static let limit = 4096
  /// The most lists of ingredients that are kept: a release has a third as many.
  private static let substanceLimit = 1 << 14

  private var known: [Key: Known] = [:]
  private var count = 0
  private var substances: [[Concept]: Substances] = [:]
  private var routes: [[[UInt8]]: Int] = [:]
  private var formRoutes: [Concept: [[UInt8]]] = [:]

  /// Begins without any.
  package init() {}

  /// The answer for a product; `nil` for a concept that answers otherwise.
  ///
  /// - Parameters:
  ///   - concept: The product.
  ///   - list: Its ingredients.
  ///   - tables: The tables, the same each time.
  ///   - today: The day to count the age of labels from.
  /// - Returns: The answer that `MappingTables.sideEffects(of:today:)` gives.
  package mutating func answer(
    for concept: Concept, _ list: IngredientList, _ tables: MappingTables, today: LabelDate?
  ) -> Known? {
    guard concept.termType == .clinicalDrug || concept.termType == .brandedDrug,
      !list.ingredients.isEmpty,
      !list.ingredients.contains(where: \.isInert)
    else { return nil }
    if known.count >= Self.limit || substances.count >= Self.substanceLimit { forget() }
    let collector = EvidenceCollector(tables)
    let substances = substances(list.ingredients, collector)
    let own = concept.code.map { EvidenceSubject(.product, $0) }
      .flatMap { collector.isKnown($0) ? $0 : nil }
    let isUnread = substances.isUnread && own == nil
    guard let routes = isUnread ? -1 : routes(of: concept, tables) else { return nil }
    // A part that the answer does not name makes no difference to it.
    let isUnnamed =
      isUnread && list.missing.isEmpty && list.ingredients.count == 1
      && list.ingredients.first?.code != nil
    // The product's own kind counts only where an ingredient has no label at all.
    let ownReason = substances.isOneUnknown ? concept.reasonWithoutLabel : nil
    let key = Key(
      routes: routes, substances: isUnnamed ? -1 : substances.number,
      salts: substances.salts.isEmpty
        ? [] : concept.preciseIngredients.filter(substances.salts.contains),
      forms: isUnread ? .none : AskedForms(concept, list.ingredients), own: own,
      missing: list.missing,
      reason: isUnnamed ? ownReason ?? substances.reason : ownReason, today: today)
    if let known = known[key] { return known }
    let answer =
      isUnread
      ? tables.answerWithoutLabels(of: concept, list, today: today)
      : tables.answer([concept], today: today)
    let new = Known(answer, number: count)
    count += 1
    // An answer that names the product itself cannot be reused for another product.
    let itself = Lack(reason: .otherSalt, code: concept.code, name: concept.name).missing
    if !answer.reasons.contains(itself) { known[key] = new }
    return new
  }

  /// Forgets all but the count: numbers of answers that were given stay unique.
  private mutating func forget() {
    let made = count
    self = EvidenceMemory()
    count = made
  }

  private mutating func substances(
    _ ingredients: [Concept], _ collector: EvidenceCollector
  ) -> Substances {
    if let known = substances[ingredients] { return known }
    var salts: [Concept] = []
    var unknownCount = 0
    for ingredient in ingredients {
      let isKnown = { (concept: Concept) in
        concept.code.map { collector.isKnown(EvidenceSubject(.ingredient, $0)) } ?? false
      }
      let forms = ingredient.related(.hasForm)
      salts += forms.filter { isKnown($0) || $0.isConjugate }
      // An antibody answers without its conjugates, a conjugate without the antibody.
      let hasConjugate = forms.contains(where: \.isConjugate)
      if hasConjugate || !isKnown(ingredient) && !forms.contains(where: isKnown) {
        unknownCount += 1
      }
    }
    let isUnread =
      unknownCount == ingredients.count && salts.isEmpty
      && (ingredients.count == 1 || collector.knownCombinations(of: ingredients).isEmpty)
    let new = Substances(
      number: substances.count, salts: salts, isOneUnknown: unknownCount > 0, isUnread: isUnread,
      reason: isUnread && ingredients.count == 1 ? ingredients.first?.reasonWithoutLabel : nil)
    substances[ingredients] = new
    return new
  }

  /// The number of the routes that fit a product; `nil` if it has no dose form of its own.
  private mutating func routes(of concept: Concept, _ tables: MappingTables) -> Int? {
    let forms = concept.doseForms
    if forms.isEmpty { return nil }
    var names: [[UInt8]] = []
    for form in forms {
      let own = formRoutes[form] ?? tables.routes.routeNames(forDoseForm: form.name)?.names ?? []
      formRoutes[form] = own
      if own.isEmpty { return -1 }
      names += own
    }
    if let number = routes[names] { return number }
    let number = routes.count
    routes[names] = number
    return number
  }
}

/// The answers that tables gave before, shared by all threads.
///
/// One answer is made at a time. Threads wait for each other while most answers
/// are new; a known one costs one table look-up.
final class AnswerMemory: Sendable {
  /// A concept and the day to count the age of labels to.
  private struct Question: Hashable {
    let concept: Concept
    let today: LabelDate?
  }

  private struct State {
    var evidence = EvidenceMemory()
    var found: [Question: SideEffectAnswer] = [:]
  }

  /// The most concepts whose answers are kept.
  private static let limit = 4096

  private let state = Monitor(State())

  /// The answer for a concept.
  ///
  /// - Parameters:
  ///   - concept: The concept, of whatever catalog: each opened catalog has concepts of its own.
  ///   - tables: The tables that the memory belongs to.
  ///   - today: The day to count the age of labels to.
  /// - Returns: The answer, the same as without a memory.
  func answer(
    for concept: Concept, _ tables: MappingTables, today: LabelDate?
  ) -> SideEffectAnswer {
    let question = Question(concept: concept, today: today)
    return state.withLock { state in
      if let known = state.found[question] { return known }
      let answer =
        state.evidence.answer(for: concept, concept.ingredientList, tables, today: today)?.answer
        ?? tables.answer([concept], today: today)
      if state.found.count >= Self.limit { state.found = [:] }
      state.found[question] = answer
      return answer
    }
  }
}
