// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import SymptomMapping
internal import XMLText

/// What an XML file turned out to be.
public enum SPLDocument: Sendable, Hashable {
  /// A label.
  case label(DrugLabel)
  /// No label; why.
  case skipped(reason: String)
}

/// Reads Structured Product Labeling: one XML file is one version of one label.
///
/// What is read, and from where: HL7 SPL, namespace `urn:hl7-org:v3`. Files of before 2009 name
/// products and ingredients otherwise and are read as well. Nothing is looked up in a catalog.
///
/// - Complexity: One pass over the file; the memory of the text that is kept.
public enum SPLReader {
  /// The largest file that is read.
  static let byteLimit = 1 << 28
  /// Labels nest some thirty elements; reading them calls itself once a section, part and table.
  static let depthLimit = 256

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - bytes: The XML text.
  ///   - file: What the label and errors are to call it.
  /// - Returns: The label, or why it is none.
  /// - Throws: ``LabelError`` with an `xml.` code where the text stops being XML.
  public static func label(_ bytes: [UInt8], file: String) throws(LabelError) -> SPLDocument {
    do {
      var parser = try SPLParser(bytes, file: file)
      return try parser.document()
    } catch {
      throw LabelError(error, file: file)
    }
  }
}
