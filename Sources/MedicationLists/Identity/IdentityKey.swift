// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import FHIRResources

// Counted fields, so that no two lists of values have the same bytes, and bytes
// instead of strings: canonically equivalent texts are two texts (M29).

/// Collects values into bytes that are equal only if all values are.
struct IdentityKey: Hashable {
  private(set) var bytes: [UInt8] = []

  mutating func add(_ text: String?) {
    guard let text else { return bytes.append(0x2D) }
    bytes += String(text.utf8.count).utf8
    bytes.append(0x3A)
    bytes += text.utf8
  }

  mutating func add(_ key: [UInt8]) {
    bytes += String(key.count).utf8
    bytes.append(0x3A)
    bytes += key
  }

  mutating func add(_ number: UInt32) { add(String(number)) }

  mutating func add(_ coding: FHIRCoding) {
    add(coding.system)
    add(coding.version)
    add(coding.code)
    add(coding.display)
  }

  mutating func add(_ concept: FHIRConcept?) {
    guard let concept else { return add(nil as String?) }
    add(String(concept.codings.count))
    for coding in concept.codings { add(coding) }
    add(concept.text)
  }

  mutating func add(_ quantity: FHIRQuantity?) {
    add(quantity?.value)
    add(quantity?.comparator)
    add(quantity?.unit)
    add(quantity?.system)
    add(quantity?.code)
  }

  mutating func add(_ ingredient: MedicationIngredient) {
    add(String(ingredient.codings.count))
    for coding in ingredient.codings { add(coding) }
    add(ingredient.text)
    add(ingredient.referenceDisplay)
    add(ingredient.strength?.numerator)
    add(ingredient.strength?.denominator)
    add(ingredient.strength?.concept)
    add(ingredient.isActive.map { $0 ? "active" : "inactive" })
  }
}
