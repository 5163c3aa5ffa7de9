// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// Archive and retirements, the sources, and what describes the file itself.

extension CatalogLayout {
  /// The archive, which is sorted by now; see ``ArchiveOrder``.
  mutating func layOutArchive() {
    let archive = rows.archive
    let words = [UInt32](capacity: archive.count * 8) { output in
      for row in archive {
        output.add([
          row.rxcui, pool.reference(row.text), row.mergedInto, row.rxaui,
          symbol(row.source) | symbol(row.termType) << 16, pool.reference(row.lastReleased),
          pool.reference(row.code), pool.reference(row.archived),
        ])
      }
    }
    sections.append(SectionBytes(.archive, words: words))
  }

  mutating func layOutRetirements() {
    let strings = rows.strings
    let sorted = (rows.retirements + codesNamedAsReplacements()).sorted { left, right in
      if (left.from, left.to, left.origin) != (right.from, right.to, right.origin) {
        return (left.from, left.to, left.origin) < (right.from, right.to, right.origin)
      }
      if left.versionStart != right.versionStart {
        return strings.precedes(left.versionStart, right.versionStart)
      }
      if left.versionEnd != right.versionEnd {
        return strings.precedes(left.versionEnd, right.versionEnd)
      }
      return left.cardinality < right.cardinality
    }
    var words: [UInt32] = []
    for row in sorted {
      words += [
        row.from, row.to, row.origin, pool.reference(row.versionStart),
        pool.reference(row.versionEnd), row.cardinality,
      ]
    }
    sections.append(SectionBytes(.retirements, words: words))
  }

  /// Codes that the release names as replacements and nowhere else, so that
  /// they are not taken for codes that never were.
  private func codesNamedAsReplacements() -> [RetirementRow] {
    var known = Set(rows.archive.map(\.rxcui))
    known.formUnion(rows.retirements.map(\.from))
    let named = Set(rows.archive.map(\.mergedInto) + rows.retirements.map(\.to))
    return named.subtracting(known).sorted().filter { $0 != 0 && ordinal(of: $0) == nil }.map {
      RetirementRow(from: $0, to: 0, origin: 3, versionStart: 0, versionEnd: 0, cardinality: 0)
    }
  }

  /// Marks the concepts from whose codes the archive or the retirements lead on.
  mutating func flagRetiredConcepts() {
    let leads =
      rows.archive.lazy.map { ($0.rxcui, $0.mergedInto) }
      + rows.retirements.lazy.map { ($0.from, $0.to) }
    for (code, target) in leads where target != 0 && target != code {
      guard let ordinal = ordinal(of: code) else { continue }
      conceptWords[Int(ordinal) * 16 + ConceptField.kind] |= ConceptField.retiredFlag << 24
    }
  }

  mutating func layOutSources() {
    let strings = rows.strings
    var listed: [UInt16: SourceRow] = [:]
    // Of several rows about one source the last in this order counts.
    let sorted = rows.sources.sorted { left, right in
      if left.restriction != right.restriction { return left.restriction < right.restriction }
      if left.version != right.version { return strings.precedes(left.version, right.version) }
      if left.name != right.name { return strings.precedes(left.name, right.name) }
      return strings.precedes(left.release, right.release)
    }
    for row in sorted { listed[renumbered[Int(row.abbreviation)]] = row }
    var words: [UInt32] = []
    var numbers: [UInt16: Int] = [:]
    for (number, symbol) in renumbered.enumerated() { numbers[symbol] = number }
    for symbol in sourceSymbols {
      let row = listed[symbol]
      words += [
        pool.reference(symbolStrings[Int(symbol)]), pool.reference(row?.version ?? 0),
        pool.reference(row?.name ?? 0), pool.reference(row?.release ?? 0),
        row?.restriction ?? 9,
      ]
      words += rowCounts(ofSource: numbers[symbol] ?? 0)
    }
    sections.append(SectionBytes(.sources, words: words))
  }

  mutating func layOutSymbols() {
    sections.append(SectionBytes(.symbols, words: symbolStrings.map { pool.reference($0) }))
  }

  mutating func layOutVocabulary() {
    let strings = rows.strings
    let documentation = rows.documentation.sorted { left, right in
      for (a, b) in zip(left, right) where a != b { return strings.precedes(a, b) }
      return false
    }
    sections.append(
      SectionBytes(.documentation, words: documentation.flatMap { $0.map { pool.reference($0) } }))
    for (kind, count) in strays { rows.facts["skipped: \(kind)"] = String(count) }
    let facts = rows.facts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    let words = facts.flatMap { [pool.reference(text: $0.key), pool.reference(text: $0.value)] }
    sections.append(SectionBytes(.facts, words: words))
  }

  mutating func layOutAttachments() {
    var words: [UInt32] = []
    var bytes: [UInt8] = []
    for attachment in rows.attachments {
      words += [
        pool.reference(attachment.name), UInt32(bytes.count), UInt32(attachment.bytes.count),
      ]
      bytes += attachment.bytes
    }
    sections.append(SectionBytes(.attachments, words: words))
    sections.append(SectionBytes(.attachmentBytes, bytes: bytes))
  }
}

// The sections of history. A catalog of one release has none of them: its names
// and NDCs already say the same.

extension CatalogLayout {
  mutating func layOutReleases() {
    let spans = rows.spans
    guard spans.releases.count > 1 else { return }
    var words: [UInt32] = []
    for release in spans.releases {
      words += [
        pool.reference(text: release.name), pool.reference(text: release.date),
        (release.isOfficial ? ReleaseField.officialFlag : 0)
          | (release.isPrescribable ? ReleaseField.prescribableFlag : 0),
      ]
    }
    sections.append(SectionBytes(.releases, words: words))
    layOutNameSpans(spans)
    layOutNDCSpans(spans)
  }

  private mutating func layOutNameSpans(_ spans: ReleaseSpans) {
    let strings = rows.strings
    let renumbered = renumbered
    let sorted = spans.names.sorted { left, right in
      let (a, b) = (left.key, right.key)
      if a.rxcui != b.rxcui { return a.rxcui < b.rxcui }
      if left.run != right.run { return left.run < right.run }
      if a.termType != b.termType {
        return renumbered[Int(a.termType)] < renumbered[Int(b.termType)]
      }
      if a.text != b.text { return strings.precedes(a.text, b.text) }
      return a.suppress < b.suppress
    }
    var words: [UInt32] = []
    words.reserveCapacity(sorted.count * 4)
    for (key, run) in sorted {
      words += [
        key.rxcui, pool.reference(key.text),
        UInt32(renumbered[Int(key.termType)]) | UInt32(key.suppress) << 16, run.word,
      ]
    }
    sections.append(SectionBytes(.nameSpans, words: words))
  }

  private mutating func layOutNDCSpans(_ spans: ReleaseSpans) {
    let sorted = spans.ndcs.sorted { left, right in
      let (a, b) = (left.key, right.key)
      if a.ndc != b.ndc { return a.ndc < b.ndc }
      return left.run != right.run ? left.run < right.run : a.rxcui < b.rxcui
    }
    var words: [UInt32] = []
    words.reserveCapacity(sorted.count * 4)
    for (key, run) in sorted {
      words += [
        UInt32(truncatingIfNeeded: key.ndc), UInt32(truncatingIfNeeded: key.ndc >> 32), key.rxcui,
        run.word,
      ]
    }
    sections.append(SectionBytes(.ndcSpans, words: words))
    let places = sorted.indices.sorted {
      (sorted[$0].key.rxcui, $0) < (sorted[$1].key.rxcui, $1)
    }
    sections.append(SectionBytes(.ndcSpansByConcept, words: places.map { UInt32($0) }))
  }
}

extension ReleaseRun: Comparable {
  /// The two numbers in one word.
  fileprivate var word: UInt32 { UInt32(first) | UInt32(last) << 16 }

  static func < (left: ReleaseRun, right: ReleaseRun) -> Bool {
    (left.first, left.last) < (right.first, right.last)
  }
}

/// Sorts the archive: by code, text, source, term type and release, then by the rest.
struct ArchiveOrder {
  private let rows: [ArchiveRow]
  private let strings: StringPool
  private let renumbered: [UInt16]
  private let threads: Int

  init(_ layout: borrowing CatalogLayout) {
    rows = layout.rows.archive
    strings = layout.rows.strings
    renumbered = layout.renumbered
    threads = layout.threads
  }

  func sorted() -> [ArchiveRow] {
    let largest = rows.max { $0.rxcui < $1.rxcui }?.rxcui ?? 0
    let bits = max(16, 64 - (UInt64(largest) << 32).leadingZeroBitCount)
    return BucketSort.sorted(
      rows, threads: threads,
      key: { row in UInt64(row.rxcui) << 32 | strings.head(of: row.text) >> 32 }, bits: bits,
      precedes: precedes)
  }

  private func precedes(_ left: ArchiveRow, _ right: ArchiveRow) -> Bool {
    if left.text != right.text { return strings.precedes(left.text, right.text) }
    let (a, b) = (kind(of: left), kind(of: right))
    if a != b { return a < b }
    if left.lastReleased != right.lastReleased {
      return strings.precedes(left.lastReleased, right.lastReleased)
    }
    if left.code != right.code { return strings.precedes(left.code, right.code) }
    if left.archived != right.archived { return strings.precedes(left.archived, right.archived) }
    return (left.mergedInto, left.rxaui) < (right.mergedInto, right.rxaui)
  }

  /// Source and term type, in their final order.
  private func kind(of row: ArchiveRow) -> UInt32 {
    UInt32(renumbered[Int(row.source)]) << 16 | UInt32(renumbered[Int(row.termType)])
  }
}
