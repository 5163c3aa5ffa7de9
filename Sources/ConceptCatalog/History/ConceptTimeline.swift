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
  /// A catalog that was built from one release knows only that one.
  public var releases: [ReleaseIdentity] {
    let count = file.section(.releases).count
    guard count > 0 else { return [release] }
    return (0..<count).map { index in
      let date = file.text(.releases, index, ReleaseField.date)
      let flags = file.word(.releases, index, ReleaseField.flags)
      return ReleaseIdentity(
        name: file.text(.releases, index, ReleaseField.name),
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

  /// Whether a number of the release is a placeholder of a reconstruction, not an RxNorm code.
  func isPlaceholder(_ rxcui: RxCUI) -> Bool {
    rxcui.isPlaceholder && !file.release.isOfficial
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
    rows(id, in: UInt64(value)...UInt64(value)) { UInt64(file.word(id, $0, field)) }
  }

  /// The run of records whose key is within bounds; the section is sorted by it.
  func rows(
    _ id: SectionID, in values: ClosedRange<UInt64>, key: (Int) -> UInt64
  ) -> Range<Int> {
    let all = 0..<file.section(id).count
    let start = all.firstPlace { key($0) < values.lowerBound }
    return start..<max(start, all.firstPlace { key($0) <= values.upperBound })
  }
}

/// What the known releases hold of a code, release after release.
///
/// Only SAB RXNORM counts. Nothing is known about releases that the catalog was
/// not built from: a first release is the first *known* one.
public struct ConceptTimeline: Sendable {
  /// A name as a run of releases had it.
  public struct NameSpan: Sendable, Hashable {
    /// The text.
    public let text: String
    /// The term type.
    public let termType: TermType
    /// The SUPPRESS letter.
    public let suppress: Character
    /// The releases.
    public let releases: ReleaseSpan

    /// Whether it is the concept's main name, not one more name.
    public var isMain: Bool { !termType.isExtraName }
  }

  /// The code.
  public let code: RxCUI
  /// The first and last known release that hold it; it may have been away between them.
  public let seen: ReleaseSpan
  /// Its names by their first release; main and extra names.
  ///
  /// A name whose SUPPRESS letter or term type changed has a span for each.
  public let names: [NameSpan]

  /// Its main names by their first release: how it was called and what became of it.
  public var mainNames: [NameSpan] { names.filter(\.isMain) }

  /// Runs of releases that contain the code; several if it was removed and added again.
  public let runs: [ReleaseSpan]
}

extension Catalog {
  /// What the known releases hold of a code; `nil` for a code that none of them holds.
  ///
  /// In a catalog of one release every name has the same span. In a catalog
  /// without some parts, `nil` proves nothing; see ``Catalog/require(_:)``.
  /// - Complexity: O(log *n*) in names.
  public func timeline(of rxcui: RxCUI) -> ConceptTimeline? {
    guard !isPlaceholder(rxcui) else { return nil }
    let releases = releases
    guard releases.count > 1 else { return timelineOfOneRelease(rxcui, releases) }
    var names: [ConceptTimeline.NameSpan] = []
    var numbers: [ClosedRange<Int>] = []
    for index in rows(.nameSpans, NameSpanField.rxcui, equal: rxcui.rawValue) {
      let kind = file.word(.nameSpans, index, NameSpanField.kind)
      let run = file.word(.nameSpans, index, NameSpanField.run)
      guard let span = span(run, releases) else { return nil }
      numbers.append(Int(run & 0xFFFF)...Int(run >> 16))
      names.append(
        ConceptTimeline.NameSpan(
          text: file.text(.nameSpans, index, NameSpanField.text),
          termType: TermType(rawValue: file.symbol(UInt16(truncatingIfNeeded: kind))),
          suppress: Character(Unicode.Scalar(UInt8(truncatingIfNeeded: kind >> 16))),
          releases: span))
    }
    // Names are sorted by their first release, so joined runs are in order.
    var joined: [ClosedRange<Int>] = []
    for run in numbers {
      if let last = joined.last, run.lowerBound <= last.upperBound + 1 {
        joined[joined.count - 1] = last.lowerBound...max(last.upperBound, run.upperBound)
      } else {
        joined.append(run)
      }
    }
    let runs = joined.compactMap { span(UInt32($0.lowerBound | $0.upperBound << 16), releases) }
    guard let first = runs.first, let last = runs.last else { return nil }
    return ConceptTimeline(
      code: rxcui,
      seen: ReleaseSpan(
        first: first.first, last: last.last, isFromOldest: first.isFromOldest,
        isCurrent: last.isCurrent), names: names, runs: runs)
  }

  private func timelineOfOneRelease(
    _ rxcui: RxCUI, _ releases: [ReleaseIdentity]
  ) -> ConceptTimeline? {
    guard let concept = concept(for: rxcui), concept.isLive, let span = span(0, releases) else {
      return nil
    }
    let names = concept.names.filter { $0.source == "RXNORM" }.map { name in
      ConceptTimeline.NameSpan(
        text: name.text, termType: name.termType, suppress: name.suppress, releases: span)
    }
    return ConceptTimeline(code: rxcui, seen: span, names: names, runs: [span])
  }

  /// Names that known releases had for a code and the current one no longer has.
  func namesOfEarlierReleases(of rxcui: RxCUI) -> [ArchivedName] {
    guard file.section(.nameSpans).count > 0, let timeline = timeline(of: rxcui) else { return [] }
    let current = timeline.names.filter(\.releases.isCurrent)
    var found: [ArchivedName] = []
    // Backwards, so that the last span of a name is met first.
    for name in timeline.names.reversed() where !name.releases.isCurrent {
      let isKept = current.contains { $0.text.utf8.elementsEqual(name.text.utf8) }
      let isNoted = found.contains {
        $0.text.utf8.elementsEqual(name.text.utf8) && $0.termType == name.termType
      }
      if isKept || isNoted { continue }
      found.append(
        ArchivedName(
          text: name.text, termType: name.termType, source: "RXNORM",
          lastReleased: String((name.releases.last.date ?? "").filter { $0 != "-" })))
    }
    return found
  }
}
