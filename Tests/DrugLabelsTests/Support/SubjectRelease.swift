// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import CatalogBuilding
import ConceptCatalog
import DrugLabels
import DrugMatching
import Foundation
import MedicationModel
import RxNormRelease
import SymptomMapping

/// A release of a few ingredients, salts, combinations and products, with UNIIs.
enum SubjectRelease {
  /// A finder over it.
  static func finder(codes: LabelCodeTable? = nil) throws -> SubjectFinder {
    let catalog = try catalog.get()
    return SubjectFinder(
      catalog, matcher: DrugMatcher(catalog),
      routes: try RouteTable(
        bytes: Array(
          "dose_form\trxcui\troutes\treason\nInhalation Suspension\t\tRESPIRATORY (INHALATION)\tx\nOral Tablet\t\tORAL\tx\n"
            .utf8)), codes: codes)
  }

  private static let catalog: Result<Catalog, any Error> = Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let tables = folder.appending(path: "rrf")
    try FileManager.default.createDirectory(at: tables, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ rows: [String], _ name: String) throws {
      try Data((rows.joined(separator: "\n") + "\n").utf8)
        .write(to: tables.appending(path: name))
    }
    try write(concepts, "RXNCONSO.RRF")
    try write(relations, "RXNREL.RRF")
    return try Catalog(
      bytes: CatalogBuilder(
        release: RxNormRelease(path: folder.path), toolVersion: "test"
      ).build().bytes)
  }

  private static func row(
    _ code: Int, _ type: String, _ name: String, source: String = "RXNORM", id: String? = nil
  ) -> String {
    "\(code)|ENG||||||\(code)\(type.count)|||\(code)||\(source)|\(type)|\(id ?? "\(code)")|\(name)||N||"
      .replacingOccurrences(of: "|||\(code)||", with: "|\(code)|\(code)||")
  }

  private static let concepts = [
    row(100, "IN", "alphadrug"), row(100, "SU", "ALPHADRUG", source: "MTHSPL", id: "UALPHA"),
    row(101, "PIN", "alphadrug hydrochloride"),
    row(101, "SU", "ALPHADRUG HYDROCHLORIDE", source: "MTHSPL", id: "UALPHAHCL"),
    row(200, "IN", "betadrug"), row(200, "SU", "BETADRUG", source: "MTHSPL", id: "UBETA"),
    row(300, "IN", "gammadrug"), row(300, "SU", "GAMMADRUG", source: "MTHSPL", id: "UGAMMA"),
    row(350, "MIN", "alphadrug / betadrug"),
    row(10, "DF", "Oral Tablet"), row(11, "DF", "Inhalation Suspension"),
    row(400, "SCD", "alphadrug 5 MG Oral Tablet"), row(401, "SCDC", "alphadrug 5 MG"),
    row(410, "SCD", "betadrug 5 MG Oral Tablet"), row(411, "SCDC", "betadrug 5 MG"),
    row(420, "SCD", "alphadrug 5 MG / betadrug 5 MG Oral Tablet"),
    row(430, "SCD", "gammadrug 1 MG Inhalation Suspension"), row(431, "SCDC", "gammadrug 1 MG"),
  ]

  private static func relate(
    _ subject: Int, _ relation: String, _ object: Int, _ inverse: String
  ) -> [String] {
    [
      "\(object)||CUI|RO|\(subject)||CUI|\(relation)|||RXNORM||||||",
      "\(subject)||CUI|RO|\(object)||CUI|\(inverse)|||RXNORM||||||",
    ]
  }

  private static let relations: [String] = [
    relate(101, "form_of", 100, "has_form"),
    relate(350, "has_part", 100, "part_of"), relate(350, "has_part", 200, "part_of"),
    relate(401, "has_ingredient", 100, "ingredient_of"),
    relate(411, "has_ingredient", 200, "ingredient_of"),
    relate(431, "has_ingredient", 300, "ingredient_of"),
    relate(400, "consists_of", 401, "constitutes"),
    relate(410, "consists_of", 411, "constitutes"),
    relate(420, "consists_of", 401, "constitutes"),
    relate(420, "consists_of", 411, "constitutes"),
    relate(430, "consists_of", 431, "constitutes"),
    relate(400, "has_dose_form", 10, "dose_form_of"),
    relate(410, "has_dose_form", 10, "dose_form_of"),
    relate(420, "has_dose_form", 10, "dose_form_of"),
    relate(430, "has_dose_form", 11, "dose_form_of"),
  ].flatMap { $0 }
}

/// Labels that tests make.
enum MadeLabel {
  /// A label of products with these active substances, UNII and name of each.
  static func label(
    _ products: [[(unii: String, name: String)]], source: EvidenceSource = .spl,
    routes: [String] = ["ORAL"], setID: String = "0a", version: String = "1",
    date: String = "20260101"
  ) -> DrugLabel {
    var label = DrugLabel(source: source, file: "\(setID).\(version)", kind: .prescription)
    label.setID = setID
    label.version = version
    label.effectiveTime = date
    label.products = products.map { substances in
      var product = LabelProduct()
      product.routes = routes
      product.active = substances.map {
        LabelIngredient(basis: "ACTIB", substance: LabelSubstance(unii: $0.unii, name: $0.name))
      }
      return product
    }
    label.sections = [LabelSection(loinc: "34084-4", title: "Adverse reactions")]
    return label
  }

  /// A statement in the first section.
  static func statement(
    _ symptom: SymptomCategory = .nausea, _ evidenceClass: EvidenceClass = .listed,
    fit: EvidenceFit = .exact, term: String = "nausea", drug: String? = nil,
    compared: String? = nil, population: String? = nil, sense: EvidenceSense = .effect,
    context: String = "", section: Int = 0
  ) -> LabelStatement {
    var statement = LabelStatement(
      symptom: symptom, fit: fit, direction: .present, evidenceClass: evidenceClass, term: term,
      section: section, place: .text(0..<1))
    statement.drugPercent = drug
    statement.comparatorPercent = compared
    statement.comparator = compared == nil ? .none : .placebo
    statement.population = population
    statement.sense = sense
    statement.context = context
    return statement
  }

  /// A reading of some statements.
  static func reading(_ statements: [LabelStatement]) -> LabelReading {
    var reading = LabelReading()
    reading.statements = statements
    reading.hasEffectSection = true
    return reading
  }
}
