// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Whom a drug is for, by the section on indications of its label.
///
/// What a label for newborns or children tells is of them, though its sentences do not repeat it.
enum IndicatedPersons {
  /// Whether children, infants or neonates are the only people that a label's indications name,
  /// and no indication is without them.
  static func areOnlyChildren(_ label: DrugLabel) -> Bool {
    var hasChildren = false
    for section in label.sections.indices where label.stands(section, in: ["34067-9"]) {
      switch persons(label.sections[section]) {
      case .children: hasChildren = true
      case .others: return false
      case .none: continue
      }
    }
    return hasChildren
  }

  private enum Persons { case none, children, others }

  private static func persons(_ section: LabelSection) -> Persons {
    let title = CellTokens(section.title)
    if namesOthers(title.tokens) { return .others }
    let isOfChildren = isYoung(title.tokens)
    var found = Persons.none
    /// Whether the line before an enumeration says what the drug is indicated for.
    var isList = false
    for block in section.text.blocks {
      let text = String(decoding: section.text.utf8[block.range], as: UTF8.self)
      if block.kind != .item { isList = false }
      for part in CellTokens(text).tokens.split(whereSeparator: { $0.isSign(".") }) {
        let sentence = Array(part)
        if isDenied(sentence) { continue }
        if namesOthers(sentence) { return .others }
        let isIndication = sentence.contains { $0.text == "indicated" }
        if isIndication, block.kind != .item, sentence.last?.isSign(":") == true {
          isList = true
          if isYoung(sentence) { found = .children }
          continue
        }
        guard isIndication || isList else { continue }
        guard isOfChildren || isYoung(sentence) || isList && found == .children else {
          return .others
        }
        found = .children
      }
    }
    return found
  }

  private static func isYoung(_ sentence: [CellTokens.Token]) -> Bool {
    // `Apnea of prematurity` is an illness of newborns only.
    TableSubject.population(CellTokens(sentence)) == "pediatric"
      || sentence.contains { $0.text == "prematurity" }
  }

  /// Whether a sentence says whom the drug is not for.
  ///
  /// `is not indicated for adults`, `safety in adults has not been established`, `has not been studied
  /// in adults`; what else is denied (`when surgery is not recommended`) describes those whom it is
  /// for.
  private static func isDenied(_ sentence: [CellTokens.Token]) -> Bool {
    sentence.indices.contains { index in
      guard sentence[index].text == "not" else { return false }
      let next = sentence.dropFirst(index + 1).prefix(2).map(\.text)
      if next.first == "indicated" { return true }
      let isClause = sentence[..<index].contains {
        ["when", "if", "who", "whose", "which", "that", "where", "unless"].contains($0.text)
      }
      if !isClause,
        next.contains(where: ["recommended", "approved", "studied", "evaluated"].contains),
        sentence[index...].prefix(10).contains(where: { grown.contains($0.text) })
      {
        return true
      }
      return next.contains("established")
        && sentence[..<index].contains {
          ["safety", "effectiveness", "efficacy"].contains($0.text)
        }
    }
  }

  private static let grown: Set<String> = [
    "adult", "adults", "elderly", "geriatric", "women", "woman", "men", "man", "pregnant",
    "pregnancy", "mother", "mothers", "maternal", "postmenopausal",
  ]

  /// Whether grown people are named, or ages without an end (`12 years and older`) that are not
  /// those of children (`children 3 years and older`).
  private static func namesOthers(_ sentence: [CellTokens.Token]) -> Bool {
    for (index, token) in sentence.enumerated() where token.kind == .word {
      if grown.contains(token.text) { return true }
      guard ["older", "above", "over", "greater"].contains(token.text), index > 0,
        ["and", "or"].contains(sentence[index - 1].text)
      else { continue }
      if !isYoung(Array(sentence[max(0, index - 12)..<index])) { return true }
    }
    return false
  }
}
