// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What the known releases hold of a code, release after release.
///
/// Only SAB RXNORM counts. Nothing is said of releases that the catalog was not
/// built from: a first release is the first *known* one.
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

  /// Runs of releases that hold the code; several where it went and came back.
  public let runs: [ReleaseSpan]
}

extension Catalog {
  /// What the known releases hold of a code; `nil` for a code that none of them holds.
  ///
  /// In a catalog of one release every name has the same span.
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
          text: file.text(file.word(.nameSpans, index, NameSpanField.text)),
          termType: TermType(rawValue: file.symbol(UInt16(truncatingIfNeeded: kind))),
          suppress: Character(Unicode.Scalar(UInt8(truncatingIfNeeded: kind >> 16))),
          releases: span))
    }
    // Names stand by their first release, so joined runs come out in order.
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

  /// Names that known releases had for a code and the current one has no more.
  ///
  /// - Returns: Each text of a term type once, with the release that had it last.
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
