// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import FHIRResources
internal import SymptomMapping

/// Routes of dosages in one vocabulary, that of labels; what is not known stays literal.
enum AdministrationRoute {
  /// The routes of a record, sorted: those given, else the one that its dose forms name.
  ///
  /// A form that can be given in several ways, as an injection, names none.
  static func all(
    of record: MedicationRecord, doseForms: [Concept], routes: RouteTable
  ) -> [String] {
    let given = record.dosages.filter { !$0.isWithheld }.compactMap(\.route).map(word)
    if !given.isEmpty { return Set(given).sorted() }
    let named = doseForms.map { routes.routes(forDoseForm: $0.name) ?? [] }
    let single = named.map { $0.contains("ORAL") ? ["ORAL"] : family($0) }
    guard let first = single.first, single.allSatisfy({ $0 == first }) else { return [] }
    return first
  }

  /// Of the routes that a form on the skin has, topical represents all.
  private static func family(_ routes: [String]) -> [String] {
    if routes.count == 1 { return routes }
    return routes.contains("TOPICAL") ? ["TOPICAL"] : []
  }

  /// A route as labels name it, else its first coding, else its text.
  static func word(_ route: FHIRConcept) -> String {
    for coding in route.codings {
      if let system = coding.system, let code = coding.code, let word = codes["\(system)|\(code)"] {
        return word
      }
    }
    for text in route.codings.compactMap(\.display) + [route.text].compactMap(\.self) {
      if let word = words[String(decoding: NameKey.of(text), as: UTF8.self)] { return word }
    }
    guard let coding = route.codings.first(where: { $0.code != nil }) else {
      return String(decoding: NameKey.of(route.words ?? ""), as: UTF8.self)
    }
    return "\(coding.system ?? "")|\(coding.code ?? "")"
  }

  private static let snomed = "http://snomed.info/sct"
  private static let edqm = "http://standardterms.edqm.eu"
  private static let hl7 = "http://terminology.hl7.org/CodeSystem/v3-RouteOfAdministration"

  /// Codes of routes that documents use, by system and code.
  private static let codes: [String: String] = [
    "\(snomed)|26643006": "ORAL", "\(snomed)|260548002": "ORAL", "\(snomed)|394899003": "ORAL",
    "\(snomed)|386359008": "ORAL", "\(edqm)|20053000": "ORAL", "\(hl7)|PO": "ORAL",
    "\(snomed)|47625008": "INTRAVENOUS", "\(snomed)|255560000": "INTRAVENOUS",
    "\(edqm)|20045000": "INTRAVENOUS", "\(hl7)|IV": "INTRAVENOUS",
    "\(snomed)|34206005": "SUBCUTANEOUS", "\(snomed)|263887005": "SUBCUTANEOUS",
    "\(edqm)|20066000": "SUBCUTANEOUS", "\(hl7)|SQ": "SUBCUTANEOUS",
    "\(snomed)|78421000": "INTRAMUSCULAR", "\(snomed)|255559005": "INTRAMUSCULAR",
    "\(edqm)|20035000": "INTRAMUSCULAR", "\(hl7)|IM": "INTRAMUSCULAR",
    "\(snomed)|6064005": "TOPICAL", "\(snomed)|359540000": "TOPICAL",
    "\(snomed)|54485002": "OPHTHALMIC", "\(snomed)|16857009": "VAGINAL",
    "\(snomed)|37161004": "RECTAL", "\(snomed)|46713006": "NASAL",
    "\(snomed)|45890007": "TRANSDERMAL", "\(snomed)|10547007": "AURICULAR (OTIC)",
    "\(snomed)|447694001": "RESPIRATORY (INHALATION)",
    "\(snomed)|37839007": "SUBLINGUAL", "\(snomed)|54471007": "BUCCAL",
  ]

  /// Words for routes that documents use, folded.
  private static let words: [String: String] = [
    "oral": "ORAL", "oral route": "ORAL", "oral use": "ORAL", "po": "ORAL", "by mouth": "ORAL",
    "per os": "ORAL", "orally": "ORAL", "intravenous": "INTRAVENOUS", "iv": "INTRAVENOUS",
    "intravenous use": "INTRAVENOUS", "intravenous route": "INTRAVENOUS",
    "subcutaneous": "SUBCUTANEOUS", "subcutaneous use": "SUBCUTANEOUS",
    "subcutaneous route": "SUBCUTANEOUS", "sc": "SUBCUTANEOUS", "sub q": "SUBCUTANEOUS",
    "intramuscular": "INTRAMUSCULAR", "im": "INTRAMUSCULAR", "intramuscular use": "INTRAMUSCULAR",
    "intramuscular route": "INTRAMUSCULAR", "topical": "TOPICAL", "topical route": "TOPICAL",
    "cutaneous": "TOPICAL", "cutaneous use": "TOPICAL", "ophthalmic": "OPHTHALMIC",
    "ophthalmic route": "OPHTHALMIC", "vaginal": "VAGINAL", "vaginal route": "VAGINAL",
    "rectal": "RECTAL", "rectal route": "RECTAL", "nasal": "NASAL", "nasal route": "NASAL",
    "transdermal": "TRANSDERMAL", "inhalation": "RESPIRATORY (INHALATION)",
    "inhalation use": "RESPIRATORY (INHALATION)", "sublingual": "SUBLINGUAL", "buccal": "BUCCAL",
  ]
}
