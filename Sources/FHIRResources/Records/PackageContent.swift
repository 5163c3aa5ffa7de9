// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A part of what a package holds, as a Medication of DSTU2 or STU3 lists it.
public struct PackageContent: Sendable, Hashable {
  /// What it is, where the document says so itself.
  public var item: FHIRConcept
  /// The reference to what it is, as written; it is not followed.
  public var reference: String?
  /// The words given with the reference.
  public var referenceDisplay: String?
  /// The identifier given with the reference.
  @Aside public var referenceIdentifier: FHIRIdentifier?
  /// How much of it the package holds.
  @Aside public var amount: FHIRQuantity?

  /// Makes a part.
  public init(item: FHIRConcept = FHIRConcept(), amount: FHIRQuantity? = nil) {
    self.item = item
    self.amount = amount
  }

  /// Whether nothing is given.
  public var isEmpty: Bool { self == PackageContent() }

  /// The words a person would read; the reference where there are no others.
  public var words: String? {
    item.words ?? referenceDisplay ?? reference ?? referenceIdentifier?.value
  }
}
