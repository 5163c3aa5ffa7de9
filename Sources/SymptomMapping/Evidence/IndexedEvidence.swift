// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import Threads

/// A table in a catalog, of which only the requested rows are read.
///
/// The rows were checked when the catalog was built and are checked again when they are read; rows
/// that do not match the index mark the catalog as damaged, which every command checks before it
/// answers.
final class IndexedEvidence: Sendable {
  private static let file = "side-effects.tsv"

  private let catalog: Catalog
  let index: EvidenceIndex
  private let table: EvidenceOrigin
  /// The header line of the table.
  private let header: [UInt8]
  /// The rows of the requested subjects, and the whole table if it was requested.
  private let known = Monitor<
    (subjects: [EvidenceSubject: EvidenceStorage], whole: WholeEvidence?)
  >(
    ([:], nil))

  /// The table of a catalog; `nil` if it has no index of it.
  init?(_ catalog: Catalog, _ labels: LabelTable) {
    guard let count = catalog.attachmentByteCount(Self.file),
      let bytes = catalog.attachment(EvidenceIndex.fileName),
      let index = EvidenceIndex(bytes: bytes, tableByteCount: count)
    else { return nil }
    let start = index.entries.map(\.bytes.lowerBound).min() ?? 0
    header = catalog.attachment(Self.file, 0..<start).map { Array($0) } ?? SideEffectTable.header
    table = EvidenceOrigin(labels)
    self.catalog = catalog
    self.index = index
  }

  /// All rows, read on first use.
  var whole: WholeEvidence {
    known.withLock { known in
      if let whole = known.whole { return whole }
      let whole = readWhole()
      known.whole = whole
      return whole
    }
  }

  private func readWhole() -> WholeEvidence {
    guard let bytes = catalog.attachment(Self.file),
      let whole = try? WholeEvidence(bytes: bytes, file: Self.file, of: table),
      whole.count == index.rowCount
    else {
      catalog.noteDamage(ofAttachment: Self.file)
      return WholeEvidence()
    }
    return whole
  }

  /// The rows about a subject, in the order of their keys.
  func rows(about subject: EvidenceSubject) -> [EvidenceRow] {
    guard let entry = index.entry(of: subject) else { return [] }
    let storage = known.withLock { known in
      if let storage = known.subjects[subject] { return storage }
      let storage = read(entry)
      known.subjects[subject] = storage
      return storage
    }
    return storage.facts.indices.map {
      EvidenceRow(storage: storage, row: $0, place: storage.firstRow + $0)
    }
  }

  private func read(_ entry: EvidenceIndex.Entry) -> EvidenceStorage {
    guard let rows = catalog.attachment(Self.file, entry.bytes),
      let storage = try? EvidenceStorage(
        bytes: header + rows, file: Self.file, of: table,
        firstRow: entry.firstRow),
      storage.facts.allSatisfy({ $0.subject == entry.subject })
    else {
      catalog.noteDamage(ofAttachment: Self.file)
      return EvidenceStorage()
    }
    return storage
  }
}
