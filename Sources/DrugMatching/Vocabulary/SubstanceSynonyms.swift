// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Names of substances that other countries, the international lists and habit use.
enum SubstanceSynonyms {
  /// The rows of the table: name, meaning in the catalog (parts joined by `+`).
  static var rows: [(name: Substring, meaning: Substring)] {
    SubstanceSynonymTable.text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      return fields.count == 3 ? (fields[0], fields[1]) : nil
    }
  }
}
