// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

/// A product of a label.
public struct LabelProduct: Sendable, Hashable {
  /// The name on the package.
  public var name = ""
  /// The name of the drug without a brand; empty if not given.
  public var genericName = ""
  /// The National Drug Code of the product, as written; empty if not given.
  public var ndc = ""
  /// The dose form in SPL's words; empty for a kit and in openFDA's documents.
  public var form = ""
  /// Routes in SPL's words, upper case.
  public var routes: [String] = []
  /// Marketing categories in SPL's words (`NDA`, `OTC MONOGRAPH`, `UNAPPROVED HOMEOPATHIC` …).
  public var marketing: [String] = []
  /// The active ingredients.
  public var active: [LabelIngredient] = []
  /// Whether the name and the UNII of each ingredient are known to belong together.
  ///
  /// openFDA lists names and UNIIs apart, and in some documents in another order. Several of them
  /// are paired by position, and this is false: the names are right as a set, and so are the UNIIs.
  public var hasCertainPairs = true
  /// How many inactive ingredients it has; they are never taken for a drug.
  public var inactiveCount = 0
  /// The parts of a kit, each with its own ingredients and routes.
  public var parts: [LabelProduct] = []

  /// Makes a product of which nothing is known.
  public init() {}
}

/// An active ingredient of a product.
public struct LabelIngredient: Sendable, Hashable {
  /// How its strength is stated: `ACTIB`, `ACTIM` or `ACTIR`; empty in openFDA's documents.
  public var basis: String
  /// The substance, often a salt.
  public var substance: LabelSubstance
  /// What acts in it; empty in openFDA's documents.
  public var moieties: [LabelSubstance]

  /// Makes an ingredient.
  public init(basis: String, substance: LabelSubstance, moieties: [LabelSubstance] = []) {
    self.basis = basis
    self.substance = substance
    self.moieties = moieties
  }
}

/// A substance with its Unique Ingredient Identifier.
public struct LabelSubstance: Sendable, Hashable {
  /// The UNII, as written; empty if not given.
  public var unii: String
  /// The name, as written.
  public var name: String

  /// Makes a substance.
  public init(unii: String, name: String) {
    self.unii = unii
    self.name = name
  }
}
