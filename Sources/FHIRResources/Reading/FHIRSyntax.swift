// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import JSONText

/// Another syntax of FHIR than JSON, whose documents are read as the JSON of the same resource.
///
/// `FHIRXMLText` of the module `FHIRXML` is the one for XML; it needs libxml2, which an app that reads
/// JSON alone does without.
public protocol FHIRSyntax: Sendable {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The text, not compressed.
  ///   - options: Limits of size and depth, and what is passed over.
  /// - Throws: The problem of a text that is not well-formed or not FHIR.
  init(_ bytes: [UInt8], options: JSONOptions) throws(FHIRDocumentProblem)

  /// The JSON.
  var document: JSONDocument { get }

  /// Returns the line and column of the text that a value was made from, from 1 on.
  func place(of node: JSONNode) -> (line: Int, column: Int)
}
