// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// The order of search results, as a prescriber would have it. Concepts are
// divided into bands; within a band common ones come first.
//
//   band 0  active, in the prescribable subset: ingredients, brands, products, packs
//   band 1  active, the same kinds, not in the subset
//   band 2  active parts of the graph: components, drug forms, groups, dose forms
//   band 3  what is suppressed
//
// Within a band: substances and brands before products; then by how common the
// drug is (ingredient set, for branded products too), by how common the concept
// itself is, by term type, by length of the name, by code. How common: the
// catalog knows nothing of prescriptions, so it counts what exists: each active
// product, with a little for its NDCs. Counts are compared in steps of half a
// power of two, so that short names win among about equals.

/// Concepts in the order of search results.
struct SearchOrder {
  static let bandCount = 4

  /// The ordinal of each rank.
  private(set) var ordinals: [UInt32] = []
  /// The first rank of each band.
  private(set) var bandStarts: [UInt32] = []
  /// The rank of each ordinal; `UInt32.max` for concepts that are not searched.
  private(set) var ranks: [UInt32] = []

  /// The place of each term type among those that are searched first.
  private static let primeTypes: [TermType] = [
    .ingredient, .brandName, .multipleIngredients, .preciseIngredient, .clinicalDrug,
    .brandedDrug, .genericPack, .brandedPack,
  ]
  /// Those of ``primeTypes`` before the products.
  static let substanceTypeCount = 4

  /// Orders the concepts that RXNORM names.
  ///
  /// - Complexity: O(*r* + *n* log *n*) in relations and concepts.
  init(_ sections: borrowing SectionSpans) {
    let count = sections.conceptCount
    let frequency = DrugFrequency(sections)
    let places = Self.placesBySymbol()
    var keyed: [(key: UInt64, ordinal: UInt32)] = []
    keyed.reserveCapacity(count)
    for ordinal in 0..<count {
      let kind = sections.concept(ordinal, ConceptField.kind)
      guard kind >> 24 & ConceptField.liveFlag != 0 else { continue }
      let place = places[UInt16(truncatingIfNeeded: kind)]
      let isActive = UInt8(truncatingIfNeeded: kind >> 16) == UInt8(ascii: "N")
      let isPrescribable = kind >> 24 & ConceptField.prescribableFlag != 0
      let band: UInt64 =
        !isActive ? 3 : place == nil ? 2 : isPrescribable ? 0 : 1
      let type = place ?? Self.primeTypes.count
      let level: UInt64 = type < Self.substanceTypeCount ? 0 : 1
      let length = sections.text(sections.concept(ordinal, ConceptField.name)).count
      let key =
        band << 60 | level << 58 | (63 - Self.step(frequency.ofDrug(ordinal))) << 52
        | (63 - Self.step(frequency.own[ordinal])) << 46 | UInt64(type) << 40
        | UInt64(min(length, 0xFFFF)) << 24
      keyed.append((key, UInt32(ordinal)))
    }
    keyed.sort { $0.key != $1.key ? $0.key < $1.key : $0.ordinal < $1.ordinal }
    ordinals = keyed.map(\.ordinal)
    ranks = [UInt32](repeating: .max, count: count)
    for (rank, ordinal) in ordinals.enumerated() { ranks[Int(ordinal)] = UInt32(rank) }
    for band in 0..<UInt64(Self.bandCount) {
      bandStarts.append(UInt32(keyed.firstIndex { $0.key >> 60 >= band } ?? keyed.count))
    }
  }

  /// Twice the binary logarithm, as a whole number below 64.
  private static func step(_ count: UInt32) -> UInt64 {
    let number = UInt64(count) + 1
    let power = 63 - number.leadingZeroBitCount
    // The half step: the next bit below the highest.
    let half = power > 0 ? Int(number >> UInt64(power - 1) & 1) : 0
    return UInt64(min(63, 2 * power + half))
  }

  private static func placesBySymbol() -> [UInt16: Int] {
    var places: [UInt16: Int] = [:]
    for (place, type) in primeTypes.enumerated() {
      if let symbol = WellKnownSymbol.number(of: type.rawValue) { places[symbol] = place }
    }
    return places
  }
}
