// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// What became of a National Drug Code, as RxNorm's own services name it.
public enum NDCStatus: String, Sendable, Hashable, CaseIterable {
  /// RxNorm gives it to an active concept.
  case active = "ACTIVE"
  /// RxNorm once gave it to a concept, or gives it to one that is not active, or has it suppressed.
  case obsolete = "OBSOLETE"
  /// Only other sources of the current release have it.
  case alien = "ALIEN"
  /// No known release has it.
  case unknown = "UNKNOWN"
}

/// An NDC and the products that it is or was assigned to.
public struct NDCHistory: Sendable {
  /// That a run of releases gives the NDC to a code, directly.
  public struct Owner: Sendable, Hashable {
    /// The product's code; `nil` for a placeholder of a reconstructed release.
    public let code: RxCUI?
    /// The product, where the current release holds it.
    public let concept: Concept?
    /// The releases.
    public let releases: ReleaseSpan
  }

  /// The code.
  public let ndc: NationalDrugCode
  /// What became of it.
  public let status: NDCStatus
  /// The products that SAB RXNORM gave it to, by their first release.
  public let owners: [Owner]
  /// The products that other sources of the current release give it to; only of an alien one.
  public let alienConcepts: [Concept]

  /// Whether earlier releases gave it to another product than the last ones do.
  public var isMoved: Bool {
    guard let last = owners.max(by: { $0.releases.last.date ?? "" < $1.releases.last.date ?? "" })
    else { return false }
    return owners.contains { $0.releases.last != last.releases.last && $0.code != last.code }
  }
}

extension Catalog {
  /// What is known of an NDC in any written form.
  ///
  /// A bare ten-digit code has three readings; those that any known release has
  /// are returned. A code without package stands for all its packages. A
  /// catalog of one release knows only the owners in that one. In a catalog
  /// without some parts, `UNKNOWN` proves nothing; see ``Catalog/require(_:)``.
  ///
  /// - Returns: One element per existing reading, ascending; one with the status `UNKNOWN`
  ///   for a single reading that no release has, none for a text that is not an NDC.
  /// - Complexity: O(log *n*) a reading.
  public func ndcHistory(of text: some StringProtocol) -> [NDCHistory] {
    let matches = ndcMatches(for: text)
    var codes = Set(matches.existingCodes)
    switch matches.reading {
    case .exact(let ndc): codes.insert(ndc)
    case .several(let readings):
      codes.formUnion(readings.filter { !ndcSpanRows($0...$0).isEmpty })
    case .product(let product):
      codes.formUnion(ndcSpanRows(product.packages).compactMap { spanNDC($0) })
    case .invalid: break
    }
    return codes.sorted().map { history(of: $0, matches) }
  }

  private func history(of ndc: NationalDrugCode, _ matches: NDCMatches) -> NDCHistory {
    let now = matches.matches.filter { $0.ndc == ndc }
    let own = now.filter { $0.source == "RXNORM" }
    let current = own.filter { !$0.isSuppressed }.map(\.concept)
    let owners = owners(of: ndc, current: current)
    let status: NDCStatus =
      if current.contains(where: { $0.status == .active }) {
        .active
      } else if !owners.isEmpty || !own.isEmpty {
        .obsolete
      } else {
        now.isEmpty ? .unknown : .alien
      }
    return NDCHistory(
      ndc: ndc, status: status, owners: owners,
      alienConcepts: status == .alien ? now.map(\.concept).sortedWithoutRepeats : [])
  }

  private func owners(of ndc: NationalDrugCode, current: [Concept]) -> [NDCHistory.Owner] {
    let releases = releases
    guard releases.count > 1 else {
      guard let span = span(0, releases) else { return [] }
      return current.sortedWithoutRepeats.map {
        NDCHistory.Owner(code: $0.code, concept: $0, releases: span)
      }
    }
    return ndcSpanRows(ndc...ndc).compactMap { owner($0, releases)?.owner }
  }

  private func owner(
    _ index: Int, _ releases: [ReleaseIdentity]
  ) -> (ndc: NationalDrugCode, owner: NDCHistory.Owner)? {
    guard let ndc = spanNDC(index),
      let span = span(file.word(.ndcSpans, index, NDCSpanField.run), releases)
    else { return nil }
    let rxcui = RxCUI(rawValue: file.word(.ndcSpans, index, NDCSpanField.rxcui))
    return (
      ndc,
      NDCHistory.Owner(
        code: isPlaceholder(rxcui) ? nil : rxcui, concept: concept(for: rxcui), releases: span)
    )
  }

  /// The NDCs that known releases give to a code, directly, ascending.
  ///
  /// - Complexity: O(log *n*), and O(*m*) in what is found.
  public func ndcSpans(of rxcui: RxCUI) -> [(ndc: NationalDrugCode, releases: ReleaseSpan)] {
    guard !isPlaceholder(rxcui) else { return [] }
    let releases = releases
    guard releases.count > 1 else {
      guard let span = span(0, releases) else { return [] }
      return (concept(for: rxcui)?.ndcs ?? []).map { ($0, span) }
    }
    let found = rows(.ndcSpansByConcept, in: UInt64(rxcui.rawValue)...UInt64(rxcui.rawValue)) {
      place in
      let index = Int(file.word(.ndcSpansByConcept, place, 0))
      return UInt64(file.word(.ndcSpans, index, NDCSpanField.rxcui))
    }
    return found.compactMap { place in
      owner(Int(file.word(.ndcSpansByConcept, place, 0)), releases).map {
        ($0.ndc, $0.owner.releases)
      }
    }
  }

  private func spanNDC(_ index: Int) -> NationalDrugCode? {
    NationalDrugCode(number: spanNumber(index))
  }

  private func spanNumber(_ index: Int) -> UInt64 {
    file.longWord(.ndcSpans, index, NDCSpanField.low)
  }

  private func ndcSpanRows(_ codes: ClosedRange<NationalDrugCode>) -> Range<Int> {
    rows(.ndcSpans, in: codes.lowerBound.number...codes.upperBound.number, key: spanNumber)
  }
}

/// An NDC that releases gave to a code which is gone, seen from what took its place.
public struct ReplacedNDC: Sendable, Hashable {
  /// The NDC.
  public let ndc: NationalDrugCode
  /// The retired code to which the NDC belonged.
  public let through: RxCUI
  /// The releases that gave it to that code.
  public let releases: ReleaseSpan
}

extension Catalog {
  /// The NDCs of the codes that a code took the place of, as RxNav's historical NDCs by way of
  /// remapped concepts.
  ///
  /// A product may change with its code: ask ``history(of:)`` of ``ReplacedNDC/through`` how.
  ///
  /// - Returns: Sorted by the code that had it, then by NDC; those that the code itself has or had
  ///   are not among them, see ``ndcSpans(of:)``.
  /// - Complexity: O(*n*) in the codes that are gone.
  public func replacedNDCSpans(of rxcui: RxCUI) -> [ReplacedNDC] {
    guard !isPlaceholder(rxcui), concept(for: rxcui) != nil else { return [] }
    return formerCodes.flatMap { former -> [ReplacedNDC] in
      let spans = ndcSpans(of: former)
      guard !spans.isEmpty, history(of: former).successors.contains(where: { $0.rxcui == rxcui })
      else { return [] }
      return spans.map { ReplacedNDC(ndc: $0.ndc, through: former, releases: $0.releases) }
    }
  }
}

/// What happened to a National Drug Code from one release to another.
public struct NDCChange: Sendable {
  /// What happened.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The newer release has it, the older one did not.
    case added = "ndc-added"
    /// The older release had it, the newer one does not.
    case removed = "ndc-removed"
    /// It belongs to another product.
    case moved = "ndc-moved"
  }

  /// What happened.
  public let kind: Kind
  /// The code.
  public let ndc: NationalDrugCode
  /// The products of the older release, sorted by code.
  public let old: [Concept]
  /// The products of the newer release, sorted by code.
  public let new: [Concept]
  /// Whether the products are the same drugs: the older ones were merged into the newer ones.
  public let isByRemapping: Bool

  /// The unsuppressed NDCs of SAB RXNORM that differ, ascending.
  static func all(from old: Catalog, to new: Catalog) -> [NDCChange] {
    var changes: [NDCChange] = []
    let (olds, news) = (old.ownNDCs, new.ownNDCs)
    for ndc in Set(olds.keys).union(news.keys).sorted() {
      let (before, after) = (olds[ndc] ?? [], news[ndc] ?? [])
      // Numbers of a reconstruction are not compared.
      if before.map(\.code) == after.map(\.code) { continue }
      let kind: Kind = before.isEmpty ? .added : after.isEmpty ? .removed : .moved
      changes.append(
        NDCChange(
          kind: kind, ndc: ndc, old: before, new: after,
          isByRemapping: kind == .moved
            && before.allSatisfy { product in
              let successors = new.history(of: product.rxcui).successors
              return after.contains(product.in(new)) || successors.contains { after.contains($0) }
            }))
    }
    return changes
  }
}

extension Catalog {
  /// The products of the NDCs that SAB RXNORM states, unsuppressed.
  fileprivate var ownNDCs: [NationalDrugCode: [Concept]] {
    var products: [NationalDrugCode: [Concept]] = [:]
    for match in ndcRows where match.source == "RXNORM" && !match.isSuppressed {
      products[match.ndc, default: []].append(match.concept)
    }
    return products.mapValues(\.sortedWithoutRepeats)
  }
}

extension Concept {
  /// The concept of the same code in another catalog.
  fileprivate func `in`(_ catalog: Catalog) -> Concept? {
    catalog.concept(for: rxcui)
  }
}

extension [Concept] {
  fileprivate func contains(_ concept: Concept?) -> Bool {
    concept.map { contains($0) } ?? false
  }
}
