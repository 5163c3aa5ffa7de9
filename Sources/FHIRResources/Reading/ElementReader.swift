// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

/// Reads elements whatever their JSON shape, and records irregularities as problems.
///
/// `null`, `""`, `{}` and `[]` are read as absent. An array where an object is
/// expected gives its first object, an object where an array is expected gives
/// itself, a number where a string is expected gives its digits; each is a
/// problem, except in XML, which has no such shapes.
struct ElementReader {
  /// The value that problem paths start from.
  let resource: JSONNode
  /// The document's root; paths of elements outside the resource start there.
  let root: JSONNode
  /// What the text says many times over.
  let repeated: RepeatedElements?
  /// Whether what is read names a medication, so that different values are a conflict.
  var readsIdentity = false
  /// How often something was odd.
  private(set) var reportCount = 0
  private var problems: [Problem] = []
  private var unlistedCount = 0
  /// A text made to be odd could have a problem per byte; each costs a path.
  private static let problemLimit = 256

  init(resource: JSONNode, root: JSONNode, repeated: RepeatedElements? = nil) {
    self.resource = resource
    self.root = root
    self.repeated = repeated
  }

  /// Adds a problem; nothing is added twice.
  mutating func report(
    _ code: Problem.Code, _ severity: Problem.Severity, _ message: String, at node: JSONNode? = nil
  ) {
    reportCount += 1
    guard problems.count < Self.problemLimit else {
      unlistedCount += 1
      return
    }
    var path = ""
    if let node, node != resource {
      path = node.path(from: resource)
      if path.isEmpty { path = node.path(from: root) }
    }
    let problem = Problem(code, severity, message, path: path)
    if !problems.contains(problem) { problems.append(problem) }
  }

  /// Returns the problems, and how many more there were than are listed.
  func finish() -> [Problem] {
    guard unlistedCount > 0 else { return problems }
    let more = Problem(.moreProblems, .note, "\(unlistedCount) further problems are not listed")
    return problems + [more]
  }

  /// Returns a value as an object.
  mutating func object(_ node: JSONNode?) -> JSONNode? {
    guard let node else { return nil }
    if node.isObject { return node.isEmptyContainer ? nil : node }
    switch node.kind {
    case .object, .null: return nil
    case .array:
      if node.isEmptyContainer { return nil }
      report(.shape, .warning, "an array where an object is due; its first object counts", at: node)
      return node.elements.first { $0.isObject && !$0.isEmptyContainer }
    case .string where node.isString(""): return nil
    default:
      reportKind(node, due: "an object")
      return nil
    }
  }

  /// Returns the objects of an array.
  mutating func list(_ node: JSONNode?) -> [JSONNode] {
    guard let node else { return [] }
    switch node.kind {
    case .array:
      var objects: [JSONNode] = []
      for element in node.elements {
        if element.isObject {
          if !element.isEmptyContainer { objects.append(element) }
        } else if !element.isNull, !element.isString("") {
          reportKind(element, due: "an object")
        }
      }
      return objects
    case .object:
      if node.isEmptyContainer { return [] }
      if node.isUntyped { return [node] }
      report(
        .shape, .warning, "an object where an array is due; it counts as the only one", at: node)
      return [node]
    case .null: return []
    case .string where node.isString(""): return []
    default:
      reportKind(node, due: "an array")
      return []
    }
  }

  /// Returns the objects of an element that one version has once and another several times.
  mutating func oneOrMore(_ node: JSONNode?) -> [JSONNode] {
    guard let node, node.isObject else { return list(node) }
    return node.isEmptyContainer ? [] : [node]
  }

  /// Returns a value as text; an empty one is absent.
  mutating func text(_ node: JSONNode?) -> String? {
    guard let node else { return nil }
    if let text = node.string { return text.isEmpty ? nil : text }
    switch node.kind {
    case .string, .null: return nil
    case .number, .boolean:
      let kind = node.kind == .number ? "a number" : "a truth value"
      report(.notAString, .warning, "\(kind) where a string is due; kept as written", at: node)
      return node.scalarText
    case .array:
      if node.isEmptyContainer { return nil }
      report(.shape, .warning, "an array where a string is due; its first string counts", at: node)
      return node.elements.first { $0.isString }?.string.flatMap { $0.isEmpty ? nil : $0 }
    case .object:
      // In XML: an element with an extension and no value.
      if !node.isEmptyContainer, !isExtensionOnly(node) { reportKind(node, due: "a string") }
      return nil
    case .omitted:
      reportKind(node, due: "a string")
      return nil
    }
  }

  /// Returns a date as written; one that does not exist in the calendar is reported.
  mutating func date(_ node: JSONNode?) -> String? {
    guard let node, let text = text(node) else { return nil }
    if PartialDate(text) == nil {
      report(.dateInvalid, .warning, "no date of the calendar; kept as written", at: node)
    }
    return text
  }

  /// Returns the texts of an array, or of a value in its place.
  mutating func texts(_ node: JSONNode?) -> [String] {
    guard let node else { return [] }
    guard node.isArray else { return text(node).map { [$0] } ?? [] }
    var texts: [String] = []
    for element in node.elements {
      if let text = text(element) { texts.append(text) }
    }
    return texts
  }

  /// Returns a number as written.
  mutating func decimal(_ node: JSONNode?) -> String? {
    guard let node else { return nil }
    if let text = node.numberText { return text }
    guard let text = node.string, !text.isEmpty else { return nil }
    if node.isUntyped, Self.isNumber(text) { return text }
    report(.shape, .warning, "a string where a number is due; kept as written", at: node)
    return text
  }

  /// Returns a truth value; a string that spells one is accepted.
  mutating func flag(_ node: JSONNode?) -> Bool? {
    guard let node else { return nil }
    if let value = node.boolean { return value }
    if node.isArray, !node.isEmptyContainer {
      report(.shape, .warning, "an array where true or false is due", at: node)
      let values = node.elements.filter { !$0.isNull }.map { flag($0) }
      // Several that differ say nothing.
      return Set(values).count == 1 ? values[0] : nil
    }
    guard let text = node.string, !text.isEmpty else { return nil }
    if !node.isUntyped || (text != "true" && text != "false") {
      report(.shape, .warning, "a string where true or false is due", at: node)
    }
    switch StatusWord(text).normalised {
    case "true": return true
    case "false": return false
    default: return nil
    }
  }

  /// Whether an element of a document in XML says only why it has no value.
  private func isExtensionOnly(_ node: JSONNode) -> Bool {
    node.isUntyped
      && node.members.allSatisfy { name, _ in name.isString("extension") || name.isString("id") }
  }

  /// Whether a text is a number as FHIR writes them: a sign, digits, a point, an exponent.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
    return digits > 0
      && text.utf8.allSatisfy { byte in
        (byte >= 0x30 && byte <= 0x39) || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains(byte)
      }
  }

  private mutating func reportKind(_ node: JSONNode, due: String) {
    let found =
      switch node.kind {
      case .null: "null"
      case .boolean: "a truth value"
      case .number: "a number"
      case .string: "a string"
      case .array: "an array"
      case .object: "an object"
      case .omitted: "an element nested too deep"
      }
    let code: Problem.Code = node.kind == .omitted ? .depthLimit : .shape
    report(
      code, node.kind == .omitted ? .error : .warning, "\(found) where \(due) is due", at: node)
  }
}

/// Data types of one text that were read before, by their bytes.
///
/// The same category, route and unit are in thousands of lines: they are read once and shared.
/// What was odd about an element is reported with its place, so such elements are read each time.
final class RepeatedElements {
  let concepts = Repeated<FHIRConcept>()
  let quantities = Repeated<FHIRQuantity?>()
  let timings = Repeated<FHIRTiming?>()
  let dosages = Repeated<FHIRDosage>()

  /// Values of one type.
  final class Repeated<Value> {
    fileprivate var numbers = JSONRepeats()
    fileprivate var values: [Value?] = []
  }
}

extension ElementReader {
  /// Reads an element, unless its bytes were read before.
  mutating func once<Value>(
    _ node: JSONNode, _ known: RepeatedElements.Repeated<Value>?,
    _ read: (inout ElementReader, JSONNode) -> Value
  ) -> Value {
    guard let known, let number = known.numbers.number(of: node) else { return read(&self, node) }
    if number == known.values.count { known.values.append(nil) }
    if let value = known.values[number] { return value }
    let count = reportCount
    let value = read(&self, node)
    if reportCount == count { known.values[number] = value }
    return value
  }
}
