// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText
import MedicationModel
import XMLText

/// A FHIR document in XML, as the JSON of the same resource with the places of its objects.
///
/// So one reader serves both, and both give the same answer (section 12).
struct FHIRXMLText {
  /// The JSON.
  let document: JSONDocument
  private let source: [UInt8]
  private let places: [(json: UInt32, xml: UInt32)]

  /// Reads a document; the problem in its place if it is not well-formed or not FHIR.
  static func read(
    _ bytes: [UInt8], options: JSONOptions
  ) -> Result<FHIRXMLText, FHIRXMLRefusal> {
    do throws(XMLError) {
      let tree = try FHIRXMLTree(
        bytes, depthLimit: options.depthLimit, byteLimit: options.byteLimit)
      if let place = tree.foreignRoot { return .failure(.notAResource(place)) }
      return .success(try FHIRXMLText(tree, options: options))
    } catch {
      return .failure(.notXML(error))
    }
  }

  private init(_ tree: consuming FHIRXMLTree, options: JSONOptions) throws(XMLError) {
    source = tree.source
    var writer = FHIRXMLWriter(tree)
    let json = writer.write()
    places = writer.places
    var options = options
    // An element becomes at most an array and an object, so the limit of XML is the one that acts.
    options.depthLimit = options.depthLimit * 2 + 8
    options.byteLimit = 1 << 30
    options.isUntyped = true
    do {
      document = try JSONDocument(json, options: options)
    } catch {
      // What was written is JSON; only its length can be too much.
      throw XMLError(sizeOf: source)
    }
  }

  /// Returns the line and column of the element that a value was made from.
  ///
  /// - Complexity: O(*n*) in the bytes before the element.
  func position(of node: JSONNode) -> XMLPosition {
    let offset = UInt32(clamping: node.offset)
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].json <= offset { low = middle + 1 } else { high = middle }
    }
    return XMLPosition(of: low == 0 ? 0 : Int(places[low - 1].xml), in: source)
  }
}

/// Why a text in XML gives no resources.
enum FHIRXMLRefusal: Error {
  case notXML(XMLError)
  /// The outermost element, which stands there, is not one of FHIR.
  case notAResource(XMLPosition)

  /// The problem that says so, with its line and column.
  var problem: FHIRDocumentProblem {
    switch self {
    case .notXML(let error):
      let code: Problem.Code =
        switch error.code {
        case .size, .memory: .sizeLimit
        case .depth: .depthLimit
        default: .notXML
        }
      return FHIRDocumentProblem(
        Problem(
          code, .error,
          "found \(error.found), expected \(error.expected)  [\(error.code.rawValue)]"),
        line: error.line, column: error.column)
    case .notAResource(let place):
      return FHIRDocumentProblem(
        Problem(
          .notAResource, .error,
          "found an element of another namespace, expected a FHIR resource (http://hl7.org/fhir)"),
        line: place.line, column: place.column)
    }
  }
}
