// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// The forms in which answers are printed.
package enum OutputFormat: String, CaseIterable, Sendable {
  case table, json, ndjson, csv, tsv, markdown

  /// What the form is, a few words.
  package var explanation: String {
    switch self {
    case .table: "Aligned columns for a person; in a pipe without colour, never cut or wrapped."
    case .json: "One JSON array."
    case .ndjson: "One JSON object a line."
    case .csv: "Comma-separated values with a header (RFC 4180)."
    case .tsv: "Tab-separated values with a header; tab, line ends and \\ as \\t \\n \\r \\\\."
    case .markdown: "A table in GitHub Flavored Markdown."
    }
  }
}
