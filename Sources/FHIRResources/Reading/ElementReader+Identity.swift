// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

// What names a medication is one concept. Some documents have several in its
// place: an array, a repeated element of XML, a member name twice, an array of
// codes. The second may be another drug, so all of them are read. Repeats of
// the same one are only reported; different ones are a conflict, from which
// none is chosen: the resolver respects that problem.

extension ElementReader {
  /// Reads the concept that names a medication or ingredient, from every value in its place.
  ///
  /// If several differ, all codings are kept, texts after the first as codings
  /// with only a display, and the problem `codings-conflict` is reported.
  mutating func identity(_ nodes: [JSONNode]) -> FHIRConcept {
    readsIdentity = true
    defer { readsIdentity = false }
    var concepts: [FHIRConcept] = []
    for node in nodes {
      let items = node.isArray ? node.elements.filter { !Self.isEmpty($0) } : [node]
      if node.isArray, !items.isEmpty {
        report(.shape, .warning, "an array where one concept is due; each is read", at: node)
      }
      for item in items {
        if item.isString, let text = text(item) {
          report(
            .shape, .warning, "a string where a concept is due; it counts as the text", at: item)
          concepts.append(FHIRConcept(text: text))
        } else if !item.isString, let object = object(item) {
          concepts.append(concept(object))
        }
      }
    }
    return oneOf(concepts, at: nodes.first)
  }

  private static func isEmpty(_ node: JSONNode) -> Bool {
    node.isNull || node.isString("") || node.isEmptyContainer
  }

  /// Reads the concept that names a medication or ingredient.
  mutating func identity(_ node: JSONNode?) -> FHIRConcept {
    guard let node else { return FHIRConcept() }
    return identity([node])
  }

  /// Combines concepts where one is expected.
  mutating func oneOf(_ concepts: [FHIRConcept], at node: JSONNode?) -> FHIRConcept {
    let concepts = concepts.filter { !$0.isEmpty }
    guard var whole = concepts.first else { return FHIRConcept() }
    if concepts.count == 1 { return whole }
    if concepts.dropFirst().contains(where: { !$0.namesSame(as: concepts[0]) }) {
      report(
        .codingsConflict, .warning,
        "\(concepts.count) concepts where one is due, and they differ; none is chosen", at: node)
    } else {
      report(.shape, .warning, "the same concept \(concepts.count) times", at: node)
    }
    for other in concepts.dropFirst() {
      whole.codings += other.codings
      whole.add(text: other.text)
    }
    return whole
  }

  /// Reads a Coding; one with arrays of codes is as many codings.
  mutating func codings(_ node: JSONNode, _ members: [JSONNode?]) -> [FHIRCoding] {
    let parts = members.map { node in
      node.map { $0.isArray ? $0.elements.filter { !$0.isNull } : [$0] } ?? []
    }
    let count = parts.map(\.count).max() ?? 0
    report(.shape, .warning, "an array in a coding; each of its values is read", at: node)
    let rows = (0..<count).map { place in
      parts.map { values in text(place < values.count ? values[place] : values.last) }
    }
    let codings = rows.map { row in
      FHIRCoding(system: row[0], version: row[1], code: row[2], display: row[3])
    }
    if readsIdentity, Set(codings.map { [$0.system, $0.code] }).count > 1 {
      report(.codingsConflict, .warning, "several codes in one coding; none is chosen", at: node)
    }
    return codings
  }

  /// Reads the text of a concept; of several in an array those beyond the first are returned apart.
  mutating func textOfConcept(_ node: JSONNode?) -> (text: String?, others: [String]) {
    guard let node, node.isArray, node.count > 1 else { return (text(node), []) }
    report(.shape, .warning, "an array where a string is due; each is read", at: node)
    let texts = texts(node)
    if readsIdentity, Set(texts).count > 1 {
      report(.codingsConflict, .warning, "several texts of one concept; none is chosen", at: node)
    }
    return (texts.first, Array(texts.dropFirst()))
  }
}

extension FHIRConcept {
  /// Keeps a further text as a coding with only a display.
  mutating func add(text other: String?) {
    guard let other, other != text, !codings.contains(where: { $0.display == other }) else {
      return
    }
    if text == nil { text = other } else { codings.append(FHIRCoding(display: other)) }
  }

  /// Whether both have the same codes, or where one has none, a name in common.
  fileprivate func namesSame(as other: FHIRConcept) -> Bool {
    let (mine, theirs) = (codes, other.codes)
    if !mine.isEmpty, !theirs.isEmpty { return mine == theirs }
    return !names.isDisjoint(with: other.names)
  }

  private var codes: Set<[String?]> {
    Set(codings.filter { $0.code != nil }.map { [$0.system, $0.code] })
  }

  private var names: Set<String> {
    Set((codings.map(\.display) + [text]).compactMap { $0?.lowercased() })
  }
}
