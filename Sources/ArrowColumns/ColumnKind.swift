// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The type of a column that is made here; every value may be null.
package indirect enum ColumnKind: Sendable, Hashable {
  /// UTF-8 text with 32-bit offsets.
  case text
  /// Text of few different values, dictionary-encoded with 32-bit indices.
  case category
  /// A signed integer of 64 bits.
  case integer
  /// A floating-point number of 64 bits.
  case number
  /// A truth value.
  case flag
  case list(ColumnKind)
  case structure([ColumnField])

  /// The type in the C data interface; of a category that of its indices.
  var format: StaticString {
    switch self {
    case .text: "u"
    case .category: "i"
    case .integer: "l"
    case .number: "g"
    case .flag: "b"
    case .list: "+l"
    case .structure: "+s"
    }
  }

  /// The fields of the children in the C data interface.
  var childFields: [ColumnField] {
    switch self {
    case .list(let element): [ColumnField("item", element)]
    case .structure(let fields): fields
    default: []
    }
  }
}

/// A named column, or a member of a structure.
package struct ColumnField: Sendable, Hashable {
  package let name: String
  package let kind: ColumnKind

  package init(_ name: String, _ kind: ColumnKind) {
    (self.name, self.kind) = (name, kind)
  }
}
