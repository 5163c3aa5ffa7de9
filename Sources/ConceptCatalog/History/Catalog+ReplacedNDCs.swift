// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

/// An NDC that releases gave to a code which is gone, seen from what took its place.
public struct ReplacedNDC: Sendable, Hashable {
  /// The NDC.
  public let ndc: NationalDrugCode
  /// The retired code that had it.
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
