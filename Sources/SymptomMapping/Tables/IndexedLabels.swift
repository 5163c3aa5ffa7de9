// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import Threads

/// The labels in a catalog, of which only those of requested subjects are read.
///
/// They were checked when the catalog was built and are checked again when they are read; rows that
/// do not match the index are noted as damage of the catalog.
final class IndexedLabels: Sendable {
  private static let file = "labels.tsv"

  private let catalog: Catalog
  let index: EvidenceIndex
  private let header: [UInt8]
  /// The tables of the requested subjects, each with the labels of one.
  private let known = Monitor<[EvidenceSubject: LabelTable]>([:])

  /// The table of a catalog; `nil` if it has no index of it.
  init?(_ catalog: Catalog) {
    guard let count = catalog.attachmentByteCount(Self.file),
      let bytes = catalog.attachment(EvidenceIndex.labelsFileName),
      let index = EvidenceIndex(bytes: bytes, tableByteCount: count),
      let start = index.entries.map(\.bytes.lowerBound).min(),
      let header = catalog.attachment(Self.file, 0..<start)
    else { return nil }
    self.catalog = catalog
    self.index = index
    self.header = header
  }

  /// The table of the labels about a subject; `nil` if there are none.
  func table(of subject: EvidenceSubject) -> LabelTable? {
    guard let entry = index.entry(of: subject) else { return nil }
    return known.withLock { known in
      if let table = known[subject] { return table }
      let table = read(entry)
      known[subject] = table
      return table
    }
  }

  private func read(_ entry: EvidenceIndex.Entry) -> LabelTable {
    guard let rows = catalog.attachment(Self.file, entry.bytes),
      let table = try? LabelTable(bytes: header + rows), table.subjects == [entry.subject]
    else {
      catalog.noteDamage(ofAttachment: Self.file)
      return LabelTable()
    }
    return table
  }
}
