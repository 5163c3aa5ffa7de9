// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import TestSupport
import Testing

@testable import MedicationModel

@Suite("Code systems")
struct KnownCodeSystemTests {
  /// Literals, the systems that they name, and whether they are right URIs.
  static let cases: [(literal: String, canonical: String?, isExact: Bool)] = [
    (CodeSystem.rxNorm, CodeSystem.rxNorm, true),
    ("https://www.nlm.nih.gov/research/umls/rxnorm", CodeSystem.rxNorm, false),
    ("http://www.nlm.nih.gov/research/umls/rxnorm/", CodeSystem.rxNorm, false),
    ("http://www.nlm.nih.gov/research/umls/rxnorm#", CodeSystem.rxNorm, false),
    ("http://WWW.NLM.NIH.GOV/research/umls/RxNorm", CodeSystem.rxNorm, false),
    (" http://www.nlm.nih.gov/research/umls/rxnorm\n", CodeSystem.rxNorm, false),
    ("http://rxnorm.nlm.nih.gov", CodeSystem.rxNorm, false),
    ("urn:oid:2.16.840.1.113883.6.88", CodeSystem.rxNorm, false),
    ("urn: oid: 2.16.840.1.113883.6.88", CodeSystem.rxNorm, false),
    ("URN:OID:2.16.840.1.113883.6.88", CodeSystem.rxNorm, false),
    ("2.16.840.1.113883.6.88", CodeSystem.rxNorm, false), ("RxNorm", CodeSystem.rxNorm, false),
    ("RXNORM", CodeSystem.rxNorm, false), ("ndc", CodeSystem.ndc, false),
    ("2.16.840.1.113883.6.69", CodeSystem.ndc, false),
    ("http://www.accessdata.fda.gov/scripts/cder/ndc/dsp_searchresult.cfm", CodeSystem.ndc, false),
    ("SNOMED CT", CodeSystem.snomedCT, false),
    ("https://snomed.info/sct", CodeSystem.snomedCT, false),
    ("http://fhir.de/CodeSystem/bfarm/atc", CodeSystem.atc, true),
    ("http://fhir.de/CodeSystem/dimdi/atc", CodeSystem.atc, true),
    ("https://fhir.de/CodeSystem/bfarm/atc", CodeSystem.atc, false), ("atc", CodeSystem.atc, false),
    ("http://terminology.hl7.org/CodeSystem/CVX", CodeSystem.cvx, true),
    ("UNII", CodeSystem.unii, false), ("LOINC", "http://loinc.org", false),
    ("https://dmd.nhs.uk", "https://dmd.nhs.uk", true),
    ("https://dmd.nhs.uk/", "https://dmd.nhs.uk", false),
    ("http://dmd.nhs.uk", "https://dmd.nhs.uk", false),
    ("urn:oid:2.51.1.1", "https://www.gs1.org/gtin", false),
    ("urn:oid:2.16.756.5.30.2.6.1", "urn:oid:2.16.756.5.30.2.6.1", true),
    ("urn:oid:2.16.840.1.113883.2.4.4.1", "urn:oid:2.16.840.1.113883.2.4.4.1", true),
    ("http://hc-sc.gc.ca", "http://hl7.org/fhir/NamingSystem/ca-hc-din", false),
    // Nothing is guessed.
    ("", nil, false), (" / ", nil, false),
    ("http://purl.bioontology.org/ontology/RXNORM/847265", nil, false),
    ("http://www.nlm.nih.gov/research/umls/rxnorm/847265", nil, false),
    ("http://www.nlm.nih.gov/research/umls/rxnorm|20250602", nil, false),
    ("http://nlm.nih.gov/research/umls/rxnorm", nil, false),
    ("urn:oid:2.16.840.1.113883.6.8", nil, false), ("urn:oid:2.16.840.1.113883.6.888", nil, false),
    ("http://tst.org/fhir/CodeSystem/test-meds", nil, false),
    ("http://www.nlm.nih.gov/research/umls/rxnorm\u{301}", nil, false),
    ("http://loinc.org\u{FF0F}", nil, false), ("http://snomed.info/s\u{3F2}t", nil, false),
  ]

  @Test(
    "S8 A system is matched exactly, folded, by OID or by name, and else unknown", arguments: cases)
  func recognising(literal: String, canonical: String?, isExact: Bool) {
    let found = KnownCodeSystem.recognise(literal)
    #expect(found?.canonical == canonical)
    #expect((found?.isExact ?? false) == isExact)
  }

  @Test(
    "Every spelling in the table leads to its system, and none to two",
    arguments: KnownCodeSystem.all)
  func table(_ system: KnownCodeSystem) {
    for uri in [system.canonical] + system.otherURIs {
      #expect(KnownCodeSystem.recognise(uri)?.canonical == system.canonical)
      #expect(KnownCodeSystem.recognise(uri)?.isExact == true)
      #expect(KnownCodeSystem.named(" \(uri)") == system, "folded")
    }
    for spelling in system.slips + system.words + system.oids.flatMap({ [$0, "urn:oid:\($0)"] }) {
      #expect(KnownCodeSystem.named(spelling) == system, "\(spelling)")
    }
  }

  @Test("The OIDs and URIs of the published naming systems are in the table")
  func namingSystems() throws {
    guard let (columns, rows) = try TestData.table("fhir-terminology/naming-systems.tsv") else {
      return
    }
    let oids = try #require(columns.firstIndex(of: "oids"))
    let uri = try #require(columns.firstIndex(of: "preferredUri"))
    let all = try #require(columns.firstIndex(of: "allUris"))
    for row in rows {
      for other in row[all].split(separator: " ") {
        #expect(KnownCodeSystem.recognise(String(other))?.canonical == row[uri], "\(other)")
      }
      for oid in row[oids].split(separator: " ") {
        #expect(KnownCodeSystem.recognise("urn:oid:\(oid)")?.canonical == row[uri], "\(row[0])")
      }
    }
  }
}
