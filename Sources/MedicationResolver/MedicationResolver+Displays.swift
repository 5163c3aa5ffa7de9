// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import MedicationModel

// Displays and texts compared with the concepts of their codes.

extension MedicationResolver {
  /// Compares each display, and the text, with its concept.
  func noteDisplays(
    _ codings: [ResolvedCoding], _ input: ResolutionInput, _ selection: ConceptSelection,
    _ problems: inout [Problem]
  ) {
    for (index, coding) in codings.enumerated() {
      guard let display = coding.coding.display, !display.isEmpty,
        !coding.isNamed(display)
      else { continue }
      let path = "\(input.codingPath)[\(index)].display"
      noteDisplay(display, of: coding, path: path, &problems)
      // An unresolved code still has a display; that of another drug is a conflict.
      if coding.concepts.isEmpty, let concept = selection.onlyCoded, display != input.text,
        DisplayCheck(concept).namesOnlyAnotherDrug(display)
      {
        note(.drug, display, concept, path: path, &problems)
      }
    }
    guard selection.concepts.count == 1, let match = selection.concepts.first,
      let concept = match.concept
    else { return }
    if match.match != .text { noteText(input.text, input.textPath) }
    noteText(input.otherText, ResolutionInput.referenceText)

    /// Compares a text with the concept; the display of a reference is no less a witness than a
    /// text beside it.
    func noteText(_ text: String?, _ path: String) {
      guard let text, !text.isEmpty,
        !codings.contains(where: { $0.coding.display.map { $0 == text } ?? false })
      else { return }
      let check = DisplayCheck(concept)
      if input.isTextChecked || check.isNameLike(text) {
        note(text, concept, path: path, &problems)
      } else if NameKey.of(text) != NameKey.of(concept.name), check.namesOnlyAnotherDrug(text) {
        note(.drug, text, concept, path: path, &problems)
      }
    }
  }

  private func noteDisplay(
    _ display: String, of coding: ResolvedCoding, path: String, _ problems: inout [Problem]
  ) {
    // What one coding leaves open has no one concept to compare with.
    if coding.outcome == .replaced {
      return noteDisplay(display, ofReplaced: coding, path: path, &problems)
    }
    guard coding.concepts.count == 1, let match = coding.concepts.first, match.match != .crosswalk
    else { return }
    if let concept = match.concept {
      note(display, concept, path: path, &problems)
    } else if let rxcui = match.code {
      noteArchived(display, catalog.history(of: rxcui), path: path, &problems)
    }
  }

  /// The display of a retired code is one of its old names, or fits a replacement.
  private func noteDisplay(
    _ display: String, ofReplaced coding: ResolvedCoding, path: String,
    _ problems: inout [Problem]
  ) {
    guard let rxcui = coding.coding.code.flatMap({ RxCUI($0) }) else { return }
    let found = RetiredCode(catalog.history(of: rxcui), catalog).disagreement(of: display)
    guard !found.kinds.isEmpty,
      let successor = coding.concepts.compactMap(\.concept).first
    else { return }
    for kind in found.kinds { note(kind, display, successor, path: path, &problems) }
  }

  /// A code that is only in the archive can only be compared by drug.
  private func noteArchived(
    _ display: String, _ history: ConceptHistory, path: String, _ problems: inout [Problem]
  ) {
    let found = RetiredCode(history, catalog).disagreement(of: display)
    guard !found.kinds.isEmpty else { return }
    problems.add(
      .displayDisagrees, .warning,
      "drug: the display says “\(display)”, the code \(history.asked) was “\(found.name)”",
      path: path)
  }

  func note(
    _ display: String, _ concept: Concept, path: String, _ problems: inout [Problem]
  ) {
    // The common cases, before any name is cut into words.
    let name = concept.name
    if TextWords.areSame(display.utf8.span, name.utf8.span) { return }
    if NameKey.of(display) == NameKey.of(name) { return }
    switch DisplayCheck(concept).verdict(on: display) {
    case .agrees, .compatible: break
    case .oldName:
      problems.add(
        .displayOldName, .note, "an older name of \(concept.label), now \(concept.name)", path: path
      )
    case .disagrees(let kinds):
      for kind in kinds { note(kind, display, concept, path: path, &problems) }
    }
  }

  func note(
    _ kind: DisplayCheck.Kind, _ display: String, _ concept: Concept, path: String,
    _ problems: inout [Problem]
  ) {
    let code: Problem.Code = kind == .salt ? .basisDiffers : .displayDisagrees
    let isNote = kind == .brandLevel || kind == .salt
    let doubt =
      catalog.reasonNotFound([.history, .otherSources])
      .map { "; perhaps another name of it: \($0)" }
      ?? ""
    problems.add(
      code, isNote ? .note : .warning,
      "\(kind.word): the display says “\(display)”, \(concept.label) is “\(concept.name)”" + doubt,
      path: path)
  }
}

extension ResolvedCoding {
  /// Whether the coding gives one concept and a display is exactly its name: nothing to report.
  fileprivate func isNamed(_ display: String) -> Bool {
    guard outcome == .resolved, concepts.count == 1, let match = concepts.first,
      match.concept != nil, let name = match.name
    else { return false }
    return TextWords.areSame(display.utf8.span, name.utf8.span)
  }
}

extension ConceptSelection {
  /// The concept that codes led to, if it is one and no text did.
  fileprivate var onlyCoded: Concept? {
    guard concepts.count == 1, let match = concepts.first, match.match != .text else { return nil }
    return match.concept
  }
}

extension DisplayCheck.Kind {
  /// The kind as answers name it.
  var word: String {
    switch self {
    case .drug, .strength, .form, .brand, .salt: rawValue
    case .brandLevel: "brand"
    }
  }
}

extension Concept {
  /// The concept in a sentence: its code, or that it has none (a placeholder is never printed).
  var label: String { code.map { "the code \($0)" } ?? "the concept without a code" }
}

extension ResolutionInput {
  /// The path of the display of a reference.
  static let referenceText = "reference.display"
}
