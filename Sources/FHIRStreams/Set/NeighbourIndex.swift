// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import FHIRResources

// What the index keeps of a Medication, MedicationKnowledge or Substance is
// where it stands: 32 bytes for each key, most have one. The bytes stay in
// their file; those of a pipe or gzip file go to a temporary file.

/// Where the resources of a set stand, by key.
struct NeighbourIndex: Sendable {
  /// One resource under one key.
  struct Entry: Sendable {
    let key: UInt64
    /// The document in the set, and the line in it; no line is -1.
    let source: Int32
    let line: Int
    /// Where the line is: in its file, or in the spool if the source has one; -1 for a document.
    let offset: Int
    let length: Int32
  }

  private let entries: [Entry]

  /// Sorts entries by key, then in the order of the set.
  init(_ entries: consuming [Entry]) {
    var sorted = entries
    sorted.sort { left, right in
      (left.key, left.source, left.line, left.offset)
        < (right.key, right.source, right.line, right.offset)
    }
    self.entries = sorted
  }

  /// How many there are.
  var count: Int { entries.count }

  /// The entries of a key in the order of the set, at most so many.
  func entries(of key: UInt64, limit: Int) -> ArraySlice<Entry> {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    var end = low
    while end < entries.count, end - low < limit, entries[end].key == key { end += 1 }
    return entries[low..<end]
  }
}

extension NeighbourIndex {
  /// Finds the lines of a batch that hold neighbours.
  ///
  /// - Parameters:
  ///   - batch: The lines.
  ///   - source: The number of their document.
  ///   - body: Is given the range of the line in the bytes, its number and its keys.
  /// - Throws: What `body` throws.
  static func file(
    _ batch: FHIRLineStream.Batch, source: Int,
    _ body: (Range<Int>, Int, [UInt64]) throws(FHIRStreamError) -> Void
  ) throws(FHIRStreamError) {
    var done = 0
    var line = batch.firstLine
    for hit in ByteSearch.typeNames(in: batch.bytes) where hit >= done {
      let start = (batch.bytes[..<hit].lastIndex(of: 0x0A) ?? -1) + 1
      let end = batch.bytes[hit...].firstIndex(of: 0x0A) ?? batch.bytes.count
      line += ByteSearch.lineFeeds(in: batch.bytes[done..<start])
      let found = FHIRNeighbour.read(
        line: Array(batch.bytes[start..<end]), number: line, source: source, document: "")
      let keys = Set(found.flatMap(\.keys)).sorted()
      if !keys.isEmpty { try body(start..<end, line, keys) }
      done = start
      guard end < batch.bytes.count else {
        return
      }
      done = end + 1
      line += 1
    }
  }
}
