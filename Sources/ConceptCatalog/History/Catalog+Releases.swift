// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// The first and the last of the known releases that hold something, with all between them.
///
/// What was before the oldest known release is not known: ``isFromOldest`` says
/// where "first" means "then or earlier".
public struct ReleaseSpan: Sendable, Hashable {
  /// The first known release that holds it.
  public let first: ReleaseIdentity
  /// The last known release that holds it.
  public let last: ReleaseIdentity
  /// Whether ``first`` is the oldest release that the catalog knows.
  public let isFromOldest: Bool
  /// Whether ``last`` is the current release.
  public let isCurrent: Bool
}

extension Catalog {
  /// The releases that history is known from, oldest first; the last one is current.
  ///
  /// A catalog that was built from one release knows that one alone.
  public var releases: [ReleaseIdentity] {
    let count = file.section(.releases).count
    guard count > 0 else { return [release] }
    return (0..<count).map { index in
      let date = file.text(file.word(.releases, index, ReleaseField.date))
      let flags = file.word(.releases, index, ReleaseField.flags)
      return ReleaseIdentity(
        name: file.text(file.word(.releases, index, ReleaseField.name)),
        date: date.isEmpty ? nil : date, isOfficial: flags & ReleaseField.officialFlag != 0)
    }
  }

  /// The highest code that the release holds; a higher one may belong to a newer release.
  ///
  /// - Complexity: O(*p*) in the placeholders of a reconstructed release.
  public var highestCode: RxCUI? {
    var ordinal = UInt32(conceptCount)
    while ordinal > 0 {
      ordinal -= 1
      if let code = Concept(catalog: self, ordinal: ordinal).code { return code }
    }
    return nil
  }

  /// Whether a number of the release is no code of RxNorm but ties a reconstruction together.
  func isPlaceholder(_ rxcui: RxCUI) -> Bool {
    rxcui.rawValue >= 90_000_000 && !file.release.isOfficial
  }

  /// The span that a record's word of two release numbers means.
  func span(_ word: UInt32, _ releases: [ReleaseIdentity]) -> ReleaseSpan? {
    let first = Int(word & 0xFFFF)
    let last = Int(word >> 16)
    guard first <= last, last < releases.count else {
      file.bytes.markDamage(at: file.section(.releases).start)
      return nil
    }
    return ReleaseSpan(
      first: releases[first], last: releases[last], isFromOldest: first == 0,
      isCurrent: last + 1 == releases.count)
  }

  /// The run of records whose field has a value; the section is sorted by it.
  func rows(_ id: SectionID, _ field: Int, equal value: UInt32) -> Range<Int> {
    rows(id, equal: UInt64(value)) { UInt64(file.word(id, $0, field)) }
  }

  /// The run of records whose key has a value; the section is sorted by it.
  func rows(_ id: SectionID, equal value: UInt64, key: (Int) -> UInt64) -> Range<Int> {
    rows(id, in: value...value, key: key)
  }

  /// The run of records whose key is within bounds; the section is sorted by it.
  func rows(
    _ id: SectionID, in values: ClosedRange<UInt64>, key: (Int) -> UInt64
  ) -> Range<Int> {
    func firstIndex(where isReached: (UInt64) -> Bool) -> Int {
      var low = 0
      var high = file.section(id).count
      while low < high {
        let middle = (low + high) / 2
        if isReached(key(middle)) { high = middle } else { low = middle + 1 }
      }
      return low
    }
    let start = firstIndex { $0 >= values.lowerBound }
    return start..<max(start, firstIndex { $0 > values.upperBound })
  }
}
