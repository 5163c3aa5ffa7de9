// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CommandLineTool
import ConceptCatalog
import MedicationModel
import MedicationResolver
import SymptomMapping

// What was read of a medication's labels, in words: how far, whether they have boxed warnings, and
// how many symptoms they name.

extension SideEffectTables {
  /// Whether labels have a boxed warning; a line for every label that has.
  static func boxedLines(_ answer: ResolvedMedication) -> [String] {
    boxedWarnings(answer).map { "boxed warning: " + $0 } + boxedShare(answer)
  }

  /// The same for a card, a row for each line.
  static func boxedRows(_ answer: ResolvedMedication) -> [String] {
    boxedWarnings(answer) + boxedShare(answer)
  }

  /// Whether labels have a boxed warning, `yes`, `no` or `unknown`; several labels are several.
  private static func boxedWarnings(_ answer: ResolvedMedication) -> [String] {
    let effects = answer.sideEffects
    let warning = effects.boxedWarning
    func place(_ label: BoxedWarning.Label?) -> String {
      let parts = [
        label?.setID.map { "set id \($0)" }, label?.date,
        label?.isOld == true ? EvidenceWords.age(effects.asOf) : nil,
        label?.otherForm.map { "label of another salt or ester: \(DisplayText.printable($0))" },
        label?.isRouteStated == false ? "the label states no route" : nil,
      ].compactMap(\.self)
      return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    }
    switch warning.present {
    case .no: return ["no" + place(warning.label)]
    case .unknown where effects.coverage == .unknown: return ["unknown, \(unresolved)"]
    case .unknown where isOnlyOtherSalts(answer):
      return ["unknown, only labels of another salt or ester were read"]
    case .unknown where effects.coverage == .partial:
      let part = isOfOneIngredient(answer) ? "product" : "ingredient"
      return ["unknown, not every \(part)'s label was read"]
    case .unknown: return ["unknown, \(unread(effects))"]
    case .yes:
      return warning.labels.map { "yes – \($0.shownTitle ?? "without a title")" + place($0) }
    }
  }

  /// That fewer than half of the labels have a boxed warning.
  private static func boxedShare(_ answer: ResolvedMedication) -> [String] {
    let warning = answer.sideEffects.boxedWarning
    guard warning.present == .yes, warning.havingCount * 2 < warning.readCount else { return [] }
    return ["\(warning.havingCount) of \(warning.readCount) labels have a boxed warning"]
  }

  private static let unresolved = "could not be resolved to a drug"

  /// Whether it has no second active ingredient.
  private static func isOfOneIngredient(_ answer: ResolvedMedication) -> Bool {
    answer.ingredients.count(where: \.isActive) <= 1
  }

  /// Whether all that keeps the coverage from being full is that labels are of other salts.
  private static func isOnlyOtherSalts(_ answer: ResolvedMedication) -> Bool {
    let reasons = answer.sideEffects.reasons
    return answer.sideEffects.coverage == .partial
      && reasons.count >= answer.ingredients.count(where: \.isActive)
      && reasons.allSatisfy { $0.hasPrefix("other_salt:") }
  }

  /// What was not read, where nothing covers: every label, or those of a fitting route.
  private static func unread(_ effects: SideEffectAnswer) -> String {
    effects.reasons.contains("no_route_match")
      ? "no label that states a fitting route was read" : "no label was read"
  }

  // MARK: Coverage

  /// How far labels were read, as a line of a page.
  static func coverageLine(_ answer: ResolvedMedication) -> String {
    "label coverage: " + coverage(answer)
  }

  /// How far labels were read, in words, with the reasons that the words do not state.
  static func coverage(_ answer: ResolvedMedication) -> String {
    let effects = answer.sideEffects
    let lacksRoutes = effects.reasons.contains("no_route_match")
    let words =
      switch effects.coverage {
      case .full where effects.symptoms.isEmpty && effects.warnings.isEmpty:
        "full, labels name none of the 39 categories"
      case .full: "full, a label was read for every ingredient"
      case .partial where isOnlyOtherSalts(answer):
        "partial, only labels of another salt or ester were read"
      case .partial where effects.reasons.contains(where: { $0.hasPrefix("other_salt:") }):
        "partial, not every ingredient's label was read, or only that of another salt or ester"
      case .partial where isOfOneIngredient(answer):
        "partial, a label was read for some of its \(lacksRoutes ? "routes" : "products") only"
      case .partial where lacksRoutes:
        "partial, a label was read for some ingredients or routes only"
      case .partial: "partial, a label was read for some ingredients only"
      case .none: "none, \(unread(effects)); this does not mean that it has none"
      case .unknown: "unknown, \(unresolved)"
      }
    let reasons = reasons(answer)
    return words + (reasons.isEmpty ? "" : " (\(reasons.joined(separator: ", ")))")
  }

  /// Why the coverage is not full: people read words and names, programs get the codes.
  private static func reasons(_ answer: ResolvedMedication) -> [String] {
    // What the first words state already.
    let stated: Set = ["no_route_match", answer.sideEffects.coverage == .none ? "no_label" : ""]
    let kinds = answer.sideEffectReasons.filter { !$0.contains(":") }
    let isPartOfOne = answer.sideEffects.coverage == .partial && isOfOneIngredient(answer)
    let parts = answer.sideEffectReasons.filter { $0.contains(":") }.compactMap { reason in
      let code = reason.split(separator: ":").last.map(String.init)
      let name = answer.ingredients.first { $0.concept?.code?.description == code }?.name
      let isOfSalt = reason.hasPrefix("other_salt:")
      // Other products of the only ingredient have a label.
      if isPartOfOne, !isOfSalt, name != nil { return String?.none }
      if isOfSalt { return "no label of this salt or ester" + (name.map { " of \($0)" } ?? "") }
      let lack = kinds.isEmpty ? "no label" : "no fitting label"
      return "\(lack) of \(name ?? code ?? "a part")"
    }
    let words = kinds.filter { !stated.contains($0) }.map { kind in
      kind == "no_effect_section"
        ? "a label without a section on side effects" : kind.replacing("_", with: " ")
    }
    return words + parts
  }

  // MARK: Card

  /// What labels name, in a line for a card; `nil` if no label was read or nothing was resolved.
  ///
  /// It counts what the page of side effects shows, so that a drug without common effects is not
  /// taken for one without any.
  static func summary(_ answer: ResolvedMedication) -> String? {
    let effects = answer.sideEffects
    guard effects.coverage != .unknown else { return nil }
    let (own, onlyDose) = (
      effects.symptoms.filter { $0.doseSenses == nil },
      effects.symptoms.filter { $0.doseSenses != nil }
    )
    var parts: [String] = []
    if own.isEmpty, onlyDose.isEmpty, effects.coverage != .none {
      parts.append("the labels read name none of 39 symptom categories")
    } else if !own.isEmpty {
      let common = own.filter { $0.step <= 2 }.map { EvidenceWords.symptom($0) }
      parts.append("labels name \(categoryCount(own)) of 39 symptom categories")
      parts.append(
        common.isEmpty
          ? "none of them as a common effect" : "common: " + common.joined(separator: ", "))
    }
    if !onlyDose.isEmpty {
      parts.append("\(categoryCount(onlyDose)) on overdosage or stopping only")
    }
    if !effects.otherRoutes.isEmpty {
      parts.append(
        "labels of other or unstated routes name \(categoryCount(effects.otherRoutes)) of 39")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ") + "; see rxkit side-effects"
  }

  private static func categoryCount(_ findings: [SymptomFinding]) -> Int {
    Set(findings.map(\.symptom)).count
  }
}

extension BoxedWarning.Label {
  /// The most words of a title that the table of labels keeps.
  private static let titleLimit = 12

  /// The title for people: one that may go on in the label ends with an ellipsis.
  var shownTitle: String? {
    title.map { title in
      title.split(separator: " ").count < Self.titleLimit ? title : title + " …"
    }
  }
}

extension SymptomFinding {
  /// What its rows are about if none is an effect or a sign of one; `nil` for others.
  ///
  /// What follows from an overdose or from stopping is no side effect of the usual dose.
  var doseSenses: Set<EvidenceSense>? {
    let senses = Set(evidence.map(\.row.sense))
    return senses.isSubset(of: [.withdrawal, .overdosage]) ? senses : nil
  }
}
