// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// Names of substances that other countries, the international lists and habit use.
enum SubstanceSynonyms {
  /// The rows of the tables: name, meaning in the catalog (parts joined by `+`), and
  /// whether the name is a brand.
  static var rows: [(name: Substring, meaning: Substring, isBrand: Bool)] {
    rows(SubstanceSynonymTable.text, isBrand: false) + rows(BrandsAbroadTable.text, isBrand: true)
  }

  private static func rows(
    _ text: String, isBrand: Bool
  ) -> [(name: Substring, meaning: Substring, isBrand: Bool)] {
    text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "|", omittingEmptySubsequences: false)
      return fields.count == 3 ? (fields[0], fields[1], isBrand) : nil
    }
  }
}
