// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

package import ConceptCatalog

/// Rows of values under named columns, to be printed in any form.
package struct Table: Sendable {
  /// A column.
  package struct Column: Sendable {
    /// What the values are.
    package enum Kind: Sendable {
      /// Text: at the left of a column, a string in JSON.
      case text
      /// A number as it is written in JSON: at the right of a column, a number in JSON.
      case number
    }

    /// The name: heading of the column and key in JSON.
    package let name: String
    package let kind: Kind

    package init(_ name: String, _ kind: Kind = .text) {
      self.name = name
      self.kind = kind
    }
  }

  package let columns: [Column]
  /// The rows, each with a value for each column; `nil` is an absent fact.
  package private(set) var rows: [[String?]] = []

  /// Makes a table without rows.
  package init(_ columns: [Column]) {
    self.columns = columns
  }

  /// Makes a table without rows whose columns are all text.
  package init(_ names: String...) {
    self.init(columns: names)
  }

  /// Makes a table without rows whose columns are all text.
  package init(columns names: [String]) {
    columns = names.map { Column($0) }
  }

  /// Adds a row.
  package mutating func append(_ row: [String?]) {
    precondition(row.count == columns.count, "a row has a value for each column")
    rows.append(row)
  }
}

extension Table {
  /// The table with the release in each row, in the forms that programs read (S23).
  package func naming(_ release: ReleaseIdentity?, as format: OutputFormat) -> Table {
    guard let release, format != .table, format != .markdown else { return self }
    var table = Table(columns + ["release", "release_date", "official"].map { Column($0) })
    let cells = [release.name, release.date, release.isOfficial ? "yes" : "no"]
    for row in rows { table.append(row + cells) }
    return table
  }

  /// The table in a form, with a line feed at its end.
  ///
  /// - Parameters:
  ///   - format: The form.
  ///   - terminal: What it is printed on; matters to ``OutputFormat/table`` only.
  /// - Returns: The text; without rows still the headings, where the form has them.
  package func rendered(as format: OutputFormat, for terminal: Terminal = .none) -> String {
    switch format {
    case .table: aligned(for: terminal)
    case .json: json()
    case .ndjson: ndjson()
    case .csv: csv()
    case .tsv: tsv()
    case .markdown: markdown()
    }
  }
}
