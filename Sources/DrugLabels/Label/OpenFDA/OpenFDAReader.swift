// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import JSONText
internal import SymptomMapping

/// Reads documents of openFDA's endpoint `/drug/label.json`.
///
/// Each field of text is a section with the string as it stands, byte by byte; the headings and
/// numbers within it are left to those who read the text. Tables are read from the `*_table`
/// fields, where openFDA keeps the markup.
public enum OpenFDAReader {
  /// Reads a text that holds labels: openFDA's envelope, an array, one object, or JSON Lines.
  ///
  /// For files of any size use ``LabelFiles``, which reads them piece by piece.
  ///
  /// - Returns: For each object a label, a reason, or what is wrong with it.
  public static func labels(
    _ bytes: [UInt8], file: String
  ) -> [Result<LabelDocument, LabelError>] {
    var pieces = OpenFDAPieces(named: file)
    var documents: [Result<LabelDocument, LabelError>] = []
    pieces.append(bytes)
    pieces.end()
    while let piece = pieces.next() {
      documents.append(piece.flatMap { read($0, file: file) })
    }
    return documents
  }

  static func read(_ piece: OpenFDAPiece, file: String) -> Result<LabelDocument, LabelError> {
    do {
      let document = try JSONDocument(piece.bytes)
      let result = read(document.root, file: file + piece.suffix)
      guard case .label(var label) = result, document.trailing != .nothing else {
        return .success(result)
      }
      label.notes.append("something follows the object on its line, which was not read")
      return .success(.label(label))
    } catch {
      return .failure(LabelError(error, file: file, line: piece.line))
    }
  }

  static func read(_ node: JSONNode, file: String) -> LabelDocument {
    guard node.isObject else { return .skipped(reason: "a JSON value that is no object") }
    guard
      node["set_id"] != nil || node["openfda"] != nil || node["spl_product_data_elements"] != nil
    else {
      return .skipped(
        reason: node["error"] == nil
          ? "a JSON object without set_id and openfda" : "an error reply of openFDA, not a label")
    }
    var document = OpenFDALabel(file: file)
    document.read(node)
    return .label(document.label)
  }
}
