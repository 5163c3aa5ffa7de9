// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A record of a section, whose words are read on access.
protocol CatalogRecord {
  static var section: SectionID { get }
  var catalog: Catalog { get }
  var index: Int { get }
  init(catalog: Catalog, index: Int)
}

extension CatalogRecord {
  func word(_ field: Int) -> UInt32 { catalog.file.word(Self.section, index, field) }
  func text(_ field: Int) -> String { catalog.file.text(Self.section, index, field) }

  /// The records that two words name.
  func records<Record: CatalogRecord>(_ field: Int) -> [Record] {
    catalog.file.run(Record.section, of: Self.section, index, field)
      .map { Record(catalog: catalog, index: $0) }
  }

  /// The tuples that two words name, four strings each.
  func tuples(_ field: Int) -> [[String]] { catalog.tuples(word(field), word(field + 1)) }
}

extension Catalog {
  /// All records of a section.
  func records<Record: CatalogRecord>() -> [Record] {
    (0..<file.section(Record.section).count).map { Record(catalog: self, index: $0) }
  }

  /// A run of tuples, four strings each.
  func tuples(_ first: UInt32, _ count: UInt32) -> [[String]] {
    file.range(.tuples, first: first, count: count).map { place in
      (0..<4).map { file.text(.tuples, place, $0) }
    }
  }
}
