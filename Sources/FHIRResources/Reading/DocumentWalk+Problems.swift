// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel

// What is odd and belongs to no record, and where it is.

extension DocumentWalk {
  /// Keeps a problem of the document; `node` is what it is about.
  mutating func report(
    _ code: Problem.Code, _ severity: Problem.Severity, _ message: String,
    of node: JSONNode? = nil, at address: String, line: Int? = nil, column: Int? = nil
  ) {
    problems.append(
      FHIRDocumentProblem(
        Problem(code, severity, message, path: node.map { path($0) } ?? ""), entryPath: address,
        line: line, column: column))
  }

  mutating func report(notJSON error: JSONError, at address: String = "", isLine: Bool = false) {
    let code: Problem.Code =
      switch error.code {
      case .size: .sizeLimit
      default: isLine ? .badLine : .notJSON
      }
    problems.append(
      FHIRDocumentProblem(
        code, found: error.found, expected: error.expected, name: error.code.rawValue,
        path: error.path, entryPath: address, line: error.line, column: error.column))
  }

  /// Says that something is behind a complete value: an error if it may be a resource.
  mutating func reportTrailing(
    _ value: StaticString, mayHoldObject: Bool, at address: String, line: Int, column: Int? = nil
  ) {
    report(
      .trailingData, mayHoldObject ? .error : .warning,
      mayHoldObject
        ? "found more behind the complete \(value), which was not read, expected its end or a "
          + "further line"
        : "something follows the complete \(value); it was not read", at: address, line: line,
      column: column)
  }

  /// Reports what tolerant reading replaced.
  mutating func reportReplacements(
    surrogate: Int?, omission: Int?, position: (Int) -> JSONPosition
  ) {
    if let surrogate {
      let place = position(surrogate)
      report(
        .loneSurrogate, .warning, "half of a surrogate pair was read as U+FFFD", at: "",
        line: place.line, column: place.column)
    }
    if let omission {
      let place = position(omission)
      report(
        .depthLimit, .error, "an element is nested too deep and was not read", at: "",
        line: place.line, column: place.column)
    }
  }

  /// Whether there are already so many problems that positions are no longer determined.
  private var hasManyProblems: Bool { problems.count - begin.problem >= Self.placeLimit }

  // MARK: Notes about resources that make no record

  mutating func reportNoResource(_ node: JSONNode, at address: String) {
    let found =
      switch node.kind {
      case .object: "an object without resourceType"
      case .array: node.elements.allSatisfy(\.isNull) ? "an empty array" : "an array"
      case .string: "a string"
      case .number: "a number"
      case .boolean: "a truth value"
      case .null: "null"
      case .omitted: "an element nested too deep"
      }
    var place: (line: Int, column: Int)?
    if !hasManyProblems {
      let position = xml == nil ? position(of: node) : nil
      place = xml?.place(of: node) ?? position.map { ($0.line, $0.column) }
    }
    report(
      .notAResource, .error, "found \(found), expected a FHIR resource", of: node, at: address,
      line: place?.line, column: place?.column)
  }

  /// The position of a node, without scanning other lines if only one is read.
  private func position(of node: JSONNode) -> JSONPosition {
    lineNumber.flatMap { batch?.position(of: node.offset, onLine: $0) } ?? node.position
  }

  /// Other resources make no record; what looks like a misspelt medication type is reported.
  mutating func reportMisspeltType(of node: JSONNode, at address: String) {
    guard let type = node["resourceType"], ResourceKind.looksMisspelt(type) else { return }
    let place = !hasManyProblems ? position(of: type) : nil
    report(
      .notAResource, .error,
      "found a resource type that FHIR does not have, expected one such as MedicationRequest, in "
        + "this spelling", of: type, at: address, line: place?.line, column: place?.column)
  }

  /// Says that a Binary contains a FHIR document, which is not read.
  mutating func reportBinary(_ node: JSONNode, at address: String) {
    guard let type = node["resourceType"], type.isString("Binary"),
      node.whole["contentType"]?.string?.lowercased().contains("fhir") ?? false
    else { return }
    report(
      .containedRecord, .warning, "a Binary holds a FHIR document, which was not read", of: node,
      at: address)
  }

  mutating func reportDuplicates(of node: JSONNode, at address: String) {
    // Elements of one name are an array there, never two members.
    if node.isUntyped { return }
    for name in node.duplicateNames {
      let isRead = name == "entry" || name == "resource"
      report(
        .duplicateKey, .warning,
        "a member name occurs more than once; \(isRead ? "each is read" : "the last one counts")",
        of: node[name], at: address)
    }
  }

  /// Says that contained requests, statements and events make no record.
  mutating func reportContainedRecords(in resource: JSONNode, at address: String) {
    guard resource["contained"] != nil else { return }
    for contained in ReferenceResolver.containedResources(of: resource) {
      let kind = ResourceKind(of: contained)
      if kind == .patient, let id = contained["id"]?.scalarText {
        readPatient(contained.whole, at: address, id: id.hasPrefix("#") ? id : "#\(id)")
      }
      guard let kind, kind.isMedicationType, !kind.isMedication else { continue }
      let type = contained["resourceType"]?.string ?? ""
      report(
        .containedRecord, .note, "a contained \(type) was skipped", of: contained,
        at: address)
    }
  }

  func path(_ node: JSONNode) -> String {
    !hasManyProblems ? root.map { node.path(from: $0) } ?? "" : ""
  }
}
