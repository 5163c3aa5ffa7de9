// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import MedicationModel

// A text asks for a pack with a word for one, by several strengths that only a
// pack holds together (`10 mg + 20 mg`), or by a brand that is sold in packs only.

/// Compares what a text says with packs.
enum PackFit {
  /// Whether a text asks for a pack without a word for one.
  static func isAsked(
    _ reading: TextReading, _ identity: DrugIdentity, _ products: inout ProductReader
  ) -> Bool {
    guard !identity.isEmpty else { return false }
    let amounts = reading.amounts.filter { $0.role == .drug }
    let strengths = Set(amounts.compactMap(\.figure))
    if identity.ingredients.count == 1, strengths.count > 1 {
      let owners = identity.brands.isEmpty ? identity.ingredients : identity.brands
      for owner in owners {
        for pack in products.family(of: owner).packs {
          let held = Set(products.packComponents(pack).compactMap(\.figure))
          if held == strengths { return true }
        }
      }
    }
    let saysMore =
      !amounts.isEmpty || !reading.form.isEmpty || reading.amounts.contains { $0.role == .bare }
    return !identity.brands.isEmpty
      && identity.brands.allSatisfy { brand in
        // Without a concept of its own a brand is shown by what it is sold as.
        guard saysMore || products.isPack(brand) else { return false }
        let family = products.family(of: brand)
        return !family.packs.isEmpty && family.products.isEmpty && family.components.isEmpty
      }
  }

  /// The share of a text's strengths that a pack holds, less for each that the text does not state.
  static func share(_ amounts: [StatedAmount], _ components: [Product.Component]) -> Double {
    guard !amounts.isEmpty else { return 1 }
    guard !components.isEmpty else { return 0.5 }
    let isHeld = amounts.map { amount in
      components.contains {
        StrengthFit.fit(amount, $0, content: nil, quantity: nil) >= StrengthFit.matched
      }
    }
    let unsaid = components.filter { component in
      !amounts.contains {
        StrengthFit.fit($0, component, content: nil, quantity: nil) >= StrengthFit.matched
      }
    }
    let others = Set(unsaid.compactMap(\.figure)).count
    return max(
      0, Double(isHeld.filter { $0 }.count) / Double(amounts.count) - 0.03 * Double(others))
  }
}
