// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import JSONText

/// A row of a table about code systems, ready to be printed as tab-separated values.
public struct TerminologyRow: Sendable, Hashable {
  /// The cells in the order of the table's columns, unescaped.
  public let cells: [String]

  /// The columns of a row per code system.
  public static let systemColumns = [
    "file", "resourceType", "url", "version", "status", "content", "supplements", "concepts",
    "depth", "designations", "properties", "conceptsWithoutDisplay", "composeConcepts", "filters",
    "expansionEntries", "groups", "elements", "targets",
  ]

  /// The columns of a row per concept.
  public static let conceptColumns = [
    "file", "kind", "parentOrSource", "codeOrTarget", "displayOrEquivalence", "designations",
    "properties",
  ]

  /// The cells with a tab between; tab, line feed, carriage return and backslash are escaped.
  public var line: String {
    var bytes: [UInt8] = []
    for (number, cell) in cells.enumerated() {
      if number > 0 { bytes.append(0x09) }
      for byte in cell.utf8 {
        switch byte {
        case 0x09: bytes.append(contentsOf: [0x5C, 0x74])
        case 0x0A: bytes.append(contentsOf: [0x5C, 0x6E])
        case 0x0D: bytes.append(contentsOf: [0x5C, 0x72])
        case 0x5C: bytes.append(contentsOf: [0x5C, 0x5C])
        default: bytes.append(byte)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// A list of texts in JSON.
  static func list(_ values: [String]) -> String {
    let items = values.map { value in
      var writer = JSONWriter()
      writer.string(value)
      return writer.text
    }
    return "[" + items.joined(separator: ", ") + "]"
  }
}

extension CodeSystemResource {
  /// Returns the row of this code system; columns of value sets and maps are 0.
  ///
  /// - Parameter file: What to name the document.
  /// - Returns: Cells in the order of ``TerminologyRow/systemColumns``.
  public func row(file: String) -> TerminologyRow {
    let counts = [
      concepts.count, concepts.map(\.depth).max() ?? 0,
      concepts.reduce(0) { $0 + $1.designations.count },
      concepts.reduce(0) { $0 + $1.properties.count },
      concepts.count { $0.display == nil }, 0, 0, 0, 0, 0, 0,
    ]
    return TerminologyRow(
      cells: [
        file, resourceType, resourceURL ?? "", resourceVersion ?? "", status ?? "", content ?? "",
        supplements ?? "",
      ] + counts.map { String($0) })
  }

  /// Returns one row per concept, in document order.
  ///
  /// - Parameter file: What to name the document.
  /// - Returns: Cells in the order of ``TerminologyRow/conceptColumns``.
  public func conceptRows(file: String) -> [TerminologyRow] {
    concepts.map { concept in
      let designations = concept.designations.map(\.summary)
      let properties = concept.properties.map { "\($0.code)=\($0.value)" }
      return TerminologyRow(cells: [
        file, "concept", concept.parent ?? "", concept.code, concept.display ?? "",
        TerminologyRow.list(designations), TerminologyRow.list(properties),
      ])
    }
  }
}
