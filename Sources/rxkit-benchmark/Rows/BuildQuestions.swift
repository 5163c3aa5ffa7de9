// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import MedicationModel
import RxNormRelease

/// What every catalog and database of a release must answer alike.
struct BuildQuestions {
  /// A name, a code and a drug code to ask for.
  let name = "amoxicillin 500 MG Oral Tablet"
  let code = "308192"
  private(set) var ndc = ""
  /// Rows of the three large tables, concepts, concepts of the name, components of
  /// the code, products of the drug code.
  private(set) var answers: [Int] = []

  /// Counts in the files, without the builder.
  init(_ release: RxNormRelease) throws {
    var concepts: Set<UInt32> = []
    var named: Set<UInt32> = []
    let name = name
    let code = code
    let names = try release.forEachRow(of: .concepts) { row throws(ReleaseError) in
      guard let code = try row.rxcui(0) else { return }
      concepts.insert(code)
      if row.range(of: 14).count == name.utf8.count, row.string(14) == name { named.insert(code) }
    }
    var components = 0
    let relations = try release.forEachRow(of: .relations) { row throws(ReleaseError) in
      if row.matches(10, "RXNORM"), row.matches(7, "consists_of"), row.string(4) == code {
        components += 1
      }
    }
    var ndc = ""
    var products: Set<UInt32> = []
    let attributes = try release.forEachRow(of: .attributes) { row throws(ReleaseError) in
      guard row.matches(8, "NDC"), let code = try row.rxcui(0) else { return }
      if ndc.isEmpty, row.matches(9, "RXNORM") { ndc = row.string(10) }
      if !ndc.isEmpty, row.string(10) == ndc { products.insert(code) }
    }
    self.ndc = ndc
    answers = [
      names.rows, relations.rows, attributes.rows, concepts.count, named.count, components,
      products.count,
    ]
  }

  /// The same of a catalog.
  func answer(ofCatalog path: String) throws -> [Int] {
    let catalog = try Catalog(contentsOf: path)
    let facts = Dictionary(catalog.facts.map { ($0.key, $0.value) }) { first, _ in first }
    let rows = ["RXNCONSO", "RXNREL", "RXNSAT"].map { Int(facts["rows.\($0)"] ?? "") ?? 0 }
    let named = catalog.concepts(named: name, comparing: .exact, source: nil).count
    let components = RxCUI(code).flatMap { catalog.concept(for: $0) }?.components.count ?? 0
    let products = NationalDrugCode(number: UInt64(ndc) ?? 0).map {
      catalog.concepts(for: $0).count
    }
    return rows + [catalog.conceptCount, named, components, products ?? 0]
  }
}
