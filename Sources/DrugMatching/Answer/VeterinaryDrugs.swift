// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog

/// Drugs that the release knows for animals only.
enum VeterinaryDrugs {
  /// Whether all products of exactly these ingredients are for animals (S40).
  ///
  /// Without products the ingredients themselves are asked, and a list of substances
  /// that are given to animals only: a small release need not say it of them.
  static func areOnly(
    _ ingredients: [UInt32], _ products: inout ProductReader, _ catalog: Catalog
  ) -> Bool {
    guard !ingredients.isEmpty else { return false }
    let family = products.family(of: products.rarest(of: ingredients))
    let own = family.products.filter { $0.ingredients == ingredients }
    guard own.isEmpty else { return own.allSatisfy(\.concept.isVeterinaryOnly) }
    for ingredient in ingredients {
      let isMarked = catalog.concept(at: ingredient)?.isVeterinaryOnly ?? false
      guard isMarked || substances.contains(products.name(of: ingredient).lowercased()) else {
        return false
      }
    }
    return true
  }

  /// Substances of veterinary medicine, from general knowledge; none is licensed for people.
  private static let substances = Set(
    """
    acepromazine afoxolaner altrenogest amitraz azaperone capromorelin carprofen cefovecin
    ceftiofur cloprostenol danofloxacin deracoxib detomidine diclazuril doramectin emodepside
    enrofloxacin eprinomectin febantel fenbendazole fipronil firocoxib florfenicol flunixin
    fluralaner gamithromycin grapiprant lasalocid lufenuron marbofloxacin maropitant medetomidine
    monensin narasin nitenpyram oclacitinib orbifloxacin oxfendazole oxibendazole pimobendan
    ponazuril pradofloxacin ractopamine robenacoxib romifidine salinomycin sarafloxacin sarolaner
    selamectin tildipirosin tiletamine tilmicosin toceranib toltrazuril tulathromycin tylosin
    xylazine zilpaterol zolazepam
    """.split(whereSeparator: \.isWhitespace).map(String.init))
}
