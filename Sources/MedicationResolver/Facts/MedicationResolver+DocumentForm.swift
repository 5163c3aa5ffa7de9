// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

internal import ConceptCatalog
internal import DrugMatching
internal import FHIRResources
internal import MedicationModel

// A Medication resource may state a dose form of its own next to its code. It
// is compared like a display: reported where it contradicts the code, and never
// changed. A coarser word (`Tablet` for an extended release tablet, `Oral dose
// form`) is not a contradiction.

extension MedicationResolver {
  /// Says where the document's dose form is not that of the concept.
  func noteDocumentForm(
    _ given: FHIRConcept?, _ selection: ConceptSelection, _ problems: inout [Problem]
  ) {
    guard let given, selection.concepts.count == 1, let concept = selection.concepts[0].concept
    else { return }
    let names = concept.names.map { DisplayWords($0.text) }
    let check = FormCheck(concept, names: names)
    let contradicting = Self.wordings(of: given).first { wording in
      check.difference(DisplayWords(wording), namesOwnBrand: true) == .other
    }
    guard let contradicting else { return }
    let forms = concept.doseForms.map(\.name).joined(separator: ", ")
    problems.add(
      .formDisagrees, .warning,
      "the document's dose form is “\(contradicting)”, that of \(concept.label) is “\(forms)”",
      path: "form")
  }

  /// What a dose form is called: its text and displays, and the words of codes that come without.
  private static func wordings(of form: FHIRConcept) -> [String] {
    var found: [String] = []
    if let text = form.text { found.append(text) }
    for coding in form.codings {
      if let display = coding.display {
        found.append(display)
      } else if let word = DoseFormCodes.words(of: coding) {
        found.append(word)
      }
    }
    return found
  }
}

/// Dose forms that documents give only as codes.
enum DoseFormCodes {
  /// The English words of a code; `nil` for one that is not in the table.
  static func words(of coding: FHIRCoding) -> String? {
    guard let system = coding.system, let code = coding.code else { return nil }
    switch system {
    case CodeSystem.snomedCT: return snomedCT[code]
    case "http://standardterms.edqm.eu": return edqm[code]
    case "https://fhir.kbv.de/CodeSystem/KBV_CS_SFHIR_KBV_DARREICHUNGSFORM": return kbv[code]
    default: return nil
    }
  }

  /// The commonest of SNOMED CT, as published examples display them.
  private static let snomedCT = [
    "385055001": "tablet", "421026006": "oral tablet", "385057009": "film-coated tablet",
    "385049006": "capsule", "420692007": "oral capsule", "385024007": "oral suspension",
    "385101003": "ointment", "255621006": "cream", "385124005": "eye drops",
    "385157007": "nasal spray", "385218009": "injection", "385219001": "injection solution",
  ]

  /// Those of the European Pharmacopoeia's standard terms.
  private static let edqm = [
    "10219000": "tablet", "10222000": "effervescent tablet", "11210000": "solution for infusion",
  ]

  /// Those of German pharmacies (IFA), which electronic prescriptions carry without a display.
  private static let kbv = [
    "TAB": "tablet", "FTA": "film-coated tablet", "SMT": "disintegrating tablet",
    "HKP": "capsule", "CRE": "cream", "SAL": "ointment", "PFT": "patch",
    "ILO": "injection solution", "IFE": "injection syringe", "FER": "injection syringe",
  ]
}
