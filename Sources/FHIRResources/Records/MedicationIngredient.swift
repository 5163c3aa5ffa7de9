// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// An ingredient that a Medication lists.
public struct MedicationIngredient: Sendable, Hashable {
  /// What it is: the item's codings, or those of the resource it refers to.
  public var codings: [FHIRCoding]
  /// The text of the item, or of the resource it refers to.
  public var text: String?
  /// The literal reference, if the item is one.
  public var reference: String?
  /// The words given with the reference.
  public var referenceDisplay: String?
  /// The identifier given with the reference.
  @Aside public var referenceIdentifier: FHIRIdentifier?
  /// How much of it there is.
  @Aside public var strength: FHIRStrength?
  /// Whether it is an active ingredient; `nil` where nothing is said.
  public var isActive: Bool?
  /// The ingredients of the Medication that it refers to, where that one has no code.
  ///
  /// They are nested: parts of this ingredient, not further ingredients beside it.
  public var ingredients: [MedicationIngredient] = []

  /// Makes an ingredient.
  public init(
    codings: [FHIRCoding] = [], text: String? = nil, reference: String? = nil,
    strength: FHIRStrength? = nil, isActive: Bool? = nil
  ) {
    self.codings = codings
    self.text = text
    self.reference = reference
    self.strength = strength
    self.isActive = isActive
  }
}
