// This source file is part of the rxkit project.
// SPDX-License-Identifier: Apache-2.0
// SPDX-FileCopyrightText: the rxkit authors

import TestSupport
import Testing

@testable import MedicationModel

@Suite("Code systems")
struct KnownCodeSystemTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let literal: String
    let canonical: String?
    let isExact: Bool
    var testDescription: String { literal }

    init(_ literal: String, _ canonical: String?, isExact: Bool = false) {
      self.literal = literal
      self.canonical = canonical
      self.isExact = isExact
    }
  }

  static let cases = [
    Case(CodeSystem.rxNorm, CodeSystem.rxNorm, isExact: true),
    Case("https://www.nlm.nih.gov/research/umls/rxnorm", CodeSystem.rxNorm),
    Case("http://www.nlm.nih.gov/research/umls/rxnorm/", CodeSystem.rxNorm),
    Case("http://www.nlm.nih.gov/research/umls/rxnorm#", CodeSystem.rxNorm),
    Case("http://WWW.NLM.NIH.GOV/research/umls/RxNorm", CodeSystem.rxNorm),
    Case(" http://www.nlm.nih.gov/research/umls/rxnorm\n", CodeSystem.rxNorm),
    Case("http://rxnorm.nlm.nih.gov", CodeSystem.rxNorm),
    Case("urn:oid:2.16.840.1.113883.6.88", CodeSystem.rxNorm),
    Case("urn: oid: 2.16.840.1.113883.6.88", CodeSystem.rxNorm),
    Case("URN:OID:2.16.840.1.113883.6.88", CodeSystem.rxNorm),
    Case("2.16.840.1.113883.6.88", CodeSystem.rxNorm),
    Case("RxNorm", CodeSystem.rxNorm),
    Case("RXNORM", CodeSystem.rxNorm),
    Case("ndc", CodeSystem.ndc),
    Case("2.16.840.1.113883.6.69", CodeSystem.ndc),
    Case(
      "http://www.accessdata.fda.gov/scripts/cder/ndc/dsp_searchresult.cfm", CodeSystem.ndc),
    Case("SNOMED CT", CodeSystem.snomedCT),
    Case("https://snomed.info/sct", CodeSystem.snomedCT),
    Case("http://fhir.de/CodeSystem/bfarm/atc", CodeSystem.atc, isExact: true),
    Case("http://fhir.de/CodeSystem/dimdi/atc", CodeSystem.atc, isExact: true),
    Case("https://fhir.de/CodeSystem/bfarm/atc", CodeSystem.atc),
    Case("atc", CodeSystem.atc),
    Case("http://terminology.hl7.org/CodeSystem/CVX", CodeSystem.cvx, isExact: true),
    Case("UNII", CodeSystem.unii),
    Case("LOINC", "http://loinc.org"),
    Case("https://dmd.nhs.uk", "https://dmd.nhs.uk", isExact: true),
    Case("https://dmd.nhs.uk/", "https://dmd.nhs.uk"),
    Case("http://dmd.nhs.uk", "https://dmd.nhs.uk"),
    Case("urn:oid:2.51.1.1", "https://www.gs1.org/gtin"),
    Case(
      "urn:oid:2.16.756.5.30.2.6.1", "urn:oid:2.16.756.5.30.2.6.1", isExact: true),
    Case(
      "urn:oid:2.16.840.1.113883.2.4.4.1", "urn:oid:2.16.840.1.113883.2.4.4.1", isExact: true),
    Case("http://hc-sc.gc.ca", "http://hl7.org/fhir/NamingSystem/ca-hc-din"),
    // Nothing is guessed.
    Case("", nil),
    Case(" / ", nil),
    Case("http://purl.bioontology.org/ontology/RXNORM/847265", nil),
    Case("http://www.nlm.nih.gov/research/umls/rxnorm/847265", nil),
    Case("http://www.nlm.nih.gov/research/umls/rxnorm|20250602", nil),
    Case("http://nlm.nih.gov/research/umls/rxnorm", nil),
    Case("urn:oid:2.16.840.1.113883.6.8", nil),
    Case("urn:oid:2.16.840.1.113883.6.888", nil),
    Case("http://tst.org/fhir/CodeSystem/test-meds", nil),
    Case("http://www.nlm.nih.gov/research/umls/rxnorm\u{301}", nil),
    Case("http://loinc.org\u{FF0F}", nil),
    Case("http://snomed.info/s\u{3F2}t", nil),
  ]

  @Test(
    "S8 A system is matched exactly, folded, by OID or by name, and else unknown", arguments: cases)
  func recognising(_ example: Case) {
    let found = KnownCodeSystem.recognise(example.literal)
    #expect(found?.canonical == example.canonical)
    #expect((found?.isExact ?? false) == example.isExact)
  }

  @Test(
    "Every spelling in the table leads to its system, and none to two",
    arguments: KnownCodeSystem.all)
  func table(_ system: KnownCodeSystem) {
    #expect(CodeSystemIndex.ofKnownSystems.conflicts == [])
    for uri in [system.canonical] + system.otherURIs {
      #expect(KnownCodeSystem.recognise(uri)?.canonical == system.canonical)
      #expect(KnownCodeSystem.recognise(uri)?.isExact == true)
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
