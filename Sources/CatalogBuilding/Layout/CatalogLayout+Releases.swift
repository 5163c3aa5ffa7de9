// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

// The sections of history. A catalog of one release has none of them: what it
// would say stands in its names and NDCs already.

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
