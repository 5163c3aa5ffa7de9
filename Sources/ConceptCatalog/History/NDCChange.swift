// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

public import MedicationModel

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
    var left = NDCCursor(old)
    var right = NDCCursor(new)
    while let ndc = [left.ndc, right.ndc].compactMap({ $0 }).min() {
      let before = left.take(ndc)
      let after = right.take(ndc)
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

/// The NDCs of a catalog in their order.
private struct NDCCursor {
  private let catalog: Catalog
  private var index = 0
  private(set) var ndc: NationalDrugCode?

  init(_ catalog: Catalog) {
    self.catalog = catalog
    settle()
  }

  /// The products of the NDC at hand, if it is that one; moves on then.
  mutating func take(_ wanted: NationalDrugCode) -> [Concept] {
    var products: [Concept] = []
    while ndc == wanted {
      if let match = catalog.ownNDC(at: index) { products.append(match.concept) }
      index += 1
      settle()
    }
    return products.sortedWithoutRepeats
  }

  private mutating func settle() {
    while index < catalog.ndcRowCount {
      if let match = catalog.ownNDC(at: index) {
        ndc = match.ndc
        return
      }
      index += 1
    }
    ndc = nil
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
