// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import MedicationModel

extension Concept {
  /// A pack that holds a product.
  public struct PackMembership: Sendable {
    /// The pack (GPCK or BPCK).
    public let pack: Concept
    /// How the pack's name lists the product; several where it does so several times.
    ///
    /// A count of 0 says that the name does not tell.
    public let items: [PackItem]

    /// How many of the product the pack holds; 0 where its name does not tell.
    public var count: Int { items.reduce(0) { $0 + $1.count } }
  }

  /// The active packs that contain a product, sorted by code, with the counts of their names.
  ///
  /// The other way round is `packItems`. Of a generic drug these are the packs
  /// that contain it as it is; packs of its brands contain the brand.
  public var packMemberships: [PackMembership] {
    related(.containedIn).filter(\.isActive).map { pack in
      PackMembership(pack: pack, items: pack.packItems.filter { $0.concept == self })
    }
  }
}
