// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// What of a release goes into a catalog beside what always does.
///
/// Always in it are all names and codes of all sources, relations between
/// concepts, drug codes (NDC) of all sources, the attributes of RXNORM, of
/// MTHSPL the substances' UNIIs and the labels' set ids and drug codes, and the
/// history. What is left out is counted in the catalog's facts.
public struct CatalogContents: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// Makes contents of bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Relations between atoms (STYPE `AUI`): what sources other than RXNORM state.
  public static let atomRelations = CatalogContents(rawValue: 1)
  /// The other attributes of sources other than RXNORM, such as a tablet's color and imprint.
  public static let sourceAttributes = CatalogContents(rawValue: 2)

  /// Neither: what the questions of this package are answered from.
  public static let standard: CatalogContents = []
  /// Every row.
  public static let everything: CatalogContents = [.atomRelations, .sourceAttributes]
}
