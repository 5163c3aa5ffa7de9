// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import JSONText

/// The description of a folder of tables for programs.
///
/// "Metadata Vocabulary for Tabular Data" (W3C Recommendation, 17 December
/// 2015): columns with their types and meaning, keys and foreign keys, and what
/// the export says of its origin. Columns without a type are texts.
enum TableMetadata {
  static func json(
    of content: ExportContent, form: DelimitedExport.Form, name: (ExportTable) -> String
  ) -> [UInt8] {
    let isCSV = form == .csv
    let metadata: JSONValue = [
      "@context": ["http://www.w3.org/ns/csvw", ["@language": "en"]],
      "dc:title": .string(content.catalog.release.name),
      "dc:issued": .text(content.catalog.release.date) ?? .null,
      "dc:creator": "rxkit \(content.toolVersion)",
      "dc:rights": .string(ExportContent.attribution),
      "dc:license": .string(content.licence),
      "notes": .array(content.statement.map { .object([($0.key, .string($0.value))]) }),
      "dialect": [
        "delimiter": isCSV ? "," : "\t", "doubleQuote": .flag(isCSV),
        "quoteChar": isCSV ? "\"" : .null, "header": true,
      ],
      "tables": .array(ExportTable.allCases.map { description(of: $0, name) }),
    ]
    return metadata.lines
  }

  private static func description(
    of table: ExportTable, _ name: (ExportTable) -> String
  ) -> JSONValue {
    let references = table.columns.map { column in
      column.target.map { target -> JSONValue in
        [
          "columnReference": .string(column.name),
          "reference": [
            "resource": .string(name(target.table)), "columnReference": .string(target.column),
          ],
        ]
      }
    }
    return [
      "url": .string(name(table)),
      "dc:description": .string(table.meaning),
      "tableSchema": [
        "columns": .array(table.columns.map(description)),
        "primaryKey": .text(table.columns.first(where: \.isKey)?.name),
        "foreignKeys": .list(references),
      ],
    ]
  }

  private static func description(of column: TableColumn) -> JSONValue {
    let type: JSONValue =
      switch column.kind {
      case .integer: "integer"
      case .flag: ["base": "boolean", "format": "1|0"]
      case .text: "string"
      }
    return [
      "name": .string(column.name), "titles": .string(column.name),
      "dc:description": .string(column.meaning), "datatype": type,
      "required": .flag(!column.isOptional),
    ]
  }
}
