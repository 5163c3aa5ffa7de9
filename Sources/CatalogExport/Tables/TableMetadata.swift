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
    var writer = JSONWriter(layout: .indented)
    writer.object { writer in
      writer.array("@context") { writer in
        writer.string("http://www.w3.org/ns/csvw")
        writer.object { $0.member("@language", "en") }
      }
      writer.member("dc:title", content.catalog.release.name)
      writer.member("dc:issued", content.catalog.release.date)
      writer.member("dc:creator", "rxkit \(content.toolVersion)")
      writer.member("dc:rights", ExportContent.attribution)
      writer.member("dc:license", content.licence)
      writer.array("notes") { writer in
        for (key, value) in content.statement {
          writer.object { writer in
            writer.key(key)
            writer.string(value)
          }
        }
      }
      writer.object("dialect") { writer in
        writer.member("delimiter", form == .csv ? "," : "\t")
        writer.member("doubleQuote", form == .csv)
        writer.key("quoteChar")
        writer.string(form == .csv ? "\"" : nil)
        writer.member("header", true)
      }
      writer.array("tables") { writer in
        for table in ExportTable.allCases { write(table, name, &writer) }
      }
    }
    writer.endLine()
    return writer.bytes
  }

  private static func write(
    _ table: ExportTable, _ name: (ExportTable) -> String, _ writer: inout JSONWriter
  ) {
    writer.object { writer in
      writer.member("url", name(table))
      writer.member("dc:description", table.meaning)
      writer.object("tableSchema") { writer in
        writer.array("columns") { writer in
          for column in table.columns { write(column, &writer) }
        }
        if let key = table.columns.first(where: \.isKey) { writer.member("primaryKey", key.name) }
        let references = table.columns.filter { $0.target != nil }
        guard !references.isEmpty else { return }
        writer.array("foreignKeys") { writer in
          for column in references { writeReference(of: column, name, &writer) }
        }
      }
    }
  }

  private static func write(_ column: TableColumn, _ writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", column.name)
      writer.member("titles", column.name)
      writer.member("dc:description", column.meaning)
      switch column.kind {
      case .integer: writer.member("datatype", "integer")
      case .flag:
        writer.object("datatype") { writer in
          writer.member("base", "boolean")
          writer.member("format", "1|0")
        }
      case .text: writer.member("datatype", "string")
      }
      writer.member("required", !column.isOptional)
    }
  }

  private static func writeReference(
    of column: TableColumn, _ name: (ExportTable) -> String, _ writer: inout JSONWriter
  ) {
    guard let target = column.target else { return }
    writer.object { writer in
      writer.member("columnReference", column.name)
      writer.object("reference") { writer in
        writer.member("resource", name(target.table))
        writer.member("columnReference", target.column)
      }
    }
  }
}
