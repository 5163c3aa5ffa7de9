// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import ConceptCatalog
import DrugLabels
import DrugMatching
import MedicationModel
import SymptomMapping
import TestSupport

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

  private static let catalog = Result { try HandRelease("subjects of labels").catalog() }
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
