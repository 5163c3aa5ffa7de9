// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The label routes that fit a dose form.
public struct RouteTable: Sendable {
  private static let columns = ["dose_form", "rxcui", "routes", "reason"]

  private let text: TableText
  private let index: SortedColumn

  /// Reads a table.
  ///
  /// - Throws: MappingError for the first thing that is wrong.
  public init(bytes: [UInt8], file: String = "routes.tsv") throws(MappingError) {
    text = try TableText(file: file, bytes: bytes, columns: Self.columns)
    var reader = FieldReader(text)
    for row in 0..<text.rowCount {
      reader.row = row
      try reader.require(0, "the name of a dose form")
      _ = try reader.routes(2)
    }
    index = try SortedColumn(text, column: 0)
  }

  init() {
    text = TableText(withoutRows: "routes.tsv", columnCount: Self.columns.count)
    index = SortedColumn(withoutRows: text)
  }

  /// The number of dose forms.
  public var count: Int { text.rowCount }

  /// The routes that fit a dose form; empty if its name does not say the route.
  ///
  /// - Returns: `nil` for a dose form without a row.
  public func routes(forDoseForm name: String) -> [String]? {
    routeNames(forDoseForm: name)?.texts
  }

  func routeNames(forDoseForm name: String) -> RouteNames? {
    index.row(name.trimmedOfBlanks).map { RouteNames(text.slice($0, 2)) }
  }
}
