// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import Threads

/// A table whose rows are about subjects of labels.
protocol SubjectTable: Sendable {
  /// A table without rows.
  init()
  var count: Int { get }
  var subjects: [EvidenceSubject] { get }
}

/// A table in a catalog, of which only the rows of requested subjects are read.
///
/// The rows were checked when the catalog was built and are checked again when they are read; rows
/// that do not match the index mark the catalog as damaged, which every command checks before it
/// answers.
final class IndexedTable<Table: SubjectTable>: Sendable {
  let index: EvidenceIndex
  private let catalog: Catalog
  private let file: String
  /// The header line of the table.
  private let header: [UInt8]
  private let read: @Sendable (_ bytes: [UInt8], _ firstRow: Int) throws(MappingError) -> Table
  /// The rows of the requested subjects, and for `nil` the whole table if it was requested.
  private let known = Monitor<[EvidenceSubject?: Table]>([:])

  /// The table of a catalog; `nil` if it has no index of it.
  init?(
    _ catalog: Catalog, _ file: String, index: String,
    read: @escaping @Sendable ([UInt8], Int) throws(MappingError) -> Table
  ) {
    guard let count = catalog.attachmentByteCount(file),
      let bytes = catalog.attachment(index),
      let index = EvidenceIndex(bytes: bytes, tableByteCount: count)
    else { return nil }
    let start = index.entries.map(\.bytes.lowerBound).min() ?? count
    header = catalog.attachment(file, 0..<start) ?? []
    (self.catalog, self.file, self.index, self.read) = (catalog, file, index, read)
  }

  /// The table of the rows about a subject; `nil` if there are none.
  func table(of subject: EvidenceSubject) -> Table? {
    guard let entry = index.entry(of: subject) else { return nil }
    return once(subject) {
      catalog.attachment(file, entry.bytes).flatMap { try? read(header + $0, entry.firstRow) }
        .flatMap { $0.subjects == [subject] ? $0 : nil }
    }
  }

  /// All rows, read on first use.
  var whole: Table {
    once(nil) {
      catalog.attachment(file).flatMap { try? read($0, 0) }
        .flatMap { $0.count == index.rowCount ? $0 : nil }
    }
  }

  private func once(_ subject: EvidenceSubject?, _ make: () -> Table?) -> Table {
    known.withLock { known in
      if let table = known[subject] { return table }
      let table = make()
      if table == nil { catalog.noteDamage(ofAttachment: file) }
      known[subject] = table ?? Table()
      return table ?? Table()
    }
  }
}
