// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import FHIRResources
public import JSONText
internal import MedicationModel
internal import XMLText

/// A FHIR document in XML, as the JSON of the same resource with the places of its objects.
///
/// So one reader serves both, and both give the same answer.
public struct FHIRXMLText: FHIRSyntax {
  /// The JSON.
  public let document: JSONDocument
  /// That elements of other namespaces, or text, were not read.
  public let problems: [FHIRDocumentProblem]
  private let source: [UInt8]
  private let places: [(json: UInt32, xml: UInt32)]

  /// Reads a document.
  ///
  /// - Throws: The problem of a text that is not well-formed XML or not FHIR.
  public init(_ bytes: [UInt8], options: JSONOptions) throws(FHIRDocumentProblem) {
    let tree: FHIRXMLTree
    do throws(XMLError) {
      tree = try FHIRXMLTree(
        bytes, depthLimit: options.depthLimit, byteLimit: options.byteLimit,
        readsAll: options.selection == nil)
    } catch {
      throw FHIRDocumentProblem(error)
    }
    if let place = tree.foreignRoot { throw FHIRDocumentProblem(notFHIRAt: place) }
    do throws(XMLError) {
      try self.init(tree, options: options)
    } catch {
      throw FHIRDocumentProblem(error)
    }
  }

  private init(_ tree: consuming FHIRXMLTree, options: JSONOptions) throws(XMLError) {
    source = tree.source
    problems =
      tree.firstForeign.map {
        [FHIRDocumentProblem(notReadAt: $0, count: tree.foreignCount)]
      } ?? []
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
  public func place(of node: JSONNode) -> (line: Int, column: Int) {
    let offset = UInt32(clamping: node.offset)
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].json <= offset { low = middle + 1 } else { high = middle }
    }
    let place = XMLPosition(of: low == 0 ? 0 : Int(places[low - 1].xml), in: source)
    return (place.line, place.column)
  }
}

extension FHIRReadingOptions {
  /// Options that read everything of JSON and XML.
  public static var withXML: FHIRReadingOptions { FHIRReadingOptions(xml: FHIRXMLText.self) }
}

extension FHIRDocumentProblem {
  fileprivate init(_ error: XMLError) {
    let code: Problem.Code =
      switch error.code {
      case .size, .memory: .sizeLimit
      case .depth: .depthLimit
      default: .notXML
      }
    self.init(
      code, found: error.found, expected: error.expected, name: error.code.rawValue,
      line: error.line, column: error.column)
  }

  fileprivate init(notReadAt place: XMLPosition, count: Int) {
    self.init(
      Problem(
        .shape, .error,
        "found \(count) element\(count == 1 ? "" : "s") of another namespace, or text, expected "
          + "elements of http://hl7.org/fhir; they were not read"),
      line: place.line, column: place.column)
  }

  fileprivate init(notFHIRAt place: XMLPosition) {
    self.init(
      Problem(
        .notAResource, .error,
        "found an element of another namespace, expected a FHIR resource (http://hl7.org/fhir)"),
      line: place.line, column: place.column)
  }
}
